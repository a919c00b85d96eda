use deadmove_core::sealed;

use super::*;
use crate::reports::Reports;

/// Forbids the move of [`report`].
const RULE: &str = r"name c\npicture\n  a ?\n  a X\n  ? L\n
segment a: left and lower side enclosed, odd\n\nforbids ahead\n";
/// Matches nowhere on that board.
const ELSEWHERE: &str = r"name c\npicture\n  ? X ?\n  # L #\n\nforbids ahead\n";

/// A report about a move of a live position of 5×5, where R is dead and U is live.
fn report(step: &str, rest: &str, allowed: &str, rule: Option<&str>) -> String {
    let candidate = |rule: &str| {
        let rule = rule.replace('\n', "");
        format!(r#"{{"rule":"{rule}","conditions":1,"proved":true}}"#)
    };
    let candidates = rule.map(candidate).unwrap_or_default();
    format!(
        r#"{{"schema":1,"moves":[{{"name":"a","position":"a_b","width":5,"height":5,
"start":[1,1],"end":[5,5],"blocked":[],"path":"DDRDLDRRU","move":"{step}","rest":"{rest}",
"allowed":{allowed},"candidates":[{candidates}]}}]}}"#
    )
}

fn read(text: &str) -> Result<Reports, InputError> {
    let mut reports = Reports::default();
    reports.read(&sealed::seal(text), "report.json".as_ref()).map(|()| reports)
}

fn only(text: &str) -> Unsolved {
    positions(&read(text).unwrap().minimised).unwrap().remove(0)
}

#[test]
fn a_line_is_saved_if_its_dead_moves_are_forbidden_and_a_live_one_was_allowed() {
    let rescue = |rest, allowed, rule| only(&report("R", rest, allowed, rule)).rescue();
    assert_eq!(rescue("RD", r#"["U","R"]"#, Some(RULE)), Rescue::Saved(vec![Move::Up]));
    assert_eq!(rescue("", r#"["R","U"]"#, Some(RULE)), Rescue::Saved(vec![Move::Up]));
    assert_eq!(rescue("", r#"["U"]"#, Some(RULE)), Rescue::NotNeeded);
    assert_eq!(rescue("", r#"["U","R"]"#, None), Rescue::Missed(vec![Move::Right]));
    assert_eq!(rescue("", r#"["R"]"#, Some(RULE)), Rescue::Stuck);
    assert_eq!(rescue("", "null", Some(RULE)), Rescue::Unrecorded);
}

#[test]
fn what_was_taken_or_allowed_is_shown_and_anything_else_only_if_nothing_was() {
    let open = only(&report("R", "R", "[]", Some(RULE)));
    assert!(!open.is_live() && open.was_open(&open.dead[0]));
    let closed = only(&report("R", "", r#"["U"]"#, Some(RULE)));
    assert!(closed.is_live() && !closed.was_open(&closed.dead[0]));
    assert_eq!(closed.shown().len(), 1);
    assert_eq!(closed.live.iter().map(|(step, _)| *step).collect::<Vec<_>>(), [Move::Up]);
}

#[test]
fn false_reports_are_refused() {
    for (text, what) in [
        (report("R", "", "null", Some(ELSEWHERE)), "does not forbid it"),
        (report("L", "", "null", None), "not legal"),
        (report("R", "", r#"["L"]"#, None), "not legal"),
        (report("RR", "", "null", None), "is no move"),
        (report("R", "RRRR", "null", None), "leaves the board"),
        (report("R", "", "null", Some("name")), "does not hold"),
    ] {
        let error = read(&text).unwrap_err();
        assert_eq!(error.kind, "bad-report", "{text}");
        assert!(error.message.contains(what), "{} is not about: {what}", error.message);
    }
    // What needs an engine is found later.
    let live = read(&report("U", "", "null", None)).unwrap();
    assert!(matches!(positions(&live.minimised), Err(Fault::Contradiction(_))));
}
