//! The members of a family that can match a position, found without expanding the others.
//!
//! Parameters are chosen one after the other. A shape is looked at as soon as all that its cells
//! depend on are chosen: where it differs from the position in every placement, so do the patterns
//! of all further choices.

use super::expand::{member_limit, pattern};
use super::{Family, FamilyError, Shape, ShapeKind};
use crate::expr::{Condition, Expr};
use crate::geometry::{Placement, Placements};
use crate::model::{CellTest, Rule};
use deadmove_core::position::Position;

/// What is looked at once so many parameters are chosen.
#[derive(Clone, Debug, Default)]
struct Level<'f> {
    /// Names given by `let`, each by its index among all values.
    lets: Vec<(usize, &'f Expr)>,
    shapes: Vec<&'f Shape>,
}

struct MemberSearch<'f> {
    family: &'f Family,
    position: &'f Position,
    limit: i64,
    levels: Vec<Level<'f>>,
    /// The parameters and the names given by `let`. Those of further levels mean nothing.
    values: Vec<(String, i64)>,
    found: Vec<Rule>,
}

impl Family {
    /// The rules of all parameters that fit on the board of a position, without those whose cells
    /// differ from it in every placement.
    ///
    /// # Errors
    /// Those of [`Family::members`], except for parameters that are left before the fault is seen.
    pub(crate) fn members_at(&self, position: &Position) -> Result<Vec<Rule>, FamilyError> {
        let limit = member_limit(position.board());
        if self.require_choices(limit)? == 0 {
            // The first parameters alone may have a fault that no member has.
            return Ok(Vec::new());
        }
        let names = self.parameters.iter().map(|parameter| &parameter.name);
        let names = names.chain(self.lets.iter().map(|(name, _)| name));
        let mut search = MemberSearch {
            family: self,
            position,
            limit,
            levels: self.levels(),
            values: names.map(|name| (name.clone(), 0)).collect(),
            found: Vec::new(),
        };
        let claims = self.cases.iter().flat_map(|case| &case.claims);
        let own = claims.filter_map(|claim| claim.placements);
        let placements = own.chain([self.head.placements]).flat_map(Placements::iter);
        search.search(0, placements.collect())?;
        Ok(search.found)
    }

    /// By the number of chosen parameters: the names and shapes that depend on no others.
    fn levels(&self) -> Vec<Level<'_>> {
        let mut levels = vec![Level::default(); self.parameters.len() + 1];
        let parameters = self.parameters.iter().map(|parameter| parameter.name.as_str());
        let mut known: Vec<(&str, usize)> = parameters.zip(1..).collect();
        for (name, expr) in &self.lets {
            let level = level_of([expr], &known);
            levels[level].lets.push((known.len(), expr));
            known.push((name, level));
        }
        for shape in &self.pattern {
            levels[level_of(expressions(shape), &known)].shapes.push(shape);
        }
        levels
    }
}

/// The expressions that the cells of a shape depend on.
fn expressions(shape: &Shape) -> impl Iterator<Item = &Expr> {
    let when = shape.when.iter().flat_map(|Condition(all)| all).flat_map(|(a, _, b)| [a, b]);
    let steps = shape.path.steps.iter().map(|(_, count)| count);
    when.chain([&shape.path.sideways.0, &shape.path.forward.0]).chain(steps)
}

/// How many parameters must be chosen for expressions to have values. No name is given twice: that
/// is refused when a rule file is read.
fn level_of<'e>(all: impl IntoIterator<Item = &'e Expr>, known: &[(&str, usize)]) -> usize {
    let mut level = 0;
    for expr in all {
        expr.names(&mut |name| {
            let of = known.iter().find(|(known, _)| *known == name);
            level = level.max(of.map_or(0, |&(_, level)| level));
        });
    }
    level
}

impl MemberSearch<'_> {
    /// Tries all further parameters in ascending order. `placements` are those in which nothing
    /// differs so far.
    fn search(&mut self, chosen: usize, placements: Placements) -> Result<(), FamilyError> {
        let placements = self.look(chosen, placements)?;
        if placements == Placements::NONE {
            return Ok(());
        }
        let Some(parameter) = self.family.parameters.get(chosen) else {
            return self.find(placements);
        };
        for value in parameter.from..=parameter.up_to(self.limit) {
            self.values[chosen].1 = value;
            self.search(chosen + 1, placements)?;
        }
        Ok(())
    }

    /// Computes the names of a level. Those placements in which its shapes do not differ.
    fn look(&mut self, level: usize, mut left: Placements) -> Result<Placements, FamilyError> {
        let Level { lets, shapes } = &self.levels[level];
        for &(at, expr) in lets {
            self.values[at].1 = expr.value(&self.values)?;
        }
        for shape in shapes {
            if !shape.applies(&self.values)? {
                continue;
            }
            let test = match shape.kind {
                ShapeKind::Segment { .. } => CellTest::Free,
                // If it is in a segment as well, it may be the end, as far as its cells go.
                ShapeKind::Cells(CellTest::FreeNotEnd) => CellTest::Free,
                ShapeKind::Cells(test) => test,
            };
            let some_left = shape.path.all(&self.values, |cell| {
                let holds = |at: &Placement| test.holds(at.offset(cell), self.position);
                left = left.iter().filter(holds).collect();
                left != Placements::NONE
            })?;
            if !some_left {
                break;
            }
        }
        Ok(left)
    }

    /// Adds the rules of the chosen parameters that can match in some of these placements.
    fn find(&mut self, left: Placements) -> Result<(), FamilyError> {
        let pattern = pattern(&self.family.pattern, &self.values)?;
        let holds = |&at: &Placement| pattern.cells_hold(at, self.position);
        let left: Placements = left.iter().filter(holds).collect();
        let mut rules = self.family.member(&self.values, &pattern)?;
        rules.retain(|rule| left.iter().any(|at| rule.head.placements.contains(at)));
        self.found.extend(rules);
        Ok(())
    }
}
