//! What is counted so far of the dead moves that rules allow, as a part of the file of --resume.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use deadmove_core::board::Move;
use deadmove_verify::live_set::bits::PackedPosition;
use deadmove_verify::uncovered::tally::{MovePattern, Tally};

/// What is counted of the dead moves that rules allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Whether unsound rules are left out.
    pub sound_only: bool,
    /// The counts.
    pub tally: Tally,
}

/// What was counted of the dead moves that rules allow. See [`Tally`].
#[derive(Serialize, Deserialize)]
pub(crate) struct CountedObject {
    sound_only: bool,
    layers: usize,
    dead_moves: u64,
    early_ends: u64,
    alone: Vec<u64>,
    #[serde(serialize_with = "write_patterns", deserialize_with = "patterns")]
    patterns: Vec<MovePattern>,
}

/// A pattern: the free cells of its example as a hexadecimal number whose lowest bit is the cell
/// 1,1, the number of the live end's cell from 0, row by row, the move, and the count.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "free cells, live end, move and count of a pattern")]
struct PatternObject(String, u8, Move, u64);

impl CountedObject {
    pub(crate) fn of(Counted { sound_only, tally }: &Counted) -> CountedObject {
        let Tally { layers, dead_moves, early_ends, alone, patterns } = tally.clone();
        let sound_only = *sound_only;
        CountedObject { sound_only, layers, dead_moves, early_ends, alone, patterns }
    }

    pub(crate) fn counted(self) -> Counted {
        let CountedObject { sound_only, layers, dead_moves, early_ends, alone, patterns } = self;
        let tally = Tally { layers, dead_moves, early_ends, alone, patterns };
        Counted { sound_only, tally }
    }
}

fn write_patterns<S: Serializer>(
    patterns: &[MovePattern],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(patterns.iter().map(|&MovePattern { key, direction, count }| {
        PatternObject(format!("{:x}", key.free()), key.live_end() as u8, direction, count)
    }))
}

fn patterns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<MovePattern>, D::Error> {
    let read = Vec::<PatternRead>::deserialize(deserializer)?;
    Ok(read.into_iter().map(|PatternRead(pattern)| pattern).collect())
}

/// A pattern whose position can be packed.
#[derive(Deserialize)]
#[serde(try_from = "PatternObject")]
struct PatternRead(MovePattern);

impl TryFrom<PatternObject> for PatternRead {
    type Error = &'static str;

    fn try_from(object: PatternObject) -> Result<PatternRead, &'static str> {
        let PatternObject(free, live_end, direction, count) = object;
        let free =
            u128::from_str_radix(&free, 16).map_err(|_| "free cells are hexadecimal digits")?;
        let key = PackedPosition::checked(free, usize::from(live_end))
            .ok_or("the position is too large")?;
        Ok(PatternRead(MovePattern { key, direction, count }))
    }
}
