//! Reports are read back with their checksum only.

use insta::assert_snapshot;
use serde_json::Value;

use super::program::Folder;

const RULE: &str = "name one\nsource me\npicture\n  L .\nforbids right\n";
const FILE: &str = "report.json";
const RANDOM: [&str; 7] = ["walk", "a.rule", "--order", "random", "--size=5", "--runs=2", "--json"];
const SITE: [&str; 6] = ["site", "--rules", "a.rule", "--out", "site", FILE];
const CERTIFY: [&str; 8] =
    ["certify", "a.rule", "--size=3", "--engine=list", "--out", "folder", "--adopt", FILE];

/// Commands that print reports, each with those that read them.
const REPORTS: [(&[&str], &[&[&str]]); 7] = [
    (
        &["check", "a.rule", "--size=3", "--json"],
        &[&["merge", FILE], &["check", "a.rule", "--size=3", "--resume", FILE], &CERTIFY, &SITE],
    ),
    (&["walk", "a.rule", "--size=5", "--json"], &[&["merge", FILE]]),
    (
        &RANDOM,
        &[
            &["merge", FILE],
            &["walk", "a.rule", "--order", "random", "--size=5", "--runs=2", "--resume", FILE],
            &SITE,
        ],
    ),
    (&["lab", "hunt", "boards", "--cells=4", "--out", "hunt", "--json"], &[&["merge", FILE]]),
    (&["prove", "a.rule", "--json"], &[&SITE]),
    (&["lab", "milestones", "plan", "--json"], &[&SITE]),
    (&["minimise", "--path", "DRDLDRRU", "--board", "5x5", "--sizes=5", "--json"], &[&SITE]),
];

#[test]
fn every_report_that_is_read_back_has_a_checksum_and_is_refused_without_it() {
    let folder = Folder::new(&[("a.rule", RULE), ("plan", "size 5\nbase a.rule\n1 a.rule\n")]);
    let mut first = None;
    for (command, readers) in REPORTS {
        let printed = folder.deadmove(command);
        let (content, _) = printed.stdout().rsplit_once(",\"blake3\":\"").expect("a checksum");
        let value: Value = serde_json::from_str(printed.stdout()).unwrap();
        for reader in readers {
            for text in [format!("{content}}}\n"), format!("{value:#}")] {
                folder.write(FILE, text.as_bytes());
                let refused = folder.deadmove(reader);
                assert_eq!((refused.code(), refused.stdout()), (Some(2), ""), "{refused}");
                assert!(refused.stderr().contains("a filter such as jq"), "{refused}");
                first.get_or_insert(refused);
            }
            folder.write(FILE, printed.stdout().as_bytes());
            let read = folder.deadmove(reader);
            assert!(matches!(read.code(), Some(0 | 1 | 3)), "{read}");
        }
    }
    assert_snapshot!(first.unwrap());
}
