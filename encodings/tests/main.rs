//! All tests of the crate, in one program: each more would link the libraries again.

mod constraints;
mod deduction;
mod propagation;
mod window;
