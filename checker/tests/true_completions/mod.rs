//! The formulas of the theories, tested from outside: positions on every line that fills a small
//! board, with the rest of the line as their completion, satisfy every clause and every lemma that
//! the checker accepts. Lines, labels and regions are computed here, by plain enumeration.

mod every_board;
mod one_board;
pub mod pictures;
pub mod positions;

/// Random numbers that are the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

#[test]
#[ignore = "three seconds"]
fn every_true_position_satisfies_its_formulas_and_every_accepted_lemma() {
    every_board::judge_true_positions(1);
    one_board::judge_true_positions(1);
}
