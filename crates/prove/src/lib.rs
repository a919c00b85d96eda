//! Proving a rule for every board at once: the window argument.
//!
//! A rule says that a move is dead. Suppose it is not: then some board has a position that the rule
//! matches, with a completion through that move. The argument looks at this completion in a window
//! of a few cells around the live end, and states what holds there whatever the rest of the board
//! is like ([`formula`]). If nothing can satisfy it, the claim holds on every board; if something
//! can, that proves nothing. `docs/all-sizes.md` tells the whole proof. For families there is besides
//! an argument about every choice of parameters at once ([`visits`], [`every`]).
//!
//! "Every board" means every rectangular board without blocked cells whose line leads from a corner
//! to the opposite one.

pub mod argument;
mod beyond;
pub mod claims;
pub mod every;
pub mod family;
pub mod formula;
mod ground;
pub mod proofs;
mod rim;
pub mod second;
pub mod situation;
pub mod tighten;
pub mod visits;
pub mod weaken;
