//! Results about mazes, in sentences and as JSON.

use std::fmt::Write;

use crate::mazes::claims::{ClaimOutcome, MazeClaim};
use crate::mazes::counterexample::{FillingClaim, SearchOutcome};
use crate::mazes::picture::Reading;
use crate::mazes::{self, GridMaze, Solution, Why, solve, text};
use crate::report::Finding;
use deadmove_report::numbers::{count, thousands};
use deadmove_report::wrap::fill;

pub use crate::report::maze_json::{claims_json, search_json, solution_json, why_json};

/// Mazes up to this size are drawn in the terminal.
const DRAWN: (usize, usize) = (100, 60);
/// Paths up to this many steps are printed in full.
const PRINTED: usize = 400;

const SIGNS: &str = "# wall, . filled, x left but on no way, o on some way, * shortest path";

/// The maze and its layers.
pub fn solution(maze: &GridMaze, reading: Option<&Reading>, solution: &Solution) -> String {
    let mut out = seen(maze, reading);
    let (roads, filled) = (solution.roads, solution.filled_count);
    let left = solution.left_count();
    let of = count(roads, "road", "roads");
    let _ = writeln!(
        out,
        "{of}, {} filled, {} left",
        thousands(filled as u64),
        thousands((roads - filled) as u64)
    );
    match &solution.path {
        Some(path) => {
            let other = match left {
                0 => "all that is left is on some way".to_string(),
                _ => {
                    let are = count(left, "field that is left is", "fields that are left are");
                    format!("{are} on no way")
                }
            };
            let _ = writeln!(out, "{} on some simple path; {other}", fields(solution.exact_count));
            let _ = writeln!(out, "shortest path: {}", count(path.len() - 1, "step", "steps"));
        }
        None => out.push_str("there is no way from the entrance to the exit\n"),
    }
    if is_small(maze) {
        let _ = write!(out, "\n{}\n{SIGNS}\n", text::write_solved(maze, solution));
    }
    out
}

/// Whether a maze is small enough to be drawn in the terminal, and kept in reports.
pub(crate) fn is_small(maze: &GridMaze) -> bool {
    maze.grid.width <= DRAWN.0 && maze.grid.height <= DRAWN.1
}

fn seen(maze: &GridMaze, reading: Option<&Reading>) -> String {
    let grid = &maze.grid;
    let mut out = format!("maze of {}×{} fields", grid.width, grid.height);
    if let Some(reading) = reading {
        let (width, height) = reading.size;
        let _ = write!(out, " in a picture of {width}×{height} pixels, ");
        out += if reading.dark_walls { "dark walls" } else { "light walls" };
        out += &match (reading.columns.widths, reading.rows.widths) {
            (Some(across), Some(down)) if across == down => {
                format!(" {} px, roads {} px", across.0, across.1)
            }
            (Some(across), Some(down)) => format!(
                " {} px, roads {} px across; walls {} px, roads {} px down",
                across.0, across.1, down.0, down.1
            ),
            _ => ", strips as they are".into(),
        };
        if reading.columns.uneven || reading.rows.uneven {
            out += ", some a pixel wider";
        }
        if reading.coloured > 0 {
            let pixels = count(reading.coloured, "coloured pixel", "coloured pixels");
            let _ = write!(out, "\n{pixels} taken as roads");
        }
    }
    let _ =
        writeln!(out, "\nfrom {} to {}", maze.grid.name(maze.entrance), maze.grid.name(maze.exit));
    out
}

fn fields(number: usize) -> String {
    count(number, "field", "fields")
}

fn path(maze: &GridMaze, path: &[usize]) -> String {
    let letters = String::from(maze.steps(path));
    match letters.len() <= PRINTED {
        true => letters,
        false => format!("{}… (all of it with --json)", &letters[..PRINTED]),
    }
}

/// Why a field is on some path or not.
pub fn why(maze: &GridMaze, field: usize, why: &Why) -> String {
    let name = maze.grid.name(field);
    match why {
        Why::OnPath(fields) => format!(
            "{name} is on a simple path of {} from the entrance {}:\n{}\n",
            count(fields.len() - 1, "step", "steps"),
            maze.grid.name(maze.entrance),
            fill(&path(maze, fields), "", "")
        ),
        Why::CutOff(cut) => format!(
            "{name} is on no simple path: {} cuts it off from the entrance and the exit\n",
            maze.grid.name(*cut)
        ),
        Why::Apart => format!("{name} is on no path: no way leads from it to entrance or exit\n"),
        Why::NoWay => {
            format!("{name} is on no path: there is no way from the entrance to the exit\n")
        }
    }
}

/// The verdicts on claims.
pub fn claims(
    maze: &GridMaze,
    reading: Option<&Reading>,
    judged: &[(MazeClaim, ClaimOutcome)],
) -> String {
    let mut out = seen(maze, reading);
    for (claim, finding) in judged {
        let (name, found) = (claim.name(), found(maze, finding));
        let said = match finding {
            ClaimOutcome::Vacuous => format!("{name}: {found}"),
            _ => format!("{name}: {}; {found}", verdict(finding).word()),
        };
        let _ = writeln!(out, "{}", fill(&said, "", "  "));
    }
    out
}

/// The verdict on a claim.
pub fn verdict(finding: &ClaimOutcome) -> Finding {
    match finding {
        ClaimOutcome::Path(_)
        | ClaimOutcome::OnlyPath(_)
        | ClaimOutcome::Tree(_)
        | ClaimOutcome::Same(_) => Finding::Holds,
        ClaimOutcome::NoWay(_)
        | ClaimOutcome::SecondPath(_)
        | ClaimOutcome::Cycle(_)
        | ClaimOutcome::Unreached(_)
        | ClaimOutcome::Left { .. } => Finding::Refuted,
        ClaimOutcome::Vacuous => Finding::Vacuous,
    }
}

/// Why a claim has its verdict.
pub(crate) fn found(maze: &GridMaze, finding: &ClaimOutcome) -> String {
    match finding {
        ClaimOutcome::Path(path) => {
            format!("the shortest path has {}", count(path.len() - 1, "step", "steps"))
        }
        ClaimOutcome::OnlyPath(count) => {
            format!("the {} of all simple paths are those of the shortest", fields(*count))
        }
        ClaimOutcome::Tree(roads) => {
            let pairs = count(roads - 1, "pair of neighbours", "pairs of neighbours");
            format!("{} all connected, by {pairs}", count(*roads, "road is", "roads are"))
        }
        ClaimOutcome::Same(count) => {
            format!("what filling leaves are the {} of all simple paths", fields(*count))
        }
        ClaimOutcome::NoWay(reached) => {
            format!("{} are reached from the entrance, not the exit", fields(*reached))
        }
        ClaimOutcome::SecondPath(fields) => {
            let steps = count(fields.len() - 1, "step", "steps");
            format!("a second path of {steps}: {}", path(maze, fields))
        }
        ClaimOutcome::Cycle(cycle) => format!(
            "a cycle of {} through {}: {}",
            fields(cycle.len()),
            maze.grid.name(cycle[0]),
            path(maze, cycle)
        ),
        ClaimOutcome::Unreached(field) => {
            format!("no way leads from the entrance to {}", maze.grid.name(*field))
        }
        ClaimOutcome::Left { count, field, cut } => {
            let why = match cut {
                Some(cut) => format!("{} cuts it off", maze.grid.name(*cut)),
                None => "no way leads there".into(),
            };
            format!("{} on no path left, first {}: {why}", fields(*count), maze.grid.name(*field))
        }
        ClaimOutcome::Vacuous => "says nothing, since there is no way".to_owned(),
    }
}

/// The result of a search for a counterexample.
pub fn search(found: &SearchOutcome) -> String {
    let claim = match found.claim {
        FillingClaim::Complete => "what filling leaves is on some simple path",
        FillingClaim::Sound => "no field of a simple path is filled",
    };
    let kind = if found.no_open_squares { " without open squares" } else { "" };
    let mut out = format!("{}: {claim}\n", found.claim.name());
    match &found.counterexample {
        Some((maze, field)) => {
            let grid = &maze.grid;
            let _ = write!(
                out,
                "refuted; the smallest maze{kind} has {}×{} fields, {} of them \
                 roads:\n\n{}\n{}\n\n",
                grid.width,
                grid.height,
                grid.roads().count(),
                text::write_solved(maze, &solve(maze)),
                SIGNS,
            );
            out += &why(maze, *field, &mazes::why(maze, *field));
        }
        None => {
            let _ = writeln!(
                out,
                "unknown: no counterexample among all {} mazes{kind} up to {} fields",
                thousands(found.mazes),
                found.max_fields
            );
        }
    }
    out
}
