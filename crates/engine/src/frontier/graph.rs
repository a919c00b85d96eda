//! The graph of a position: its vertices, the edges a completion may use, and the conversion of
//! chosen edges into moves. Sweeps are in [`super::order`].

use deadmove_core::board::Move;
use deadmove_core::position::Position;

/// Free cells and live end as vertices, with the edges between neighbours that degrees alone do not
/// exclude. The graph is connected and has at least two vertices.
#[derive(Clone, Debug)]
pub struct FrontierGraph {
    /// Neighbours of each vertex.
    pub adjacent: Vec<Vec<u32>>,
    /// Path edges each vertex needs: 1 for the live end and the end cell, else 2.
    pub need: Vec<u8>,
    /// Column and row of each vertex.
    pub place: Vec<(u16, u16)>,
    live_end: u32,
}

impl FrontierGraph {
    /// The graph of an unfinished position, or `None` if degrees, colours or connectivity alone
    /// show that it has no completion.
    pub fn of(position: &Position) -> Option<FrontierGraph> {
        let board = position.board();
        if !position.is_free(board.end()) {
            return None;
        }
        let live_end = board.index(position.live_end());
        let mut cells: Vec<usize> = position.free().ones().collect();
        cells.insert(cells.partition_point(|&cell| cell < live_end), live_end);
        let mut vertex = vec![u32::MAX; board.cells()];
        for (v, &cell) in cells.iter().enumerate() {
            vertex[cell] = v as u32;
        }
        let mut graph = FrontierGraph {
            adjacent: Vec::with_capacity(cells.len()),
            need: Vec::with_capacity(cells.len()),
            place: Vec::with_capacity(cells.len()),
            live_end: vertex[live_end],
        };
        for &index in &cells {
            let cell = board.cell(index);
            let neighbours = board.neighbours(cell).map(|(_, next)| vertex[board.index(next)]);
            graph.adjacent.push(neighbours.filter(|&v| v != u32::MAX).collect());
            let terminal = index == live_end || cell == board.end();
            graph.need.push(if terminal { 1 } else { 2 });
            graph.place.push((cell.column, cell.row));
        }
        if !graph.is_balanced() {
            return None;
        }
        Reduction::new(&mut graph).run()?;
        graph.is_connected().then_some(graph)
    }

    /// The graph without an edge, or `None` if degrees or connectivity alone show that it has no
    /// completion.
    pub fn without(&self, v: u32, w: u32) -> Option<FrontierGraph> {
        let mut graph = self.clone();
        for (from, to) in [(v, w), (w, v)] {
            graph.adjacent[from as usize].retain(|&other| other != to);
        }
        Reduction::new(&mut graph).run()?;
        graph.is_connected().then_some(graph)
    }

    /// Whether the two colours need the same number of edges: every edge joins black and white.
    fn is_balanced(&self) -> bool {
        let needs = self.place.iter().zip(&self.need);
        let surplus = |(&(column, row), &need): (&(u16, u16), &u8)| {
            if (column ^ row) & 1 == 0 { i32::from(need) } else { -i32::from(need) }
        };
        needs.map(surplus).sum::<i32>() == 0
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.adjacent.len()
    }

    fn is_connected(&self) -> bool {
        let mut seen = vec![false; self.len()];
        seen[0] = true;
        let mut stack = vec![0];
        let mut count = 0;
        while let Some(v) = stack.pop() {
            count += 1;
            for &w in &self.adjacent[v as usize] {
                if !std::mem::replace(&mut seen[w as usize], true) {
                    stack.push(w);
                }
            }
        }
        count == self.len()
    }

    /// The moves along `edges`, which form one path through all vertices, from the live end on.
    pub fn trace(&self, edges: &[(u32, u32)]) -> Vec<Move> {
        let mut path = vec![[u32::MAX; 2]; self.len()];
        for &(v, w) in edges {
            for (from, to) in [(v, w), (w, v)] {
                let ends = &mut path[from as usize];
                ends[usize::from(ends[0] != u32::MAX)] = to;
            }
        }
        let mut moves = Vec::with_capacity(edges.len());
        let (mut before, mut at) = (u32::MAX, self.live_end);
        while let Some(&next) = path[at as usize].iter().find(|&&w| w != u32::MAX && w != before) {
            let ((x0, y0), (x1, y1)) = (self.place[at as usize], self.place[next as usize]);
            moves.push(match (x0 == x1, x0 < x1, y0 < y1) {
                (true, _, true) => Move::Down,
                (true, _, false) => Move::Up,
                (false, true, _) => Move::Right,
                (false, false, _) => Move::Left,
            });
            (before, at) = (at, next);
        }
        moves
    }
}

/// Removes edges that no completion can use. A vertex with exactly the edges it needs uses them
/// all, a vertex with enough forced edges uses no other, and no edge joins the two ends of one
/// forced piece. Fewer edges make narrower sweeps.
struct Reduction<'a> {
    graph: &'a mut FrontierGraph,
    forced: Vec<Vec<u32>>,
    /// For the end of a forced piece, its other end; itself for a piece of one vertex.
    far: Vec<u32>,
    queue: Vec<u32>,
}

impl<'a> Reduction<'a> {
    fn new(graph: &'a mut FrontierGraph) -> Self {
        let vertices = graph.len() as u32;
        Reduction {
            forced: vec![Vec::new(); graph.len()],
            far: (0..vertices).collect(),
            queue: (0..vertices).collect(),
            graph,
        }
    }

    fn run(mut self) -> Option<()> {
        while let Some(v) = self.queue.pop() {
            let need = usize::from(self.graph.need[v as usize]);
            let edges = &self.graph.adjacent[v as usize];
            if edges.len() < need {
                return None;
            }
            let forced = &self.forced[v as usize];
            let open: Vec<u32> = edges.iter().copied().filter(|w| !forced.contains(w)).collect();
            if forced.len() == need {
                for w in open {
                    self.remove(v, w);
                }
            } else if edges.len() == need {
                for w in open {
                    self.force(v, w)?;
                }
            }
        }
        Some(())
    }

    fn remove(&mut self, v: u32, w: u32) {
        for (from, to) in [(v, w), (w, v)] {
            self.graph.adjacent[from as usize].retain(|&other| other != to);
        }
        self.queue.extend([v, w]);
    }

    /// Makes an edge part of every completion; `None` if it cannot be.
    fn force(&mut self, v: u32, w: u32) -> Option<()> {
        for (from, to) in [(v, w), (w, v)] {
            self.forced[from as usize].push(to);
            if self.forced[from as usize].len() > usize::from(self.graph.need[from as usize]) {
                return None;
            }
        }
        let (a, b) = (self.far[v as usize], self.far[w as usize]);
        if a == w {
            return None;
        }
        self.far[a as usize] = b;
        self.far[b as usize] = a;
        if (a, b) != (v, w) && self.graph.adjacent[a as usize].contains(&b) {
            self.remove(a, b);
        }
        self.queue.extend([v, w]);
        Some(())
    }
}
