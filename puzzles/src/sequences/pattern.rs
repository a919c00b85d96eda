//! Pattern databases: for a few mazes, the fewest moves that solve all of them, from every
//! reachable joint position. A longer list of mazes needs at least as many, so this is an
//! admissible bound for a search over that list.

use crate::sequences::joint::Joint;
use deadmove_core::board::Move;

/// The most entries of a table.
pub const MAX_ENTRIES: usize = 2_000_000;

/// Not reached.
const NEVER: u8 = u8::MAX;

/// A pattern database.
#[derive(Clone, Debug)]
pub struct PatternDatabase {
    /// The mazes, by their numbers in the list, and the factor of each in the index.
    members: Vec<(usize, usize)>,
    table: Vec<u8>,
    /// The index of the start.
    pub start: usize,
    /// 256 times the mean over all joint positions that can be reached.
    mean: u64,
}

/// Mazes tried for each maze that joins a pattern.
const TRIED: usize = 16;

impl PatternDatabase {
    /// The table of the mazes with these numbers; none if it would have more than `most` entries.
    pub fn new(joint: &Joint, numbers: &[usize], most: usize) -> Option<PatternDatabase> {
        let mut entries = 1usize;
        let mut members = Vec::new();
        for &number in numbers {
            members.push((number, entries));
            entries = entries.checked_mul(joint.mazes[number].next.len())?;
            if entries > most {
                return None;
            }
        }
        let mut pattern =
            PatternDatabase { members, table: vec![NEVER; entries], start: 0, mean: 0 };
        pattern.start = pattern.index(&joint.starts());
        pattern.fill(joint);
        Some(pattern)
    }

    fn fill(&mut self, joint: &Joint) {
        // Forward: the reachable positions, and the reversed edges.
        let mut place = vec![u32::MAX; self.table.len()];
        let mut reached = vec![self.start as u32];
        let mut edges: Vec<[u32; 4]> = Vec::new();
        place[self.start] = 0;
        let mut at = 0;
        while at < reached.len() {
            let next = self.next(joint, reached[at] as usize);
            edges.push(next.map(|state| {
                if place[state] == u32::MAX {
                    place[state] = reached.len() as u32;
                    reached.push(state as u32);
                }
                place[state]
            }));
            at += 1;
        }
        let mut first = vec![0u32; reached.len() + 1];
        edges.iter().flatten().for_each(|&to| first[to as usize + 1] += 1);
        for state in 0..reached.len() {
            first[state + 1] += first[state];
        }
        let mut back = vec![0u32; edges.len() * 4];
        let mut free = first.clone();
        for (from, targets) in edges.iter().enumerate() {
            for &to in targets {
                back[free[to as usize] as usize] = from as u32;
                free[to as usize] += 1;
            }
        }
        // Backward from "all solved", which has the index 0.
        let mut layer: Vec<u32> = Vec::new();
        if place[0] != u32::MAX {
            self.table[0] = 0;
            layer.push(place[0]);
        }
        let mut distance = 0;
        let mut sum = 0;
        while !layer.is_empty() {
            sum += u64::from(distance) * layer.len() as u64;
            distance += 1;
            let mut next = Vec::new();
            for &state in &layer {
                let range = first[state as usize] as usize..first[state as usize + 1] as usize;
                for &from in &back[range] {
                    let entry = &mut self.table[reached[from as usize] as usize];
                    if *entry == NEVER {
                        *entry = distance;
                        next.push(from);
                    }
                }
            }
            layer = next;
        }
        self.mean = sum * 256 / reached.len() as u64;
    }

    /// Grows a pattern from one maze: adds the maze with which the table is worth most, as long as
    /// the table has at most `most` entries. `used[i]` is the number of patterns that contain maze
    /// i.
    pub fn grow(joint: &Joint, seed: usize, used: &[usize], most: usize) -> PatternDatabase {
        let mut best = PatternDatabase::new(joint, &[seed], most).expect("one maze is small");
        loop {
            let members = best.numbers();
            let mut others: Vec<usize> =
                (0..joint.mazes.len()).filter(|number| !members.contains(number)).collect();
            // A sample of rarely used mazes that differs from round to round.
            let shuffled = |number: usize| (number * 7919 + members.len() * 104_729) % 1009;
            others.sort_by_key(|&number| (used[number], shuffled(number)));
            let grown = others.iter().take(TRIED).filter_map(|&other| {
                let mut numbers = members.clone();
                numbers.push(other);
                PatternDatabase::new(joint, &numbers, most)
            });
            match grown.max_by_key(PatternDatabase::worth) {
                Some(grown) => best = grown,
                None => return best,
            }
        }
    }

    /// The worth of a table: its value at the start, then its mean.
    pub fn worth(&self) -> (u8, u64) {
        (self.at_start(), self.mean)
    }

    /// The numbers of the mazes.
    pub fn numbers(&self) -> Vec<usize> {
        self.members.iter().map(|&(number, _)| number).collect()
    }

    /// Where each move leads from a joint position, as indices.
    pub fn next(&self, joint: &Joint, index: usize) -> [usize; 4] {
        let mut rest = index;
        let mut next = [0; 4];
        for &(number, factor) in &self.members {
            let maze = &joint.mazes[number];
            let position = rest % maze.next.len();
            rest /= maze.next.len();
            for step in Move::ALL {
                next[step as usize] += usize::from(maze.next[position][step as usize]) * factor;
            }
        }
        next
    }

    /// The fewest moves that solve the mazes of the pattern from the joint position with this
    /// index.
    pub fn at(&self, index: usize) -> u8 {
        self.table[index]
    }

    fn index(&self, positions: &[u8]) -> usize {
        self.members.iter().map(|&(number, f)| usize::from(positions[number]) * f).sum()
    }

    /// The fewest moves that solve the mazes of the pattern from these positions.
    pub fn distance(&self, positions: &[u8]) -> u8 {
        self.table[self.index(positions)]
    }

    /// The fewest moves from the start.
    pub fn at_start(&self) -> u8 {
        self.table[self.start]
    }
}
