//! A cross-check of "this sequence solves every solvable maze": a formula whose models are the
//! mazes that it does not solve.
//!
//! The variables: one for each field, true if the field is free; one for each moment and each field
//! that the sequence may have reached by then; and one for each field, true if it belongs to a set
//! of free fields in which start and goal have one neighbour and all others have two. Such a set is
//! a path from start to goal, perhaps with some cycles beside it, so the maze is solvable; and the
//! fields of a shortest path are such a set.

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limits;
use deadmove_encodings::cnf::{Clauses, Lit, at_least};
use deadmove_solver::{Backend, Solved, Solver};

use crate::sequences::maze::{GridMoves, Maze};
use deadmove_core::board::Move;

/// A solvable maze that `moves` does not solve, if there is one.
pub fn unsolved(grid: &GridMoves, moves: &[Move]) -> Option<Maze> {
    if grid.goal() == 0 {
        return None;
    }
    let fields = grid.fields();
    let mut clauses = Clauses::default();
    let free = |field: usize| variable(field);
    let on_path = |field: usize| variable(fields + field);
    for field in 0..fields {
        clauses.push([!on_path(field), free(field)]);
        let targets = Move::ALL.map(|step| grid.target(field, step)).into_iter();
        let beside: Vec<Lit> = targets.filter(|&target| target != field).map(on_path).collect();
        let ends = field == 0 || field == grid.goal();
        if ends {
            clauses.push([on_path(field)]);
        }
        // Exactly so many neighbours, if the field is of the set.
        let wanted = if ends { 1 } else { 2 };
        let unless = [!on_path(field)];
        at_least(&beside, wanted, &unless, &mut clauses);
        let others: Vec<Lit> = beside.iter().map(|&lit| !lit).collect();
        at_least(&others, others.len().saturating_sub(wanted), &unless, &mut clauses);
    }
    let at = |time: usize, field: usize| variable((2 + time) * fields + field);
    clauses.push([at(0, 0)]);
    let mut reached = 1u64;
    for (time, &step) in moves.iter().enumerate() {
        let mut next = 0;
        for field in (0..fields).filter(|field| reached >> field & 1 != 0) {
            let target = grid.target(field, step);
            next |= 1 << field | 1 << target;
            if target == field {
                clauses.push([!at(time, field), at(time + 1, field)]);
            } else {
                clauses.push([!at(time, field), !free(target), at(time + 1, target)]);
                clauses.push([!at(time, field), free(target), at(time + 1, field)]);
            }
        }
        clauses.push([!at(time + 1, grid.goal())]);
        reached = next & !(1 << grid.goal());
    }
    let budget = Budget::new(&Limits::default());
    let mut solver = Backend::new(Solver::Varisat, &budget);
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    let solved = solver.solve(fields, &[]).expect("the budget has no limits");
    let Solved::Model(model) = solved else { return None };
    let free = (0..fields).filter(|&field| model[field]);
    Some(Maze(free.fold(0, |set, field| set | 1 << field)).component(grid))
}

/// The positive literal of the variable with this index, from 0.
fn variable(index: usize) -> Lit {
    Lit(index as i32 + 1)
}
