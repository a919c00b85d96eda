//! Sites made of reports alone.

use std::path::Path;

use deadmove_core::error::InputError;
use deadmove_puzzles::site::Puzzles;
use deadmove_site::Site;

/// A sequence of 3×3, and a maze that it does not solve.
pub const FAILS: &str = r####"{"schema":1,"width":3,"height":3,"sequence":"rrddrrdd","length":8,"mazes":51,"listed":false,"perfect":false,"verdict":"fails","unsolved":{"number":null,"maze":[".##","..#","#.."],"trace":[[1,1],[1,1],[1,1],[1,2],[1,2],[2,2],[2,2],[2,3],[2,3]]}}"####;

/// Bounds for 3×3 that meet.
pub const SHORTEST: &str = r####"{"schema":1,"width":3,"height":3,"mazes":51,"listed":false,"lower":11,"upper":11,"optimal":true,"sequence":"drddruurrdd","lower_mazes":[["...","##.","##."],["..#",".##","..."]]}"####;

/// Claims about a maze with a loop beside its road.
pub const MAZE: &str = r####"{"schema":1,"claims":[{"claim":"solvable","evidence":{"path":"DD"},"verdict":"holds"},{"claim":"complete","evidence":{"cut":[2,3],"field":[4,2],"left":9},"verdict":"refuted"}],"entrance":[2,1],"exit":[2,5],"maze":["#S#####","# #   #","#   # #","# #   #","#E#####"]}"####;

/// An illegal game.
pub const GAME: &str = r#"{"schema":1,"end":null,"first":"yellow","illegal":{"move":4,"square":[2,2],"why":"dead"},"legal_moves":3,"moves":[[1,1],[2,1],[1,2]],"name":"block.game","outcome":"illegal","size":3,"unmet":[]}"#;

/// The site of some reports.
pub fn site(reports: &[&str]) -> Site {
    read(reports).expect("reports")
}

/// The site of some reports, or what is wrong with them.
pub fn read(reports: &[&str]) -> Result<Site, InputError> {
    let mut puzzles = Puzzles::default();
    for (at, text) in reports.iter().enumerate() {
        let file = format!("report-{}.json", at + 1);
        puzzles.read(text, Path::new(&file))?;
    }
    Ok(puzzles.site())
}

/// Why a report is refused.
pub fn refused(report: &str) -> InputError {
    match read(&[report]) {
        Ok(_) => panic!("it was read: {report}"),
        Err(error) => error,
    }
}

/// A page of the part.
pub fn page<'s>(site: &'s Site, name: &str) -> &'s str {
    let name = format!("{name}.html");
    std::str::from_utf8(site.files.get(&name).expect("the page")).expect("text")
}

/// How often a page has a badge with the key.
pub fn badges(page: &str, key: &str) -> usize {
    page.matches(&format!(r#"class="badge is-{key}""#)).count()
}
