//! What a case file demands of rules, in words: `forbids` and `allows`.

use deadmove_core::formats::Demand;
use deadmove_rules::model::Rule;
use deadmove_verify::demands::UnmetDemand;

/// What is wrong about a demand that is not met by `rules`.
pub fn sentence(unmet: &UnmetDemand, rules: &[Rule]) -> String {
    let UnmetDemand { direction, demand, forbidden_by } = unmet;
    let names: Vec<&str> = forbidden_by.iter().map(|&rule| &*rules[rule].head.name).collect();
    match demand {
        Demand::Forbid => format!("`forbids {direction}`, but no rule forbids {direction}"),
        Demand::Allow => {
            format!("`allows {direction}`, but {direction} is forbidden by {}", names.join("; "))
        }
    }
}
