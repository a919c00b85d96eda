//! The cheapest rules that together forbid all dead moves: weighted set cover.

use rustc_hash::FxHashSet;

/// The sets (rules) that cover an element (a dead move), 64 to a word.
pub(crate) type Signature = Vec<u64>;

/// Chooses sets of least total weight so that every element is in one of them. `elements[i]` is the
/// list of sets that contain element i; elements that no set contains are ignored. Returns the best
/// choice found within `nodes` steps of branch and bound.
pub fn cover(elements: Vec<Signature>, weights: &[u32], nodes: usize) -> Vec<usize> {
    let elements = essential(elements);
    let mut search = BranchAndBound { weights, best: None, nodes };
    search.branch(&elements, &mut Vec::new(), 0);
    let mut chosen = search.best.map_or_else(Vec::new, |(_, chosen)| chosen);
    chosen.sort_unstable();
    chosen
}

/// Drops elements that are covered whenever another one is.
fn essential(elements: Vec<Signature>) -> Vec<Signature> {
    let covered = elements.into_iter().filter(|element| count(element) > 0);
    // Many elements are equal, so they are not sorted before all but one of these are dropped.
    let mut elements: Vec<Signature> = covered.collect::<FxHashSet<_>>().into_iter().collect();
    elements.sort_unstable_by(|a, b| count(a).cmp(&count(b)).then_with(|| a.cmp(b)));
    let mut kept: Vec<Signature> = Vec::new();
    for element in elements {
        if !kept.iter().any(|small| small.iter().zip(&element).all(|(a, b)| a & !b == 0)) {
            kept.push(element);
        }
    }
    kept
}

fn count(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// The numbers of the bits that are set.
pub(crate) fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
    })
}

struct BranchAndBound<'w> {
    weights: &'w [u32],
    best: Option<(u64, Vec<usize>)>,
    nodes: usize,
}

impl BranchAndBound<'_> {
    fn branch(&mut self, elements: &[Signature], chosen: &mut Vec<usize>, weight: u64) {
        if self.nodes == 0 {
            return;
        }
        self.nodes -= 1;
        if elements.is_empty() {
            if self.best.as_ref().is_none_or(|(best, _)| weight < *best) {
                self.best = Some((weight, chosen.clone()));
            }
            return;
        }
        if self.best.as_ref().is_some_and(|(best, _)| weight + self.least(elements) >= *best) {
            return;
        }
        // The element with the fewest choices, and its sets by how much they cover for their
        // weight.
        let hardest = elements.iter().min_by_key(|element| count(element)).expect("not empty");
        let mut choices: Vec<(u64, usize)> = members(hardest)
            .map(|set| {
                let covers = elements.iter().filter(|e| has(e, set)).count() as u64;
                (u64::from(self.weights[set]) * 1_000_000 / covers, set)
            })
            .collect();
        choices.sort_unstable();
        for (_, set) in choices {
            let rest: Vec<Signature> =
                elements.iter().filter(|element| !has(element, set)).cloned().collect();
            chosen.push(set);
            self.branch(&rest, chosen, weight + u64::from(self.weights[set]));
            chosen.pop();
        }
    }

    /// A lower bound: elements that pairwise share no set need one set each.
    fn least(&self, elements: &[Signature]) -> u64 {
        let mut used: Signature = vec![0; elements.first().map_or(0, Vec::len)];
        let mut sum = 0;
        for element in elements {
            if element.iter().zip(&used).all(|(a, b)| a & b == 0) {
                for (used, word) in used.iter_mut().zip(element) {
                    *used |= word;
                }
                let cheapest = members(element).map(|set| self.weights[set]).min();
                sum += u64::from(cheapest.unwrap_or(0));
            }
        }
        sum
    }
}

fn has(element: &[u64], set: usize) -> bool {
    element[set / 64] >> (set % 64) & 1 == 1
}
