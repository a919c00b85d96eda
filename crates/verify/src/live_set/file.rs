//! The file format of live sets, and what can be wrong with a file. [`super::open`] decides where
//! such files are kept and when they are read.
//!
//! A header, then the layers of the lower half. Numbers are little endian.
//!
//! ```text
//! "deadmove list\n\0\0"   version (u32)   side (u32)
//! per layer: positions (u64), bytes of the keys (u64), BLAKE3 of keys and links (32 bytes)
//! BLAKE3 of all above (32 bytes)
//! per layer: the packed keys, then a byte of links per position
//! ```
//!
//! The last checksum of the header covers the whole file, because it covers the checksums of the
//! layers. Each side has one live set and so one correct checksum, which is a constant here. Files
//! that are damaged, forged, or written by a faulty program are therefore rejected before their
//! content is used.

use std::io::{self, Read, Write};

use super::LiveSet;
use super::bits::{BitBoard, PackedPosition};
use super::layers::LiveLayer;
use super::packed::{pack, unpack};

const MAGIC: [u8; 16] = *b"deadmove list\n\0\0";

/// The version of the format. A new version needs new [`checksum`]s.
pub(crate) const VERSION: u32 = 1;

const DIGEST: usize = blake3::OUT_LEN;
const FRONT: usize = MAGIC.len() + 4 + 4;
const ROW: usize = 8 + 8 + DIGEST;

/// The checksum at the end of the header for the live set of each side. It depends only on the
/// positions, their links and the format.
pub(crate) fn checksum(side: usize) -> Option<&'static str> {
    Some(match side {
        1 => "a79fe17aea614e3d67c509b5ec42ba177d1dd86c4238172b78a38d376f5fd9c1",
        3 => "caf797fd6a84c61885e38202531062a58a865ab5fb92241de30df64b945f8c10",
        5 => "1eb1fc14dea9b3d5cba0d4d7bdf96b9c80014e30e466a026f70b03390db30d6a",
        7 => "69bd9046e2813908d564349f4134cd3be9e779696bc7c694d13f560c93bb4a05",
        9 => "3c51ec937c78dc75754afee3b324cece1761004ed1fb4b82e15425fbcf71f01f",
        _ => return None,
    })
}

/// The number of live positions of each side that has a live set.
pub fn live_positions(side: usize) -> Option<u64> {
    Some(match side {
        1 => 1,
        3 => 16,
        5 => 578,
        7 => 66_452,
        9 => 53_024_556,
        _ => return None,
    })
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It does not begin like a live set.
    #[error("this is not a list of live positions")]
    NotAList,
    /// It has another version of the format.
    #[error(
        "the list has format version {0}, and this deadmove reads version {known}",
        known = VERSION
    )]
    Version(u32),
    /// It is the live set of another board.
    #[error("this is the list of another board, side {0}")]
    Side(u32),
    /// It ends too early.
    #[error("the list is cut off: the file ends too early")]
    CutOff,
    /// Something follows the end.
    #[error("something follows after the end of the list")]
    TooLong,
    /// The checksum of the header is wrong.
    #[error("the list is damaged: the checksum of its header is wrong")]
    HeaderDamaged,
    /// The checksum of a layer is wrong.
    #[error("the list is damaged: the checksum of the layer with {drawn} cells drawn is wrong")]
    LayerDamaged {
        /// Cells drawn in this layer.
        drawn: usize,
    },
    /// Its checksums agree with each other, but not with the one live set of this board.
    #[error("the checksums in the file agree, but not with the list of all live positions")]
    Foreign,
    /// The system could not read it.
    #[error("the list cannot be read: {0}")]
    Unreadable(io::Error),
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::Unreadable(error)
    }
}

/// Writes a live set.
///
/// # Errors
/// That of the writer.
pub fn write(live_set: &LiveSet, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    // Keys are packed twice, which is fast, so that no packed copy of the whole set is in memory.
    let mut header = Vec::from(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend((live_set.grid.side() as u32).to_le_bytes());
    for layer in &live_set.lower {
        let keys = pack(&layer.keys);
        header.extend((layer.keys.len() as u64).to_le_bytes());
        header.extend((keys.len() as u64).to_le_bytes());
        header.extend(digest(&keys, &layer.links).as_bytes());
    }
    let checksum = blake3::hash(&header);
    header.extend(checksum.as_bytes());
    to.write_all(&header)?;
    for layer in &live_set.lower {
        to.write_all(&pack(&layer.keys))?;
        to.write_all(&layer.links)?;
    }
    Ok(())
}

fn digest(keys: &[u8], links: &[u8]) -> blake3::Hash {
    blake3::Hasher::new().update(keys).update(links).finalize()
}

/// Reads the live set of the board with this side. `progress` is called after every layer.
///
/// # Errors
/// If the bytes are no list, another board's, damaged, or of another version.
pub fn read(
    from: &mut impl Read,
    side: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<LiveSet, FileError> {
    let front = take(from, FRONT)?;
    let magic = &front[..front.len().min(MAGIC.len())];
    if !MAGIC.starts_with(magic) {
        return Err(FileError::NotAList);
    }
    let mut fields = NumberReader(whole(&front, FRONT)?.split_at(MAGIC.len()).1);
    let version = fields.u32();
    if version != VERSION {
        return Err(FileError::Version(version));
    }
    let found = fields.u32();
    if found as usize != side {
        return Err(FileError::Side(found));
    }
    let layers = (side * side).div_ceil(2);
    let rest = take(from, layers * ROW + DIGEST)?;
    let (rows, written) = whole(&rest, layers * ROW + DIGEST)?.split_at(layers * ROW);
    let header = blake3::Hasher::new().update(&front).update(rows).finalize();
    if header != *written {
        return Err(FileError::HeaderDamaged);
    }
    if checksum(side) != Some(header.to_hex().as_str()) {
        return Err(FileError::Foreign);
    }
    // The checksum is the known one, so the numbers in the header can be trusted.
    let mut lower = Vec::with_capacity(layers);
    for (row, drawn) in rows.chunks_exact(ROW).zip(1..) {
        lower.push(read_layer(from, NumberReader(row), drawn)?);
        progress(drawn);
    }
    if !take(from, 1)?.is_empty() {
        return Err(FileError::TooLong);
    }
    Ok(LiveSet { grid: BitBoard::new(side), lower })
}

fn read_layer(
    from: &mut impl Read,
    mut row: NumberReader,
    drawn: usize,
) -> Result<LiveLayer, FileError> {
    let (count, length) = (row.u64() as usize, row.u64() as usize);
    let bytes = take(from, length + count)?;
    let (keys, links) = whole(&bytes, length + count)?.split_at(length);
    if digest(keys, links) != *row.0 {
        return Err(FileError::LayerDamaged { drawn });
    }
    let keys: Vec<PackedPosition> = unpack(keys, count).ok_or(FileError::LayerDamaged { drawn })?;
    Ok(LiveLayer { keys, links: links.to_vec() })
}

/// Reads `length` bytes, or all that are left if there are fewer.
fn take(from: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    from.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn whole(bytes: &[u8], length: usize) -> Result<&[u8], FileError> {
    (bytes.len() == length).then_some(bytes).ok_or(FileError::CutOff)
}

/// Reads consecutive numbers from bytes that are known to be long enough.
struct NumberReader<'a>(&'a [u8]);

impl NumberReader<'_> {
    fn number<const N: usize>(&mut self) -> [u8; N] {
        let (number, rest) = self.0.split_first_chunk().expect("the row is whole");
        self.0 = rest;
        *number
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.number())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.number())
    }
}
