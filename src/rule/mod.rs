//! Rules: their model, their text form, families with parameters, and fast matching.
//!
//! The text form is described for its users in `docs/rule-language.md`; the exact meaning of a
//! rule in [`model`]. Whether a rule is right is not decided here.

pub mod family;
pub mod formula;
pub mod geometry;
pub mod model;
