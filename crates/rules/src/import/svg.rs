//! Reads the SVG of a drawing: header, size, and the mark in each cell.
//!
//! The numbers in the comments of the cells are ignored. [`super::decode`] decides what the marks
//! mean for a rule.

use std::str::FromStr;

use roxmltree::{Document, Node, ParsingOptions};
use svgtypes::ViewBox;

use super::glyph::{CountKind, Glyph, long_arrow, recognise};
use super::line::direction;
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError, Place};

/// A cell of a drawing: column and row, from 1.
pub type DrawnCell = (i16, i16);

/// A drawing.
#[derive(Debug)]
pub struct Drawing {
    /// The turns and the side named in the header.
    pub header: Header,
    /// The marks of the cells, in the order of the file.
    pub marks: Vec<DrawnMark>,
    /// Arrows from cell to cell, drawn over walls: cell at the tail, direction, cell at the tip.
    pub arrows: Vec<(DrawnCell, Move, DrawnCell)>,
    /// One sentence for each thing that was not read.
    pub notes: Vec<String>,
    /// The place of the size, for errors that concern the whole drawing.
    pub place: Place,
}

/// The header of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Also applied turned to the right.
    pub turned_right: bool,
    /// Also applied turned to the left.
    pub turned_left: bool,
    /// Whether the area lies to the left of the count line; drawings of the first period only.
    pub area_on_left: Option<bool>,
}

/// A mark in a cell, and its place in the file.
#[derive(Clone, Debug)]
pub struct DrawnMark {
    /// The cell.
    pub cell: DrawnCell,
    /// Its meaning.
    pub kind: MarkKind,
    /// Its comment in the file.
    pub place: Place,
}

/// The meaning of a mark. One cell may have several marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The live end, with the line coming from below.
    LiveEnd,
    /// Must be empty.
    Free,
    /// Taken by the line.
    Drawn,
    /// Taken or border; with an arrow, the line there runs in its direction.
    Wall(Option<Move>),
    /// The near (true) or far end of a future line.
    Future(bool),
    /// A cell of a count line.
    Count(CountRole, CountKind),
    /// A forbidden move.
    Forbidden,
    /// Not the end corner.
    NotEnd,
}

/// The role of a cell in a count line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountRole {
    /// Its first cell.
    Start,
    /// Between the ends.
    Middle,
    /// Between the ends; its colour is the one that must not be in excess by one.
    Entry,
    /// Its last cell.
    End,
}

/// The editor makes no larger drawings.
const LARGEST: f64 = 100.0;

const EDITOR: &str = "a drawing of the rule editor";

/// Reads the text of a drawing.
pub fn read(text: &str) -> Result<Drawing, InputError> {
    let options = ParsingOptions { nodes_limit: 100_000, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let cut_off = matches!(
            error,
            roxmltree::Error::UnexpectedEndOfStream | roxmltree::Error::UnclosedRootNode
        );
        let (line, column) = match (cut_off, text.lines().enumerate().last()) {
            (true, Some((i, last))) => (i + 1, last.chars().count() + 1),
            _ => (error.pos().row as usize, error.pos().col as usize),
        };
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at {}", error.pos())).unwrap_or(&message);
        InputError::new(ErrorKind::NotXml, format!("this is no well-formed SVG: {message}"))
            .expected(EDITOR)
            .at(text, line, column, 1)
    })?;
    let root = document.root_element();
    let file = DrawingFile { text, document: &document };
    if root.tag_name().name() != "svg" {
        let message = format!("this is a '{}' file, no SVG", root.tag_name().name());
        return Err(file.error(root, ErrorKind::NotSvg, message).expected(EDITOR));
    }
    let (size, place) = file.size(root)?;
    let mut drawing = Drawing {
        header: Header::default(),
        marks: Vec::new(),
        arrows: Vec::new(),
        notes: Vec::new(),
        place,
    };
    for node in document.root().children().filter(Node::is_comment) {
        if let Some(flags) = node.text().and_then(header_items) {
            drawing.header = file.header(node, &flags)?;
        }
    }
    file.cells(root, size, &mut drawing)?;
    Ok(drawing)
}

struct DrawingFile<'t> {
    text: &'t str,
    document: &'t Document<'t>,
}

/// A cell while its shapes are collected.
struct OpenCell<'t> {
    cell: DrawnCell,
    node: Node<'t, 't>,
    glyphs: Vec<Glyph>,
}

impl<'t> DrawingFile<'t> {
    fn error(&self, node: Node, kind: ErrorKind, message: impl Into<String>) -> InputError {
        InputError { place: Some(self.place(node)), ..InputError::new(kind, message) }
    }

    /// The first line of a node.
    fn place(&self, node: Node) -> Place {
        let range = node.range();
        let at = self.document.text_pos_at(range.start);
        let shown = self.text.get(range).unwrap_or("");
        let length = shown.lines().next().unwrap_or("").chars().count();
        Place::new(self.text, at.row as usize, at.col as usize, length)
    }

    fn size(&self, root: Node) -> Result<((i16, i16), Place), InputError> {
        let Some(attribute) = root.attribute_node("viewBox") else {
            return Err(self
                .error(root, ErrorKind::NoSize, "the drawing does not say how large it is")
                .expected("viewBox=\"0 0 width height\", in cells"));
        };
        let at = self.document.text_pos_at(attribute.range().start);
        let length = attribute.range().len();
        let error = InputError::new(ErrorKind::BadSize, "this is not the size of a drawing").at(
            self.text,
            at.row as usize,
            at.col as usize,
            length,
        );
        let side = |cells: f64| {
            ((1.0..=LARGEST).contains(&cells) && cells.fract() == 0.0).then_some(cells as i16)
        };
        let size = ViewBox::from_str(attribute.value())
            .ok()
            .filter(|view| view.x == 0.0 && view.y == 0.0)
            .and_then(|view| Some((side(view.w)?, side(view.h)?)));
        match (size, error.place.clone()) {
            (Some(size), Some(place)) => Ok((size, place)),
            _ => Err(error.expected(format!(
                "viewBox=\"0 0 width height\" in whole cells, at most {LARGEST}"
            ))),
        }
    }

    fn header(&self, node: Node, items: &[&str]) -> Result<Header, InputError> {
        let flag = |item: &&str| match *item {
            "True" => Some(true),
            "False" => Some(false),
            _ => None,
        };
        let flags: Option<Vec<bool>> = items.iter().map(flag).collect();
        let (turned_right, turned_left, area_on_left) = match flags.as_deref() {
            Some(&[right, left]) => (right, left, None),
            Some(&[right, left, area]) => (right, left, Some(area)),
            _ => {
                return Err(self
                    .error(node, ErrorKind::BadHeader, "this header cannot be read")
                    .expected(
                        "two or three of True and False between bars, such as |True|False|",
                    ));
            }
        };
        if turned_right && turned_left {
            return Err(self
                .error(node, ErrorKind::BadHeader, "the header asks for both turns at once")
                .expected("at most one of the first two to be True"));
        }
        Ok(Header { turned_right, turned_left, area_on_left })
    }

    fn cells(
        &self,
        root: Node<'t, 't>,
        size: (i16, i16),
        drawing: &mut Drawing,
    ) -> Result<(), InputError> {
        let mut finished = false;
        let mut open: Option<OpenCell> = None;
        for node in root.children() {
            if node.is_comment() {
                drawing.marks.extend(self.close(open.take())?);
                let text = node.text().unwrap_or("").trim();
                if finished || ["1", "2"].contains(&text) {
                    continue;
                }
                if text == "3" {
                    finished = true;
                } else if let Some(cell) = self.cell(node, text, size)? {
                    open = Some(OpenCell { cell, node, glyphs: Vec::new() });
                } else {
                    drawing.notes.push(self.unread(node, "comment"));
                }
            } else if node.is_element() && node.tag_name().name() != "style" && !is_grid(node) {
                if let Some(open) = open.as_mut().filter(|_| !finished) {
                    let (column, row) = open.cell;
                    let glyph = recognise(node, column, row).ok_or_else(|| {
                        self.error(node, ErrorKind::UnknownShape, "this shape has no known meaning")
                            .expected(format!("one of the editor's shapes in {column},{row}"))
                    })?;
                    open.glyphs.push(glyph);
                } else if let Some(arrow) = long_arrow(node).and_then(straight) {
                    drawing.arrows.push(arrow);
                } else {
                    drawing.notes.push(self.unread(node, "shape"));
                }
            }
        }
        drawing.marks.extend(self.close(open)?);
        Ok(())
    }

    fn unread(&self, node: Node, what: &str) -> String {
        format!("The {what} in line {} of the drawing was not read.", self.place(node).line)
    }

    /// The cell of a comment `column row number`; `None` if the comment is another one.
    fn cell(
        &self,
        node: Node,
        text: &str,
        (width, height): (i16, i16),
    ) -> Result<Option<DrawnCell>, InputError> {
        let numbers: Option<Vec<i16>> = text.split(' ').map(|word| word.parse().ok()).collect();
        let Some(&[column, row, _]) = numbers.as_deref() else { return Ok(None) };
        if !(1..=width).contains(&column) || !(1..=height).contains(&row) {
            let message = format!("the cell {column},{row} lies outside the drawing");
            return Err(self
                .error(node, ErrorKind::CellOutside, message)
                .expected(format!("columns 1 to {width} and rows 1 to {height}")));
        }
        Ok(Some((column, row)))
    }

    fn close(&self, open: Option<OpenCell>) -> Result<Option<DrawnMark>, InputError> {
        let Some(OpenCell { cell, node, glyphs }) = open else { return Ok(None) };
        let (column, row) = cell;
        let kind = meaning(&glyphs).ok_or_else(|| match glyphs.as_slice() {
            [] => self
                .error(node, ErrorKind::EmptyCell, format!("nothing is drawn in {column},{row}"))
                .expected("the shapes of the cell after its comment"),
            [Glyph::AreaBorder] => self
                .error(
                    node,
                    ErrorKind::AreaBorder,
                    format!("the black square in {column},{row} marks the border of an area"),
                )
                .expected("a rule; figures that explain an area are none"),
            _ => self
                .error(
                    node,
                    ErrorKind::UnknownCell,
                    format!("the shapes in {column},{row} have no meaning together"),
                )
                .expected("the shapes of one of the editor's cells"),
        })?;
        Ok(Some(DrawnMark { cell, kind, place: self.place(node) }))
    }
}

/// The items of a header such as `|True|False|`; `None` if the comment is another one.
fn header_items(text: &str) -> Option<Vec<&str>> {
    Some(text.trim().strip_prefix('|')?.strip_suffix('|')?.split('|').collect())
}

/// Whether an element is one of the thin grey lines between the cells.
fn is_grid(node: Node) -> bool {
    node.attribute("stroke") == Some("gray")
}

fn straight([tail, tip]: [DrawnCell; 2]) -> Option<(DrawnCell, Move, DrawnCell)> {
    let direction = direction(((tip.0 - tail.0).signum(), (tip.1 - tail.1).signum()))?;
    Some((tail, direction, tip))
}

/// The meaning of all shapes of a cell together.
fn meaning(glyphs: &[Glyph]) -> Option<MarkKind> {
    use Glyph::{
        Arrow, Below, Corner, Cross, Dot, End, Frame, Free, FromBelow, Future, FutureEnd,
        FutureStart, Line, Plus, Start, Wall,
    };
    Some(match *glyphs {
        [Line, FromBelow] | [Line, FromBelow, Below, Below] => MarkKind::LiveEnd,
        [Free] => MarkKind::Free,
        [Line] | [Line, Plus] => MarkKind::Drawn,
        [Wall] => MarkKind::Wall(None),
        [Line, Arrow(direction)] => MarkKind::Wall(Some(direction)),
        [Future, FutureStart] => MarkKind::Future(true),
        [Future, FutureEnd] => MarkKind::Future(false),
        [Frame(kind)] => MarkKind::Count(CountRole::Middle, kind),
        [Frame(kind), Start] => MarkKind::Count(CountRole::Start, kind),
        [Frame(kind), Plus] => MarkKind::Count(CountRole::Entry, kind),
        [Frame(kind), End] => MarkKind::Count(CountRole::End, kind),
        [Cross] => MarkKind::Forbidden,
        [Corner, Dot] => MarkKind::NotEnd,
        _ => return None,
    })
}
