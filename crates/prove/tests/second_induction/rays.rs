//! Every choice of parameters as finitely many single ones and rays, and why the picture of a ray
//! repeats: `docs/explanation/proofs-for-every-board.md`, "The induction".
//!
//! # Why a picture repeats
//!
//! Each shape of a family is a path of straight or stair-like legs. Take a counter of the ray. Of
//! the ends of legs and L, some *stay* when the counter grows by 1 and the others *move*, all by
//! the same vector: a number of steps in one direction, which may be diagonal. If, measured in this
//! direction, all ends that move lie further than all that stay, there is a band between them that
//! no end lies in. It widens as counters grow, and legs cross it in this direction only. So the
//! picture for the next value of the counter is the same picture, cut inside the band and pulled
//! apart, with the legs continued across the gap. In the band a cell of the segment has
//! the same neighbours as the one a step further. So a block of cells is inserted into the segment,
//! and the same block again for each further value.

use deadmove_core::board::Move;
use deadmove_rules::family::{Family, Path};
use deadmove_rules::geometry::Offset;

use super::line::{Line, Lines, truth, value};

/// Parameters from here on belong to rays; if their pictures have no band, from further out on.
pub const LONG: [i64; 2] = [12, 20];

/// The limits of the families depend on parameters modulo 4.
pub const PERIOD: i64 = 4;

/// Cells of a band: more than two neighbours of a cell of the segment on each side of it.
const BAND: i64 = 8;

/// Choices of parameters: each is a number plus multiples of the counters.
#[derive(Clone, Debug)]
pub struct Ray {
    /// The parameters in their order.
    pub parameters: Vec<Line>,
    /// How many counters it has: 1 or 2.
    pub counters: usize,
}

impl Ray {
    /// The parameters for given counters.
    pub fn member(&self, counters: [i64; 2]) -> Vec<i64> {
        let at = |line: &Line| line.at + line.grows[0] * counters[0] + line.grows[1] * counters[1];
        self.parameters.iter().map(at).collect()
    }
}

/// All choices of parameters of a family, each once: single ones, and rays from `long` on. None for
/// families of more than two parameters, or with one that ends.
pub fn choices(family: &Family, long: i64) -> Option<(Vec<Vec<i64>>, Vec<Ray>)> {
    if family.parameters.iter().any(|p| p.to.is_some() || p.from > long) {
        return None;
    }
    let line = |at, grows| Line { at, grows };
    let (mut members, mut rays) = (Vec::new(), Vec::new());
    let mut ray = |parameters: Vec<Line>, counters| rays.push(Ray { parameters, counters });
    match family.parameters.as_slice() {
        [d] => {
            members.extend((d.from..long).map(|d| vec![d]));
            (long..long + PERIOD).for_each(|at| ray(vec![line(at, [PERIOD, 0])], 1));
        }
        [first, second] if first.from == second.from => {
            // The smaller parameter and the difference are short or long.
            let both = |swap, smaller: Line, difference: Line| {
                let larger = smaller.plus(difference);
                if swap { vec![smaller, larger] } else { vec![larger, smaller] }
            };
            for swap in [false, true] {
                for smaller in first.from..long + PERIOD {
                    for difference in i64::from(swap)..long + PERIOD {
                        let grows = |is_long, counter: usize| match (is_long, counter) {
                            (false, _) => [0, 0],
                            (true, 0) => [PERIOD, 0],
                            (true, _) => [0, PERIOD],
                        };
                        let (large, apart) = (smaller >= long, difference >= long);
                        let by = usize::from(large && apart);
                        let parameters = both(
                            swap,
                            line(smaller, grows(large, 0)),
                            line(difference, grows(apart, by)),
                        );
                        match usize::from(large) + usize::from(apart) {
                            0 => members.push(parameters.iter().map(|p| p.at).collect()),
                            counters => ray(parameters, counters),
                        }
                    }
                }
            }
        }
        _ => return None,
    }
    Some((members, rays))
}

/// The parameters of a ray and the names given by `let`.
pub fn names(family: &Family, ray: &Ray) -> Vec<(String, Line)> {
    let parameters = family.parameters.iter().map(|p| p.name.clone());
    let mut names: Vec<(String, Line)> = parameters.zip(ray.parameters.iter().copied()).collect();
    for (name, expr) in &family.lets {
        // Whatever uses a name that does not grow evenly has no value either.
        if let Some(line) = value(expr, &names) {
            names.push((name.clone(), line));
        }
    }
    names
}

/// A place that depends on the counters: columns to the right and rows down.
type Corner = [Line; 2];

fn times(direction: Move, count: Line) -> Corner {
    let Offset { right, down } = Offset::LIVE_END.step(direction);
    [count.times(right.into()), count.times(down.into())]
}

fn sum(a: Corner, b: Corner) -> Corner {
    [a[0].plus(b[0]), a[1].plus(b[1])]
}

/// A part of a path: straight, or a stair.
struct Leg {
    from: Corner,
    to: Corner,
    /// The direction from one cell, or one pair of cells, to the next.
    direction: [i64; 2],
}

/// The legs of a path; for a single cell one that ends where it begins.
fn legs(path: &Path, names: &Lines) -> Option<Vec<Leg>> {
    let mut from = [Line::number(0), Line::number(0)];
    for (amount, toward) in [&path.sideways, &path.forward] {
        from = sum(from, times(*toward, value(amount, names)?));
    }
    let mut legs = vec![Leg { from, to: from, direction: [0, 0] }];
    for (directions, count) in &path.steps {
        let count = value(count, names)?;
        if !count.is_always_at_least(0) {
            return None;
        }
        let (mut to, mut direction) = (from, [0, 0]);
        for &step in directions {
            to = sum(to, times(step, count));
            let Offset { right, down } = Offset::LIVE_END.step(step);
            direction = [direction[0] + i64::from(right), direction[1] + i64::from(down)];
        }
        legs.push(Leg { from, to, direction });
        from = to;
    }
    Some(legs)
}

/// A band: the direction in which a counter pulls the picture apart, and the last place, measured
/// in this direction, of the ends of legs that stay.
pub struct Band {
    direction: [i64; 2],
    last: i64,
}

impl Band {
    /// Whether a cell of the ray's first picture lies inside, with the cells that touch it.
    pub fn contains(&self, cell: Offset) -> bool {
        let place = measure(self.direction, [cell.right.into(), cell.down.into()]);
        (self.last + 3..=self.last + BAND - 3).contains(&place)
    }
}

fn measure(direction: [i64; 2], place: [i64; 2]) -> i64 {
    direction[0] * place[0] + direction[1] * place[1]
}

/// The band of a counter, if there is one; see the head of this file.
pub fn band(family: &Family, ray: &Ray, counter: usize) -> Option<Band> {
    let names = names(family, ray);
    let mut all_legs: Vec<Leg> = Vec::new();
    for shape in &family.pattern {
        let when = shape.when.as_ref();
        if when.map_or(Some(true), |when| truth(when, &names))? {
            all_legs.extend(legs(&shape.path, &names)?);
        }
    }
    let ends = all_legs.iter().flat_map(|leg| [leg.from, leg.to]);
    let live_end = [Line::number(0), Line::number(0)];
    let corners: Vec<Corner> = ends.chain([live_end]).collect();
    let moves = |corner: &Corner| [corner[0].grows[counter], corner[1].grows[counter]];
    let vector = corners.iter().map(moves).find(|v| *v != [0, 0])?;
    let direction = vector.map(i64::signum);
    let straight = vector[0] == 0 || vector[1] == 0 || vector[0].abs() == vector[1].abs();
    let (staying, moving): (Vec<&Corner>, Vec<&Corner>) =
        corners.iter().partition(|corner| moves(corner) == [0, 0]);
    let place = |corner: &Corner| corner[0].times(direction[0]).plus(corner[1].times(direction[1]));
    let apart = moving.iter().all(|to| {
        moves(to) == vector
            && staying.iter().all(|from| place(to).minus(place(from)).is_always_at_least(BAND))
    });
    let opposite = direction.map(|d| -d);
    let along = all_legs.iter().all(|leg| {
        let crosses = moves(&leg.from) != moves(&leg.to);
        !crosses || leg.direction == direction || leg.direction == opposite
    });
    let last = staying.iter().map(|corner| place(corner).at).max()?;
    (straight && apart && along).then_some(Band { direction, last })
}
