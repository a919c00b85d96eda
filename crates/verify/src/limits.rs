//! Whether limits of surpluses are the best ones: the claims that have to be wrong if they are.

use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::{RegionTest, Rule};

/// What the name of a claim at its limit ends with.
pub const AT_THE_LIMIT: &str = ", at the limit";

/// The claim next to a limit: with just the surplus that the rule still allows, the same moves are
/// forbidden. If that is wrong on some board, no better limit is right there. `None` if the
/// rule states no limit, or several.
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

/// The claims at the limits of those that state one.
pub fn all_at_the_limit(claims: &[LoadedRule]) -> Vec<LoadedRule> {
    let at_the_limit = |claim: &LoadedRule| {
        at_the_limit(&claim.rule).map(|rule| LoadedRule { file: claim.file.clone(), rule })
    };
    claims.iter().filter_map(at_the_limit).collect()
}
