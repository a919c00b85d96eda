//! The page about the positions that the research has no rule for, which is made of a report.

use std::fs;

use super::program::{Folder, deadmove, repository};

fn page() -> String {
    fs::read_to_string(repository().join("docs/findings/unsolved.md")).unwrap()
}

#[test]
fn the_page_has_every_unsolved_position_with_its_rule() {
    let page = page();
    let mut cases = 0;
    for file in fs::read_dir(repository().join("cases/unsolved")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let heading = format!("\n## {name}\n");
        let (_, about) = page.split_once(&heading).unwrap_or_else(|| panic!("no {name}"));
        let about = about.split("\n## ").next().unwrap();
        for part in ["**Why ", "**The rule** (", "**Saved?** "] {
            assert!(about.contains(part), "{part} of {name}");
        }
        cases += 1;
    }
    assert_eq!(cases, 24);
}

#[test]
#[ignore = "minutes: minimises every position"]
fn the_page_is_what_the_commands_make() {
    let folder = Folder::new(&[]);
    let report = deadmove(&["minimise", "--position", "cases/unsolved", "--json"]);
    assert_eq!(report.code(), Some(0), "{report}");
    folder.write("unsolved.json", report.stdout().as_bytes());
    let made = folder.deadmove(&["findings", "unsolved.json", "--out", "findings"]);
    assert_eq!(made.code(), Some(0), "{made}");
    assert_eq!(folder.read("findings/unsolved.md"), page());
}
