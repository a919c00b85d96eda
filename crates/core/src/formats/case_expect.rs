//! The keys of a case file that say what is expected: `expect`, `moves`, `turning`, `reason`.
//!
//! Expectations that contradict themselves or the path are input errors, so that a case never
//! fails for what its author could not have meant.

use std::ops::Range;

use super::board::number;
use super::case::Fields;
use super::expectation::{Expectation, REASON_KINDS};
use super::span::fault;
use crate::board::Move;
use crate::error::{ErrorKind, InputError};
use crate::position::Position;
use crate::verdict::Verdict;

const MOVES_EXPECTED: &str = "a legal move and its verdict, for example U=live";
const TURNING_EXPECTED: &str = "the number of live steps and the fatal move, for example 19 D";

pub(super) fn read(
    fields: &Fields<'_>,
    position: &Position,
) -> Result<Option<Expectation>, InputError> {
    let Some(field) = fields.get("expect") else {
        let orphan = ["moves", "turning", "reason"].into_iter().find_map(|key| fields.get(key));
        return match orphan {
            None => Ok(None),
            Some(field) => {
                let range = field.key_range.clone();
                let message = format!("`{}` without `expect`", &fields.text[range.clone()]);
                Err(fault(ErrorKind::CaseExpect, message, fields.text, range)
                    .expected("a line such as `expect dead`"))
            }
        };
    };
    let word = fields.word(field, "live or dead")?;
    let mut expect = Expectation::of(verdict(fields.text, word)?);
    read_moves(fields, position, &mut expect)?;
    read_turning(fields, position, &mut expect)?;
    if let Some(field) = fields.get("reason") {
        let word = fields.word(field, "dead-end, cut-off, colour, deduction, loops or search")?;
        let found = &fields.text[word.clone()];
        expect.reason = REASON_KINDS.into_iter().find(|&kind| kind == found);
        if expect.reason.is_none() {
            let message = format!("`{found}` is no kind of reason");
            return Err(fault(ErrorKind::CaseReason, message, fields.text, word)
                .expected("dead-end, cut-off, colour, deduction, loops or search")
                .did_you_mean(found, REASON_KINDS));
        }
        if expect.verdict == Verdict::Live {
            let message = "a live position has no reason to be dead";
            return Err(fault(ErrorKind::CaseContradiction, message, fields.text, word)
                .expected("`expect dead`, or no reason"));
        }
    }
    Ok(Some(expect))
}

fn verdict(text: &str, range: Range<usize>) -> Result<Verdict, InputError> {
    match &text[range.clone()] {
        "live" => Ok(Verdict::Live),
        "dead" => Ok(Verdict::Dead),
        other => {
            Err(fault(ErrorKind::CaseVerdict, format!("`{other}` is no verdict"), text, range)
                .expected("live or dead")
                .did_you_mean(other, ["live", "dead"]))
        }
    }
}

fn read_moves(
    fields: &Fields<'_>,
    position: &Position,
    expect: &mut Expectation,
) -> Result<(), InputError> {
    let Some(field) = fields.get("moves") else { return Ok(()) };
    let text = fields.text;
    let words = fields.words(field);
    if words.is_empty() {
        fields.word(field, MOVES_EXPECTED)?;
    }
    for word in &words {
        let found = &text[word.clone()];
        let wrong = |message: String| {
            fault(ErrorKind::CaseMove, message, text, word.clone()).expected(MOVES_EXPECTED)
        };
        let (letter, _) =
            found.split_once('=').ok_or_else(|| wrong(format!("`{found}` gives no verdict")))?;
        let direction =
            Move::from_word(letter).ok_or_else(|| wrong(format!("`{letter}` is no move")))?;
        if !position.legal_moves().any(|legal| legal == direction) {
            return Err(wrong(format!("{direction} is not legal at {}", position.live_end())));
        }
        if expect.moves.iter().any(|(known, _)| *known == direction) {
            return Err(wrong(format!("{direction} is given twice")));
        }
        let verdict = verdict(text, word.start + letter.len() + 1..word.end)?;
        if (expect.verdict, verdict) == (Verdict::Dead, Verdict::Live) {
            let message = "a dead position has no live move";
            return Err(fault(ErrorKind::CaseContradiction, message, text, word.clone())
                .expected("`expect live`, or this move dead"));
        }
        expect.moves.push((direction, verdict));
    }
    expect.moves.sort_by_key(|(direction, _)| *direction);
    let all = expect.moves.len() == position.legal_moves().count();
    if expect.verdict == Verdict::Live
        && all
        && !position.is_finished()
        && expect.moves.iter().all(|(_, verdict)| *verdict == Verdict::Dead)
    {
        let range = words[0].start..words[0].end;
        return Err(fault(
            ErrorKind::CaseContradiction,
            "a live position has a live move",
            text,
            range,
        )
        .expected("`expect dead`, or one of these moves live"));
    }
    Ok(())
}

fn read_turning(
    fields: &Fields<'_>,
    position: &Position,
    expect: &mut Expectation,
) -> Result<(), InputError> {
    let Some(field) = fields.get("turning") else { return Ok(()) };
    let text = fields.text;
    let words = fields.words(field);
    let (count, fatal) = match words.as_slice() {
        [count] => (count, None),
        [count, fatal] => (count, Some(fatal)),
        [_, _, extra, ..] => {
            return Err(fault(
                ErrorKind::CaseTurning,
                "`turning` takes two values",
                text,
                extra.clone(),
            )
            .expected(TURNING_EXPECTED));
        }
        [] => return fields.word(field, TURNING_EXPECTED).map(|_| ()),
    };
    let path = position.path();
    let live = number(&text[count.clone()]).ok_or_else(|| {
        let message = format!("`{}` is no number of steps", &text[count.clone()]);
        fault(ErrorKind::CaseTurning, message, text, count.clone()).expected(TURNING_EXPECTED)
    })?;
    let wrong = |message: String, range: &Range<usize>, expected: String| {
        Err(fault(ErrorKind::CaseTurning, message, text, range.clone()).expected(expected))
    };
    let steps = path.len();
    match expect.verdict {
        Verdict::Dead if live >= steps => {
            return wrong(
                "a dead position turned before its last step".to_owned(),
                count,
                if steps == 0 {
                    "no turning point".to_owned()
                } else {
                    format!("0 to {}", steps - 1)
                },
            );
        }
        Verdict::Live if live != steps => {
            return wrong(
                "a live position has not turned: all steps of its path are live".to_owned(),
                count,
                format!("{steps}, or `expect dead`"),
            );
        }
        _ => {}
    }
    if let Some(range) = fatal {
        let found = &text[range.clone()];
        match path.get(live) {
            Some(step) if found == step.to_string() => expect.fatal_move = Some(*step),
            Some(step) => {
                let message = format!("step {} of the path is not `{found}`", live + 1);
                return wrong(message, range, step.to_string());
            }
            None => {
                let message = "no step follows the turning point".to_owned();
                return wrong(message, range, "the number alone".to_owned());
            }
        }
    }
    expect.turning_point = Some(live);
    Ok(())
}

/// The keys and values that say `expect`, in the order of a case file; empty values are left out.
pub(super) fn write(expect: &Expectation) -> [(&'static str, String); 4] {
    let moves: Vec<_> =
        expect.moves.iter().map(|(direction, verdict)| format!("{direction}={verdict}")).collect();
    let turning = match (expect.turning_point, expect.fatal_move) {
        (Some(live), Some(fatal)) => format!("{live} {fatal}"),
        (Some(live), None) => live.to_string(),
        (None, _) => String::new(),
    };
    [
        ("expect", expect.verdict.to_string()),
        ("moves", moves.join(" ")),
        ("turning", turning),
        ("reason", expect.reason.unwrap_or_default().to_owned()),
    ]
}
