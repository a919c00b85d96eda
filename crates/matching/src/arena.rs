//! Lists that only grow, read by ranges that know their list's type: a range of one list cannot be
//! taken for one of another.

use std::marker::PhantomData;
use std::ops::Index;

/// A list that only grows.
#[derive(Clone, Debug)]
pub struct Arena<T>(Vec<T>);

/// Some consecutive items of an [`Arena`].
#[derive(Debug)]
pub struct Span<T> {
    first: u32,
    end: u32,
    items: PhantomData<fn() -> T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena(Vec::new())
    }
}

impl<T> Arena<T> {
    /// Appends items.
    pub fn add(&mut self, items: impl IntoIterator<Item = T>) -> Span<T> {
        let first = self.len();
        self.0.extend(items);
        Span::new(first, self.len() - first)
    }

    /// The number of items.
    pub fn len(&self) -> u32 {
        self.0.len() as u32
    }
}

impl<T> Index<Span<T>> for Arena<T> {
    type Output = [T];

    #[inline]
    fn index(&self, span: Span<T>) -> &[T] {
        &self.0[span.first as usize..span.end as usize]
    }
}

impl<T> Span<T> {
    /// So many items from `first` on.
    pub fn new(first: u32, count: u32) -> Span<T> {
        Span { first, end: first + count, items: PhantomData }
    }

    /// The number of items.
    pub fn len(self) -> u32 {
        self.end - self.first
    }

    /// Whether it has no items.
    pub fn is_empty(self) -> bool {
        self.first == self.end
    }
}

// Derived, they would ask the same of the items.
impl<T> Clone for Span<T> {
    fn clone(&self) -> Span<T> {
        *self
    }
}

impl<T> Copy for Span<T> {}
