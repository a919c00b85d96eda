//! Whether limits on surpluses are the best possible ones: if they are, the claims made here are
//! wrong.

use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::{RegionTest, Rule};

/// The end of the name of a claim at its limit.
pub const AT_THE_LIMIT: &str = ", at the limit";

/// The claim next to a limit: it forbids the same moves at the extreme surplus that the rule still
/// allows. If that claim is wrong on a board, no stricter limit is right there. `None` if the rule
/// states no limit or several.
pub fn at_the_limit(rule: &Rule) -> Option<Rule> {
    let limit = match rule.pattern.segments.first()?.tests[..] {
        [RegionTest::Surplus { from: Some(k), to: None, inside: true }] => k - 1,
        [RegionTest::Surplus { from: None, to: Some(k), inside: true }] => k + 1,
        _ => return None,
    };
    let mut next = rule.clone();
    next.head.name.push_str(AT_THE_LIMIT);
    next.pattern.segments[0].tests = vec![RegionTest::surplus_is(limit)];
    Some(next)
}

/// The claims next to the limits of all claims that state one.
pub fn all_at_the_limit(claims: &[LoadedRule]) -> Vec<LoadedRule> {
    let at_the_limit = |claim: &LoadedRule| {
        at_the_limit(&claim.rule).map(|rule| LoadedRule { file: claim.file.clone(), rule })
    };
    claims.iter().filter_map(at_the_limit).collect()
}
