//! The data of certificates of rules on one board, shared by the theories by proofs and by list:
//! the manifest, the records, and the examples in them.

pub mod manifest;
pub mod record;
pub mod strict;
