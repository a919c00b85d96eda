//! Constraints of Hamiltonian completion on plane bipartite graphs, as propositional clauses.
//!
//! The question: given a connected plane bipartite graph in which every vertex has a wanted degree
//! (1 for the two ends of the path, 2 for all others), is there a set of edges that meets all
//! degrees and is connected, that is, a Hamiltonian path between the two ends?
//!
//! - [`graph`]: the graph with its plane embedding and its faces.
//! - [`flow`]: is there an edge set with the wanted degrees at all? Exact, by augmenting paths; if
//!   not, a region whose colours do not balance.
//! - [`cnf`]: literals and formulas.
//! - [`height`]: the colour equations of *all* regions at once, as face potentials in order
//!   encoding, so that unit propagation counts colours.
//! - [`cut`]: the degrees as clauses, and connectivity, as clauses that demand an edge leaving a
//!   set of vertices.
//! - [`join`]: joins the pieces of an edge set by flipping squares.
//! - [`propagation`]: what five lemmas about edges decide, step by step along a path.
//! - [`deduction`]: why they decide it, as steps that are checked by counting.
//!
//! For statements about all positions at once, which are about a Hamiltonian path of the whole
//! graph:
//!
//! - [`split`]: the path split behind a live end; labels for drawn and free vertices.
//! - [`region`]: regions of free vertices beside a segment, and what follows for them from the
//!   edges at the segment.
//! - [`plane`]: planarity as clauses on such labels.
//! - [`sum`]: conditions on the sum of a few literals.
//! - [`window`]: a few vertices around the live end of a path, in a world of any size.
//! - [`unit_propagation`]: unit propagation, which answers most of these questions.
//!
//! This crate knows graphs and literals. It knows neither boards nor any SAT solver.

pub mod cnf;
pub mod cut;
pub mod deduction;
pub mod flow;
pub mod graph;
pub mod height;
pub mod join;
pub mod plane;
pub mod propagation;
pub mod region;
pub mod split;
pub mod sum;
pub mod unit_propagation;
pub mod window;
