//! The second opinion on "this sequence solves every solvable maze": a formula that is satisfied by
//! the mazes it does not solve.
//!
//! A variable for each free field; one for each place and time the sequence may be at; and a set of
//! free fields in which start and goal have one neighbour and all others two, which is a way from
//! start to goal with perhaps some rings beside it. A shortest way is such a set.

use varisat::{ExtendFormula, Lit, Solver, Var};

use crate::maze::{Grid, Maze};
use crate::moves::{MOVES, Move};

/// A solvable maze that `moves` does not solve, if there is one.
pub fn unsolved(grid: &Grid, moves: &[Move]) -> Option<Maze> {
    if grid.goal() == 0 {
        return None;
    }
    let fields = grid.fields();
    let mut solver = Solver::new();
    let free = |field: usize| Var::from_index(field).positive();
    let on_way = |field: usize| Var::from_index(fields + field).positive();
    for field in 0..fields {
        solver.add_clause(&[!on_way(field), free(field)]);
        let mut beside: Vec<Lit> = MOVES
            .iter()
            .map(|&step| grid.target(field, step))
            .filter(|&target| target != field)
            .map(on_way)
            .collect();
        let ends = field == 0 || field == grid.goal();
        if ends {
            solver.add_clause(&[on_way(field)]);
        }
        let wanted = if ends { 1 } else { 2 };
        exactly(&mut solver, on_way(field), &mut beside, wanted);
    }
    let at = |time: usize, field: usize| Var::from_index((2 + time) * fields + field).positive();
    solver.add_clause(&[at(0, 0)]);
    let mut reached = 1u64;
    for (time, &step) in moves.iter().enumerate() {
        let mut next = 0;
        for field in (0..fields).filter(|field| reached >> field & 1 != 0) {
            let target = grid.target(field, step);
            next |= 1 << field | 1 << target;
            if target == field {
                solver.add_clause(&[!at(time, field), at(time + 1, field)]);
            } else {
                let goes = [!at(time, field), !free(target), at(time + 1, target)];
                let stays = [!at(time, field), free(target), at(time + 1, field)];
                solver.add_clause(&goes);
                solver.add_clause(&stays);
            }
        }
        solver.add_clause(&[!at(time + 1, grid.goal())]);
        reached = next & !(1 << grid.goal());
    }
    match solver.solve() {
        Ok(false) => None,
        Ok(true) => {
            let model = solver.model().expect("a model after SAT");
            let is_free = |lit: &&Lit| lit.is_positive() && lit.index() < fields;
            let free = model.iter().filter(is_free);
            Some(Maze(free.fold(0, |set, lit| set | 1 << lit.index())).component(grid))
        }
        // Nothing is attached to the solver that could stop it.
        Err(error) => unreachable!("varisat: {error}"),
    }
}

/// If `lit`, exactly `wanted` (1 or 2) of at most four literals.
fn exactly(solver: &mut Solver<'_>, lit: Lit, of: &mut [Lit], wanted: usize) {
    for set in 0u32..1 << of.len() {
        // Too many: all of a set of one more. Too few: none of a set that leaves one too few.
        let chosen = || (0..of.len()).filter(move |place| set >> place & 1 != 0);
        let mut clause = vec![!lit];
        if set.count_ones() as usize == wanted + 1 {
            clause.extend(chosen().map(|place| !of[place]));
            solver.add_clause(&clause);
        }
        clause.truncate(1);
        if set.count_ones() as usize + wanted == of.len() + 1 {
            clause.extend(chosen().map(|place| of[place]));
            solver.add_clause(&clause);
        }
    }
    if of.len() < wanted {
        solver.add_clause(&[!lit]);
    }
}
