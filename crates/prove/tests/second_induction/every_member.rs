//! All members of a family at once, by longest walks.
//!
//! Along a ray the cells of the segment are a first part, a block repeated as often as a counter
//! says, a second part, perhaps another block, and a last part. The sums of all members are the
//! weights of walks in one graph: its vertices are configurations, and each block leads back to the
//! vertices before it. A limit `a + b·i + c·j` holds for all counters exactly if no walk exceeds
//! `a` when each round of the first block costs `b` and each round of the second one costs `c`.
//! Unless some round gains more than it costs again and again, the heaviest walk to a vertex
//! repeats no configuration between rounds, so it is found after as many rounds as there are
//! configurations.
//!
//! This is another argument than Lemma 7: it needs no growth, no longer periods, and it finds out
//! exactly which limits hold.

use deadmove_core::board::Move;
use deadmove_rules::expr::{Comparison, Expr};
use deadmove_rules::family::{Family, FamilyClaim, TestExpr};
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{Forbidden, Pattern, RegionTest, Rule};

use super::barrier::{Cell, Scene, scenes};
use super::line::{Line, Lines, truth, value};
use super::passages::{Configuration, Largest, pass, sums};
use super::rays::{LONG, Ray, band, choices, names};

/// How many members were settled one by one, and on how many rays the others were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Members settled one by one.
    pub members: usize,
    /// Rays.
    pub rays: usize,
}

/// Whether some barrier shows that a claim of a rule is true.
pub fn is_excluded(rule: &Rule, direction: Move) -> bool {
    let [segment] = rule.pattern.segments.as_slice() else { return false };
    let passes = |sum: i64| {
        let surplus = i32::try_from(sum / 2).expect("a surplus is small");
        // The number of cells is odd exactly if the surplus is.
        let cells = surplus.rem_euclid(2).unsigned_abs();
        segment.tests.iter().all(|test: &RegionTest| test.holds(cells, surplus))
    };
    scenes(rule, direction)
        .iter()
        .any(|scenes| scenes.iter().all(|scene| !sums(scene).into_iter().any(passes)))
}

/// Settles every claim of a family for all parameters, or states what is not settled.
pub fn settle_all(family: &Family) -> Result<Counts, String> {
    let [near, far] = LONG;
    settle_from(family, near).or_else(|_| settle_from(family, far))
}

fn settle_from(family: &Family, long: i64) -> Result<Counts, String> {
    let (members, rays) = choices(family, long).ok_or("parameters of another kind")?;
    for values in &members {
        for rule in family.expand(values).map_err(|error| format!("{values:?}: {error:?}"))? {
            for forbidden in &rule.forbids {
                if !is_excluded(&rule, forbidden.direction) {
                    return Err(format!("{}, {}", rule.head.name, forbidden.direction));
                }
            }
        }
    }
    for ray in &rays {
        settle_ray(family, ray).map_err(|what| format!("{:?}: {what}", ray.parameters))?;
    }
    Ok(Counts { members: members.len(), rays: rays.len() })
}

/// Settles the claims of all members on a ray.
fn settle_ray(family: &Family, ray: &Ray) -> Result<(), String> {
    let names = names(family, ray);
    let mut found = None;
    for case in &family.cases {
        if truth(&case.when, &names).ok_or("the case varies")? && found.replace(case).is_some() {
            return Err("two cases".to_owned());
        }
    }
    let mut known: Vec<(&Forbidden, Vec<Vec<Walks>>)> = Vec::new();
    for claim in &found.ok_or("no case")?.claims {
        for forbidden in &claim.forbids {
            if !known.iter().any(|(known, _)| *known == forbidden) {
                known.push((forbidden, walks_of_ray(family, ray, forbidden)?));
            }
            let walks = known.iter().find(|(known, _)| *known == forbidden).map(|(_, w)| w);
            if !walks.is_some_and(|walks| is_true(claim, walks, &names)) {
                return Err(format!("{}, {}", claim.name, forbidden.direction));
            }
        }
    }
    Ok(())
}

/// Whether some barrier shows that a claim is true for all members of a ray.
fn is_true(claim: &FamilyClaim, walks: &[Vec<Walks>], names: &Lines) -> bool {
    let bounds: Vec<Bound> =
        claim.tests.iter().filter_map(|(_, test)| Bound::of(test, names)).collect();
    // A scene without any walk occurs nowhere.
    let any = Bound { sign: 1, limit: Line::number(0) };
    let holds = |walks: &Walks, bound: &Bound| match walks.heaviest(*bound) {
        Heaviest::None => true,
        Heaviest::Weight(weight) => weight <= bound.limit.at,
        Heaviest::Unbounded => false,
    };
    walks.iter().any(|scenes| {
        scenes.iter().all(|walks| {
            bounds.iter().any(|b| holds(walks, b)) || walks.heaviest(any) == Heaviest::None
        })
    })
}

/// `sign` times the sum is at most the limit: then the claim does not apply.
#[derive(Clone, Copy)]
pub struct Bound {
    /// 1 for a limit from above, -1 for one from below.
    pub sign: i64,
    /// The limit.
    pub limit: Line,
}

impl Bound {
    /// The bound that contradicts a test; none if there is no such bound.
    pub fn of(test: &TestExpr, names: &Lines) -> Option<Bound> {
        let bound = |sign, expr: &Expr, slack| {
            // The sum is twice the surplus.
            let surplus = value(expr, names)?.times(sign).plus(Line::number(slack));
            Some(Bound { sign, limit: surplus.times(2) })
        };
        match test {
            TestExpr::Surplus(Comparison::Greater, k) => bound(1, k, 0),
            TestExpr::Surplus(Comparison::AtLeast, k) => bound(1, k, -1),
            TestExpr::Surplus(Comparison::Less, k) => bound(-1, k, 0),
            TestExpr::Surplus(Comparison::AtMost, k) => bound(-1, k, -1),
            _ => None,
        }
    }
}

/// The cells of the segments of all members of a ray: parts, with a block that is repeated as often
/// as a counter says between two of them.
#[derive(Clone, Debug)]
pub struct Walks {
    scene: Scene,
    parts: Vec<Vec<Cell>>,
    /// Each block with the number of its counter.
    blocks: Vec<(Vec<Cell>, usize)>,
}

/// The weight of the heaviest walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heaviest {
    /// There is no walk.
    None,
    /// The largest weight.
    Weight(i64),
    /// Walks may gain more and more, or at least it is not shown that they do not.
    Unbounded,
}

impl Walks {
    /// The scene for given counters.
    pub fn member(&self, counters: [i64; 2]) -> Scene {
        Scene { cells: self.cells(counters), ..self.scene.clone() }
    }

    /// The cells for given counters.
    fn cells(&self, counters: [i64; 2]) -> Vec<Cell> {
        let mut cells = self.parts[0].clone();
        for ((block, counter), part) in self.blocks.iter().zip(&self.parts[1..]) {
            (0..counters[*counter]).for_each(|_| cells.extend(block));
            cells.extend(part);
        }
        cells
    }

    /// The heaviest walk over all counters, when each round costs what the limit grows by.
    pub fn heaviest(&self, bound: Bound) -> Heaviest {
        let first = bound.sign * i64::from(self.scene.step_in_region);
        let mut state = Largest::from([(Configuration::START, first)]);
        state = pass(&state, &self.parts[0], bound.sign);
        for ((block, counter), part) in self.blocks.iter().zip(&self.parts[1..]) {
            let cost = bound.limit.grows[*counter];
            let mut rounds = 0;
            loop {
                let mut more = state.clone();
                for (configuration, weight) in pass(&state, block, bound.sign) {
                    let entry = more.entry(configuration).or_insert(weight - cost);
                    *entry = (*entry).max(weight - cost);
                }
                if more == state {
                    break;
                }
                rounds += 1;
                if rounds > more.len() {
                    return Heaviest::Unbounded;
                }
                state = more;
            }
            state = pass(&state, part, bound.sign);
        }
        state.retain(|last, _| last.is_admitted(&self.scene));
        state.into_values().max().map_or(Heaviest::None, Heaviest::Weight)
    }
}

/// How far each counter goes where the parts and blocks are compared with actual members.
const COMPARED: i64 = 2;

/// The walks of each scene of each barrier of the members of a ray.
pub fn walks_of_ray(
    family: &Family,
    ray: &Ray,
    forbidden: &Forbidden,
) -> Result<Vec<Vec<Walks>>, String> {
    let direction = forbidden.direction;
    let rule_of = |counters| {
        let pattern = family.pattern(&ray.member(counters)).map_err(|e| format!("{e:?}"))?;
        let head = family.head.clone();
        Ok::<Rule, String>(Rule::with_picture(head, pattern, vec![forbidden.clone()]))
    };
    let first = rule_of([0, 0])?;
    let [segment] = first.pattern.segments.as_slice() else {
        return Err("several segments".to_owned());
    };
    let from_first = segment.cells.first().map(|c| c.distance(Offset::LIVE_END));
    let from_last = segment.cells.last().map(|c| c.distance(Offset::LIVE_END));
    if from_first >= from_last {
        return Err("the segment does not lead away from the live end".to_owned());
    }
    let cuts = cuts(family, ray, &first.pattern)?;
    let at_first = scenes(&first, direction);
    let mut walks: Vec<Vec<Walks>> = Vec::new();
    for scenes_of_barrier in &at_first {
        let of = |scene: &Scene| {
            let mut parts = Vec::new();
            let mut from = 0;
            for &(cut, _) in &cuts {
                parts.push(scene.cells[from..cut].to_vec());
                from = cut;
            }
            parts.push(scene.cells[from..].to_vec());
            Walks { scene: scene.clone(), parts, blocks: Vec::new() }
        };
        walks.push(scenes_of_barrier.iter().map(of).collect());
    }
    for &(cut, counter) in &cuts {
        let once = if counter == 0 { [1, 0] } else { [0, 1] };
        let longer = scenes(&rule_of(once)?, direction);
        if !same_form(&longer, &at_first) {
            return Err("the picture changes".to_owned());
        }
        for (walks, scene) in walks.iter_mut().flatten().zip(longer.iter().flatten()) {
            let more = scene.cells.len() - walks.scene.cells.len();
            walks.blocks.push((scene.cells[cut..cut + more].to_vec(), counter));
        }
    }
    for i in 0..=COMPARED {
        for j in 0..=if ray.counters == 2 { COMPARED } else { 0 } {
            let member = scenes(&rule_of([i, j])?, direction);
            let same = |(walks, scene): (&Walks, &Scene)| walks.cells([i, j]) == scene.cells;
            let all = walks.iter().flatten().zip(member.iter().flatten()).all(same);
            if !same_form(&member, &at_first) || !all {
                return Err(format!("the member {:?} does not repeat", ray.member([i, j])));
            }
        }
    }
    Ok(walks)
}

/// Where the blocks of each counter are inserted into the first member, in ascending order.
fn cuts(family: &Family, ray: &Ray, first: &Pattern) -> Result<Vec<(usize, usize)>, String> {
    let mut cuts = Vec::new();
    for counter in 0..ray.counters {
        let band = band(family, ray, counter).ok_or("no band")?;
        let cells = &first.segments[0].cells;
        cuts.push((cells.iter().position(|&c| band.contains(c)).ok_or("no cell in it")?, counter));
    }
    cuts.sort_unstable();
    Ok(cuts)
}

/// Whether two lists of scenes differ in their cells only.
fn same_form(one: &[Vec<Scene>], other: &[Vec<Scene>]) -> bool {
    let form = |scenes: &[Vec<Scene>]| -> Vec<Vec<Scene>> {
        let without = |scene: &Scene| Scene { cells: Vec::new(), ..scene.clone() };
        scenes.iter().map(|scenes| scenes.iter().map(without).collect()).collect()
    };
    form(one) == form(other)
}
