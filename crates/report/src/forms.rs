//! The schemas of the JSON that [`crate::mirror`] writes by hand.
//!
//! A type here has the keys and words of the domain type of the same name. It only describes:
//! nothing makes a value of it. A field of a report names it by
//! `#[schemars(with = "forms::Cell")]`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::mirror;
use deadmove_core::board;
use deadmove_core::verdict;

/// A cell as `[column, row]`, counted from 1 in the upper left corner.
#[derive(JsonSchema)]
pub struct Cell(pub [u16; 2]);

/// A schema that is one of some words, or a pattern of words. The types that have it are plain
/// names.
macro_rules! words {
    ($($(#[doc = $about:literal])+ $name:ident = $schema:expr;)+) => {$(
        $(#[doc = $about])+
        pub struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let mut schema: Schema = $schema;
                schema.insert("description".into(), concat!($($about),+).trim().into());
                schema
            }
        }
    )+};
}

words! {
    /// A move: up, down, left or right on the board.
    Move = one_of(board::Move::ALL.map(|direction| direction.letter().to_string()));
    /// Moves, one letter each.
    Path = json_schema!({"type": "string", "pattern": "^[UDLR]*$"});
    /// Whether a completion exists.
    Verdict = one_of(verdict::Verdict::ALL.map(|verdict| verdict.to_string()));
    /// The limit that was reached.
    Limit = one_of(verdict::Limit::ALL.map(verdict::Limit::word));
    /// A whole number of any size.
    Digits = json_schema!({"type": "integer", "minimum": 0});
}

fn one_of<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Schema {
    let words: Vec<String> = words.into_iter().map(Into::into).collect();
    json_schema!({"type": "string", "enum": words})
}

/// A value that [`mirror::word`] writes.
pub struct Word<T>(PhantomData<T>);

impl<T: mirror::Word> JsonSchema for Word<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Word".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        one_of(T::WORDS.iter().map(|(word, _)| *word))
    }
}

/// A value for each legal move.
pub struct Moves<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for Moves<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Moves".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        let all = board::Move::ALL.map(|direction| (direction.letter().to_string(), one.clone()));
        json_schema!({"type": "object", "properties": BTreeMap::from(all)})
    }
}

/// One of two values.
pub struct Either<A, B>(PhantomData<(A, B)>);

impl<A: JsonSchema, B: JsonSchema> JsonSchema for Either<A, B> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Either".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let both = [generator.subschema_for::<A>(), generator.subschema_for::<B>()];
        json_schema!({"anyOf": both})
    }
}

/// Two engines compared.
#[derive(JsonSchema)]
pub struct Comparison {
    /// Questions to which both gave the same answer.
    pub agreed: usize,
    /// Questions that one of them did not decide.
    pub open: usize,
}

/// Why a position has no completion.
#[derive(JsonSchema)]
#[schemars(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// A cell that the line can enter but not leave, or not enter.
    DeadEnd {
        /// The cell; the live end itself when it is stuck.
        cell: Cell,
        /// Its usable neighbours.
        exits: Vec<Cell>,
        /// How many it needs.
        needed: usize,
    },
    /// Cells that the line could enter but not return from.
    CutOff {
        /// The cells.
        cells: Vec<Cell>,
        /// The only cell from which the line could enter them, if there is one.
        door: Option<Cell>,
    },
    /// A region whose colours the edges that leave it cannot balance.
    Colour {
        /// The region.
        region: Vec<Cell>,
        /// Black cells in it.
        black: usize,
        /// White cells in it.
        white: usize,
        /// The required difference between the edges that leave it: black-ended minus white-ended.
        needed: i64,
        /// Every edge that leaves it, inner cell first.
        crossing: Vec<[Cell; 2]>,
    },
    /// Steps that decide edges, and a contradiction.
    Deduction {
        /// In order: each may use those before it.
        steps: Vec<Step>,
        /// What cannot be after them.
        contradiction: Contradiction,
    },
    /// No short reason: an exhaustive search found no completion.
    Search {
        /// The engine that searched.
        engine: String,
        /// Connectivity clauses that the SAT engine needed; 0 for the frontier engine.
        cut_sets: usize,
    },
}

/// Steps to a contradiction.
#[derive(JsonSchema)]
pub struct Deduction {
    /// In order: each may use those before it.
    pub steps: Vec<Step>,
    /// What cannot be after them.
    pub contradiction: Contradiction,
}

/// A decided edge.
#[derive(JsonSchema)]
pub struct Step {
    /// Its two cells.
    pub edge: [Cell; 2],
    /// Whether every completion uses it; otherwise none does.
    pub used: bool,
    /// What decides it.
    pub because: Because,
}

/// What decides an edge.
#[derive(JsonSchema)]
#[schemars(tag = "kind", rename_all = "kebab-case")]
pub enum Because {
    /// One of its cells needs all edges it has left, or has all it needs.
    Degree {
        /// The cell.
        cell: Cell,
    },
    /// It would close a chain of used edges to a loop without all cells.
    SmallLoop {
        /// The chain, from one cell of the edge to the other.
        chain: Vec<Cell>,
    },
    /// The edges that leave a region can just balance its colours, in one way only.
    Colour {
        /// The region.
        region: Vec<Cell>,
    },
    /// It is one of only two edges that leave a region.
    TwoEdgeCut {
        /// The region.
        region: Vec<Cell>,
    },
    /// The opposite leads to a contradiction.
    Probe {
        /// After the steps before this one and the opposite of this one.
        deduction: Box<Deduction>,
    },
}

/// What cannot be.
#[derive(JsonSchema)]
#[schemars(tag = "kind", rename_all = "kebab-case")]
pub enum Contradiction {
    /// A cell with fewer edges left than it needs, or more in use.
    Degree {
        /// The cell.
        cell: Cell,
    },
    /// A loop of used edges without all cells.
    SmallLoop {
        /// The cells along the loop.
        chain: Vec<Cell>,
    },
    /// Cells that are joined to the others by way of one cell at most.
    CutOff {
        /// The cells.
        cells: Vec<Cell>,
        /// The one cell, if there is one.
        door: Option<Cell>,
    },
    /// The edges that leave a region cannot balance its colours.
    Colour {
        /// The region.
        region: Vec<Cell>,
    },
}

/// A fault in an input. Keys that do not apply are left out.
#[derive(JsonSchema)]
#[schemars(rename = "Error")]
pub struct InputError {
    /// A word for scripts that stays the same.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub kind: String,
    /// One sentence: what is wrong.
    pub message: String,
    /// The file.
    #[schemars(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The line, counted from 1.
    #[schemars(skip_serializing_if = "none")]
    pub line: usize,
    /// The column in characters, counted from 1.
    #[schemars(skip_serializing_if = "none")]
    pub column: usize,
    /// What would have been right.
    #[schemars(skip_serializing_if = "String::is_empty")]
    pub expected: String,
}

/// The given rules that a candidate is like on a board, by name.
#[derive(JsonSchema)]
pub struct Like {
    /// The side of the board.
    pub size: usize,
    /// Those that forbid the same moves there.
    pub same: Vec<String>,
    /// Those that forbid some of them, and no others.
    pub covers: Vec<String>,
}

/// Chunks of work.
#[derive(JsonSchema)]
pub struct Units {
    /// How many there are, if that is known.
    pub total: Option<u64>,
    /// First and last of each run of those that are done.
    pub done: Vec<[u64; 2]>,
}
