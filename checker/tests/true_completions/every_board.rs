//! The formula of a window, and its lemmas.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_checker::every_board::{
    Joined, Lemma, Scene, Window, WindowCell, WindowFormula, step,
};
use deadmove_checker::{Cell, Forbidden, Offset, Pattern, Rule, Test};

use super::Random;
use super::pictures::{Picture, TESTS};
use crate::naive::kind;
use crate::solutions::has_solution_with;

/// The place of the rim between a cell of the disc and an outer cell.
fn place(window: &Window, picture: &Picture, cell: Cell, outer: Cell) -> usize {
    let same = |found: (i16, i16), cell: Cell| picture.at(found) == Some(cell);
    let mut places = (0..window.rim.len()).filter(|&place| {
        let rim = window.rim[place];
        let inner = rim.cell.is_some_and(|v| same(window.disc[v], cell));
        inner && same(window.outers[rim.outer], outer)
    });
    places.next().expect("a side of the disc")
}

/// Where the line leads from an exit: to another exit, or to its end.
fn follow(window: &Window, picture: &Picture, cell: Cell, outer: Cell) -> Option<usize> {
    let at = |cell: Cell| picture.line.iter().position(|&other| other == cell).unwrap();
    let on_disc =
        |cell: Cell| matches!(window.find(picture.offset(cell)), Some(WindowCell::Disc(_)));
    let (mut here, mut before) = (at(outer), at(cell));
    loop {
        let next = if here > before { here + 1 } else { here - 1 };
        let &to = picture.line.get(next)?;
        if on_disc(to) {
            return Some(place(window, picture, to, picture.line[here]));
        }
        (before, here) = (here, next);
    }
}

/// The true values of the variables with names.
fn labels(formula: &WindowFormula, picture: &Picture, rule: &Rule) -> Vec<i32> {
    let window = &formula.window;
    let label = |variable: i32, value: bool| if value { variable } else { -variable };
    let disc = |v: usize| picture.at(window.disc[v]).expect("a free cell");
    let mut lits = Vec::new();
    for (edge, &(a, b)) in formula.edges.iter().enumerate() {
        lits.push(label(edge as i32 + 1, picture.joined(disc(a), disc(b))));
    }
    for (outer, &cell) in window.outers.iter().enumerate() {
        lits.push(label(formula.free(outer), picture.free_at(cell)));
    }
    let mut joined = BTreeSet::new();
    for (at, rim) in window.rim.iter().enumerate() {
        let Some(exit) = formula.exit[at] else { continue };
        let (cell, outer) = (disc(rim.cell.unwrap()), picture.at(window.outers[rim.outer]));
        let used = outer.filter(|&o| picture.is_free(o) && picture.joined(cell, o));
        let to = used.map(|outer| follow(window, picture, cell, outer));
        lits.push(label(exit, used.is_some()));
        lits.push(label(formula.last[at].unwrap(), to == Some(None)));
        if let Some(Some(other)) = to {
            joined.insert((at.min(other), at.max(other)));
        }
    }
    assert!(joined.iter().all(|pair| formula.joins.contains_key(pair)), "{picture:?}\n{rule:?}");
    lits.extend(formula.joins.iter().map(|(pair, &join)| label(join, joined.contains(pair))));
    for region in &formula.regions {
        let cells = picture.region(&rule.pattern.segments[region.segment]);
        let inside = |offset| picture.at(offset).is_some_and(|cell| cells.contains(&cell));
        for (v, &cell) in window.disc.iter().enumerate() {
            lits.push(label(region.has(WindowCell::Disc(v)), inside(cell)));
        }
        for (x, &cell) in window.outers.iter().enumerate() {
            lits.push(label(region.has(WindowCell::Outer(x)), inside(cell)));
        }
    }
    lits
}

fn lemma(formula: &WindowFormula, random: &mut Random) -> Lemma {
    let rim = formula.window.rim.len();
    let mut pair = || (random.below(rim), random.below(rim));
    let (one, other) = (pair(), pair());
    let piece = match formula.joins.keys().nth(random.below(formula.joins.len().max(1))) {
        Some(&piece) => piece,
        None => one,
    };
    let crossing = |joined| Lemma::Crossing { piece, other: joined, at: other };
    match random.below(8) {
        0 => crossing(Joined::Walls),
        1 => crossing(Joined::Last),
        2 => crossing(Joined::Piece),
        3 => Lemma::Visited { cell: one.0, arc: other },
        kind => {
            let some = formula.window.disc.iter().filter(|_| random.one_in(2));
            let cells: Vec<_> = some.copied().collect();
            if kind == 4 {
                return Lemma::Entered { cells };
            }
            let all = [&formula.window.disc[..], &formula.window.outers[..]].concat();
            let arcs = if random.one_in(3) { Vec::new() } else { vec![other] };
            let regions = formula.regions.len().max(1);
            let region = formula.regions.get(random.below(regions));
            let segment = region.map_or(0, |region| region.segment);
            Lemma::Reached { segment, of: random.choose(&all), cells, arcs }
        }
    }
}

/// Every `nth` true position satisfies the formula and every accepted lemma.
pub fn judge_true_positions(nth: usize) {
    let mut random = Random(3);
    let (mut formulas, mut regions, mut lemmas) = (0, 0, BTreeMap::new());
    for (width, height) in [(3, 3), (3, 4), (4, 3), (3, 5), (5, 3), (4, 5), (5, 4), (5, 5)] {
        for (start, end) in [((1, 1), (width, height)), ((width, 1), (1, height))] {
            for picture in Picture::all(width, height, start, end).into_iter().step_by(nth) {
                let Some(rule) = picture.rule_against_next(&mut random) else { continue };
                let next = picture.next();
                let mut scene = Scene::of(&rule.pattern, step((0, 0), next));
                // Up to all cells near by, so that known cells lie off the window, too.
                for _ in 0..random.choose(&[0, 5, 20, 80]) {
                    let cell = (random.below(9) as i16 - 4, random.below(9) as i16 - 4);
                    if let Ok([free, wall]) = scene.split(cell) {
                        scene = if picture.free_at(cell) { free } else { wall };
                    }
                }
                let forbidden = rule.forbids.iter().find(|f| f.direction == next).unwrap();
                let formula = WindowFormula::new(&rule, forbidden, &scene);
                let formula = formula.expect("a small window");
                let labels = labels(&formula, &picture, &rule);
                let solved = has_solution_with(&formula.cnf, &labels);
                assert!(solved, "{picture:?}\n{rule:?}\n{scene:?}");
                for _ in 0..100 {
                    let lemma = lemma(&formula, &mut random);
                    if let Ok(clause) = formula.lemma(&lemma) {
                        let holds = clause.iter().any(|lit| labels.contains(lit));
                        assert!(holds, "{lemma:?}\n{picture:?}\n{rule:?}\n{scene:?}");
                        let name = match &lemma {
                            Lemma::Crossing { other, .. } => format!("{other:?}"),
                            other => kind(other),
                        };
                        *lemmas.entry(name).or_insert(0) += 1;
                    }
                }
                formulas += 1;
                regions += formula.regions.len();
            }
        }
    }
    assert!(nth * formulas > 3_000 && nth * regions > 500, "{formulas}, {regions}");
    assert!(lemmas.len() == 6 && lemmas.values().all(|&count| count > 100), "{lemmas:?}");
}

#[test]
fn true_positions_satisfy_the_formula_of_their_window_and_every_accepted_lemma() {
    judge_true_positions(5);
}

#[test]
fn a_true_position_satisfies_the_formula_of_a_rule_unless_an_exception_of_one_cell_matches() {
    let (mut solutions, mut none) = (0, 0);
    for (width, height) in [(3, 3), (3, 4), (4, 3)] {
        for picture in Picture::all(width, height, (1, 1), (width, height)) {
            let next = picture.next();
            let near: Vec<Offset> = (0..9).map(|at| (at % 3 - 1, at / 3 - 1)).collect();
            let near = || near.iter().copied().filter(|&cell| cell != (0, 0));
            let mut rule = Rule {
                name: "a test".into(),
                placements: vec![0],
                pattern: Pattern::default(),
                unless: vec![Pattern::default()],
                forbids: vec![Forbidden { direction: next, unless_in: Vec::new() }],
            };
            for cell in near() {
                let tests = TESTS.into_iter().filter(|&test| picture.passes(cell, test));
                rule.pattern.cells.extend(tests.map(|test| (cell, test)));
            }
            let scene = Scene::of(&rule.pattern, step((0, 0), next));
            for cell in near() {
                for test in TESTS {
                    rule.unless[0].cells = vec![(cell, test)];
                    let formula = WindowFormula::new(&rule, &rule.forbids[0], &scene).unwrap();
                    let labels = labels(&formula, &picture, &rule);
                    let solved = has_solution_with(&formula.cnf, &labels);
                    // Exceptions that test what is outside add no clause.
                    let expected = !picture.passes(cell, test) || test == Test::Outside;
                    assert_eq!(solved, expected, "{picture:?}\n{cell:?} {test:?}");
                    solutions += usize::from(solved);
                    none += usize::from(!solved);
                }
            }
        }
    }
    assert!(solutions > 500 && none > 500, "{solutions} {none}");
}
