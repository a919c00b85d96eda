//! The strongest family that the window argument proves, with one case for each choice of
//! parameters.

use super::family::{Member, Row};
use deadmove_rules::expr::{Comparison, Condition, Expr};
use deadmove_rules::family::{Family, FamilyCase, FamilyClaim, TestExpr};
use deadmove_rules::geometry::word;

/// The family whose claims are exactly what the rows prove. It has one case for each choice of
/// parameters up to `max`, without claims where nothing is proved. None if no case has a claim.
pub fn tightened(family: &Family, members: &[Member], max: i64) -> Option<Family> {
    let mut tight = family.clone();
    tight.head.name = format!("{}, tightened", family.head.name);
    tight.head.remarks.push(format!(
        "Written by deadmove prove --tighten: the limits are the strongest ones that the window \
         argument proves, for parameters up to {max}."
    ));
    for parameter in &mut tight.parameters {
        parameter.to = Some(parameter.to.map_or(max, |to| to.min(max)));
    }
    tight.cases = Vec::new();
    for member in members {
        let equal = |(name, value): &(String, i64)| {
            (Expr::Name(name.clone()), Comparison::Equal, Expr::Number(*value))
        };
        let when = Condition(member.parameters.iter().map(equal).collect());
        let claims = member.rows.iter().flat_map(claims).collect();
        tight.cases.push(FamilyCase { when, claims });
    }
    let shown =
        |values: &Vec<i64>| tight.parameters.iter().zip(values).all(|(p, &v)| p.contains(v));
    tight.pictures = family.pictures.iter().filter(|&values| shown(values)).cloned().collect();
    if tight.pictures.is_empty() {
        let largest = members.last()?.parameters.iter().map(|(_, value)| *value);
        tight.pictures.push(largest.collect());
    }
    tight.cases.iter().any(|case| !case.claims.is_empty()).then_some(tight)
}

/// The claims of one row: one for each interval of surpluses for which the move is proved dead.
fn claims(row: &Row) -> Vec<FamilyClaim> {
    let (low, high) = row.range;
    let mut claims = Vec::new();
    let surpluses: Vec<i32> = (low..=high).collect();
    for dead in surpluses.split(|surplus| row.unrefuted.contains(surplus)) {
        let (Some(&first), Some(&last)) = (dead.first(), dead.last()) else { continue };
        let number = |k: i32| Expr::Number(i64::from(k));
        // No surplus outside the range is possible, so an interval that ends there needs no limit.
        let (name, tests) = match (first == low, last == high) {
            (true, true) => ("always", Vec::new()),
            (true, false) => {
                ("black", vec![(0, TestExpr::Surplus(Comparison::AtMost, number(last)))])
            }
            (false, true) => {
                ("white", vec![(0, TestExpr::Surplus(Comparison::AtLeast, number(first)))])
            }
            (false, false) => {
                let range = (number(first), number(last));
                ("between", vec![(0, TestExpr::Range { range, inside: true })])
            }
        };
        let number = claims.iter().filter(|c: &&FamilyClaim| c.name.contains(name)).count();
        let again = if number > 0 { format!(" {}", number + 1) } else { String::new() };
        claims.push(FamilyClaim {
            name: format!("{} {name}{again}", word(row.direction)),
            tests,
            forbids: vec![row.forbidden.clone()],
            placements: None,
        });
    }
    claims
}
