//! The states after one step: an open-addressing hash set with a memory limit. It keeps its keys in
//! the order of insertion, so that results never depend on hashing.

use deadmove_core::verdict::Limit;

use super::state::StateKey;

/// States with one value each, numbered in the order of insertion.
pub struct StateLayer<K, V> {
    /// The states.
    pub keys: Vec<K>,
    /// The value of each state.
    pub values: Vec<V>,
    /// Bytes a value holds on the heap.
    heap: usize,
    /// Index + 1 of the key that hashes here, 0 for none; a power of two in length.
    table: Vec<u32>,
}

const SMALLEST: usize = 64;

impl<K: StateKey, V> StateLayer<K, V> {
    /// An empty layer whose values hold `heap` bytes each on the heap.
    pub fn new(heap: usize) -> Self {
        StateLayer { keys: Vec::new(), values: Vec::new(), heap, table: vec![0; SMALLEST] }
    }

    /// Removes all states and keeps the memory.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
        self.table.fill(0);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes_for(self.keys.capacity(), self.table.len())
    }

    fn bytes_for(&self, states: usize, table: usize) -> usize {
        states * (size_of::<K>() + size_of::<V>() + self.heap) + table * size_of::<u32>()
    }

    /// Adds a state, or calls `merge` with the value of the state if it is present. `budget` is the
    /// number of bytes this layer may hold.
    #[inline]
    pub fn insert<E: From<Limit>>(
        &mut self,
        key: K,
        budget: usize,
        value: impl FnOnce() -> V,
        merge: impl FnOnce(&mut V) -> Result<(), E>,
    ) -> Result<(), E> {
        let mask = self.table.len() - 1;
        let mut at = key.mix() as usize & mask;
        loop {
            match self.table[at] {
                0 => break,
                index => {
                    let index = index as usize - 1;
                    if self.keys[index] == key {
                        return merge(&mut self.values[index]);
                    }
                }
            }
            at = (at + 1) & mask;
        }
        if self.keys.len() == self.keys.capacity() {
            self.reserve(budget)?;
        }
        self.keys.push(key);
        self.values.push(value());
        self.table[at] = self.keys.len() as u32;
        if self.keys.len() * 2 > self.table.len() {
            self.rehash(budget)?;
        }
        Ok(())
    }

    #[cold]
    fn reserve(&mut self, budget: usize) -> Result<(), Limit> {
        let states = (self.keys.capacity() * 2).max(SMALLEST / 2);
        if states >= 1 << 28 || self.bytes_for(states, self.table.len()) > budget {
            return Err(Limit::Memory);
        }
        self.keys.reserve_exact(states - self.keys.len());
        self.values.reserve_exact(states - self.values.len());
        Ok(())
    }

    #[cold]
    fn rehash(&mut self, budget: usize) -> Result<(), Limit> {
        let size = self.table.len() * 2;
        if self.bytes_for(self.keys.capacity(), size) > budget {
            return Err(Limit::Memory);
        }
        self.table = Vec::new();
        self.table.resize(size, 0);
        let mask = size - 1;
        for (index, key) in self.keys.iter().enumerate() {
            let mut at = key.mix() as usize & mask;
            while self.table[at] != 0 {
                at = (at + 1) & mask;
            }
            self.table[at] = index as u32 + 1;
        }
        Ok(())
    }
}
