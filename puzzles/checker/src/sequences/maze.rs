//! Grids and mazes, one byte per field. Fields are numbered `row * width + column` from 0.

/// The most fields of a grid.
const MAX_FIELDS: usize = 64;

/// A grid: where the moves up, down, left and right lead if there is no wall.
pub struct MazeGrid {
    width: usize,
    /// For each field; none at the edge.
    pub targets: Vec<[Option<usize>; 4]>,
}

impl MazeGrid {
    /// A grid, unless it is empty or too large.
    pub fn new(width: usize, height: usize) -> Result<MazeGrid, String> {
        let fields = width.checked_mul(height).unwrap_or(0);
        if fields == 0 || fields > MAX_FIELDS {
            return Err(format!("a grid has 1 to {MAX_FIELDS} fields"));
        }
        let targets = (0..fields).map(|field| {
            let (column, row) = (field % width, field / width);
            [
                (row > 0).then(|| field - width),
                (row + 1 < height).then(|| field + width),
                (column > 0).then(|| field - 1),
                (column + 1 < width).then(|| field + 1),
            ]
        });
        Ok(MazeGrid { width, targets: targets.collect() })
    }

    /// The lower-right field.
    pub fn goal(&self) -> usize {
        self.targets.len() - 1
    }

    /// Which fields can be reached from a field through fields that are not `closed`.
    pub fn reach(&self, from: usize, closed: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.targets.len()];
        let mut open = Vec::new();
        if !closed(from) {
            seen[from] = true;
            open.push(from);
        }
        while let Some(field) = open.pop() {
            for &target in self.targets[field].iter().flatten() {
                if !seen[target] && !closed(target) {
                    seen[target] = true;
                    open.push(target);
                }
            }
        }
        seen
    }

    /// Reads a maze, which must be solvable.
    pub fn maze(&self, rows: &[String]) -> Result<FreeFields, String> {
        let height = self.targets.len() / self.width;
        if rows.len() != height || rows.iter().any(|row| row.chars().count() != self.width) {
            return Err(format!("a maze is not {}x{height}", self.width));
        }
        let mut free = Vec::new();
        for sign in rows.iter().flat_map(|row| row.chars()) {
            free.push(match sign {
                '.' => true,
                '#' => false,
                _ => return Err("a maze has a sign that is neither . nor #".into()),
            });
        }
        if !self.reach(0, |field| !free[field])[self.goal()] {
            return Err("a maze is not solvable".into());
        }
        Ok(FreeFields { free })
    }
}

/// A maze: which fields are free.
pub struct FreeFields {
    /// For each field.
    pub free: Vec<bool>,
}

impl FreeFields {
    /// Where a move leads.
    pub fn step(&self, grid: &MazeGrid, field: usize, step: usize) -> usize {
        grid.targets[field][step].filter(|&target| self.free[target]).unwrap_or(field)
    }

    /// Whether the goal is visited, or, if `perfect`, whether the sequence ends there.
    pub fn is_solved(&self, grid: &MazeGrid, moves: &[usize], perfect: bool) -> bool {
        let mut field = 0;
        let mut visited = field == grid.goal();
        for &step in moves {
            field = self.step(grid, field, step);
            visited |= field == grid.goal();
        }
        if perfect { field == grid.goal() } else { visited }
    }

    /// Its rows.
    pub fn rows(&self, grid: &MazeGrid) -> Vec<String> {
        let row = |row: &[bool]| row.iter().map(|&free| if free { '.' } else { '#' }).collect();
        self.free.chunks(grid.width).map(row).collect()
    }
}
