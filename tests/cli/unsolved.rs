//! The pages about the positions that the research has no rule for.

use std::fs;

use super::program::{Folder, deadmove, repository};

#[test]
#[ignore = "minutes: minimises every position"]
fn the_site_has_a_page_for_every_unsolved_position_with_its_rule() {
    let folder = Folder::new(&[]);
    let report = deadmove(&["minimise", "--position", "cases/unsolved", "--json"]);
    assert_eq!(report.code(), Some(0), "{report}");
    folder.write("unsolved.json", report.stdout().as_bytes());
    let made = folder.deadmove(&["site", "unsolved.json", "--out", "site"]);
    assert_eq!(made.code(), Some(0), "{made}");
    let mut cases = 0;
    for file in fs::read_dir(repository().join("cases/unsolved")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let page = folder.read(&format!("site/unsolved/{name}.html"));
        for part in ["Why it is dead", "A rule that forbids it", "Would the rule have saved"] {
            assert!(page.contains(part), "{part} of {name}");
        }
        cases += 1;
    }
    assert_eq!(cases, 24);
}
