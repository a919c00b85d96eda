//! Hunts for what the lemmas miss: dead positions that no lemma refutes.
//!
//! What lives here: all positions of small rectangular boards ([`boards`]), random regions of
//! chosen shapes ([`regions`]), what the strips engine answers
//! there ([`strips`]), the shrinking of what is found ([`miss`]), the records of what is
//! done ([`record`]), the folder in which a hunt keeps its record ([`folder`]), the merging of
//! shards ([`merge`]), a second implementation of the lemmas that shares no code with the first
//! ([`plain_lemmas`]); positions that rules of bounded reach cannot tell apart ([`twins`]), and how
//! far two positions look the same to rules ([`views`], with the segments that it compares).
//! What does not: the lemmas themselves (`deadmove-encodings`), the truth about a position
//! (`deadmove-engine`), and random walks along lines (`deadmove-search`).

pub mod boards;
pub mod folder;
pub mod merge;
pub mod miss;
pub mod plain_lemmas;
pub mod record;
pub mod region;
pub mod regions;
mod segments;
pub mod strips;
pub mod twins;
pub mod views;
