//! Small drawings in the editor's format; each constant is named after what it shows.

#![allow(missing_docs, reason = "the names say what each shows")]

use std::fmt::Write;

macro_rules! filled {
    ($path:literal, $colour:literal, $opacity:literal) => {
        concat!("<path d=\"", $path, "\" fill=\"", $colour, "\" fill-opacity=\"", $opacity, "\" />")
    };
}
macro_rules! drawn {
    ($path:literal, $colour:literal) => {
        concat!(
            "<path d=\"",
            $path,
            "\" fill=\"white\" fill-opacity=\"0\" stroke=\"",
            $colour,
            "\" stroke-width=\"0.05\" stroke-linecap=\"round\" />"
        )
    };
}

pub const FREE: &str = filled!("M 0 0 h 1 v 1 h -1 z", "#dddddd", "1");
pub const PINK: &str = filled!("M 0 0 h 1 v 1 h -1 z", "#ff0000", "0.15");
pub const GREY_BLACK: &str = filled!("M 0 0 h 1 v 1 h -1 z", "#000000", "0.5");
pub const BLACK: &str = filled!("M 0 0 h 1 v 1 h -1 z", "#000000", "1");
pub const BLUE: &str = filled!("M 0 0 h 1 v 1 h -1 z", "#0000ff", "0.15");
pub const GREEN: &str =
    filled!("M 0 0 h 1 v 1 h -1 v -0.8 h 0.2 v 0.6 h 0.6 v -0.6 h -0.8 z", "#008000", "0.25");
pub const OLIVE: &str =
    filled!("M 0 0 h 1 v 1 h -1 v -0.8 h 0.2 v 0.6 h 0.6 v -0.6 h -0.8 z", "#808000", "0.25");
pub const ORANGE: &str =
    filled!("M 0 0 h 1 v 1 h -1 v -0.8 h 0.2 v 0.6 h 0.6 v -0.6 h -0.8 z", "#FF4000", "0.25");
pub const LIVE: &str = drawn!("M 0.5 1 v -0.5", "black");
pub const BEHIND: &str =
    concat!(filled!("M 0 1 h 1 v 1 h -1 z", "#ff0000", "0.15"), drawn!("M 0.5 1 v 0.5", "black"));
pub const LEFT: &str = drawn!("M 0.8 0.5 h -0.6 l 0.2 -0.2 l -0.2 0.2 l 0.2 0.2", "black");
pub const RIGHT: &str = drawn!("M 0.2 0.5 h 0.6 l -0.2 -0.2 l 0.2 0.2 l -0.2 0.2", "black");
pub const UP: &str = drawn!("M 0.5 0.8 v -0.6 l -0.2 0.2 l 0.2 -0.2 l 0.2 0.2", "black");
pub const START: &str =
    drawn!("M 0.3 0.3 v 0.4 v -0.2 h 0.4 l -0.13 -0.13 l 0.13 0.13 l -0.13 0.13", "black");
pub const END: &str = drawn!(
    "M 0.3 0.5 h 0.4 l -0.13 -0.13 l 0.13 0.13 l -0.13 0.13 l 0.13 -0.13 v 0.2 v -0.4",
    "black"
);
pub const PLUS: &str = drawn!("M 0.3 0.5 h 0.4 M 0.5 0.3 v 0.4", "black");
pub const NEAR: &str =
    drawn!("M 0.2 0.2 v 0.6 v -0.3 h 0.6 l -0.2 -0.2 l 0.2 0.2 l -0.2 0.2", "blue");
pub const FAR: &str =
    drawn!("M 0.2 0.5 h 0.6 l -0.2 -0.2 l 0.2 0.2 l -0.2 0.2 l 0.2 -0.2 v 0.3 v -0.6", "blue");
pub const CROSS: &str = drawn!("M 0.2 0.2 l 0.6 0.6 M 0.2 0.8 l 0.6 -0.6", "red");
pub const NOT_END: &str = drawn!("M 0.3 0.2 v 0.5 h 0.5 h -0.2 a 0.3 0.3 0 0 0 -0.3 -0.3", "red");
pub const DOT: &str = "<circle cx=\"0.4\" cy=\"0.6\" r=\"0.05\" fill=\"red\" fill-opacity=\"1\" />";

/// The path of a grey square in the cell 5,4 of a drawing.
pub const SQUARE_AT_ORIGIN: &str = "M 4 3 h 1 v 1 h -1 z";

/// A drawing: header, width and height, and for each cell its column, row and shapes, the shapes as
/// they are in the cell 1,1.
pub fn drawing(header: &str, size: (i16, i16), cells: &[(i16, i16, &[&str])]) -> String {
    let mut text = format!(
        "<!--{header}-->\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">\n",
        size.0, size.1
    );
    for (column, row, shapes) in cells {
        writeln!(text, "\t<!-- {column} {row} 0 -->").expect("a string takes everything");
        for shape in *shapes {
            writeln!(text, "\t{}", moved(shape, *column, *row)).expect("a string takes everything");
        }
    }
    text += "\t<!--3-->\n\t<path stroke=\"gray\" d=\"M 0 1 h 4\" />\n</svg>\n";
    text
}

/// A shape in another cell: every M takes two numbers.
fn moved(shape: &str, column: i16, row: i16) -> String {
    let mut words: Vec<String> = shape.split(' ').map(str::to_owned).collect();
    for i in 0..words.len() {
        if words[i].ends_with('M') {
            for (word, by) in [(i + 1, column - 1), (i + 2, row - 1)] {
                let number: f64 = words[word].parse().expect("a number");
                words[word] = (number + f64::from(by)).to_string();
            }
        }
    }
    words.join(" ")
}
