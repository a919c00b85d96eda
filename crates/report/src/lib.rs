//! What a person sees: boards drawn in the terminal and as SVG, and input errors with the line
//! they are about.
//!
//! Everything here turns plain data into text. Where it goes, and whether colours are wanted, the
//! caller decides.

pub mod check;
pub mod check_json;
pub mod command;
pub mod errors;
pub mod explain;
pub mod glyphs;
pub mod json;
pub mod judgement;
pub mod legend;
pub mod milestones;
pub mod mine;
pub mod mine_beyond;
pub mod minimise;
pub mod missed;
pub mod numbers;
pub mod obey;
pub mod picture;
pub mod prove;
pub mod review;
pub mod rule;
pub mod stats;
pub mod svg;
pub mod table;
pub mod terminal;
pub mod walk;

pub use errors::render_error;
pub use legend::describe_reason;
pub use picture::Picture;
pub use svg::svg;
pub use terminal::draw;
