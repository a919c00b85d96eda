//! The exit code of checks: one function of the verdicts, the same for every engine.

use std::collections::BTreeMap;

use super::check::{Check, RuleVerdict, SetVerdict};
use deadmove_core::verdict::ExitCode;

/// What is demanded of the rules beside being sound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demands {
    /// Together they forbid every dead move.
    pub complete: bool,
    /// None of them is vacuous, on any of the boards.
    pub no_vacuous: bool,
}

/// The exit code of checks of one set on several boards. A refutation comes first, then what is not
/// decided. Rules of which every one is vacuous on every board were not tested at all.
pub fn exit_code(checks: &[&Check], demands: Demands) -> ExitCode {
    let results = || checks.iter().flat_map(|check| &check.rules);
    let some_rule = |verdict| results().any(|result| result.verdict == verdict);
    let some_set = |verdict| checks.iter().any(|check| set_verdict(check) == verdict);
    let not_complete = |verdict| demands.complete && some_set(verdict);
    if some_rule(RuleVerdict::Unsound) || not_complete(SetVerdict::Incomplete) {
        return ExitCode::Refuted;
    }
    let all_vacuous = results().all(|result| result.verdict == RuleVerdict::Vacuous);
    let some_vacuous = || checks.iter().any(|check| vacuous_files(check) > 0);
    let unknown = some_rule(RuleVerdict::Unknown)
        || checks.iter().any(|check| !check.complete())
        || not_complete(SetVerdict::Unknown)
        || all_vacuous
        || demands.no_vacuous && some_vacuous();
    if unknown { ExitCode::Unknown } else { ExitCode::Holds }
}

/// The verdict on the set; unknown if claims at their limits replace those of the files.
fn set_verdict(check: &Check) -> SetVerdict {
    if check.asks_for_the_set() { check.set.verdict } else { SetVerdict::Unknown }
}

/// Rule files that forbid nothing on the board of a check: a family is vacuous if all its claims
/// are.
pub fn vacuous_files(check: &Check) -> usize {
    let mut effective: BTreeMap<&str, bool> = BTreeMap::new();
    for (claim, result) in check.claims.iter().zip(&check.rules) {
        *effective.entry(&claim.file).or_default() |= result.verdict != RuleVerdict::Vacuous;
    }
    effective.values().filter(|effective| !**effective).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{CheckEngine, Checked, RuleResult, SetResult};
    use crate::chunks::Chunks;

    const SOUND: Demands = Demands { complete: false, no_vacuous: false };
    const COMPLETE: Demands = Demands { complete: true, ..SOUND };
    const NO_VACUOUS: Demands = Demands { no_vacuous: true, ..SOUND };

    /// A check in which each letter is the verdict on a rule: `s` sound, `w` wrong, `v` vacuous,
    /// `?` unknown. Rules with the same number belong to one file.
    fn check(engine: CheckEngine, rules: &str, set: SetVerdict, done: u64) -> Check {
        let mut check = Check {
            size: 5,
            engine,
            chunks: Chunks::of(2, (0..done).collect()),
            claims: Vec::new(),
            rules: Vec::new(),
            set: SetResult {
                verdict: set,
                dead_moves: None,
                forbidden: None,
                allowed: None,
                early_ends: None,
                example: None,
            },
            left_out: Vec::new(),
        };
        let mut file = String::new();
        for letter in rules.chars() {
            let verdict = match letter {
                's' => RuleVerdict::Sound,
                'w' => RuleVerdict::Unsound,
                'v' => RuleVerdict::Vacuous,
                '?' => RuleVerdict::Unknown,
                number => {
                    file = number.to_string();
                    continue;
                }
            };
            let [name, digest] = [String::new(), String::new()];
            check.claims.push(Checked { name, file: file.clone(), digest, lemmas: Vec::new() });
            check.rules.push(RuleResult {
                verdict,
                placements: 1,
                matches: None,
                forbids_dead: None,
                forbids_live: None,
                counterexample: None,
                time: None,
            });
        }
        check
    }

    #[test]
    fn exit_codes_follow_soundness_and_what_else_is_demanded() {
        use CheckEngine::{List, Sat};
        use SetVerdict::{Complete, Incomplete, Unknown};
        // Engine, rules, set, chunks done of 2; the codes for sound, --complete, --no-vacuous.
        let table: [(CheckEngine, &str, SetVerdict, u64, [u8; 3]); 14] = [
            (List, "1s2s", Complete, 2, [0, 0, 0]),
            (List, "1s2s", Incomplete, 2, [0, 1, 0]),
            (List, "1s2w", Complete, 2, [1, 1, 1]),
            (List, "1s2w", Incomplete, 1, [1, 1, 1]),
            (List, "1?2?", Unknown, 1, [3, 3, 3]),
            (List, "1?2?", Incomplete, 1, [3, 1, 3]),
            (List, "1s2v", Incomplete, 2, [0, 1, 3]),
            (List, "1sv2s", Complete, 2, [0, 0, 0]),
            (List, "1v2v", Incomplete, 2, [3, 1, 3]),
            (Sat, "1s2s", Unknown, 2, [0, 3, 0]),
            (Sat, "1s2w", Unknown, 2, [1, 1, 1]),
            (Sat, "1s2?", Unknown, 1, [3, 3, 3]),
            (Sat, "1s2v", Unknown, 2, [0, 3, 3]),
            (Sat, "1v2v", Unknown, 2, [3, 3, 3]),
        ];
        for (engine, rules, set, done, expected) in table {
            let check = check(engine, rules, set, done);
            let found = [SOUND, COMPLETE, NO_VACUOUS].map(|demands| exit_code(&[&check], demands));
            assert_eq!(found.map(|code| code as u8), expected, "{engine:?} {rules} {set:?} {done}");
        }
    }

    #[test]
    fn rules_count_as_tested_if_one_has_an_effect_on_one_board() {
        let small = check(CheckEngine::List, "1v2v", SetVerdict::Incomplete, 2);
        let large = check(CheckEngine::Sat, "1s2v", SetVerdict::Unknown, 2);
        assert_eq!(exit_code(&[&small, &large], SOUND), ExitCode::Holds);
        assert_eq!(exit_code(&[&small, &small], SOUND), ExitCode::Unknown);
        assert_eq!(exit_code(&[&large, &small], NO_VACUOUS), ExitCode::Unknown);
    }
}
