//! The order of depth-first walks: left before straight before right, seen along the last step.
//!
//! The first step goes right before it goes down, as if the line came from the left.

use std::cmp::Ordering;

use deadmove_core::board::Move;
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::frontier;
use deadmove_rules::moves::Moves;

/// The heading of a line without a step.
pub(super) const FIRST_HEADING: Move = Move::Right;

/// The moves that can follow `heading`, in order.
fn turns(heading: Move) -> [Move; 3] {
    let left = match heading {
        Move::Up => Move::Left,
        Move::Left => Move::Down,
        Move::Down => Move::Right,
        Move::Right => Move::Up,
    };
    [left, heading, left.opposite()]
}

/// The first of some moves, seen along `heading`.
pub(super) fn leftmost(moves: Moves, heading: Move) -> Option<Move> {
    turns(heading).into_iter().find(|&m| moves.contains(m))
}

/// Which of two lines a walk draws first. A line comes before its continuations.
pub(crate) fn compare(one: &[Move], other: &[Move]) -> Ordering {
    let shared = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let heading = shared.checked_sub(1).map_or(FIRST_HEADING, |last| one[last]);
    match (one.get(shared), other.get(shared)) {
        (Some(a), Some(_)) if leftmost_of(*a, other[shared], heading) => Ordering::Less,
        (Some(_), Some(_)) => Ordering::Greater,
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

fn leftmost_of(one: Move, other: Move, heading: Move) -> bool {
    leftmost(Moves::only(one).or(Moves::only(other)), heading) == Some(one)
}

/// The number of lines with the same first step that come before a line, by the frontier
/// engine; none if it reaches a limit. Rules are not used.
pub(crate) fn lines_before(line: &Position) -> Option<u64> {
    let path = line.path();
    let mut position = Position::start(line.board().clone().into());
    let mut before = 0u64;
    for (at, &step) in path.iter().enumerate() {
        if at > 0 {
            let earlier = turns(path[at - 1]).into_iter().take_while(|&turn| turn != step);
            for turn in earlier {
                let mut other = position.clone();
                if other.play(turn).is_ok() {
                    let count = frontier::count(&other, &Limits::default()).ok()?;
                    before = before.checked_add(u64::try_from(count).ok()?)?;
                }
            }
        }
        position.play(step).ok()?;
    }
    Some(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::board::Board;

    /// All lines below a position, in the order of a walk.
    fn lines(position: &Position, found: &mut Vec<Vec<Move>>) {
        if position.free_count() == 0 && position.live_end() == position.board().end() {
            found.push(position.path().to_vec());
        }
        let heading = position.path().last().copied().unwrap_or(FIRST_HEADING);
        for turn in turns(heading) {
            let mut next = position.clone();
            if next.play(turn).is_ok() {
                lines(&next, found);
            }
        }
    }

    #[test]
    fn lines_are_counted_in_the_order_in_which_they_are_drawn() {
        let board = Board::corner_to_corner(5, 5).unwrap();
        let mut all = Vec::new();
        lines(&Position::start(board.clone().into()), &mut all);
        assert_eq!(all.len(), 104);
        assert!(all.is_sorted_by(|a, b| compare(a, b) == Ordering::Less));
        for (number, path) in all.iter().filter(|path| path[0] == Move::Right).enumerate() {
            let position = Position::from_path(board.clone().into(), path).unwrap();
            assert_eq!(lines_before(&position), Some(number as u64), "{path:?}");
            assert_eq!(compare(&path[..9], path), Ordering::Less);
        }
        assert_eq!(compare(&all[3], &all[3]), Ordering::Equal);
    }
}
