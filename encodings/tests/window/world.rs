//! Real completions in windows: lines on small boards, discs around their live ends, and the values
//! that a completion gives to the variables of a window. Apart from the variable numbers, nothing
//! here uses the code under test.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::window::region::RimRegion;
use deadmove_encodings::window::{Disc, Outer, RimPlace, Vertex, Window};

/// Column and row.
pub type Cell = (i32, i32);

/// Numbers that look random and are the same in every run (Steele, Lea and Flood's SplitMix).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// Up, right, down, left.
pub fn near((x, y): Cell) -> [Cell; 4] {
    [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
}

/// All lines through every cell of a board from a corner to a cell of the border.
pub fn lines(width: i32, height: i32) -> Vec<Vec<Cell>> {
    fn extend(size: Cell, line: &mut Vec<Cell>, found: &mut Vec<Vec<Cell>>) {
        let (width, height) = size;
        let last = line[line.len() - 1];
        if line.len() as i32 == width * height {
            let border = last.0 == 0 || last.1 == 0 || last.0 == width - 1 || last.1 == height - 1;
            if border {
                found.push(line.clone());
            }
            return;
        }
        for next in near(last) {
            let inside = (0..width).contains(&next.0) && (0..height).contains(&next.1);
            if inside && !line.contains(&next) {
                line.push(next);
                extend(size, line, found);
                line.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend((width, height), &mut vec![(0, 0)], &mut found);
    found
}

/// A completion, and a disc around its live end.
pub struct World {
    /// The live end.
    pub live: Cell,
    /// The completion without the live end.
    pub path: Vec<Cell>,
    /// The free cells of the disc.
    pub cells: Vec<Cell>,
    /// Sides and corners of the disc in order: the cell at a side, if it is not the live end, and
    /// the cell beyond.
    pub rim: Vec<(Option<Cell>, Cell)>,
    /// The cells that touch the disc.
    pub outers: Vec<Cell>,
    /// Walls that the window knows.
    pub known: BTreeSet<Cell>,
    /// Cells that the window knows not to be the end.
    pub never: BTreeSet<Cell>,
}

impl World {
    /// The completion of a line from a cell on, with some disc that contains the next cell.
    pub fn new(line: &[Cell], at: usize, dice: &mut Dice) -> World {
        let (live, path) = (line[at], line[at + 1..].to_vec());
        let mut disc = BTreeSet::from([live, path[0]]);
        for _ in 0..dice.below(path.len().min(10)) {
            let rim = disc.iter().flat_map(|&cell| near(cell));
            let rim: Vec<Cell> =
                rim.filter(|cell| !disc.contains(cell) && path.contains(cell)).collect();
            if !rim.is_empty() {
                disc.insert(rim[dice.below(rim.len())]);
            }
        }
        let holes = holes(&disc);
        assert!(holes.iter().all(|cell| path.contains(cell)), "no wall is enclosed by free cells");
        disc.extend(holes);
        let rim = walk(&disc, live);
        let outers: BTreeSet<Cell> = rim.iter().map(|&(_, outer)| outer).collect();
        let known = outers.iter().filter(|cell| !path.contains(cell) && dice.coin()).copied();
        let known = known.collect();
        let end = path[path.len() - 1];
        let seen = disc.iter().chain(&outers).copied();
        let never = seen.filter(|&cell| cell != end && dice.coin()).collect();
        let cells = disc.into_iter().filter(|&cell| cell != live).collect();
        World { live, path, cells, rim, outers: outers.into_iter().collect(), known, never }
    }

    pub fn is_free(&self, cell: Cell) -> bool {
        self.path.contains(&cell)
    }

    pub fn end(&self) -> Cell {
        self.path[self.path.len() - 1]
    }

    /// Black like the live end, or white.
    pub fn is_white(&self, (x, y): Cell) -> bool {
        (x + y - self.live.0 - self.live.1) % 2 != 0
    }

    pub fn vertex(&self, cell: Cell) -> Option<usize> {
        self.cells.iter().position(|&other| other == cell)
    }

    pub fn outer(&self, cell: Cell) -> Option<usize> {
        self.outers.iter().position(|&other| other == cell)
    }

    fn uses(&self, a: Cell, b: Cell) -> bool {
        self.path.windows(2).any(|pair| pair == [a, b] || pair == [b, a])
    }

    /// The disc as the window knows it.
    pub fn disc(&self) -> Disc {
        let may_end = |cell: &Cell| !self.never.contains(cell);
        let vertices = self.cells.iter().map(|cell| Vertex {
            white: self.is_white(*cell),
            first: *cell == self.path[0],
            may_end: may_end(cell),
        });
        let mut edges = Vec::new();
        for (v, &cell) in self.cells.iter().enumerate() {
            let others = near(cell).into_iter().filter_map(|next| self.vertex(next));
            edges.extend(others.filter(|&w| v < w).map(|w| (v, w)));
        }
        let places = self.rim.iter().map(|&(cell, outer)| RimPlace {
            vertex: cell.and_then(|cell| self.vertex(cell)),
            outer: self.outer(outer).unwrap(),
        });
        let outers = self.outers.iter().map(|cell| {
            let wall = self.known.contains(cell);
            let beyond = near(*cell).into_iter().filter(|next| {
                *next != self.live && self.vertex(*next).is_none() && !self.known.contains(next)
            });
            Outer {
                wall,
                may_end: !wall && may_end(cell),
                beyond: beyond.map(|next| self.outer(next)).collect(),
                at_live_end: near(*cell).contains(&self.live),
            }
        });
        Disc {
            vertices: vertices.collect(),
            edges,
            places: places.collect(),
            outers: outers.collect(),
        }
    }

    /// The values that the completion gives to the variables of the window.
    pub fn values(&self, window: &Window) -> BTreeMap<i32, bool> {
        let mut values = BTreeMap::new();
        let mut set = |lit: Lit, value: bool| {
            assert!(lit.0 > 0 && values.insert(lit.0, value).is_none(), "a variable of its own");
        };
        let disc = &window.disc;
        for (edge, &(a, b)) in disc.edges.iter().enumerate() {
            set(Lit::edge(edge), self.uses(self.cells[a], self.cells[b]));
        }
        for (x, &cell) in self.outers.iter().enumerate() {
            set(window.free[x], self.is_free(cell));
            match window.end_outer[x] {
                Some(lit) => set(lit, cell == self.end()),
                None => assert_ne!(cell, self.end()),
            }
        }
        for (v, &cell) in self.cells.iter().enumerate() {
            match window.end_vertex[v] {
                Some(lit) => set(lit, cell == self.end()),
                None => assert_ne!(cell, self.end()),
            }
        }
        // The places at which the completion crosses the rim, in the order of the completion.
        let place = |inside: Cell, outside: Cell| {
            self.rim.iter().position(|&side| side == (Some(inside), outside)).unwrap()
        };
        let mut passed = Vec::new();
        for pair in self.path.windows(2) {
            match [0, 1].map(|i| self.vertex(pair[i]).is_some()) {
                [true, false] => passed.push(place(pair[0], pair[1])),
                [false, true] => passed.push(place(pair[1], pair[0])),
                _ => {}
            }
        }
        let pieces: Vec<(usize, usize)> = passed
            .chunks_exact(2)
            .map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
            .collect();
        let last = (passed.len() % 2 == 1).then(|| passed[passed.len() - 1]);
        for at in 0..self.rim.len() {
            match window.exit[at] {
                Some(lit) => set(lit, passed.contains(&at)),
                None => assert!(!passed.contains(&at), "no exit where there is one"),
            }
            if let Some(lit) = window.last[at] {
                set(lit, last == Some(at));
            }
        }
        for &(p, q) in &pieces {
            assert!(window.join(p, q).is_some(), "walls do not keep a piece apart");
        }
        for (pair, lit) in window.joins() {
            set(lit, pieces.contains(&pair));
        }
        values
    }

    /// A straight segment of the disc that does not contain the end, with a side from which the end
    /// cannot be reached, and its region.
    pub fn segment(&self, dice: &mut Dice) -> Option<Cut> {
        let (way, side) = (dice.below(4), dice.below(4));
        let mut cell = self.cells[dice.below(self.cells.len())];
        let mut segment = Vec::new();
        for _ in 0..=dice.below(4) {
            if self.vertex(cell).is_some() && cell != self.end() {
                segment.push(cell);
            }
            cell = near(cell)[way];
        }
        let beside = segment.iter().map(|&cell| near(cell)[side]);
        let side: BTreeSet<Cell> =
            beside.filter(|&cell| cell != self.live && !segment.contains(&cell)).collect();
        let mut region: Vec<Cell> =
            side.iter().copied().filter(|&cell| self.is_free(cell)).collect();
        let mut at = 0;
        while at < region.len() {
            for next in near(region[at]) {
                if self.is_free(next) && !segment.contains(&next) && !region.contains(&next) {
                    region.push(next);
                }
            }
            at += 1;
        }
        (!segment.is_empty() && !region.contains(&self.end())).then_some(Cut {
            segment,
            side,
            region,
        })
    }
}

/// A segment with its side and its region.
pub struct Cut {
    pub segment: Vec<Cell>,
    pub side: BTreeSet<Cell>,
    pub region: Vec<Cell>,
}

impl Cut {
    /// The region as the window knows it.
    pub fn rim_region(&self, world: &World, window: &Window, clauses: &mut Clauses) -> RimRegion {
        let vertices = self.segment.iter().filter_map(|&cell| world.vertex(cell));
        let vertices: Vec<usize> = vertices.collect();
        let side_vertices = self.side.iter().filter_map(|&cell| world.vertex(cell)).collect();
        let side_outers = self.side.iter().filter_map(|&cell| world.outer(cell)).collect();
        RimRegion::new(window, &vertices, side_vertices, side_outers, clauses)
    }

    /// Whites minus blacks of segment and region.
    pub fn surplus(&self, world: &World) -> i32 {
        let cells = self.segment.iter().chain(&self.region);
        cells.map(|&cell| if world.is_white(cell) { 1 } else { -1 }).sum()
    }

    /// The true values of the label.
    pub fn values(&self, world: &World, region: &RimRegion) -> BTreeMap<i32, bool> {
        let vertices = world.cells.iter().enumerate();
        let vertices = vertices.map(|(v, cell)| (region.has_vertex(v).0, cell));
        let outers = world.outers.iter().enumerate();
        let outers = outers.map(|(x, cell)| (region.has_outer(x).0, cell));
        vertices.chain(outers).map(|(var, cell)| (var, self.region.contains(cell))).collect()
    }
}

/// The cells that every path to distant cells leaves through the set.
fn holes(set: &BTreeSet<Cell>) -> Vec<Cell> {
    let range = -2..8;
    let mut seen = BTreeSet::from([(range.start, range.start)]);
    let mut stack = vec![(range.start, range.start)];
    while let Some(cell) = stack.pop() {
        for next in near(cell) {
            let inside = range.contains(&next.0) && range.contains(&next.1);
            if inside && !set.contains(&next) && seen.insert(next) {
                stack.push(next);
            }
        }
    }
    let all = range.clone().flat_map(|x| range.clone().map(move |y| (x, y)));
    all.filter(|cell| !seen.contains(cell) && !set.contains(cell)).collect()
}

/// Sides and corners of a set, clockwise, found by following the rim.
fn walk(set: &BTreeSet<Cell>, live: Cell) -> Vec<(Option<Cell>, Cell)> {
    let start = (*set.iter().min_by_key(|(x, y)| (y, x)).unwrap(), 0);
    let (mut cell, mut side) = start;
    let mut rim = Vec::new();
    loop {
        let outer = near(cell)[side];
        rim.push(((cell != live).then_some(cell), outer));
        let turn = (side + 1) % 4;
        let (beside, diagonal) = (near(cell)[turn], near(outer)[turn]);
        if set.contains(&diagonal) {
            (cell, side) = (diagonal, (side + 3) % 4);
        } else if set.contains(&beside) {
            cell = beside;
        } else {
            rim.push((None, diagonal));
            side = turn;
        }
        if (cell, side) == start {
            return rim;
        }
    }
}
