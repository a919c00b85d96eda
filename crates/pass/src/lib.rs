//! The pass: goes over all lines that rules allow, layer by layer, with its state in files.
//!
//! Layer k holds the positions with k cells drawn that allowed moves lead to, each once, up to
//! transposition, with the number of lines that lead there. The positions of a layer are divided
//! into parts by a hash. A task is one part of one layer: it merges its positions from the files of
//! the layer before, asks the rules, and writes the positions one step further into one file. Any
//! task can be lost and run again, on any machine that sees the folder.
//!
//! If no position is stuck, every line that follows the rules can be completed. If besides as many
//! lines end as the board has, the rules forbid no live move.
//!
//! What lives here: positions with their counts and the hash ([`reached`]), the files of sorted
//! positions ([`mod@file`]) and merging them ([`merge`]), a task ([`task`]) and who is asked, rules
//! or a program ([`source`]), the folder of a pass ([`folder`]), all layers one after the other
//! ([`layers`]), a line to a stuck position ([`mod@line`]), and what a pass will cost ([`plan`]).
//! What does not: rules and how they are matched (`deadmove-rules`), and lists of live positions in
//! memory (`deadmove-verify`).

pub mod file;
pub mod folder;
pub mod layers;
pub mod line;
pub mod merge;
pub mod plan;
pub mod reached;
pub mod source;
pub mod task;
