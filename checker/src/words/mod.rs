//! What people read or give to other programs: summaries, rules as pictures, exported formulas.
//! Nothing here decides whether a certificate is accepted.

pub mod export;
pub mod show;
mod summary;
pub mod trust;
