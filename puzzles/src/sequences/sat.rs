//! The second opinion on "this sequence solves every solvable maze": a formula whose models are the
//! mazes that it does not solve.
//!
//! The variables: one for each field, true if the field is free; one for each moment and each field
//! that the sequence may have reached by then; and one for each field, true if it belongs to a set
//! of free fields in which start and goal have one neighbour and all others have two. Such a set is
//! a path from start to goal, perhaps with some cycles beside it, so the maze is solvable; and the
//! fields of a shortest path are such a set.

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limits;
use deadmove_encodings::cnf::Lit;
use deadmove_solver::{Backend, Solver};

use crate::sequences::maze::{Grid, Maze};
use crate::sequences::moves::{MOVES, Move};

/// A solvable maze that `moves` does not solve, if there is one.
pub fn unsolved(grid: &Grid, moves: &[Move]) -> Option<Maze> {
    if grid.goal() == 0 {
        return None;
    }
    let fields = grid.fields();
    let budget = Budget::new(&Limits::default());
    let mut solver = Backend::new(Solver::Varisat, &budget);
    let free = |field: usize| variable(field);
    let on_path = |field: usize| variable(fields + field);
    for field in 0..fields {
        solver.add_clause(&[!on_path(field), free(field)]);
        let mut beside: Vec<Lit> = MOVES
            .iter()
            .map(|&step| grid.target(field, step))
            .filter(|&target| target != field)
            .map(on_path)
            .collect();
        let ends = field == 0 || field == grid.goal();
        if ends {
            solver.add_clause(&[on_path(field)]);
        }
        let wanted = if ends { 1 } else { 2 };
        exactly(&mut solver, on_path(field), &mut beside, wanted);
    }
    let at = |time: usize, field: usize| variable((2 + time) * fields + field);
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
    let model = solver.solve(fields, &[]).expect("the budget has no limits")?;
    let free = (0..fields).filter(|&field| model[field]);
    Some(Maze(free.fold(0, |set, field| set | 1 << field)).component(grid))
}

/// The positive literal of the variable with this index, from 0.
fn variable(index: usize) -> Lit {
    Lit(index as i32 + 1)
}

/// If `lit`, exactly `wanted` (1 or 2) of at most four literals.
fn exactly(solver: &mut Backend<'_>, lit: Lit, of: &mut [Lit], wanted: usize) {
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
