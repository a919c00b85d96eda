//! All tests of the crate, in one program: each more would link the libraries again.

mod compare;
mod lift;
mod lifted;
mod milestones;
mod mine;
mod minimise;
mod unsolved;
mod walk;
