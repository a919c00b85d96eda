//! The live set in a file: reading gives the live set that was written, or an error, however the
//! file was damaged.

use std::io::{self, Write};
use std::path::Path;

use deadmove_verify::live_set::file::{self, FileError};
use deadmove_verify::live_set::memory::need;
use deadmove_verify::live_set::open::{LiveSetOptions, Opened, file_name, open};
use deadmove_verify::live_set::{LiveSet, Totals};

/// Where the rows of the layers begin, and the length of one; see the format.
const FRONT: usize = 24;
const ROW: usize = 48;

fn list(side: usize) -> LiveSet {
    LiveSet::build(side, &|_| {}).unwrap()
}

fn written(side: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    file::write(&list(side), &mut bytes).unwrap();
    bytes
}

fn read(mut bytes: &[u8], side: usize) -> Result<LiveSet, FileError> {
    file::read(&mut bytes, side, &|_| {})
}

#[test]
fn what_is_read_is_what_was_written() {
    for side in [1, 3, 5, 7] {
        assert_eq!(read(&written(side), side).unwrap(), list(side), "{side}");
    }
}

#[test]
#[ignore = "half a minute of processor time and 0.5 GB"]
fn what_is_read_is_what_was_written_on_9x9() {
    let built = list(9);
    let mut bytes = Vec::new();
    file::write(&built, &mut bytes).unwrap();
    assert!(bytes.len() < 80_000_000, "{}", bytes.len());
    let list = read(&bytes, 9).unwrap();
    assert!(list == built);
    assert_eq!(
        list.totals(),
        Totals {
            live_positions: 53_024_556,
            up_to_transposition: 26_512_320,
            live_moves: 61_819_804,
            dead_moves: 43_529_160,
        }
    );
}

#[test]
fn no_flipped_bit_goes_unnoticed() {
    for side in [3, 5] {
        let mut bytes = written(side);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                assert!(read(&bytes, side).is_err(), "side {side}, byte {at}, bit {bit}");
                bytes[at] ^= 1 << bit;
            }
        }
        assert!(read(&bytes, side).is_ok());
    }
}

#[test]
fn a_list_cut_off_anywhere_is_called_cut_off() {
    let bytes = written(5);
    for length in 0..bytes.len() {
        let fault = read(&bytes[..length], 5).unwrap_err();
        assert!(matches!(fault, FileError::CutOff), "{length}: {fault}");
    }
}

#[test]
fn what_follows_the_end_is_noticed() {
    let mut bytes = written(3);
    bytes.push(0);
    assert!(matches!(read(&bytes, 3), Err(FileError::TooLong)));
}

#[test]
fn other_files_versions_and_boards_are_refused() {
    let mut bytes = written(5);
    assert!(matches!(read(&bytes, 7), Err(FileError::Side(5))));
    bytes[16] = 2;
    assert!(matches!(read(&bytes, 5), Err(FileError::Version(2))));
    assert!(matches!(read(b"board 9x9\npath RRRRRD\n", 5), Err(FileError::NotAList)));
    assert!(matches!(read(b"b", 5), Err(FileError::NotAList)));
}

/// Makes all checksums of a changed 5×5 file agree again.
fn sign(bytes: &mut [u8]) {
    let layers = 13;
    let header = FRONT + layers * ROW;
    let mut at = header + 32;
    for row in 0..layers {
        let row = FRONT + row * ROW;
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
        let length = number(row) + number(row + 8);
        // An invented count leads outside the file.
        let Some(layer) = at.checked_add(length).and_then(|end| bytes.get(at..end)) else { break };
        let digest = blake3::hash(layer);
        at += length;
        bytes[row + 16..row + ROW].copy_from_slice(digest.as_bytes());
    }
    let digest = blake3::hash(&bytes[..header]);
    bytes[header..header + 32].copy_from_slice(digest.as_bytes());
}

#[test]
fn a_list_made_by_hand_is_refused_though_its_checksums_agree() {
    let right = written(5);
    let mut same = right.clone();
    sign(&mut same);
    assert_eq!(same, right, "signing by the format's own rule");
    // A link of the last layer, a key of it, a count that asks for all memory.
    let last = right.len() - 1;
    for (at, value) in [(last, right[last] ^ 1), (last - 100, 0), (FRONT + 6, 0xff)] {
        let mut forged = right.clone();
        forged[at] = value;
        assert_ne!(forged, right);
        sign(&mut forged);
        assert!(matches!(read(&forged, 5), Err(FileError::Foreign)), "{at}");
    }
}

/// A disk with room for this many bytes.
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let written = bytes.len().min(self.0);
        self.0 -= written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_wherever_it_happens() {
    let (list, length) = (list(5), written(5).len());
    for room in 0..length {
        let error = file::write(&list, &mut Disk(room)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
    file::write(&list, &mut Disk(length)).unwrap();
}

fn options(folder: &Path, memory: Option<u64>) -> LiveSetOptions {
    LiveSetOptions { cache: Some(folder.to_owned()), memory }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn runs_at_the_same_time_all_get_the_list_and_leave_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(&folder.path().join("new/lists"), None);
    let expected = list(7);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let Opened { live_set, not_kept } = open(7, &options, &|_| {}, &|_| ()).unwrap();
                assert!(live_set == expected);
                assert_eq!(not_kept, None);
            });
        }
    });
    assert_eq!(names(options.cache.as_deref().unwrap()), ["live-7x7.list"]);
}

#[test]
fn too_little_memory_is_refused_before_anything_is_done() {
    let options = LiveSetOptions { cache: None, memory: Some((need(9).build << 20) - 1) };
    let error = open(9, &options, &|layer| panic!("layer {layer} was built"), &|_| ()).unwrap_err();
    assert_eq!(error.kind, "memory-too-small");
    assert!(error.message.contains(&need(9).build.to_string()), "{error}");
}

#[test]
fn a_kept_list_needs_less_memory_than_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), Some(need(9).read << 20));
    assert_eq!(open(9, &options, &|_| {}, &|_| ()).unwrap_err().kind, "memory-too-small");
    // The file is no live set, but that is only detected if the memory suffices.
    std::fs::write(folder.path().join(file_name(9)), "x").unwrap();
    assert_eq!(open(9, &options, &|_| {}, &|_| ()).unwrap_err().kind, "cache-unusable");
}
