//! The shapes of the symbols on a drawn board: one set for pictures and for the page of the board.
//!
//! What lives here: radii and outlines around the middle of a cell with a side of [`CELL`], as
//! constants and as the script of the page. What does not: colours, which are in
//! [`deadmove_svg::palette`] and in the style of the page, and the characters of the terminal
//! ([`crate::glyphs`]).

macro_rules! shapes {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $value:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: $kind = $value;)+

        /// The same as a script: an object `shapes`.
        pub const SCRIPT: &str = concat!(
            "// Made of crates/report/src/shapes.rs.\n\"use strict\";\n\nconst shapes = {\n",
            $("  ", stringify!($name), ": ", stringify!($value), ",\n",)+
            "};\n",
        );
    };
}

shapes! {
    /// The side of a cell.
    CELL: f64 = 24.0;
    /// The disc of the start.
    START: f64 = 6.5;
    /// The ring of the end cell.
    END: f64 = 8.0;
    /// The disc within the ring of the end cell.
    END_DOT: f64 = 3.5;
    /// The ring of the live end.
    LIVE_END: f64 = 7.5;
    /// The turning point.
    TURNING: &str = "M0 -8L8 0L0 8L-8 0Z";
    /// The arrow of a move to the right.
    ARROW: &str = "M13 -6L23 0L13 6Z";
    /// The same where the edge of the move has a mark of its own.
    ARROW_ASIDE: &str = "M6 -16L15 -11.5L6 -7Z";
    /// Two jambs, so that a door is no dead end in grey either.
    DOOR: &str = "M-10 -10v20m20 -20v20";
    /// The disc of a black cell of a region.
    BLACK: f64 = 3.0;
    /// A cell with too few edges.
    DEAD_END: &str = "M-7 -7l14 14m0 -14l-14 14";
    /// From the middle of a cell to the bar of an edge that leaves a region.
    CROSSING: f64 = 6.0;
    /// Half of a stroke across an edge that is not used.
    UNUSED: f64 = 6.0;
    /// From the middle of a cell to the sign of a rule in its corner, where no line runs.
    CORNER: f64 = 7.5;
    /// From the middle of a cell to the cross of a forbidden move in its corner.
    CROSS_CORNER: f64 = 6.2;
    /// The ring of a forbidden move.
    CROSS_RING: f64 = 5.0;
    /// The cross of a forbidden move.
    CROSS: &str = "M-2.7 -2.7l5.4 5.4m0 -5.4l-5.4 5.4";
    /// The ring of a cell that a rule wants free.
    FREE: f64 = 2.8;
    /// The stroke through that ring: not the end cell.
    NOT_END: &str = "M-4 4L4 -4";
    /// The disc of a cell that a rule wants drawn.
    DRAWN: f64 = 3.2;
    /// Half the side of the box of a wall.
    WALL: f64 = 3.0;
    /// Half the side of the box of a cell that a rule wants outside or on the board.
    BOX: f64 = 2.5;
    /// The triangle that points to the right, out of a segment into its region, below the line.
    SIDE_BELOW: &str = "M11 4L17 7.5L11 11Z";
    /// The same above the line.
    SIDE_ABOVE: &str = "M11 -11L17 -7.5L11 -4Z";
}
