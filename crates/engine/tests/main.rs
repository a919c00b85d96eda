//! All tests of the crate in one program: every further program would link the libraries again.

mod cases;
mod colour_hard;
mod corpus;
mod deductions;
mod engines_agree;
mod frontier;
mod oracle;
mod strips;
