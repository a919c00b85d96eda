//! The data of certificates of rules on one board, shared by the theories by proofs and by list:
//! the manifest, the records, and the examples in them.
//!
//! A record states its own claim (board, rule and verdict) and is checked by the theory of its
//! kind; `folder.rs` compares it with the claim in the manifest, and counts it. Only the claim
//! about the set is in the manifest alone; `folder.rs` checks it against the rules of the manifest.

pub mod manifest;
pub mod record;
mod strict;
