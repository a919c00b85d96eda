//! Sites made of a few rules.

use std::path::PathBuf;

use deadmove_core::board::Board;
use deadmove_core::sealed::seal;
use deadmove_rules::load::LoadedFile;
use deadmove_site::reports::Reports;
use deadmove_site::{Given, RuleEntry, SetEntry, Site, make};
use deadmove_verify::check;

/// A rule that forbids the only move of some live positions.
pub const WRONG: &str = "name wrong one\nsource me\npicture\n  L .\nforbids right\n";

/// A rule that is right.
pub const RIGHT: &str =
    "name c-shape\nsource me\npicture\n  ? # ?\n  # . #\n  . L .\nforbids left, right\n";

/// A family.
pub const FAMILY: &str = "name walls\nsource me\nparameter D from 2\nwall at (0 right, D ahead)\n\
    free at (0 right, 1 ahead)\ncase D >= 2\n  claim now: always forbids left\n\
    picture for D = 2\n  #\n  .\n  L\n";

/// What `minimise --json` prints about a dead move of 5×5, and without a rule about one of another
/// position.
pub const MINIMISED: &str = r#"{"schema":1,"moves":[
{"name":"a","position":"turns <late>","width":5,"height":5,"start":[1,1],"end":[5,5],"blocked":[],
"path":"DDRDLDRRU","move":"R","rest":"RU","allowed":["U","R"],"candidates":[{"conditions":1,
"rule":"name c\npicture\n  a ?\n  a X\n  ? L\n\nsegment a: left and lower side enclosed, odd\n\nforbids ahead\n",
"proved":true}]},
{"name":"b D","position":"index","width":5,"height":5,"start":[1,1],"end":[5,5],"blocked":[],
"path":"RRRRDDL","move":"D","rest":"","allowed":null,"candidates":[]}]}"#;

/// A rule of a site, from its text.
pub fn entry(relative: &str, text: &str) -> RuleEntry {
    let path = PathBuf::from("rules").join(relative);
    let file = LoadedFile::parse(path, text).expect("a rule");
    RuleEntry { relative: relative.to_owned(), file }
}

/// A set with all these rules.
pub fn set(name: &str, rules: &[RuleEntry]) -> SetEntry {
    let files = rules.iter().map(|entry| entry.file.clone()).collect();
    SetEntry { name: name.to_owned(), about: "All of them.".to_owned(), files }
}

/// The digest of a rule that is no family.
pub fn digest(entry: &RuleEntry) -> String {
    let board = Board::corner_to_corner(5, 5).unwrap();
    let rule = entry.file.rule_file.rules(&board).unwrap().remove(0);
    check::digest(&rule)
}

/// The site of some rules and reports.
pub fn site(rules: Vec<RuleEntry>, reports: &[String]) -> Site {
    let mut given = Given { sets: vec![set("all of it", &rules)], rules, ..Given::default() };
    given.reports = read(reports);
    make(&given).expect("a site")
}

/// Reports from their texts.
pub fn read(texts: &[String]) -> Reports {
    let mut reports = Reports::default();
    for text in texts {
        reports.read(&seal(text), "report.json".as_ref()).expect("a report");
    }
    reports
}

/// A file of a site as text.
pub fn text<'s>(site: &'s Site, name: &str) -> &'s str {
    let bytes = site.files.get(name).unwrap_or_else(|| panic!("no {name}"));
    std::str::from_utf8(bytes).expect("text")
}

/// What `check --json` prints about one rule on 3×3.
pub fn check(entry: &RuleEntry, verdict: &str, counterexample: &str) -> String {
    let name = &entry.file.rule_file.head().name;
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    let file = entry.file.path.display();
    let digest = digest(entry);
    let (dead, live) = if verdict == "unsound" { (0, 1) } else { (1, 0) };
    format!(
        r#"{{"schema":1,"size":3,"engine":"list","complete":true,"units":{{"total":1,"done":[[0,0]]}},
"rules":[{{"name":"{name}","file":"{file}","digest":"{digest}","verdict":"{verdict}","placements":8,
"matches":1,"forbids_dead":{dead},"forbids_live":{live},"counterexample":{counterexample}}}],
"set":{{"verdict":"complete","dead_moves":{dead},
"forbidden":{dead},"allowed":0,"early_ends":0,"example":null}}}}"#
    )
}

/// What `prove --json` prints about one rule with one move.
pub fn proof(entry: &RuleEntry, verdict: &str) -> String {
    let name = &entry.file.rule_file.head().name;
    let (file, digest) = (entry.file.path.display(), digest(entry));
    format!(
        r#"{{"schema":1,"size":7,"max":3,"splits":1,"claims":[{{"rule":"{name}","file":"{file}",
"digest":"{digest}","verdict":"{verdict}","vacuous":false,"move":"right"}}]}}"#
    )
}

/// A live position of 3×3 and its live move, which [`WRONG`] forbids.
pub const LIVE: &str = r#"{"size":3,"path":"RR","move":"D","completion":"DLLDRR"}"#;
