//! Theory of views. Claim: a move is dead in a first position and live in a second one, and each
//! rule that names no cell more than `reach` columns or rows from the live end (in tests of cells,
//! segments and forced lines) forbids the same moves in both.
//!
//! Both are positions of one board with one live end. A free cell of one that is not free in the
//! other is *extra*. The *anchor* is a set of cells that are free in both.
//!
//! **V1.** If no cell of the anchor and no extra cell is within the reach, and if in each position
//! the anchor and its extra cells are connected and these have no other free neighbours, then a
//! segment within the reach has regions of the same state, parity and surplus in both, with the
//! same cells within the reach. If there are as many extra cells in both, the numbers of white and
//! of black cells are the same, too. (proof: docs/reference/certificates.md, "V1")
//!
//! **V2.** A rule whose cells, regions and ends of forced lines within the reach are the same in
//! both forbids the same moves. (proof: docs/reference/certificates.md, "V2")
//!
//! Read besides: `matching.rs` of the kernel, and the theory of positions.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::kernel::board::{Board, Cell, text};
use crate::kernel::check_schema;
use crate::kernel::cnf::Listener;
use crate::kernel::files::{parse, read};
use crate::kernel::matching::View;
use crate::kernel::position::Position;
use crate::positions::{Answer, BoardData, Judgement};
use crate::strict::check_entries;

/// The name of the manifest.
pub const VIEWS_MANIFEST: &str = "views.json";

/// The certificates of the two positions.
pub const VIEWED: [&str; 2] = ["first.cert", "second.cert"];

/// What is claimed of two positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewsManifest {
    /// The version of the format.
    pub schema: u32,
    /// Who made it.
    pub tool: String,
    /// The move that is dead in the first and live in the second position.
    #[serde(rename = "move")]
    pub direction: char,
    /// How many columns or rows from the live end a rule may name cells.
    pub reach: u16,
    /// Cells that are free in both positions.
    pub anchor: Vec<Cell>,
}

/// What an accepted certificate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedViews {
    /// Its manifest.
    pub manifest: ViewsManifest,
    /// Whether the numbers of cells in regions are the same, too.
    pub counts: bool,
    /// What is left open of the positions.
    pub open: Vec<String>,
}

/// Checks a folder, and calls `listener` for every refuted formula.
///
/// # Errors
/// What is wrong first.
pub fn check_views(folder: &Path, listener: &mut Listener) -> Result<AcceptedViews, String> {
    let expected = [VIEWS_MANIFEST].into_iter().chain(VIEWED).map(str::to_owned).collect();
    check_entries(folder, &[""], &expected, "position")?;
    let in_file = |name: &'static str| move |why: String| format!("{name}: {why}");
    let bytes = |name: &'static str| read(&folder.join(name)).map_err(in_file(name));
    let manifest: ViewsManifest = parse(bytes(VIEWS_MANIFEST)?).map_err(in_file(VIEWS_MANIFEST))?;
    check_schema(manifest.schema)?;
    let (mut judged, mut open) = (Vec::new(), Vec::new());
    for name in VIEWED {
        let judgement: Judgement = parse(bytes(name)?).map_err(in_file(name))?;
        let left = judgement.check_with(listener).map_err(in_file(name))?;
        open.extend(left.into_iter().map(in_file(name)));
        judged.push(judgement);
    }
    if judged[0].board != judged[1].board {
        return Err("the positions are of two boards".into());
    }
    let answer = |judgement: &Judgement| {
        let found = judgement.moves.iter().find(|(letter, _)| *letter == manifest.direction);
        found.map(|(_, answer)| answer.clone())
    };
    if !matches!(answer(&judged[0]), Some(Answer::Dead { .. } | Answer::DeadBySearch { .. })) {
        return Err("the move is not dead in the first position".into());
    }
    if !matches!(answer(&judged[1]), Some(Answer::Live { .. })) {
        return Err("the move is not live in the second position".into());
    }
    let BoardData { width, height, start, end, blocked } = &judged[0].board;
    let board = Board::new(*width, *height, *start, *end, blocked)?;
    let [first, second] = [&judged[0].path, &judged[1].path].map(|p| Position::after(&board, p));
    let counts = check_alike(&[first?, second?], &manifest)?;
    Ok(AcceptedViews { manifest, counts, open })
}

/// Checks that the positions look the same within the reach (V1, V2). Returns whether the numbers
/// of cells in regions are the same, too.
fn check_alike(positions: &[Position; 2], manifest: &ViewsManifest) -> Result<bool, String> {
    let (board, live_end) = (positions[0].board, positions[0].live_end);
    if positions[1].live_end != live_end {
        return Err("the positions have two live ends".into());
    }
    if manifest.reach == 0 || manifest.anchor.is_empty() {
        return Err("the reach is 0, or the anchor is empty".into());
    }
    let is_near = |(column, row): Cell| {
        live_end.0.abs_diff(column).max(live_end.1.abs_diff(row)) <= manifest.reach
    };
    let anchor: BTreeSet<Cell> = manifest.anchor.iter().copied().collect();
    if let Some(&cell) = anchor.iter().find(|&&c| positions.iter().any(|p| !p.is_free(c))) {
        return Err(format!("the cell {} of the anchor is not free in both", text(cell)));
    }
    if positions.iter().any(|position| !position.is_free(board.end)) {
        return Err("the end cell is not free in both".into());
    }
    let cells: Vec<Cell> = (0..board.open.len()).map(|index| board.cell(index)).collect();
    let extra = [(0, 1), (1, 0)].map(|(one, other): (usize, usize)| {
        let cells = cells.iter().copied();
        let extra = cells.filter(|&c| positions[one].is_free(c) && !positions[other].is_free(c));
        extra.collect::<BTreeSet<Cell>>()
    });
    for (position, extra) in positions.iter().zip(&extra) {
        let part: BTreeSet<Cell> = anchor.union(extra).copied().collect();
        if let Some(&cell) = part.iter().find(|&&cell| is_near(cell)) {
            return Err(format!("the cell {} is within the reach", text(cell)));
        }
        for &cell in extra {
            let outside =
                board.neighbours(cell).find(|c| position.is_free(*c) && !part.contains(c));
            if let Some(next) = outside {
                let (cell, next) = (text(cell), text(next));
                return Err(format!("the extra cell {cell} has the free neighbour {next}"));
            }
        }
        if !is_connected(board, &part) {
            return Err("the anchor with the extra cells is not connected".into());
        }
    }
    let counts = extra[0].len() == extra[1].len();
    let near_lines = positions.each_ref().map(|position| {
        let live_end = board.index(live_end).expect("it is on the board");
        let lines = View { board, free: &position.free, live_end }.forced_lines();
        let near =
            |&(one, other): &(usize, usize)| is_near(board.cell(one)) && is_near(board.cell(other));
        lines.into_iter().filter(near).collect::<BTreeSet<_>>()
    });
    match near_lines[0] == near_lines[1] {
        true => Ok(counts),
        false => Err("the positions have different forced lines within the reach".into()),
    }
}

/// Whether cells are connected by steps from cell to cell.
fn is_connected(board: &Board, cells: &BTreeSet<Cell>) -> bool {
    let mut reached: BTreeSet<Cell> = cells.first().copied().into_iter().collect();
    let mut next: Vec<Cell> = reached.iter().copied().collect();
    while let Some(cell) = next.pop() {
        let near = board.neighbours(cell).filter(|c| cells.contains(c));
        next.extend(near.filter(|&c| reached.insert(c)));
    }
    reached.len() == cells.len()
}
