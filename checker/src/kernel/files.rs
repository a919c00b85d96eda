//! Reading the files of certificates: regular files of limited size, plain or compressed.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use serde::de::DeserializeOwned;

/// The largest size of a file, also after it is decompressed. The largest records so far (7×7 to
/// 11×11) take 8 MB.
pub const LARGEST: usize = 1 << 28;

/// The bytes of a file. Devices and named pipes may have no end.
///
/// # Errors
/// If it cannot be read, is not a regular file, or is too large.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let fail = |error: std::io::Error| format!("it cannot be read: {error}");
    // Asked before it is opened: to open a named pipe is to wait for a writer.
    if !fs::metadata(path).map_err(fail)?.is_file() {
        return Err("it cannot be read: it is not a regular file".into());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(fail)?;
    file.take(LARGEST as u64 + 1).read_to_end(&mut bytes).map_err(fail)?;
    match bytes.len() > LARGEST {
        true => Err(format!("it has more than {} MiB", LARGEST >> 20)),
        false => Ok(bytes),
    }
}

/// The text of a file that may be compressed.
///
/// # Errors
/// If it is damaged, too large, or no text.
pub fn unpack(bytes: Vec<u8>) -> Result<String, String> {
    let plain = match bytes.first() {
        Some(0x78) => inflate(&bytes)?,
        _ => bytes,
    };
    String::from_utf8(plain).map_err(|_| "it is no text".into())
}

/// The data in a file of JSON that may be compressed.
///
/// # Errors
/// If it is damaged, or of another form.
pub fn parse<T: DeserializeOwned>(bytes: Vec<u8>) -> Result<T, String> {
    serde_json::from_str(&unpack(bytes)?).map_err(|error| error.to_string())
}

/// Decompresses a zlib stream that is all of the bytes.
pub fn inflate(bytes: &[u8]) -> Result<Vec<u8>, String> {
    const FLAGS: u32 = TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut plain = vec![0; bytes.len().saturating_mul(4).min(LARGEST)];
    let mut state = Box::<DecompressorOxide>::default();
    let (mut read, mut written) = (0, 0);
    loop {
        let (status, more_read, more_written) =
            decompress(&mut state, &bytes[read..], &mut plain, written, FLAGS);
        (read, written) = (read + more_read, written + more_written);
        match status {
            TINFLStatus::Done if read < bytes.len() => {
                return Err("there are bytes after the compressed text".into());
            }
            TINFLStatus::Done => {
                plain.truncate(written);
                return Ok(plain);
            }
            TINFLStatus::HasMoreOutput if plain.len() < LARGEST => {
                plain.resize((2 * plain.len()).min(LARGEST), 0);
            }
            _ => return Err(format!("it cannot be decompressed: {status:?}")),
        }
    }
}
