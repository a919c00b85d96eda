//! Units of work: what a long check is cut into, so that it can stop, go on, and be shared out.
//!
//! A check of one size has a fixed number of units, numbered from 0, that depends on nothing but the
//! question. What a unit is, the engine says; here they are numbers.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which units of a check are done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Units {
    total: Option<u64>,
    /// First and last of each run of units, ascending and apart.
    done: Vec<(u64, u64)>,
}

/// Why units cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitsError {
    /// The ranges are not ascending, touch, or reach beyond the total.
    Ranges,
    /// Two checks that are cut into different numbers of units.
    Totals(u64, u64),
    /// A unit that is done twice.
    Overlap(u64),
}

impl fmt::Display for UnitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnitsError::Ranges => f.write_str(
                "the ranges of units are not ascending and apart, or reach beyond the total",
            ),
            UnitsError::Totals(a, b) => {
                write!(f, "one check is cut into {a} units, the other into {b}")
            }
            UnitsError::Overlap(unit) => write!(f, "both cover unit {unit}"),
        }
    }
}

impl std::error::Error for UnitsError {}

impl Units {
    /// Some of `total` units, in any order.
    pub fn of(total: u64, mut done: Vec<u64>) -> Units {
        done.sort_unstable();
        done.dedup();
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for unit in done {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == unit => *last = unit,
                _ => ranges.push((unit, unit)),
            }
        }
        Units { total: Some(total), done: ranges }
    }

    /// Units as they were written down: the total, and first and last of each run of units.
    pub fn from_ranges(total: Option<u64>, done: Vec<(u64, u64)>) -> Result<Units, UnitsError> {
        let apart = done.windows(2).all(|pair| pair[0].1.checked_add(1) < Some(pair[1].0));
        let proper = done.iter().all(|(first, last)| first <= last && Some(*last) < total);
        if apart && proper { Ok(Units { total, done }) } else { Err(UnitsError::Ranges) }
    }

    /// How many units the check has; unknown if a run was stopped before it could say.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// First and last of each run of units that are done.
    pub fn ranges(&self) -> &[(u64, u64)] {
        &self.done
    }

    /// How many are done.
    pub fn count(&self) -> u64 {
        self.done.iter().map(|(first, last)| last - first + 1).sum()
    }

    /// Whether a unit is done.
    pub fn contains(&self, unit: u64) -> bool {
        let at = self.done.partition_point(|&(_, last)| last < unit);
        self.done.get(at).is_some_and(|&(first, _)| first <= unit)
    }

    /// Whether all are done.
    pub fn complete(&self) -> bool {
        self.total == Some(self.count())
    }

    /// Whether a check of so many units can be meant.
    pub fn of_total(&self, total: u64) -> Result<(), UnitsError> {
        match self.total {
            Some(known) if known != total => Err(UnitsError::Totals(known, total)),
            _ => Ok(()),
        }
    }

    /// The units of two checks that share none.
    pub fn join(&self, other: &Units) -> Result<Units, UnitsError> {
        if let Some(total) = other.total {
            self.of_total(total)?;
        }
        let mut all: Vec<(u64, u64)> = self.done.iter().chain(&other.done).copied().collect();
        all.sort_unstable();
        let mut done: Vec<(u64, u64)> = Vec::new();
        for (first, last) in all {
            match done.last_mut() {
                Some((_, before)) if *before >= first => return Err(UnitsError::Overlap(first)),
                Some((_, before)) if *before + 1 == first => *before = last,
                _ => done.push((first, last)),
            }
        }
        Ok(Units { total: self.total.or(other.total), done })
    }
}

/// One of several runs that share the units of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// The only one: all units.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Whether a unit is one of this shard.
    pub fn contains(self, unit: u64) -> bool {
        unit % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let shard = text.split_once('/').and_then(|(number, of)| {
            Some(Shard { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        shard
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .ok_or("expected I/K with I from 1 to K, for example 2/3")
    }
}

/// What one run does of a check.
pub struct Run<'a> {
    /// What earlier runs did; it is left out.
    pub done: &'a Units,
    /// The share of this run.
    pub shard: Shard,
    /// How many units to do at most.
    pub limit: Option<usize>,
    /// Once set, no further unit is begun.
    pub stop: &'a AtomicBool,
    /// Hears the number of units to do before the first, and of units done after each.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl Run<'_> {
    /// The units this run is to do, of so many.
    pub fn todo(&self, total: u64) -> Vec<u64> {
        (0..total)
            .filter(|&unit| self.shard.contains(unit) && !self.done.contains(unit))
            .take(self.limit.unwrap_or(usize::MAX))
            .collect()
    }

    /// Whether to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Run<'_> {
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
        fn shards_share_the_units_out_and_join_to_the_whole(total in 0u64..60, of in 1u64..8) {
            let shards = (1..=of).map(|number| {
                let shard = Shard { number, of };
                Units::of(total, (0..total).filter(|&unit| shard.contains(unit)).collect())
            });
            let joined = shards.fold(Units::default(), |all, shard| all.join(&shard).unwrap());
            prop_assert!(joined.complete());
            prop_assert_eq!(joined, Units::of(total, (0..total).collect()));
        }

        #[test]
        fn a_unit_that_is_done_twice_is_named(
            a in prop::collection::vec(0u64..30, 0..20),
            b in prop::collection::vec(0u64..30, 0..20),
        ) {
            let (x, y) = (Units::of(30, a.clone()), Units::of(30, b.clone()));
            prop_assert!((0..30).all(|unit| x.contains(unit) == a.contains(&unit)));
            match x.join(&y) {
                Ok(joined) => {
                    prop_assert!((0..30).all(|u| joined.contains(u) == (a.contains(&u) || b.contains(&u))));
                    prop_assert!((0..30).all(|u| !(a.contains(&u) && b.contains(&u))));
                }
                Err(UnitsError::Overlap(unit)) => {
                    prop_assert!(x.contains(unit) && y.contains(unit));
                }
                Err(other) => prop_assert!(false, "{other}"),
            }
        }
    }

    #[test]
    fn ranges_that_are_out_of_order_or_out_of_bounds_are_refused() {
        let read = |total, done: &[(u64, u64)]| Units::from_ranges(total, done.to_vec());
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
            assert_eq!(read(total, done), Err(UnitsError::Ranges), "{done:?}");
        }
    }

    #[test]
    fn shards_are_read_from_1_up() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "1/0", "1", "a/b", "-1/3", "1/3/5", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
