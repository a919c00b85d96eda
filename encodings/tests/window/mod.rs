//! Windows against plain enumeration: every real completion satisfies all constraints, and every
//! kind of constraint excludes something that no completion does.

mod world;

use std::collections::BTreeMap;

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::window::Window;
use deadmove_encodings::window::region::RimRegion;
use world::{Cut, Dice, World, lines};

/// Calls for discs around the live ends of lines of small boards, two for each live end; all lines
/// of the boards that have few.
fn worlds(mut each: impl FnMut(&World, &mut Dice)) {
    for (width, height, step) in [(3, 3, 1), (3, 4, 1), (4, 4, 1), (5, 3, 1), (5, 4, 2), (5, 5, 12)]
    {
        let lines = lines(width, height);
        let mut dice = Dice((width * 10 + height) as u64);
        for line in lines.iter().step_by(step) {
            for at in 0..line.len() - 1 {
                for _ in 0..2 {
                    each(&World::new(line, at, &mut dice), &mut dice);
                }
            }
        }
    }
}

/// Unit propagation and branching: whether the clauses can be satisfied with these values.
fn extends(clauses: &Clauses, values: &BTreeMap<i32, bool>) -> bool {
    let mut all = vec![None; clauses.variables() + 1];
    for (&var, &value) in values {
        all[var as usize] = Some(value);
    }
    let clauses: Vec<Vec<Lit>> = clauses.iter().map(<[Lit]>::to_vec).collect();
    branch(&clauses, all)
}

fn branch(clauses: &[Vec<Lit>], mut values: Vec<Option<bool>>) -> bool {
    let is = |values: &[Option<bool>], lit: Lit| {
        values[lit.0.unsigned_abs() as usize].map(|value| value == (lit.0 > 0))
    };
    let mut open: Vec<&Vec<Lit>> = clauses.iter().collect();
    loop {
        let mut changed = false;
        let mut refuted = false;
        open.retain(|clause| {
            if clause.iter().any(|&lit| is(&values, lit) == Some(true)) {
                return false;
            }
            let mut unknown = clause.iter().filter(|&&lit| is(&values, lit).is_none());
            match (unknown.next(), unknown.next()) {
                (None, _) => refuted = true,
                (Some(lit), None) => {
                    values[lit.0.unsigned_abs() as usize] = Some(lit.0 > 0);
                    changed = true;
                }
                _ => {}
            }
            true
        });
        if refuted {
            return false;
        }
        if !changed {
            break;
        }
    }
    let Some(&lit) =
        open.first().and_then(|clause| clause.iter().find(|&&lit| is(&values, lit).is_none()))
    else {
        return true;
    };
    let open: Vec<Vec<Lit>> = open.into_iter().cloned().collect();
    [true, false].into_iter().any(|value| {
        let mut values = values.clone();
        values[lit.0.unsigned_abs() as usize] = Some(value == (lit.0 > 0));
        branch(&open, values)
    })
}

/// The kinds of clauses that a window has from the start.
const CLAUSES: [&str; 5] = ["walls", "degrees", "outer degrees", "end", "joins"];

/// The clauses of one kind; `variables` is the number of those of the window.
fn clauses_of(kind: &str, window: &Window, variables: usize) -> Clauses {
    let mut clauses = Clauses::over(variables);
    match kind {
        "walls" => window.wall_clauses(&mut clauses),
        "degrees" => window.degree_clauses(&mut clauses),
        "outer degrees" => window.outer_clauses(&mut clauses),
        "end" => window.end_clauses(&mut clauses),
        "joins" => window.join_clauses(&mut clauses),
        _ => unreachable!(),
    }
    clauses
}

/// The kinds of lazy constraints.
const LAZY: [&str; 3] = ["rim", "visits", "one path"];

/// The lazy constraints of one kind that some values violate.
fn violated_by(kind: &str, window: &Window, values: &BTreeMap<i32, bool>) -> Vec<Vec<Lit>> {
    let model = window.read_model(|lit| is(values, lit));
    let mut constraints = Vec::new();
    match kind {
        "rim" => window.lazy_rim_constraints(&model, &mut constraints),
        "visits" => window.lazy_visit_constraints(&model, &mut constraints),
        "one path" => window.lazy_path_constraints(&model, &mut constraints),
        _ => unreachable!(),
    }
    constraints
}

fn is(values: &BTreeMap<i32, bool>, lit: Lit) -> bool {
    values[&lit.0.abs()] == (lit.0 > 0)
}

#[test]
fn every_completion_satisfies_every_clause_of_its_window() {
    let mut seen = 0;
    worlds(|world, _| {
        for planarity in [false, true] {
            let (window, formula) = Window::new(world.disc(), planarity);
            let values = world.values(&window);
            assert_eq!(values.len(), formula.variables(), "every variable has a value");
            for kind in CLAUSES {
                let clauses = clauses_of(kind, &window, values.len());
                assert!(extends(&clauses, &values), "{kind}: {:?}", world.path);
            }
            for kind in LAZY {
                let constraints = violated_by(kind, &window, &values);
                assert!(
                    constraints.is_empty(),
                    "{kind}: {constraints:?} {:?} {:?}",
                    world.path,
                    world.cells
                );
            }
        }
        seen += 1;
    });
    assert!(seen > 2_000, "{seen}");
}

/// Values that differ from those of a completion: each variable the other way, and each two pieces
/// joined the other way round.
fn altered(window: &Window, values: &BTreeMap<i32, bool>) -> Vec<BTreeMap<i32, bool>> {
    let mut all = Vec::new();
    for (&var, &value) in values {
        let mut other = values.clone();
        other.insert(var, !value);
        all.push(other);
    }
    let pieces = window.joins().filter(|&(_, lit)| is(values, lit)).map(|(pair, _)| pair);
    let pieces: Vec<(usize, usize)> = pieces.collect();
    for (i, &(p, q)) in pieces.iter().enumerate() {
        for &(r, s) in &pieces[..i] {
            for [(a, b), (c, d)] in [[(p, r), (q, s)], [(p, s), (q, r)]] {
                let (Some(one), Some(two)) = (window.join(a, b), window.join(c, d)) else {
                    continue;
                };
                let mut other = values.clone();
                for (pair, value) in [((p, q), false), ((r, s), false)] {
                    other.insert(window.join(pair.0, pair.1).unwrap().0, value);
                }
                other.extend([(one.0, true), (two.0, true)]);
                all.push(other);
            }
        }
    }
    all
}

#[test]
fn every_kind_of_clause_excludes_something_and_what_is_found_is_violated() {
    let mut excluded: BTreeMap<&str, usize> = BTreeMap::new();
    let mut number = 0;
    worlds(|world, _| {
        number += 1;
        if number % 29 != 0 {
            return;
        }
        let (window, _) = Window::new(world.disc(), false);
        for values in altered(&window, &world.values(&window)) {
            for kind in CLAUSES {
                let clauses = clauses_of(kind, &window, values.len());
                *excluded.entry(kind).or_default() += usize::from(!extends(&clauses, &values));
            }
            for kind in LAZY {
                let constraints = violated_by(kind, &window, &values);
                for constraint in &constraints {
                    assert!(
                        constraint.iter().all(|&lit| !is(&values, lit)),
                        "{kind}: {constraint:?}"
                    );
                }
                *excluded.entry(kind).or_default() += usize::from(!constraints.is_empty());
            }
        }
    });
    for kind in CLAUSES.iter().chain(&LAZY) {
        assert!(excluded[kind] > 20, "{kind}: {excluded:?}");
    }
}

/// A region with its label, and the values of a completion.
struct Labelled {
    window: Window,
    region: RimRegion,
    values: BTreeMap<i32, bool>,
    variables: usize,
}

fn labelled(world: &World, cut: &Cut) -> Labelled {
    let (window, mut clauses) = Window::new(world.disc(), true);
    let region = cut.rim_region(world, &window, &mut clauses);
    let mut values = world.values(&window);
    values.extend(cut.values(world, &region));
    Labelled { window, region, values, variables: clauses.variables() }
}

impl Labelled {
    /// Whether the region's clauses allow some values, with these surpluses allowed.
    fn allows(&self, values: &BTreeMap<i32, bool>, surplus: Option<impl Fn(i32) -> bool>) -> bool {
        let mut clauses = Clauses::over(self.variables);
        match surplus {
            None => self.region.label_clauses(&self.window, &mut clauses),
            Some(surplus) => {
                self.region.colour_clauses(&self.window, surplus, &mut clauses);
            }
        }
        extends(&clauses, values)
    }

    fn constraints(&self, values: &BTreeMap<i32, bool>) -> Vec<Vec<Lit>> {
        let model = self.window.read_model(|lit| is(values, lit));
        let mut constraints = Vec::new();
        self.region.lazy_reach_constraints(
            &self.window,
            &model,
            |lit| is(values, lit),
            &mut constraints,
        );
        constraints
    }
}

const LABEL: Option<fn(i32) -> bool> = None;

#[test]
fn every_region_satisfies_its_clauses_and_has_its_surplus_and_no_other() {
    let (mut seen, mut empty, mut far) = (0, 0, 0);
    worlds(|world, dice| {
        let cuts = (0..8).filter_map(|_| world.segment(dice));
        let Some(cut) = cuts.max_by_key(|cut| cut.region.len()) else { return };
        let labelled = labelled(world, &cut);
        let Labelled { window, region, values, variables } = &labelled;
        assert!(labelled.allows(values, LABEL), "label: {:?}", world.path);
        let constraints = labelled.constraints(values);
        assert!(
            constraints.is_empty(),
            "reach: {constraints:?} {:?} {:?}",
            world.path,
            cut.segment
        );
        let surplus = cut.surplus(world);
        assert!(labelled.allows(values, Some(|sum| sum == surplus)), "surplus {surplus}");
        assert!(!labelled.allows(values, Some(|sum| sum != surplus)), "surplus {surplus} alone");
        let [mut occupied, mut none] = [(); 2].map(|()| Clauses::over(*variables));
        region.occupied_clauses(window, &mut occupied);
        region.empty_clauses(window, &mut none);
        assert_eq!(extends(&occupied, values), !cut.region.is_empty());
        assert_eq!(extends(&none, values), cut.region.is_empty());
        seen += 1;
        empty += usize::from(cut.region.is_empty());
        let unseen =
            |cell: &&world::Cell| world.vertex(**cell).is_none() && world.outer(**cell).is_none();
        far += usize::from(cut.region.iter().find(unseen).is_some());
    });
    println!("{seen} regions, {empty} empty, {far} reach beyond what is seen");
    assert!(seen > 1_000 && empty > 100 && far > 30, "{seen} {empty} {far}");
}

#[test]
fn a_wrong_label_is_excluded_by_the_label_s_clauses_or_because_nothing_leads_there() {
    let (mut by_label, mut by_reach) = (0, 0);
    worlds(|world, dice| {
        let cuts = (0..8).filter_map(|_| world.segment(dice));
        let Some(cut) = cuts.max_by_key(|cut| cut.region.len()) else { return };
        let labelled = labelled(world, &cut);
        let region = &labelled.region;
        for (v, &cell) in world.cells.iter().enumerate() {
            // All cells of the window that are connected with the cell get the wrong label.
            let mut pocket = vec![cell];
            let mut at = 0;
            while at < pocket.len() {
                for next in world::near(pocket[at]) {
                    let new = !pocket.contains(&next) && !cut.segment.contains(&next);
                    if new && world.is_free(next) {
                        pocket.push(next);
                    }
                }
                at += 1;
            }
            let mut wrong = labelled.values.clone();
            let to = !wrong[&region.has_vertex(v).0];
            for (w, other) in world.cells.iter().enumerate() {
                if pocket.contains(other) {
                    wrong.insert(region.has_vertex(w).0, to);
                }
            }
            for (x, other) in world.outers.iter().enumerate() {
                if pocket.contains(other) {
                    wrong.insert(region.has_outer(x).0, to);
                }
            }
            let allowed = labelled.allows(&wrong, LABEL);
            let constraints = labelled.constraints(&wrong);
            for constraint in &constraints {
                assert!(constraint.iter().all(|&lit| !is(&wrong, lit)), "{constraint:?}");
            }
            assert!(!allowed || !constraints.is_empty(), "{:?} {:?}", world.path, cut.segment);
            by_label += usize::from(!allowed);
            by_reach += usize::from(allowed);
        }
    });
    assert!(by_label > 100 && by_reach > 20, "{by_label} {by_reach}");
}
