//! Deductions compared with a naive reading of P5 to P9: which steps and which contradictions are
//! accepted after random steps, on small boards.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_checker::{Because, Cell, Contradiction, Deduction, Reason, Step, check_reason};

use super::naive::{NaivePosition, cells, kind};
use super::true_completions::Random;

/// What is known about the edges between usable cells.
#[derive(Clone, Debug)]
struct Naive {
    usable: Vec<Cell>,
    /// Cells that are drawn, blocked, or not on the board.
    others: Vec<Cell>,
    live_end: Cell,
    end: Cell,
    /// By both cells, in both orders.
    decided: BTreeMap<(Cell, Cell), bool>,
}

fn adjacent(a: Cell, b: Cell) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

impl Naive {
    fn edges(&self, cell: Cell, state: Option<bool>) -> usize {
        let near = self.usable.iter().filter(|&&other| adjacent(cell, other));
        near.filter(|&&other| self.decided.get(&(cell, other)) == state.as_ref()).count()
    }

    fn decide(&mut self, (a, b): (Cell, Cell), used: bool) {
        self.decided.insert((a, b), used);
        self.decided.insert((b, a), used);
    }

    fn is_virtual(&self, a: Cell, b: Cell) -> bool {
        (a, b) == (self.live_end, self.end) || (b, a) == (self.live_end, self.end)
    }

    fn degree(&self, cell: Cell) -> usize {
        if cell == self.live_end || cell == self.end { 1 } else { 2 }
    }

    fn left(&self, cell: Cell) -> usize {
        self.edges(cell, None) + self.edges(cell, Some(true))
    }

    fn are_usable(&self, cells: &[Cell]) -> bool {
        let different: BTreeSet<&Cell> = cells.iter().collect();
        let usable = cells.iter().all(|cell| self.usable.contains(cell));
        usable && !cells.is_empty() && different.len() == cells.len()
    }

    /// The edges out of a region that may be used, without the virtual one: the inner cell first.
    fn leaving(&self, region: &[Cell]) -> Vec<(Cell, Cell)> {
        let outer = self.usable.iter().filter(|cell| !region.contains(cell));
        let pairs = outer.flat_map(|&outer| region.iter().map(move |&inner| (inner, outer)));
        let open = |pair: &(Cell, Cell)| self.decided.get(pair) != Some(&false);
        pairs.filter(|&(inner, outer)| adjacent(inner, outer)).filter(open).collect()
    }

    /// What the edges out of a region must add up to, and all that they can add up to.
    fn sums(&self, region: &[Cell]) -> (i64, BTreeSet<i64>) {
        let white =
            |cell: Cell| (cell.0.abs_diff(self.live_end.0) + cell.1.abs_diff(self.live_end.1)) % 2;
        let sign = |cell: Cell| if white(cell) == 1 { -1 } else { 1 };
        let needed = region.iter().map(|&cell| sign(cell) * self.degree(cell) as i64).sum();
        let mut sums = BTreeSet::from([0]);
        for (inner, outer) in self.leaving(region) {
            let used = self.decided.get(&(inner, outer)) == Some(&true);
            let with = sums.iter().map(|sum| sum + sign(inner)).collect();
            if used {
                sums = with;
            } else {
                sums.extend(with);
            }
        }
        (needed, sums)
    }

    fn is_loop(&self, chain: &[Cell], (a, b): (Cell, Cell)) -> bool {
        let ends = [chain.first(), chain.last()];
        let used = |x: Cell, y: Cell| self.decided.get(&(x, y)) == Some(&true) && chain.len() > 2;
        self.are_usable(chain)
            && (ends == [Some(&a), Some(&b)] || ends == [Some(&b), Some(&a)])
            && chain.windows(2).all(|w| used(w[0], w[1]) || self.is_virtual(w[0], w[1]))
            && chain.len() != self.usable.len()
    }

    fn accepts(&self, step: &Step) -> bool {
        let (a, b) = step.edge;
        if !self.are_usable(&[a, b]) || !adjacent(a, b) || self.decided.contains_key(&(a, b)) {
            return false;
        }
        let crosses = |region: &[Cell]| region.contains(&a) != region.contains(&b);
        match &step.because {
            Because::Degree { cell } if step.used => {
                [a, b].contains(cell) && self.left(*cell) == self.degree(*cell)
            }
            Because::Degree { cell } => {
                [a, b].contains(cell) && self.edges(*cell, Some(true)) == self.degree(*cell)
            }
            Because::SmallLoop { chain } => !step.used && self.is_loop(chain, (a, b)),
            Because::Colour { region } => {
                // With the edge as it is not, no sum is the one that is needed.
                let mut other = self.clone();
                other.decide((a, b), !step.used);
                let (needed, sums) = self.sums(region);
                self.are_usable(region)
                    && crosses(region)
                    && sums.contains(&needed)
                    && !other.sums(region).1.contains(&needed)
            }
            Because::TwoEdgeCut { region } => {
                let inside = |cell: &Cell| region.contains(cell);
                let virtual_edge = inside(&self.live_end) != inside(&self.end);
                step.used
                    && self.are_usable(region)
                    && crosses(region)
                    && self.leaving(region).len() + usize::from(virtual_edge) == 2
            }
            Because::Probe { deduction } => {
                let mut supposed = self.clone();
                supposed.decide((a, b), !step.used);
                supposed.proves(deduction)
            }
        }
    }

    fn proves(mut self, deduction: &Deduction) -> bool {
        for step in &deduction.steps {
            if !self.accepts(step) {
                return false;
            }
            self.decide(step.edge, step.used);
        }
        self.contradicts(&deduction.contradiction)
    }

    fn contradicts(&self, contradiction: &Contradiction) -> bool {
        match contradiction {
            Contradiction::Degree { cell } => {
                let degree = self.degree(*cell);
                let used = self.edges(*cell, Some(true));
                self.are_usable(&[*cell]) && (self.left(*cell) < degree || used > degree)
            }
            Contradiction::SmallLoop { chain } => match (chain.first(), chain.last()) {
                (Some(&first), Some(&last)) => {
                    self.decided.get(&(first, last)) == Some(&true)
                        && self.is_loop(chain, (first, last))
                }
                _ => false,
            },
            Contradiction::CutOff { cells, door } => {
                let inside = |cell: &Cell| cells.contains(cell);
                let mut outer: BTreeSet<Cell> =
                    self.leaving(cells).into_iter().map(|(_, outer)| outer).collect();
                let ends = [(self.live_end, self.end), (self.end, self.live_end)];
                outer.extend(ends.iter().filter(|(a, b)| inside(a) && !inside(b)).map(|(_, b)| b));
                let rest = |cell: &&Cell| !inside(cell) && Some(**cell) != *door;
                self.are_usable(cells)
                    && door.is_none_or(|door| self.usable.contains(&door))
                    && outer.iter().all(|&outer| Some(outer) == *door)
                    && self.usable.iter().any(|cell| rest(&cell))
            }
            Contradiction::Colour { region } => {
                let (needed, sums) = self.sums(region);
                self.are_usable(region) && !sums.contains(&needed)
            }
        }
    }

    fn cell(&self, random: &mut Random) -> Cell {
        let some = if random.one_in(20) { &self.others } else { &self.usable };
        random.choose(some)
    }

    fn edge(&self, random: &mut Random) -> (Cell, Cell) {
        loop {
            let edge = (self.cell(random), self.cell(random));
            if adjacent(edge.0, edge.1) || random.one_in(100) {
                return edge;
            }
        }
    }

    fn region(&self, random: &mut Random) -> Vec<Cell> {
        let most = random.below(self.usable.len());
        let mut region = vec![self.cell(random)];
        for &cell in self.usable.iter().cycle().take(3 * self.usable.len()) {
            let beside = region.iter().any(|&other| adjacent(cell, other)) || random.one_in(8);
            if region.len() < most && beside && !region.contains(&cell) && random.one_in(2) {
                region.push(cell);
            }
        }
        if random.one_in(30) {
            region.push(region[0]);
        }
        region
    }

    /// A chain of used edges, or what looks like one.
    fn chain(&self, random: &mut Random) -> Vec<Cell> {
        let mut chain = vec![self.cell(random)];
        for _ in 0..random.below(self.usable.len() + 1) {
            let last = chain[chain.len() - 1];
            let joined = |&next: &Cell| {
                self.decided.get(&(last, next)) == Some(&true) || self.is_virtual(last, next)
            };
            let next = self.usable.iter().copied().filter(joined);
            let next: Vec<Cell> = next.filter(|cell| !chain.contains(cell)).collect();
            match next[..] {
                [] => break,
                _ => chain.push(random.choose(&next)),
            }
        }
        if random.one_in(10) {
            chain.push(self.cell(random));
        }
        chain
    }

    fn contradiction(&self, random: &mut Random) -> Contradiction {
        match random.below(4) {
            0 => Contradiction::Degree { cell: self.cell(random) },
            1 => Contradiction::SmallLoop { chain: self.chain(random) },
            2 => {
                let door = if random.one_in(4) { None } else { Some(self.cell(random)) };
                Contradiction::CutOff { cells: self.region(random), door }
            }
            _ => Contradiction::Colour { region: self.region(random) },
        }
    }

    fn step(&self, random: &mut Random, depth: usize) -> Step {
        let mut edge = self.edge(random);
        let because = match random.below(if depth > 0 { 4 } else { 5 }) {
            0 => Because::Degree { cell: random.choose(&[edge.0, edge.1, edge.0]) },
            1 => {
                let chain = self.chain(random);
                edge = (chain[0], chain[chain.len() - 1]);
                Because::SmallLoop { chain }
            }
            2 => Because::Colour { region: self.region(random) },
            3 => Because::TwoEdgeCut { region: self.region(random) },
            _ => {
                let steps = (0..random.below(2)).map(|_| self.step(random, 1)).collect();
                let contradiction = self.contradiction(random);
                Because::Probe { deduction: Box::new(Deduction { steps, contradiction }) }
            }
        };
        Step { edge, used: random.one_in(2), because }
    }
}

/// A position on a board of up to 5×5 with blocked cells, after some steps.
fn position(random: &mut Random) -> Option<NaivePosition> {
    let (width, height) = (random.below(4) as u16 + 2, random.below(4) as u16 + 2);
    let cells = cells(width, height);
    let (start, end) = (random.choose(&cells), random.choose(&cells));
    let blocked = cells.iter().copied().filter(|&c| c != start && c != end && random.one_in(9));
    let blocked: Vec<Cell> = blocked.collect();
    let mut position = NaivePosition::start(width, height, start, end, &blocked)?;
    // Few enough free cells to draw all lines.
    while position.free.len() > 14 {
        let children = position.children();
        position = children.get(random.below(4)).or(children.first())?.clone();
    }
    (position.free.len() > 1 && position.free.contains(&end)).then_some(position)
}

#[test]
fn a_deduction_is_accepted_exactly_if_a_naive_reader_accepts_it_and_only_on_dead_positions() {
    let mut random = Random(9);
    let (mut steps, mut contradictions, mut live) = (BTreeMap::new(), BTreeMap::new(), 0);
    for _ in 0..700 {
        let Some(position) = position(&mut random) else { continue };
        let (usable, live_end, end) = (position.usable(), position.live_end, position.end);
        let others = cells(6, 6).into_iter().filter(|cell| !usable.contains(cell)).collect();
        let mut naive = Naive { usable, others, live_end, end, decided: BTreeMap::new() };
        let is_live = position.is_live();
        live += usize::from(is_live);
        let mut known = Vec::new();
        let check = |steps: &[Step], contradiction: Contradiction| {
            let deduction = Deduction { steps: steps.to_vec(), contradiction };
            check_reason(&position.board, &position.path, &Reason::Deduction(deduction))
        };
        for _ in 0..80 {
            let step = naive.step(&mut random, 0);
            known.push(step.clone());
            // No contradiction, so an error is about the step or about the contradiction.
            let why = check(&known, Contradiction::Degree { cell: (99, 99) }).unwrap_err();
            let expected = naive.accepts(&step);
            assert_eq!(!why.starts_with("step"), expected, "{why}\n{step:?}\n{naive:?}");
            steps.entry(kind(&step.because)).or_insert([0; 2])[usize::from(expected)] += 1;
            if expected {
                naive.decide(step.edge, step.used);
            } else {
                known.pop();
            }
            let contradiction = naive.contradiction(&mut random);
            let expected = naive.contradicts(&contradiction);
            let found = check(&known, contradiction.clone());
            assert_eq!(found.is_ok(), expected, "{found:?}\n{contradiction:?}\n{naive:?}");
            assert!(!expected || !is_live, "{known:?}\n{contradiction:?}\n{position:?}");
            contradictions.entry(kind(&contradiction)).or_insert([0; 2])[usize::from(expected)] +=
                1;
        }
    }
    println!("steps {steps:?}, contradictions {contradictions:?}, {live} positions live");
    assert_eq!((steps.len(), contradictions.len()), (5, 4));
    assert!(live > 50);
    assert!(steps.values().chain(contradictions.values()).flatten().all(|&count| count > 50));
}
