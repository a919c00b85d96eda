//! A position with the number of lines that lead to it, and the part of its layer that it is in.

use deadmove_verify::live_set::bits::PackedPosition;

/// A position that allowed moves lead to. Ordered by position.
///
/// The key is kept as two halves: a `u128` would be aligned to 16 bytes and the whole take 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reached {
    high: u64,
    low: u64,
    /// The number of lines from the start that lead here or to the transposed position.
    pub lines: u64,
}

impl Reached {
    /// A position and the number of lines that lead to it.
    pub(crate) fn new(PackedPosition(key): PackedPosition, lines: u64) -> Reached {
        Reached { high: (key >> 64) as u64, low: key as u64, lines }
    }

    /// The position.
    pub(crate) fn key(self) -> PackedPosition {
        PackedPosition(u128::from(self.high) << 64 | u128::from(self.low))
    }
}

/// The part of a layer that a position is in, from 0. It is the same on every machine and in every
/// version: files of a pass depend on it.
///
/// The mixing is that of SplitMix64 (Steele, Lea and Flood 2014), applied to both halves of the
/// key.
pub(crate) fn part_of(PackedPosition(key): PackedPosition, parts: u32) -> u32 {
    let mix = |mut z: u64| {
        z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    let hash = mix(mix((key >> 64) as u64) ^ key as u64);
    // The high bits times the number of parts: without the division of a remainder.
    ((u128::from(hash) * u128::from(parts)) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reached_position_takes_24_bytes_and_keeps_its_key() {
        assert_eq!(size_of::<Reached>(), 24);
        for key in [0, 1, u128::MAX, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210] {
            assert_eq!(Reached::new(PackedPosition(key), 7).key(), PackedPosition(key));
        }
    }

    #[test]
    fn the_part_of_a_position_never_changes_between_versions() {
        let parts: Vec<u32> = (0..8).map(|i| part_of(PackedPosition(i << 60 | i), 1000)).collect();
        assert_eq!(parts, [652, 195, 181, 361, 66, 38, 728, 227]);
    }

    #[test]
    fn parts_are_of_about_equal_size() {
        let mut counts = [0u32; 7];
        (0..70_000u128).for_each(|i| counts[part_of(PackedPosition(i << 50), 7) as usize] += 1);
        assert!(counts.iter().all(|&n| (9_500..10_500).contains(&n)), "{counts:?}");
    }
}
