//! One form for a rule and its mirror image, so that a rule is kept once.

use deadmove_rules::geometry::Placement;
use deadmove_rules::model::{Pattern, Rule};

/// The pattern of a rule in a form that it shares with the mirror image of the rule.
pub fn canonical(rule: &Rule) -> Pattern {
    let placed = |placement| {
        let mut pattern = rule.pattern.placed(placement);
        pattern.segments.sort();
        pattern
    };
    placed(Placement::UPRIGHT).min(placed(Placement::new(0, true)))
}
