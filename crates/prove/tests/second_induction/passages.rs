//! The sums that Lemma 6 admits: `docs/explanation/proofs-for-every-board.md`, "Passages" and "The
//! transfer dynamic programme". Twice: every choice of edges written out, and cell by cell.

use std::collections::{BTreeMap, BTreeSet};

use super::barrier::{Cell, Scene};

/// Where an end of a run leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// To a cell of the region other than the one that L steps to.
    Into,
    /// To the cell of the region that L steps to.
    ToStep,
    /// To the other side.
    Beyond,
    /// To L.
    LiveEnd,
}

impl Way {
    /// Whether the end counts as leading beyond.
    fn is_beyond(self) -> bool {
        self != Way::Into
    }

    /// What the end adds to the sum of the ends that leave the region and the segment.
    fn sum(self, cell: Cell) -> i64 {
        if matches!(self, Way::Beyond | Way::LiveEnd) { cell.colour } else { 0 }
    }
}

/// All choices of `number` edges that a cell may have off the segment.
fn edges(cell: Cell, number: usize) -> Vec<Vec<Way>> {
    let mut ends = Vec::new();
    ends.extend(vec![Way::Into; cell.into]);
    ends.extend(cell.to_step.then_some(Way::ToStep));
    ends.extend(vec![Way::Beyond; cell.beyond]);
    ends.extend(cell.from_live_end.then_some(Way::LiveEnd));
    let mut all: Vec<Vec<Way>> = match number {
        0 => vec![Vec::new()],
        1 => ends.iter().map(|&end| vec![end]).collect(),
        _ => (0..ends.len())
            .flat_map(|two| (0..two).map(move |one| [one, two]))
            .map(|pair| pair.map(|number| ends[number]).to_vec())
            .collect(),
    };
    // The step from L is an edge of Q.
    all.retain(|edges| edges.contains(&Way::LiveEnd) == cell.from_live_end);
    all.sort();
    all.dedup();
    all
}

/// Whether Lemma 6 admits a number of passages; `joined`: the cell that L steps to is joined to the
/// segment.
fn is_admitted(scene: &Scene, passages: usize, joined: bool) -> bool {
    match (scene.step_in_region, joined) {
        (false, _) => passages.is_multiple_of(2) && (passages > 0 || scene.may_be_empty),
        (true, false) => !passages.is_multiple_of(2),
        (true, true) => passages.is_multiple_of(2) && (passages > 0 || scene.may_be_the_step),
    }
}

/// Every sum, by writing out every choice of edges at every cell.
pub fn sums_by_list(scene: &Scene) -> BTreeSet<i64> {
    let mut sums = BTreeSet::new();
    extend(scene, &mut Vec::new(), false, &mut sums);
    sums
}

/// `ends`: the ends of runs at the cells so far, with the cells.
fn extend(
    scene: &Scene,
    ends: &mut Vec<Vec<(Way, Cell)>>,
    from_previous: bool,
    sums: &mut BTreeSet<i64>,
) {
    let index = ends.len();
    let Some(&cell) = scene.cells.get(index) else {
        sums.extend(sum_of(scene, &ends.concat()));
        return;
    };
    for to_next in [false, true] {
        if to_next && index + 1 == scene.cells.len() {
            continue;
        }
        for edges in edges(cell, 2 - usize::from(from_previous) - usize::from(to_next)) {
            ends.push(edges.into_iter().map(|end| (end, cell)).collect());
            extend(scene, ends, to_next, sums);
            ends.pop();
        }
    }
}

/// The sum of one choice, if Lemma 6 admits it. A run stays on consecutive cells, so two ends that
/// follow each other are the ends of one run.
fn sum_of(scene: &Scene, ends: &[(Way, Cell)]) -> Option<i64> {
    let joined = ends.iter().filter(|(end, _)| *end == Way::ToStep).count();
    let (runs, rest) = ends.as_chunks::<2>();
    assert!(rest.is_empty(), "each run has two ends");
    let passages = runs.iter().filter(|[a, b]| a.0.is_beyond() != b.0.is_beyond()).count();
    let from_live_end = i64::from(scene.step_in_region);
    (joined <= 1 && is_admitted(scene, passages, joined == 1))
        .then(|| from_live_end + ends.iter().map(|(end, cell)| end.sum(*cell)).sum::<i64>())
}

/// What the cells so far leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Configuration {
    /// Whether a run goes on to the next cell, and whether its first end leads beyond.
    run: Option<bool>,
    /// The number of passages; from 3 on, 1 if it is odd and 2 if it is even.
    passages: usize,
    /// Whether the cell that L steps to is joined to the segment.
    joined: bool,
}

impl Configuration {
    /// Before the first cell.
    pub const START: Configuration = Configuration { run: None, passages: 0, joined: false };

    /// Whether Lemma 6 admits it after the last cell.
    pub fn is_admitted(self, scene: &Scene) -> bool {
        self.run.is_none() && is_admitted(scene, self.passages, self.joined)
    }

    /// What may follow after one more cell, with what the cell adds to the sum.
    pub fn after(self, cell: Cell) -> Vec<(Configuration, i64)> {
        let mut all = Vec::new();
        for goes_on in [false, true] {
            let along = usize::from(self.run.is_some()) + usize::from(goes_on);
            for edges in edges(cell, 2 - along) {
                let mut next = self;
                for end in &edges {
                    next = next.with(*end);
                }
                let joins = edges.iter().filter(|end| **end == Way::ToStep).count();
                let twice = joins + usize::from(self.joined) > 1;
                // A run that ends here does not go on; one that begins, or neither ends nor
                // begins, does.
                if !twice && next.run.is_some() == goes_on {
                    all.push((next, edges.iter().map(|end| end.sum(cell)).sum()));
                }
            }
        }
        all
    }

    /// With one more end of a run: the first one, or the one that completes it.
    fn with(self, end: Way) -> Configuration {
        let joined = self.joined || end == Way::ToStep;
        let Some(first) = self.run else {
            return Configuration { run: Some(end.is_beyond()), joined, ..self };
        };
        let passages = self.passages + usize::from(first != end.is_beyond());
        Configuration { run: None, joined, passages: if passages > 2 { 1 } else { passages } }
    }
}

/// Every sum, cell by cell.
pub fn sums(scene: &Scene) -> BTreeSet<i64> {
    let first = BTreeSet::from([i64::from(scene.step_in_region)]);
    let mut state = BTreeMap::from([(Configuration::START, first)]);
    for &cell in &scene.cells {
        let mut next: BTreeMap<Configuration, BTreeSet<i64>> = BTreeMap::new();
        for (before, sums) in state {
            for (after, more) in before.after(cell) {
                next.entry(after).or_default().extend(sums.iter().map(|sum| sum + more));
            }
        }
        state = next;
    }
    state.retain(|last, _| last.is_admitted(scene));
    state.into_values().flatten().collect()
}

/// The largest sum for each configuration, `sign` times the sum being counted.
pub type Largest = BTreeMap<Configuration, i64>;

/// The largest sums after some more cells.
pub fn pass(state: &Largest, cells: &[Cell], sign: i64) -> Largest {
    let mut state = state.clone();
    for &cell in cells {
        let mut next = Largest::new();
        for (before, sum) in state {
            for (after, more) in before.after(cell) {
                let sum = sum + sign * more;
                next.entry(after).and_modify(|s| *s = sum.max(*s)).or_insert(sum);
            }
        }
        state = next;
    }
    state
}
