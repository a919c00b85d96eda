//! Reports: results as text, JSON and SVG.
//!
//! What lives here: boards drawn in the terminal and as SVG, tables, JSON objects with their
//! readers, and input errors with the line they occur in. Everything turns plain data into text, or
//! text back into data. What does not: engines, verdicts and exit codes. The caller decides where
//! text goes and whether it is coloured.

pub mod answers;
pub mod answers_json;
mod canvas;
pub mod check;
pub mod check_json;
pub mod command;
pub mod compare;
pub mod compare_program;
mod deduction;
pub mod errors;
pub mod explain;
pub mod figures;
pub mod forms;
pub mod glyphs;
pub mod hunt;
pub mod json;
pub mod judgement;
pub mod legend;
pub mod milestones;
pub mod mine;
pub mod minimise;
pub mod numbers;
mod overlay;
pub mod pass;
pub mod pass_plan;
pub mod picture;
pub mod prevention;
pub mod prove;
pub mod review;
pub mod rule;
pub mod schema;
pub mod shapes;
pub mod stats;
pub mod stats_json;
pub mod stats_plot;
mod styled;
pub mod svg;
mod svg_board;
mod svg_overlay;
pub mod table;
pub mod terminal;
pub mod tested;
pub mod walk;
pub mod wrap;

pub use deduction::in_steps;
pub use errors::{render_error, render_error_in_ascii};
pub use legend::describe_reason;
pub use picture::Picture;
pub use svg::svg;
pub use terminal::draw;
