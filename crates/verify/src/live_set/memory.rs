//! How much memory a live set needs, and whether that much is available.

use deadmove_core::error::{ErrorKind, InputError};

/// Bytes in a MiB, the unit of all messages and of the command line.
const MIB: u64 = 1 << 20;

/// The memory a whole check needs, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// If the live set is built.
    pub build: u64,
    /// If it is read from a file.
    pub read: u64,
}

/// The memory needed for the live set of a side.
///
/// There are few sizes, so this is a table of measurements: the largest resident set of `deadmove
/// check rules/` (Linux, x86-64, 2 and 8 threads), plus 15 % or more, because every thread adds a
/// little. 9×9 took 442 MiB, or 239 MiB when read from a file; 7×7 and smaller took 9 MiB.
pub fn need(side: usize) -> Need {
    if side < 9 { Need { build: 32, read: 32 } } else { Need { build: 520, read: 320 } }
}

/// Fails if a live set would not fit. `read`: it is read from a file. `limit` is in bytes; without
/// it the limit is the available memory of the machine, if that is known.
pub(crate) fn check(side: usize, read: bool, limit: Option<u64>) -> Result<(), InputError> {
    let need = if read { need(side).read } else { need(side).build };
    let how = if read { "read from its file" } else { "built" };
    let Some(there) = limit.or_else(available).map(|bytes| bytes / MIB) else { return Ok(()) };
    if need <= there {
        return Ok(());
    }
    let message = format!("the list of {side}×{side} needs {need} MiB of memory to be {how}");
    Err(if limit.is_some() {
        InputError::new(
            ErrorKind::MemoryTooSmall,
            format!("{message}, and --memory allows {there} MiB"),
        )
        .expected(format!("--memory {need} or more"))
    } else {
        InputError::new(
            ErrorKind::MemoryTooSmall,
            format!("{message}, and this machine has {there} MiB available"),
        )
        .expected(format!("more free memory, or --memory {need} to try it all the same"))
    })
}

/// The memory that a new process can get without swapping, in bytes, where the system reports it.
#[cfg(windows)]
fn available() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    Some(system.available_memory()).filter(|&bytes| bytes > 0)
}

#[cfg(not(windows))]
fn available() -> Option<u64> {
    parse_available(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

#[cfg(any(test, not(windows)))]
fn parse_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_available_memory_is_found_among_the_other_lines() {
        let meminfo = "MemTotal:       24683520 kB\nMemFree:  1 kB\nMemAvailable:   2048 kB\n";
        assert_eq!(parse_available(meminfo), Some(2 * MIB));
        for other in ["", "MemAvailable:", "MemAvailable: much kB", "MemAvailable: 5"] {
            assert_eq!(parse_available(other), None, "{other}");
        }
    }

    #[test]
    fn exactly_the_need_is_enough() {
        for side in [3, 5, 7, 9] {
            let need = need(side);
            assert!(need.read <= need.build);
            assert!(check(side, false, Some(need.build * MIB)).is_ok());
            assert!(check(side, false, Some(need.build * MIB - 1)).is_err());
            assert!(check(side, true, Some(need.read * MIB)).is_ok());
            assert!(check(side, true, Some(need.read * MIB - 1)).is_err());
        }
    }
}
