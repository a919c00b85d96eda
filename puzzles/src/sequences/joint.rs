//! One sequence in many mazes at once: the joint positions, packed without loss, and tables of
//! states.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::sequences::maze::{GridMoves, Maze};
use deadmove_core::board::Move;

/// A maze as a graph of positions. Position 0 is the goal, which is never left: a solved maze stays
/// solved.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Where each move leads from each position.
    pub next: Vec<[u8; 4]>,
    /// The position of the start.
    pub start: u8,
    /// The fewest moves from each position to the goal.
    pub distance: Vec<u8>,
}

impl Compiled {
    /// Compiles the component of the start. The maze must be solvable.
    pub fn new(grid: &GridMoves, maze: Maze) -> Compiled {
        let maze = maze.component(grid);
        let mut fields = vec![grid.goal()];
        fields.extend((0..grid.goal()).filter(|&field| maze.0 >> field & 1 != 0));
        let place = |field| fields.iter().position(|&f| f == field).expect("it is connected");
        let step = |&field: &usize| {
            Move::ALL.map(|step| {
                let stays = field == grid.goal();
                place(if stays { field } else { maze.step(grid, field, step) }) as u8
            })
        };
        let way = |&field: &usize| {
            grid.shortest_way(field, maze.0).expect("it is connected").len() as u8 - 1
        };
        Compiled {
            next: fields.iter().map(step).collect(),
            start: place(0) as u8,
            distance: fields.iter().map(way).collect(),
        }
    }
}

/// Several mazes, and how positions in all of them are packed into words.
#[derive(Clone, Debug, Default)]
pub struct Joint {
    /// The mazes.
    pub mazes: Vec<Compiled>,
    /// The word and the shift of each maze.
    slots: Vec<(usize, u32)>,
    /// Words of a packed state.
    pub words: usize,
    used: u32,
}

impl Joint {
    /// Adds a maze.
    pub fn push(&mut self, maze: Compiled) {
        let bits = usize::BITS - (maze.next.len() - 1).leading_zeros();
        if self.words == 0 || self.used + bits > u64::BITS {
            self.words += 1;
            self.used = 0;
        }
        self.slots.push((self.words - 1, self.used));
        self.used += bits;
        self.mazes.push(maze);
    }

    /// All mazes at their starts.
    pub fn starts(&self) -> Vec<u8> {
        self.mazes.iter().map(|maze| maze.start).collect()
    }

    /// One move in all mazes.
    pub fn step(&self, from: &[u8], step: Move, to: &mut Vec<u8>) {
        to.clear();
        let next = self.mazes.iter().zip(from);
        to.extend(next.map(|(maze, &at)| maze.next[usize::from(at)][step as usize]));
    }

    /// Packs positions into words; different positions give different words.
    pub fn pack(&self, positions: &[u8], packed: &mut Vec<u64>) {
        packed.clear();
        packed.resize(self.words, 0);
        for (&at, &(word, shift)) in positions.iter().zip(&self.slots) {
            packed[word] |= u64::from(at) << shift;
        }
    }
}

/// States that were reached. They are compared in full.
#[derive(Debug)]
pub struct States {
    /// The words of each.
    size: usize,
    /// One after the other.
    words: Vec<u64>,
    numbers: HashTable<u32>,
}

impl States {
    /// An empty table of states of so many words.
    pub fn new(size: usize) -> States {
        States { size, words: Vec::new(), numbers: HashTable::new() }
    }

    /// The state with a number.
    pub fn get(&self, number: usize) -> &[u64] {
        &self.words[number * self.size..][..self.size]
    }

    /// The number of a state, in the order in which they were added, and whether it is new.
    pub fn add(&mut self, state: &[u64]) -> (usize, bool) {
        let (words, size) = (&self.words, self.size);
        let get = |&number: &u32| &words[number as usize * size..][..size];
        let hash = |state: &[u64]| FxBuildHasher.hash_one(state);
        let number = self.numbers.len() as u32;
        match self.numbers.entry(hash(state), |n| get(n) == state, |n| hash(get(n))) {
            Entry::Occupied(entry) => (*entry.get() as usize, false),
            Entry::Vacant(entry) => {
                entry.insert(number);
                self.words.extend_from_slice(state);
                (number as usize, true)
            }
        }
    }
}
