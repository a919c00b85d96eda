//! The JSON of results about mazes. After the version, the keys of each object are sorted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mazes::claims::{ClaimOutcome, MazeClaim};
use crate::mazes::counterexample::{FillingClaim, SearchOutcome};
use crate::mazes::picture::{Axis, Reading};
use crate::mazes::{GridMaze, Solution, Why, text};
use crate::report::maze::{is_small, verdict};
use crate::report::{Finding, to_json};
use deadmove_core::board::Letters;
use deadmove_report::json::SCHEMA;

#[derive(JsonSchema, Serialize)]
pub(crate) struct SolutionObject {
    schema: u8,
    entrance: [usize; 2],
    exact: usize,
    exit: [usize; 2],
    filled: usize,
    height: usize,
    left_on_no_path: usize,
    path: Option<Letters>,
    /// Null if the maze was not read from a picture.
    picture: Option<PictureObject>,
    roads: usize,
    solvable: bool,
    width: usize,
}

#[derive(JsonSchema, Serialize)]
struct PictureObject {
    across: Option<WidthsObject>,
    /// Pixels that are roads because their colour is neither that of walls nor that of roads.
    coloured: usize,
    down: Option<WidthsObject>,
    /// Pixels across and down.
    size: [usize; 2],
    #[schemars(extend("enum" = ["dark", "light"]))]
    walls: &'static str,
}

/// Pixels. In a scaled picture some walls and roads have one more.
#[derive(JsonSchema, Serialize)]
struct WidthsObject {
    road: usize,
    wall: usize,
}

/// [`crate::report::maze::solution`] as JSON.
pub fn solution_json(maze: &GridMaze, reading: Option<&Reading>, solution: &Solution) -> String {
    let grid = &maze.grid;
    let axis = |axis: &Axis| axis.widths.map(|(wall, road)| WidthsObject { road, wall });
    to_json(&SolutionObject {
        schema: SCHEMA,
        entrance: pair(maze, maze.entrance),
        exact: solution.exact_count,
        exit: pair(maze, maze.exit),
        filled: solution.filled_count,
        height: grid.height,
        left_on_no_path: solution.left_count(),
        path: solution.path.as_ref().map(|path| maze.steps(path)),
        picture: reading.map(|reading| PictureObject {
            across: axis(&reading.columns),
            coloured: reading.coloured,
            down: axis(&reading.rows),
            size: [reading.size.0, reading.size.1],
            walls: if reading.dark_walls { "dark" } else { "light" },
        }),
        roads: solution.roads,
        solvable: solution.path.is_some(),
        width: grid.width,
    })
}

fn pair(maze: &GridMaze, field: usize) -> [usize; 2] {
    let (column, row) = maze.grid.place(field);
    [column, row]
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct WhyObject {
    schema: u8,
    #[schemars(extend("enum" = ["on-path", "cut-off", "apart", "no-way"]))]
    answer: &'static str,
    /// The field that cuts it off.
    cut: Option<[usize; 2]>,
    field: [usize; 2],
    on_path: bool,
    path: Option<Letters>,
}

/// [`crate::report::maze::why`] as JSON.
pub fn why_json(maze: &GridMaze, field: usize, why: &Why) -> String {
    let (answer, path, cut) = match why {
        Why::OnPath(path) => ("on-path", Some(maze.steps(path)), None),
        Why::CutOff(cut) => ("cut-off", None, Some(pair(maze, *cut))),
        Why::Apart => ("apart", None, None),
        Why::NoWay => ("no-way", None, None),
    };
    to_json(&WhyObject {
        schema: SCHEMA,
        answer,
        cut,
        field: pair(maze, field),
        on_path: path.is_some(),
        path,
    })
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct ClaimsObject {
    schema: u8,
    pub claims: Vec<ClaimObject>,
    entrance: [usize; 2],
    exit: [usize; 2],
    /// Rows of the maze; null if it has more than 100 columns or 60 rows.
    pub maze: Option<Vec<String>>,
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct ClaimObject {
    pub claim: MazeClaim,
    evidence: Option<EvidenceObject>,
    #[schemars(extend("enum" = ["holds", "refuted", "vacuous"]))]
    pub verdict: Finding,
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[serde(untagged)]
pub(crate) enum EvidenceObject {
    Path { path: Letters },
    Fields { fields: usize },
    Roads { roads: usize },
    Reached { reached: usize },
    SecondPath { second_path: Letters },
    Cycle { cycle: CycleObject },
    Unreached { unreached: [usize; 2] },
    Left { cut: Option<[usize; 2]>, field: [usize; 2], left: usize },
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct CycleObject {
    from: [usize; 2],
    path: Letters,
}

/// [`crate::report::maze::claims`] as JSON.
pub fn claims_json(maze: &GridMaze, judged: &[(MazeClaim, ClaimOutcome)]) -> String {
    let one = |(claim, finding): &(MazeClaim, ClaimOutcome)| {
        let evidence = evidence(maze, finding);
        ClaimObject { claim: *claim, evidence, verdict: verdict(finding) }
    };
    to_json(&ClaimsObject {
        schema: SCHEMA,
        claims: judged.iter().map(one).collect(),
        entrance: pair(maze, maze.entrance),
        exit: pair(maze, maze.exit),
        maze: is_small(maze).then(|| rows(maze)),
    })
}

fn rows(maze: &GridMaze) -> Vec<String> {
    text::write(maze).lines().map(str::to_owned).collect()
}

fn evidence(maze: &GridMaze, finding: &ClaimOutcome) -> Option<EvidenceObject> {
    Some(match finding {
        ClaimOutcome::Path(path) => EvidenceObject::Path { path: maze.steps(path) },
        &(ClaimOutcome::OnlyPath(fields) | ClaimOutcome::Same(fields)) => {
            EvidenceObject::Fields { fields }
        }
        &ClaimOutcome::Tree(roads) => EvidenceObject::Roads { roads },
        &ClaimOutcome::NoWay(reached) => EvidenceObject::Reached { reached },
        ClaimOutcome::SecondPath(path) => {
            EvidenceObject::SecondPath { second_path: maze.steps(path) }
        }
        ClaimOutcome::Cycle(cycle) => EvidenceObject::Cycle {
            cycle: CycleObject { from: pair(maze, cycle[0]), path: maze.steps(cycle) },
        },
        ClaimOutcome::Unreached(field) => {
            EvidenceObject::Unreached { unreached: pair(maze, *field) }
        }
        ClaimOutcome::Left { count, field, cut } => EvidenceObject::Left {
            cut: cut.map(|cut| pair(maze, cut)),
            field: pair(maze, *field),
            left: *count,
        },
        ClaimOutcome::Vacuous => return None,
    })
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct SearchObject {
    schema: u8,
    pub claim: FillingClaim,
    pub counterexample: Option<MazeCounterexample>,
    pub max_fields: usize,
    pub mazes: u64,
    pub no_open_squares: bool,
    #[schemars(extend("enum" = ["refuted", "unknown"]))]
    pub verdict: Finding,
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
pub(crate) struct MazeCounterexample {
    pub field: [usize; 2],
    height: usize,
    pub maze: Vec<String>,
    width: usize,
}

/// [`crate::report::maze::search`] as JSON.
pub fn search_json(found: &SearchOutcome) -> String {
    let counterexample = found.counterexample.as_ref().map(|(maze, field)| MazeCounterexample {
        field: pair(maze, *field),
        height: maze.grid.height,
        maze: rows(maze),
        width: maze.grid.width,
    });
    to_json(&SearchObject {
        schema: SCHEMA,
        claim: found.claim,
        max_fields: found.max_fields,
        mazes: found.mazes,
        no_open_squares: found.no_open_squares,
        verdict: if counterexample.is_some() { Finding::Refuted } else { Finding::Unknown },
        counterexample,
    })
}
