//! Mazes: claims about single ones, and searches for counterexamples among all small ones. Reads
//! the reports back; claims about a maze that a report holds are judged again.

mod page;

pub use page::page;

use crate::mazes::claims::{ClaimOutcome, judge};
use crate::mazes::counterexample::FillingClaim;
use crate::mazes::{FieldLayer, GridMaze, Openings, Solution, solve, text};
use crate::report::Finding;
use crate::report::maze::verdict;
use crate::report::maze_json::{ClaimObject, ClaimsObject, SearchObject};
use deadmove_core::error::InputError;

use crate::site::{bad, contradiction};

/// A search among all small mazes, and its counterexample if it has one: a maze, and the field that
/// shows that it is one.
pub type Searched = (SearchObject, Option<(SolvedMaze, usize)>);

/// Reports about mazes, by what made them.
#[derive(Debug, Default)]
pub struct MazeReports {
    /// Searches.
    pub searches: Vec<Searched>,
    /// Claims about single mazes.
    pub claims: Vec<JudgedMaze>,
}

/// Claims about a maze.
#[derive(Debug)]
pub struct JudgedMaze {
    /// The name of the report's file, without an ending.
    pub file: String,
    /// The claims.
    pub claims: Vec<ClaimObject>,
    /// The maze, unless it is large, and for each claim why it stands so.
    pub maze: Option<(SolvedMaze, Vec<ClaimOutcome>)>,
}

/// A maze with its layers.
#[derive(Debug)]
pub struct SolvedMaze {
    /// The maze.
    pub maze: GridMaze,
    /// Its layers.
    pub solution: Solution,
}

fn solved(rows: &[String]) -> Result<SolvedMaze, InputError> {
    let maze = text::read(&rows.join("\n"), &Openings::default());
    let maze = maze.map_err(|fault| bad(format!("the maze cannot be read: {}", fault.message)))?;
    Ok(SolvedMaze { solution: solve(&maze), maze })
}

/// Checks what `claims` printed into a file with this name.
pub fn claims(report: ClaimsObject, file: &str) -> Result<JudgedMaze, InputError> {
    report.claims.iter().try_for_each(|claim| claim.verdict.check_other_than(Finding::Unknown))?;
    let maze = report.maze.as_deref().map(|rows| {
        let SolvedMaze { maze, solution } = solved(rows)?;
        let mut outcomes = Vec::new();
        for ClaimObject { claim, verdict: said, .. } in &report.claims {
            let outcome = judge(&maze, &solution, *claim).map_err(contradiction)?;
            let found = verdict(&outcome);
            if found != *said {
                let (claim, said, found) = (claim.name(), said.word(), found.word());
                return Err(contradiction(format!("{claim}: {said}, and of this maze {found}")));
            }
            outcomes.push(outcome);
        }
        Ok((SolvedMaze { maze, solution }, outcomes))
    });
    let maze = maze.transpose()?;
    Ok(JudgedMaze { file: file.to_owned(), claims: report.claims, maze })
}

/// Checks what `counterexample` printed.
pub fn search(report: SearchObject) -> Result<Searched, InputError> {
    let SearchObject { claim, verdict, .. } = report;
    let counterexample = report.counterexample.as_ref().map(|found| {
        let solved = solved(&found.maze)?;
        let field = solved.maze.grid.road(found.field.into(), "the field");
        let field = field.map_err(|fault| bad(fault.message))?;
        let SolvedMaze { maze, solution } = &solved;
        let refutes = match claim {
            FillingClaim::Complete => solution.layer(maze, field) == FieldLayer::Left,
            FillingClaim::Sound => solution.filled[field] && solution.exact[field],
        };
        match refutes {
            true => Ok((solved, field)),
            false => Err(contradiction("its maze does not refute the claim")),
        }
    });
    let counterexample = counterexample.transpose()?;
    let found = counterexample.is_some();
    if !matches!((verdict, found), (Finding::Refuted, true) | (Finding::Unknown, false)) {
        let (verdict, has) = (verdict.word(), if found { "a" } else { "no" });
        return Err(contradiction(format!("the verdict {verdict:?}, and {has} counterexample")));
    }
    Ok((report, counterexample))
}
