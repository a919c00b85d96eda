//! A task: one part of one layer. Its positions are merged, the rules are asked, and the positions
//! one step further are written.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::file::{Footer, Writer};
use crate::folder::PassFolder;
use crate::merge::Merge;
use crate::reached::{Reached, part_of};
use crate::source::PassSource;
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{unwritable, write_unless_present};
use deadmove_rules::moves::Moves;
use deadmove_verify::check::simpler;
use deadmove_verify::live_set::bits::{BitBoard, PackedPosition};

/// What was counted over positions of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassTotals {
    /// Positions.
    pub positions: u64,
    /// Positions up to transposition.
    pub up_to_transposition: u64,
    /// Lines that lead to them.
    pub lines: u128,
    /// The same lines with one allowed move more. The next layer must have as many.
    pub continued: u128,
    /// Positions that have no allowed move and are not finished, or in which a program has entered
    /// the end cell early.
    pub stuck: u64,
    /// The smallest stuck position, as the number of its key.
    pub stuck_key: Option<u128>,
    /// Lines that lead to the finished position.
    pub completed: u128,
    /// Positions about which a program gave no answer. No line goes on from them, and they are not
    /// stuck.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unanswered: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl PassTotals {
    /// Whether those of a layer can be true. Only positions of the last layer are finished, and no
    /// move leads on from there.
    pub(crate) fn agree(&self, last: bool) -> bool {
        let images = self.up_to_transposition.saturating_mul(2);
        (self.stuck > 0) == self.stuck_key.is_some()
            && self.stuck.checked_add(self.unanswered).is_some_and(|sum| sum <= self.positions)
            && (self.up_to_transposition..=images).contains(&self.positions)
            && u128::from(self.up_to_transposition) <= self.lines
            && match last {
                true => {
                    let open = (self.continued, self.stuck, self.unanswered);
                    (open, self.completed) == ((0, 0, 0), self.lines)
                }
                false => self.completed == 0,
            }
    }

    /// The sum with those of another part or layer; none if a number is too large.
    pub(crate) fn plus(&self, other: &PassTotals) -> Option<PassTotals> {
        Some(PassTotals {
            positions: self.positions.checked_add(other.positions)?,
            up_to_transposition: self.up_to_transposition.checked_add(other.up_to_transposition)?,
            lines: self.lines.checked_add(other.lines)?,
            continued: self.continued.checked_add(other.continued)?,
            stuck: self.stuck.checked_add(other.stuck)?,
            stuck_key: simpler(self.stuck_key, other.stuck_key),
            completed: self.completed.checked_add(other.completed)?,
            unanswered: self.unanswered.checked_add(other.unanswered)?,
        })
    }
}

/// Why a task was not done.
#[derive(Debug, thiserror::Error)]
pub enum NotDone {
    /// It was told to stop.
    #[error("the run was stopped")]
    Stopped,
    /// A file cannot be read or written.
    #[error(transparent)]
    Fault(#[from] InputError),
}

/// The least memory of a task, in bytes.
pub const MIN_MEMORY: usize = 1 << 16;

/// Does one part of a layer and writes its file. `memory` bounds the positions that are held at a
/// time, in bytes.
///
/// # Errors
/// If the run was stopped, a file was changed or cannot be written, or the program does not start
/// or is not asked any more.
pub fn do_task<'s>(
    folder: &PassFolder,
    source: impl Into<PassSource<'s>>,
    (layer, part): (usize, u32),
    memory: usize,
    stop: &AtomicBool,
) -> Result<PassTotals, NotDone> {
    let question = folder.question();
    let grid = BitBoard::rectangle(question.width, question.height);
    let sections = folder.sections(layer, part)?;
    let start = PackedPosition::new(grid.all() & !1, 0);
    let start = (layer == 1 && part_of(start, question.parts) == part).then_some(start);
    let mut positions = Positions { merge: Merge::new(&sections)?, start };
    let mut source = source.into().begin();
    let mut totals = PassTotals::default();
    let path = folder.file((layer, part));
    folder.create_layer(layer + 1)?;
    let mut not_done = None;
    // The file of another run of this task stays: it may be read already.
    let written = write_unless_present(&path, |to| {
        let mut writer = Writer::new(to, question.parts);
        let mut buffer = Buffer::new(memory);
        let mut go = || -> Result<(), NotDone> {
            let mut count = 0u32;
            while let Some((key, lines)) = positions.next_position()? {
                count = count.wrapping_add(1);
                if count.is_multiple_of(4096) && stop.load(Ordering::Relaxed) {
                    return Err(NotDone::Stopped);
                }
                // No board of 121 cells has so many lines.
                let lines = u64::try_from(lines).ok().filter(|&lines| lines < u64::MAX);
                let lines = lines.ok_or_else(too_many_lines)?;
                let copies = question.copies(&grid, key);
                totals.positions += copies;
                totals.up_to_transposition += 1;
                totals.lines += u128::from(lines);
                if key.free() == 0 {
                    totals.completed += u128::from(lines);
                    continue;
                }
                // Whoever enters the end cell early is stuck there.
                let allowed = match key.live_end() == grid.end() {
                    true => Some(Moves::NONE),
                    false => source.allowed(&grid, key, stop)?,
                };
                let Some(allowed) = allowed else {
                    totals.unanswered += copies;
                    continue;
                };
                let mut stuck = true;
                for next in steps(&grid, allowed, key, source.enters_early()) {
                    stuck = false;
                    totals.continued += u128::from(lines);
                    if buffer.push(Reached::new(question.canonical(&grid, next), lines)) {
                        let written = buffer.write(&mut writer);
                        written.map_err(|error| unwritable(&path, error))?;
                    }
                }
                if stuck {
                    totals.stuck += copies;
                    // Positions ascend.
                    totals.stuck_key.get_or_insert(key.0);
                }
            }
            source.finish(&question.rules, stop)
        };
        if let Err(error) = go() {
            not_done = Some(error);
            return Err(io::ErrorKind::Interrupted.into());
        }
        buffer.combine();
        buffer.write(&mut writer)?;
        let totals = totals.clone();
        let (parts, runs) = (question.parts, writer.runs());
        writer.finish(&Footer {
            question: folder.digest().to_owned(),
            layer,
            part,
            parts,
            runs,
            totals,
        })
    });
    match (not_done, written) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Err(unwritable(&path, error).into()),
        (None, Ok(_)) => Ok(totals),
    }
}

/// The positions that allowed moves lead to. The end cell is entered with the last step only, as in
/// a walk, unless `early` is set.
pub(crate) fn steps(
    grid: &BitBoard,
    allowed: Moves,
    key: PackedPosition,
    early: bool,
) -> impl Iterator<Item = PackedPosition> {
    let allowed = Move::ALL.into_iter().filter(move |&direction| allowed.contains(direction));
    let next = allowed.filter_map(move |direction| grid.step(key, direction));
    next.filter(move |next| early || next.live_end() != grid.end() || next.free() == 0)
}

/// The positions of a part: of the files before, and in the first layer the start.
struct Positions<'p> {
    merge: Merge<'p>,
    start: Option<PackedPosition>,
}

impl Positions<'_> {
    fn next_position(&mut self) -> Result<Option<(PackedPosition, u128)>, InputError> {
        match self.start.take() {
            Some(start) => Ok(Some((start, 1))),
            None => self.merge.next_position(),
        }
    }
}

/// Positions of the next layer that are not written yet.
struct Buffer {
    reached: Vec<Reached>,
    limit: usize,
}

impl Buffer {
    fn new(memory: usize) -> Buffer {
        // As much is left for encoding: a position takes 6 to 12 bytes there, and memory that
        // grows by doubling.
        Buffer { reached: Vec::new(), limit: memory.max(MIN_MEMORY) / (2 * size_of::<Reached>()) }
    }

    /// Adds a position. True if the buffer is full and must be written; it is combined then.
    fn push(&mut self, reached: Reached) -> bool {
        if self.reached.len() == self.reached.capacity() {
            // Unlike `push`, which doubles, this never takes more than the limit.
            let len = self.reached.len();
            self.reached.reserve_exact(len.clamp(1 << 12, (self.limit - len).max(1 << 12)));
        }
        self.reached.push(reached);
        if self.reached.len() < self.limit {
            return false;
        }
        self.combine();
        // With many equal ones there is room again.
        self.reached.len() > self.limit / 2
    }

    /// Sorts the positions and adds up the lines of equal ones.
    fn combine(&mut self) {
        self.reached.sort_unstable();
        self.reached.dedup_by(|next, kept| {
            let same = next.key() == kept.key();
            if same {
                // Too many are noticed when the position is read.
                kept.lines = kept.lines.saturating_add(next.lines);
            }
            same
        });
    }

    /// Writes the positions, which must be combined, and empties the buffer.
    fn write(&mut self, writer: &mut Writer<'_>) -> io::Result<()> {
        writer.write_run(&self.reached)?;
        self.reached.clear();
        Ok(())
    }
}

/// The error for more lines to one position than are counted.
fn too_many_lines() -> InputError {
    InputError::new(ErrorKind::PassDamaged, "more than 2^64 lines lead to one position")
}
