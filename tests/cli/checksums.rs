//! Reports are read back with their checksum only; tests that change one seal it again.

use deadmove_core::sealed::seal;
use serde_json::Value;

use super::program::Folder;

impl Folder {
    /// Writes reports or a state after a change, each object with the checksum of its new text.
    pub fn write_resealed(&self, name: &str, text: &str) {
        let mut pieces = text.split(",\"blake3\":\"");
        let mut object = pieces.next().unwrap();
        let mut out = String::new();
        for rest in pieces {
            let (before, content) = object.split_at(object.find('{').unwrap());
            out = out + before + &seal(&format!("{content}}}"));
            // The old checksum, and the end of its object.
            object = &rest[64 + 2..];
        }
        self.write(name, (out + object).as_bytes());
    }
}

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
    (&["prove", "a.rule", "--splits=9", "--json"], &[&SITE]),
    (&["lab", "milestones", "plan", "--json"], &[&SITE]),
    (&["minimise", "--path", "DRDLDRRU", "--board", "5x5", "--sizes=5", "--json"], &[&SITE]),
];

#[test]
fn every_report_that_is_read_back_has_a_checksum_and_is_refused_without_it() {
    let folder = Folder::new(&[("a.rule", RULE), ("plan", "size 5\nbase a.rule\n1 a.rule\n")]);
    for (command, readers) in REPORTS {
        let printed = folder.deadmove(command);
        let (content, _) = printed.stdout().rsplit_once(",\"blake3\":\"").expect("a checksum");
        let value: Value = serde_json::from_str(printed.stdout()).unwrap();
        for reader in readers {
            for text in [format!("{content}}}\n"), format!("{value:#}")] {
                folder.write(FILE, text.as_bytes());
                let refused = folder.deadmove(reader);
                assert_eq!((refused.code(), refused.stdout()), (Some(2), ""), "{refused}");
                for part in ["checksum", FILE, "a filter such as jq"] {
                    assert!(refused.stderr().contains(part), "{refused}");
                }
            }
            folder.write(FILE, printed.stdout().as_bytes());
            let read = folder.deadmove(reader);
            assert!(matches!(read.code(), Some(0 | 1 | 3)), "{read}");
        }
    }
}
