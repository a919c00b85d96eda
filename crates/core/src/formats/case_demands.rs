//! The keys of a case file that say what rules must do: `forbids` and `allows`.

use super::case::Fields;
use super::expectation::{Demand, Expectation};
use super::path;
use super::span::fault;
use crate::board::Move;
use crate::error::{ErrorKind, InputError};
use crate::position::Position;

const EXPECTED: &str = "legal moves, for example U or L R";

pub(super) fn read(
    fields: &Fields<'_>,
    position: &Position,
    expect: Option<&Expectation>,
) -> Result<Vec<(Move, Demand)>, InputError> {
    let text = fields.text;
    let mut demands: Vec<(Move, Demand)> = Vec::new();
    for (key, demand) in [("forbids", Demand::Forbid), ("allows", Demand::Allow)] {
        let Some(field) = fields.get(key) else { continue };
        if fields.words(field).is_empty() {
            fields.word(field, EXPECTED)?;
        }
        for line in &field.lines {
            for path::WrittenStep { direction, range } in path::scan(text, line.clone())? {
                let wrong = |kind, message: String, expected: &str| {
                    Err(fault(kind, message, text, range.clone()).expected(expected))
                };
                if !position.legal_moves().any(|legal| legal == direction) {
                    return wrong(
                        ErrorKind::CaseMove,
                        format!("{direction} is not legal here"),
                        EXPECTED,
                    );
                }
                match demands.iter().find(|(known, _)| *known == direction) {
                    Some((_, known)) if *known == demand => {
                        return wrong(
                            ErrorKind::CaseMove,
                            format!("{direction} is given twice"),
                            EXPECTED,
                        );
                    }
                    Some(_) => {
                        let message = format!("`forbids` and `allows` both name {direction}");
                        return wrong(
                            ErrorKind::CaseContradiction,
                            message,
                            "each move in one of them",
                        );
                    }
                    None => demands.push((direction, demand)),
                }
                if demand == Demand::Forbid && expect.is_some_and(|e| e.is_live(direction)) {
                    let message = format!("rules must not forbid {direction}, which is live");
                    return wrong(ErrorKind::CaseContradiction, message, "a move that is dead");
                }
            }
        }
    }
    demands.sort_by_key(|(direction, _)| *direction);
    Ok(demands)
}

/// The moves of one demand, as the value of its key.
pub(super) fn write(demands: &[(Move, Demand)], wanted: Demand) -> String {
    let moves = demands.iter().filter(|(_, demand)| *demand == wanted);
    moves.map(|(direction, _)| direction.to_string()).collect::<Vec<_>>().join(" ")
}
