//! Merging sorted sections: the positions of a part in ascending order, each once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;

use crate::file::{Section, SectionReader};
use crate::reached::Reached;
use deadmove_core::error::InputError;
use deadmove_verify::live_set::bits::PackedPosition;

/// Merges the sections of one part.
#[derive(Debug)]
pub(crate) struct Merge<'p> {
    readers: Vec<SectionReader<'p>>,
    /// The next position of each reader that is not at its end.
    heads: BinaryHeap<Reverse<(Reached, usize)>>,
}

impl<'p> Merge<'p> {
    /// Begins to merge sections, each with the file it is in.
    pub(crate) fn new(sections: &'p [(PathBuf, Section)]) -> Result<Merge<'p>, InputError> {
        let readers =
            sections.iter().map(|(path, section)| SectionReader::new(path, *section)).collect();
        let mut merge = Merge { readers, heads: BinaryHeap::new() };
        for reader in 0..merge.readers.len() {
            merge.advance(reader)?;
        }
        Ok(merge)
    }

    fn advance(&mut self, reader: usize) -> Result<(), InputError> {
        if let Some(head) = self.readers[reader].next_position()? {
            self.heads.push(Reverse((head, reader)));
        }
        Ok(())
    }

    /// The next position, with the lines of all sections that have it; `None` after the last one.
    pub(crate) fn next_position(&mut self) -> Result<Option<(PackedPosition, u128)>, InputError> {
        let Some(Reverse((first, reader))) = self.heads.pop() else { return Ok(None) };
        self.advance(reader)?;
        let key = first.key();
        let mut lines = u128::from(first.lines);
        while let Some(&Reverse((same, reader))) =
            self.heads.peek().filter(|head| head.0.0.key() == key)
        {
            self.heads.pop();
            lines += u128::from(same.lines);
            self.advance(reader)?;
        }
        Ok(Some((key, lines)))
    }
}
