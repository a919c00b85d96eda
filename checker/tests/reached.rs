//! The lemmas about cells that walls cut off from a region, compared with a naive reading: cells
//! off the disc count as connected if no wall is between them on the rim.

use std::collections::BTreeSet;

use deadmove_checker::every_board::{Lemma, Scene, WindowCell, WindowFormula, near};
use deadmove_checker::{Extent, Forbidden, Offset, Pattern, Rule, Segment, Test};

use super::true_completions::Random;

/// A rule with free cells around the live end, some of them on two segments.
fn rule(random: &mut Random) -> Rule {
    let mut pattern = Pattern::default();
    let all = (0..30).map(|at| (at % 6 - 2, at / 6 - 1)).filter(|&cell| cell != (0, 0));
    let free: Vec<Offset> = all.filter(|&(x, _)| x == 0 || !random.one_in(4)).collect();
    pattern.cells.extend(free.iter().map(|&cell| (cell, Test::Free)));
    for _ in 0..2 {
        let mut cells = vec![random.choose(&free)];
        for _ in 0..random.below(5) {
            let next = random.choose(&near(cells[cells.len() - 1]));
            if free.contains(&next) && !cells.contains(&next) {
                cells.push(next);
            }
        }
        let side = random.choose(&["U", "R", "D", "L", "UR", "DL"]).into();
        let extent = Extent::EnclosedOrEmpty;
        pattern.segments.push(Segment { cells, side, extent, tests: Vec::new() });
    }
    let forbids = vec![Forbidden { direction: 'D', unless_in: Vec::new() }];
    Rule { name: "a test".into(), placements: vec![0], pattern, unless: Vec::new(), forbids }
}

/// The places of the rim in groups: those between two walls, in which all is connected.
fn gaps(formula: &WindowFormula, walls: &BTreeSet<usize>) -> Vec<usize> {
    let rim = &formula.window.rim;
    let first = (0..rim.len()).find(|&place| walls.contains(&rim[place].outer)).unwrap_or(0);
    let mut gaps = vec![0; rim.len()];
    let mut gap = 0;
    for place in (0..rim.len()).map(|step| (first + step) % rim.len()) {
        gap += usize::from(walls.contains(&rim[place].outer));
        gaps[place] = gap;
    }
    gaps
}

/// Whether walls at these outer cells contradict the rim argument: neighbours are in different
/// gaps.
fn is_impossible(formula: &WindowFormula, walls: &BTreeSet<usize>) -> bool {
    let window = &formula.window;
    let gaps = gaps(formula, walls);
    let free: Vec<(Offset, usize)> = (0..gaps.len())
        .filter(|&place| !walls.contains(&window.rim[place].outer))
        .map(|place| (window.outers[window.rim[place].outer], gaps[place]))
        .collect();
    let joined = |a: Offset, b: Offset| a == b || near(a).contains(&b);
    free.iter().any(|&(a, gap)| free.iter().any(|&(b, other)| gap != other && joined(a, b)))
}

/// The region of a segment with these walls if all that can be connected off the disc is.
fn region(formula: &WindowFormula, segment: &Segment, walls: &BTreeSet<usize>) -> BTreeSet<Offset> {
    let window = &formula.window;
    let gaps = gaps(formula, walls);
    let free = |cell: Offset| match window.find(cell) {
        Some(WindowCell::Disc(_)) => !segment.cells.contains(&cell),
        Some(WindowCell::Outer(x)) => !walls.contains(&x),
        None => false,
    };
    let mut open = segment.side_cells().into_iter().collect::<Vec<Offset>>();
    let mut found = BTreeSet::new();
    while let Some(cell) = open.pop() {
        if !free(cell) || !found.insert(cell) {
            continue;
        }
        open.extend(near(cell));
        let places = |x: usize| (0..gaps.len()).filter(move |&at| window.rim[at].outer == x);
        if let Some(WindowCell::Outer(x)) = window.find(cell) {
            for place in places(x) {
                let same = (0..gaps.len()).filter(|&other| gaps[other] == gaps[place]);
                open.extend(same.map(|other| window.outers[window.rim[other].outer]));
            }
        }
    }
    found
}

/// A lemma about a cell: often all cells that are reached from it and from some arcs, else too few
/// or too many.
fn lemma(formula: &WindowFormula, random: &mut Random) -> Lemma {
    let window = &formula.window;
    let of = random.choose(&[&window.disc[..], &window.outers[..]].concat());
    let region = &formula.regions[random.below(formula.regions.len())];
    let mut place = || random.below(window.rim.len());
    let arcs = [(place(), place()), (place(), place())];
    let arcs = arcs[..random.below(3)].to_vec();
    let in_arc = |place: usize| arcs.iter().any(|&(a, b)| window.between(a, place, b));
    let along = (0..window.rim.len()).filter(|&place| in_arc(place));
    let first = window.disc.iter().position(|&cell| cell == of);
    let mut open: Vec<usize> = along.filter_map(|at| window.rim[at].cell).chain(first).collect();
    let mut cells = BTreeSet::new();
    while let Some(v) = open.pop() {
        if !region.on[v] && cells.insert(v) {
            let edges = formula.edges.iter();
            open.extend(edges.filter(|(a, b)| *a == v || *b == v).map(|(a, b)| a + b - v));
        }
    }
    match random.below(8) {
        0 => cells.clear(),
        1 => cells = (0..window.disc.len()).filter(|&v| region.on[v]).collect(),
        2 => cells.retain(|_| !random.one_in(3)),
        3 => cells.extend((0..window.disc.len()).filter(|_| random.one_in(8))),
        _ => {}
    }
    let cells = cells.into_iter().map(|v| window.disc[v]).collect();
    Lemma::Reached { segment: region.segment, of, cells, arcs }
}

#[test]
fn a_cell_that_a_lemma_cuts_off_from_a_region_is_not_reached_if_the_assumed_walls_are_walls() {
    let mut random = Random(11);
    let (mut accepted, mut refused) = ([0; 2], 0);
    for _ in 0..150 {
        let rule = rule(&mut random);
        let scene = Scene::of(&rule.pattern, (0, 1));
        let formula = WindowFormula::new(&rule, &rule.forbids[0], &scene).unwrap();
        if formula.regions.is_empty() {
            continue;
        }
        for _ in 0..400 {
            let lemma = lemma(&formula, &mut random);
            let Ok(clause) = formula.lemma(&lemma) else {
                refused += 1;
                continue;
            };
            let Lemma::Reached { segment, of, ref arcs, .. } = lemma else { unreachable!() };
            // The walls that the lemma assumes, and no others.
            let outers = 0..formula.window.outers.len();
            let walls: BTreeSet<usize> =
                outers.filter(|&x| clause.contains(&formula.free(x))).collect();
            if is_impossible(&formula, &walls) {
                continue;
            }
            let region = region(&formula, &rule.pattern.segments[segment], &walls);
            assert!(!region.contains(&of), "{lemma:?}\n{rule:?}");
            accepted[usize::from(!arcs.is_empty())] += 1;
        }
    }
    assert!(accepted.iter().all(|&count| count > 100) && refused > 1_000, "{accepted:?}");
}
