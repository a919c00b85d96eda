//! Plain backtracking, a third oracle: slow, short, and sharing no code with the engines.

use deadmove_core::position::Position;

/// Visits a position and every position that can be reached from it.
pub fn visit_prefixes(position: &Position, visit: &mut impl FnMut(&Position)) {
    visit(position);
    for direction in position.legal_moves() {
        visit_prefixes(&position.after(direction), visit);
    }
}

/// Whether some sequence of moves finishes the position.
pub fn is_live(position: &Position) -> bool {
    position.is_finished()
        || (position.is_free(position.board().end())
            && position.legal_moves().any(|direction| is_live(&position.after(direction))))
}
