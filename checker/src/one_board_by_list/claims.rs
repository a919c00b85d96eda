//! What a certificate by list claims besides verdicts on rules: about the set, and the list itself.

use serde::{Deserialize, Serialize};

/// The live positions with a certain number of drawn cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// How many there are, up to transposition.
    pub positions: u64,
    /// The digest of their numbers in ascending order, 16 bytes each, highest byte first. A number
    /// is a `Key` of `live_set.rs`: of a position and the transposed one, the smaller.
    pub sha256: String,
}

/// The claim about all rules together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SetClaim {
    /// They forbid every dead move of every live position.
    Complete {},
    /// They allow a dead move of a live position, which the judgement in [`SET_NAME`] shows.
    Incomplete {
        /// The move.
        #[serde(rename = "move")]
        allowed: char,
        /// The digest of the judgement.
        sha256: String,
    },
}

/// The file of the judgement that shows that a set is incomplete, relative to the certificate.
pub const SET_NAME: &str = "set.json.z";
