//! Theory of the answers of a program. Claim: of the answers that a certificate holds, one for each
//! live position of the square board of this side, from corner to opposite corner, so many forbid a
//! live move, so many allow a dead one, and so many are missing. They are *sound* if none forbids a
//! live move, and *complete* if none allows a dead one, and none is missing.
//!
//! The checker enumerates all live positions itself, in its own order, and so knows which moves are
//! live. For each of them it takes the next answer and counts. The counts and verdicts of the
//! manifest must equal its own. Entering the end cell early is a dead move. That the program gives
//! these answers is not part of the claim: nothing here runs it, and its name, command and digest
//! are repeated as they stand in the manifest.
//!
//! A byte has the answers in a listed position (low four bits) and in the transposed one (high four
//! bits; 0 if it is the same position). The bits are the moves U, D, L, R that are allowed. All
//! four are no answer, because the line comes from one of the four cells, or begins in a corner.
//!
//! **A1.** A move is live exactly if the position after it is on the list. So an answer forbids a
//! live move exactly if a legal move that leads to a listed position is not in it, and it allows a
//! dead one exactly if a move in it leads to a position that is not listed. (proof:
//! docs/reference/certificates.md, "A1")
//!
//! Read besides: `live_set.rs` (L3, L4); `files.rs` and `threads.rs` of the kernel.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::digest::check_digest;
use crate::kernel::check_schema;
use crate::kernel::files::{inflate, parse, read};
use crate::kernel::threads::for_each_chunk;
use crate::one_board_by_list::live_set::{BitBoard, CHUNK, Key, LiveSet};
use crate::strict::check_entries;

/// The file of the manifest, relative to the certificate.
pub const ANSWER_MANIFEST: &str = "answers.json";

/// The four bits of a position without an answer.
pub const NO_ANSWER: u8 = 15;

/// The moves in the order of their bits, which is that of [`BitBoard::after`].
const LETTERS: [char; 4] = ['U', 'D', 'L', 'R'];

/// What is certified, and the digests of the files with the answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerManifest {
    /// The version of the format.
    pub schema: u32,
    /// Who made it.
    pub tool: String,
    /// The side of the board.
    pub size: usize,
    /// The program that was asked.
    pub program: CertifiedProgram,
    /// Whether the answers forbid no live move; none if that is not known.
    pub sound: Option<bool>,
    /// Whether the answers allow no dead move; none if that is not known.
    pub complete: Option<bool>,
    /// What the answers amount to.
    pub counts: CertifiedCounts,
    /// The digests of the files with the answers, from one drawn cell on.
    pub layers: Vec<String>,
}

/// A program as those who asked it name it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedProgram {
    /// Its name.
    pub name: String,
    /// The command that was run.
    pub command: String,
    /// The digest of the files on which its answers depend: 64 digits, 0 to 9 and a to f.
    pub digest: String,
}

/// Counts of live positions, mirror images apart, and of their dead moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedCounts {
    /// Positions.
    pub positions: u64,
    /// Positions without an answer.
    pub unanswered: u64,
    /// Positions in which a live move is not allowed.
    pub live_forbidden: u64,
    /// Positions in which a dead move is allowed.
    pub dead_allowed: u64,
    /// Dead moves of all positions.
    pub dead_moves: u64,
    /// Those of them that are not allowed, in positions with an answer.
    pub forbidden: u64,
}

impl CertifiedCounts {
    /// Whether the answers are sound, and whether they are complete; none if that is not known.
    pub fn verdicts(&self) -> [Option<bool>; 2] {
        [self.live_forbidden, self.dead_allowed].map(|wrong| match (wrong, self.unanswered) {
            (1.., _) => Some(false),
            (0, 0) => Some(true),
            (0, _) => None,
        })
    }

    /// Adds those of other positions.
    pub fn add(&mut self, other: CertifiedCounts) {
        self.positions += other.positions;
        self.unanswered += other.unanswered;
        self.live_forbidden += other.live_forbidden;
        self.dead_allowed += other.dead_allowed;
        self.dead_moves += other.dead_moves;
        self.forbidden += other.forbidden;
    }
}

/// Whether a folder has a certificate of this kind.
pub fn is_of_answers(folder: &Path) -> bool {
    folder.join(ANSWER_MANIFEST).exists()
}

/// The name of the file with the answers in the positions with `drawn` drawn cells.
pub fn answers_name(drawn: usize) -> String {
    format!("answers/{drawn:02}.z")
}

/// Reads the manifest of a folder and checks it.
///
/// # Errors
/// If it cannot be read, or is inconsistent.
pub fn read_answer_manifest(folder: &Path) -> Result<AnswerManifest, String> {
    let manifest: AnswerManifest = read(&folder.join(ANSWER_MANIFEST))
        .and_then(parse)
        .map_err(|why| format!("{ANSWER_MANIFEST}: {why}"))?;
    let AnswerManifest { schema, size, program, sound, complete, counts, layers, .. } = &manifest;
    check_schema(*schema)?;
    BitBoard::new(*size)?;
    let is_digit = |sign: u8| matches!(sign, b'0'..=b'9' | b'a'..=b'f');
    if program.digest.len() != 64 || !program.digest.bytes().all(is_digit) {
        return Err(format!("{ANSWER_MANIFEST}: the digest of the program is none"));
    }
    if [*sound, *complete] != counts.verdicts() {
        return Err(format!("{ANSWER_MANIFEST}: its verdicts do not follow from its counts"));
    }
    if layers.len() != size * size {
        let (found, named) = (size * size, layers.len());
        return Err(format!("the live positions are {found} layers, and it has {named}"));
    }
    Ok(manifest)
}

/// Reads the answers in the positions with `drawn` drawn cells, a byte for each listed position.
///
/// # Errors
/// If the manifest has no such layer, or the file cannot be read or is another one.
pub fn read_answers(
    folder: &Path,
    manifest: &AnswerManifest,
    drawn: usize,
) -> Result<Vec<u8>, String> {
    let digest = drawn.checked_sub(1).and_then(|at| manifest.layers.get(at));
    let digest = digest.ok_or_else(|| format!("there is no layer {drawn}"))?;
    let name = answers_name(drawn);
    let bytes = read(&folder.join(&name)).and_then(|bytes| {
        check_digest(&bytes, digest)?;
        inflate(&bytes)
    });
    bytes.map_err(|why| format!("{name}: {why}"))
}

/// Checks the answers in a folder against a manifest that was read there.
///
/// # Errors
/// If an answer is superfluous, or allows a move that is not legal, or counts differ.
pub fn check_answers(folder: &Path, manifest: &AnswerManifest) -> Result<(), String> {
    let names = (1..=manifest.layers.len()).map(answers_name);
    let expected = names.chain([ANSWER_MANIFEST, "answers"].map(str::to_owned));
    let expected: BTreeSet<String> = expected.collect();
    check_entries(folder, &["", "answers"], &expected, "layer")?;
    let live = LiveSet::new(BitBoard::new(manifest.size)?);
    let counts = Mutex::new(CertifiedCounts::default());
    for drawn in 1..=live.layers() {
        let name = answers_name(drawn);
        let (keys, bytes) = (live.layer(drawn), read_answers(folder, manifest, drawn)?);
        if keys.len() != bytes.len() {
            let (found, listed) = (bytes.len(), keys.len());
            return Err(format!("{name}: {found} bytes for {listed} listed positions"));
        }
        let pairs: Vec<(Key, u8)> = keys.into_iter().zip(bytes).collect();
        let checked = for_each_chunk(&pairs, CHUNK, |pairs| {
            let mut found = CertifiedCounts::default();
            for &(key, byte) in pairs {
                found.add(count(&live, key, byte & 15)?);
                match live.grid.transposed(key) {
                    same if same == key && byte >> 4 == 0 => {}
                    same if same == key => {
                        let shown = live.grid.show(key);
                        return Err(format!("two answers in {shown}, its own transposed position"));
                    }
                    other => found.add(count(&live, other, byte >> 4)?),
                }
            }
            counts.lock().expect("no thread panics with the lock").add(found);
            Ok(())
        });
        checked.map_err(|why| format!("{name}: {why}"))?;
    }
    let counts = counts.into_inner().expect("no thread panics with the lock");
    match counts == manifest.counts {
        true => Ok(()),
        false => Err(format!("the answers amount to {counts:?}, not to {:?}", manifest.counts)),
    }
}

/// The counts of one answer in a live position.
fn count(live: &LiveSet, key: Key, answer: u8) -> Result<CertifiedCounts, String> {
    let (mut legal, mut alive) = (0u8, 0u8);
    for (at, next) in live.grid.after(key).into_iter().enumerate() {
        legal |= u8::from(next.is_some()) << at;
        alive |= u8::from(next.is_some_and(|next| live.contains(next))) << at;
    }
    let dead = legal & !alive;
    let moves = |bits: u8| u64::from(bits.count_ones());
    let counts =
        CertifiedCounts { positions: 1, dead_moves: moves(dead), ..CertifiedCounts::default() };
    if answer == NO_ANSWER {
        return Ok(CertifiedCounts { unanswered: 1, ..counts });
    }
    if answer & !legal != 0 {
        let letter = LETTERS[(answer & !legal).trailing_zeros() as usize];
        let shown = live.grid.show(key);
        return Err(format!("the answer allows {letter}, which is not legal, in {shown}"));
    }
    Ok(CertifiedCounts {
        live_forbidden: u64::from(alive & !answer != 0),
        dead_allowed: u64::from(dead & answer != 0),
        forbidden: moves(dead & !answer),
        ..counts
    })
}
