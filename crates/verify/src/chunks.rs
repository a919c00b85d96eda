//! Chunks of work: the parts of a long check, so that it can stop, resume, and be split into
//! shards.
//!
//! A check of one size has a fixed number of chunks, numbered from 0. It depends only on the
//! question. The engine defines what a chunk is; here chunks are numbers. The JSON of reports calls
//! them `units`.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

/// The finished chunks of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunks {
    total: Option<u64>,
    /// First and last of each range of chunks, ascending and not adjacent.
    done: Vec<(u64, u64)>,
}

/// Why chunks are invalid or cannot be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChunksError {
    /// The ranges are not ascending, are adjacent, or reach beyond the total.
    #[error("the ranges of chunks are not ascending and apart, or reach beyond the total")]
    Ranges,
    /// Two checks with different numbers of chunks.
    #[error("one check is cut into {0} chunks, the other into {1}")]
    Totals(u64, u64),
    /// A chunk that is done twice.
    #[error("both cover chunk {0}")]
    Overlap(u64),
}

impl Chunks {
    /// Some of `total` chunks, in any order.
    ///
    /// # Panics
    /// If one of them is not among the `total`.
    pub fn of(total: u64, mut done: Vec<u64>) -> Chunks {
        assert!(done.iter().all(|&chunk| chunk < total), "a chunk beyond the {total} there are");
        done.sort_unstable();
        done.dedup();
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for chunk in done {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == chunk => *last = chunk,
                _ => ranges.push((chunk, chunk)),
            }
        }
        Chunks { total: Some(total), done: ranges }
    }

    /// Chunks as reports store them: the total, and first and last of each range.
    ///
    /// # Errors
    /// If they are out of order, touch, or exceed the total.
    pub fn from_ranges(total: Option<u64>, done: Vec<(u64, u64)>) -> Result<Chunks, ChunksError> {
        let apart = done.windows(2).all(|pair| pair[0].1.checked_add(1) < Some(pair[1].0));
        let proper = done.iter().all(|(first, last)| first <= last && Some(*last) < total);
        if apart && proper { Ok(Chunks { total, done }) } else { Err(ChunksError::Ranges) }
    }

    /// The number of chunks of the check; unknown if a run was stopped before it was computed.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// First and last of each range of finished chunks.
    pub fn ranges(&self) -> &[(u64, u64)] {
        &self.done
    }

    /// How many chunks are done.
    pub fn count(&self) -> u64 {
        self.done.iter().map(|(first, last)| last - first + 1).sum()
    }

    /// Whether a chunk is done.
    pub fn contains(&self, chunk: u64) -> bool {
        let at = self.done.partition_point(|&(_, last)| last < chunk);
        self.done.get(at).is_some_and(|&(first, _)| first <= chunk)
    }

    /// Whether all are done.
    pub fn complete(&self) -> bool {
        self.total == Some(self.count())
    }

    /// Checks that these can be chunks of a check with this total.
    ///
    /// # Errors
    /// If their total is known and another.
    pub fn of_total(&self, total: u64) -> Result<(), ChunksError> {
        match self.total {
            Some(known) if known != total => Err(ChunksError::Totals(known, total)),
            _ => Ok(()),
        }
    }

    /// The chunks of two checks together, which must share none.
    ///
    /// # Errors
    /// If they share one, or their totals differ.
    pub fn join(&self, other: &Chunks) -> Result<Chunks, ChunksError> {
        if let Some(total) = other.total {
            self.of_total(total)?;
        }
        let mut all: Vec<(u64, u64)> = self.done.iter().chain(&other.done).copied().collect();
        all.sort_unstable();
        let mut done: Vec<(u64, u64)> = Vec::new();
        for (first, last) in all {
            match done.last_mut() {
                Some((_, before)) if *before >= first => return Err(ChunksError::Overlap(first)),
                Some((_, before)) if *before + 1 == first => *before = last,
                _ => done.push((first, last)),
            }
        }
        Ok(Chunks { total: self.total.or(other.total), done })
    }
}

/// One of several runs among which the chunks of a check are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The only one: all chunks.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// One of `of` shards, with a number from 1 to `of`; none for any other number.
    pub fn new(number: u64, of: u64) -> Option<Shard> {
        (1..=of).contains(&number).then_some(Shard { number, of })
    }

    /// Which one, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// How many there are, at least 1.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Whether a chunk belongs to this shard.
    pub fn contains(self, chunk: u64) -> bool {
        chunk % self.of == self.number - 1
    }

    /// The share of this shard where shards are contiguous, as they must be where the order of the
    /// whole affects its result.
    pub fn range(self, total: u64) -> Range<u64> {
        let begin = |number: u64| {
            let at = u128::from(total) * u128::from(number) / u128::from(self.of);
            u64::try_from(at).expect("at most the total")
        };
        begin(self.number - 1)..begin(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Why shards cannot be merged to a whole. Numbers are places among those that are given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardsError {
    /// One of another question, or another number of shards, than those before it.
    #[error("it is a shard of another run than the reports before it")]
    Differs(usize),
    /// One that occurs twice; the place of the second.
    #[error("the same shard is there twice")]
    Twice(usize),
    /// One that is not done.
    #[error("the shard is not done: the same command continues it")]
    Unfinished(usize),
    /// Some that are missing, ten at most, and how many there should be.
    #[error("incomplete: no report of shard {}", numbered(.0, *.1))]
    Missing(Vec<u64>, u64),
    /// The sum of their counts overflows.
    #[error("the counts of all shards are too large")]
    TooMany,
}

fn numbered(shards: &[u64], of: u64) -> String {
    shards.iter().map(|number| format!("{number}/{of}")).collect::<Vec<_>>().join(", ")
}

impl ShardsError {
    /// The place of the one at fault, if it is a single one.
    pub fn place(&self) -> Option<usize> {
        match *self {
            ShardsError::Differs(at) | ShardsError::Twice(at) | ShardsError::Unfinished(at) => {
                Some(at)
            }
            ShardsError::Missing(..) | ShardsError::TooMany => None,
        }
    }
}

/// Whether these are all shards of a whole, each once, in any order.
///
/// # Errors
/// If one is missing or twice, or they are of different wholes.
pub fn all_shards(shards: &[Shard]) -> Result<(), ShardsError> {
    let Some(&Shard { of, .. }) = shards.first() else {
        return Err(ShardsError::Missing(vec![1], 1));
    };
    let mut seen = BTreeSet::new();
    for (at, shard) in shards.iter().enumerate() {
        if shard.of != of {
            return Err(ShardsError::Differs(at));
        }
        if !seen.insert(shard.number) {
            return Err(ShardsError::Twice(at));
        }
    }
    if seen.len() as u64 == of {
        return Ok(());
    }
    // There may be very many; a few are enough to name.
    Err(ShardsError::Missing((1..=of).filter(|n| !seen.contains(n)).take(10).collect(), of))
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let numbers = text.split_once('/');
        numbers
            .and_then(|(number, of)| Shard::new(number.parse().ok()?, of.parse().ok()?))
            .ok_or("expected I/K with I from 1 to K, for example 2/3")
    }
}

/// The part of a check that one run does, and how it reports and stops.
pub struct ChunkRun<'a> {
    /// The chunks that earlier runs did.
    pub done: &'a Chunks,
    /// The share of this run.
    pub shard: Shard,
    /// How many chunks to do at most.
    pub limit: Option<usize>,
    /// Once set, no further chunk is begun.
    pub stop: &'a AtomicBool,
    /// Called with the number of chunks to do and of chunks just done: before the first chunk with
    /// 0 done, then after each.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl<'a> ChunkRun<'a> {
    /// A run that does all chunks, unless it is stopped.
    pub fn whole(stop: &'a AtomicBool, progress: &'a (dyn Fn(u64, u64) + Sync)) -> ChunkRun<'a> {
        static NOTHING: Chunks = Chunks { total: None, done: Vec::new() };
        ChunkRun { done: &NOTHING, shard: Shard::WHOLE, limit: None, stop, progress }
    }

    /// The chunks this run has to do, of this total.
    pub fn todo(&self, total: u64) -> Vec<u64> {
        (0..total)
            .filter(|&chunk| self.shard.contains(chunk) && !self.done.contains(chunk))
            .take(self.limit.unwrap_or(usize::MAX))
            .collect()
    }

    /// Whether to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for ChunkRun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("done", self.done)
            .field("shard", &self.shard)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shards_divide_the_chunks_and_join_to_the_whole(total in 0u64..60, of in 1u64..8) {
            let shards = (1..=of).map(|number| {
                let shard = Shard { number, of };
                Chunks::of(total, (0..total).filter(|&chunk| shard.contains(chunk)).collect())
            });
            let joined = shards.fold(Chunks::default(), |all, shard| all.join(&shard).unwrap());
            prop_assert!(joined.complete());
            prop_assert_eq!(joined, Chunks::of(total, (0..total).collect()));
        }

        #[test]
        fn contiguous_shards_follow_one_another_and_differ_by_one_at_most(
            total in prop_oneof![0..60u64, Just(u64::MAX)],
            of in 1..8u64,
        ) {
            let mut end = 0;
            for number in 1..=of {
                let range = Shard { number, of }.range(total);
                prop_assert_eq!(range.start, end);
                prop_assert!((range.end - range.start).abs_diff(total / of) <= 1);
                end = range.end;
            }
            prop_assert_eq!(end, total);
        }

        #[test]
        fn a_chunk_that_is_done_twice_is_named(
            a in prop::collection::vec(0u64..30, 0..20),
            b in prop::collection::vec(0u64..30, 0..20),
        ) {
            let (x, y) = (Chunks::of(30, a.clone()), Chunks::of(30, b.clone()));
            prop_assert!((0..30).all(|chunk| x.contains(chunk) == a.contains(&chunk)));
            match x.join(&y) {
                Ok(joined) => {
                    prop_assert!(
                        (0..30).all(|u| joined.contains(u) == (a.contains(&u) || b.contains(&u)))
                    );
                    prop_assert!((0..30).all(|u| !(a.contains(&u) && b.contains(&u))));
                }
                Err(ChunksError::Overlap(chunk)) => {
                    prop_assert!(x.contains(chunk) && y.contains(chunk));
                }
                Err(other) => prop_assert!(false, "{other}"),
            }
        }
    }

    #[test]
    fn ranges_that_are_out_of_order_or_out_of_bounds_are_refused() {
        let read = |total, done: &[(u64, u64)]| Chunks::from_ranges(total, done.to_vec());
        assert!(read(Some(9), &[(0, 3), (5, 8)]).is_ok());
        assert!(read(None, &[]).is_ok());
        for (total, done) in [
            (Some(9), &[(5, 8), (0, 3)][..]),
            (Some(9), &[(0, 3), (4, 8)]),
            (Some(9), &[(3, 0)]),
            (Some(9), &[(0, 9)]),
            (Some(9), &[(0, u64::MAX), (1, 2)]),
            (None, &[(0, 3)]),
        ] {
            assert_eq!(read(total, done), Err(ChunksError::Ranges), "{done:?}");
        }
    }

    #[test]
    #[should_panic(expected = "a chunk beyond the 3 there are")]
    fn a_chunk_beyond_the_total_is_a_fault_of_the_program() {
        Chunks::of(3, vec![0, 3]);
    }

    #[test]
    fn shards_count_from_1_and_there_is_no_shard_of_none() {
        for (number, of) in [(0, 0), (1, 0), (0, 3), (4, 3)] {
            assert_eq!(Shard::new(number, of), None, "{number}/{of}");
        }
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "1/0", "1", "a/b", "-1/3", "1/3/5", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
