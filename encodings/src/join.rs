//! Joining the pieces of a degree-feasible edge set by flipping squares.
//!
//! If two opposite edges of a square are used and the other two are not, exchanging the pairs keeps
//! all degrees; if the two used edges lie in different pieces, it joins the pieces into one. On an
//! open board this alone turns nearly every solution of the degree constraints into a Hamiltonian
//! path. The pieces that are left are large, and large pieces have the strongest cut sets.

use crate::cut::Components;
use crate::graph::Graph;

/// Joins pieces of `used` while some square allows it, without changing edges that are `frozen`.
/// Returns the remaining components; a single one means a Hamiltonian path.
pub fn join_pieces(
    graph: &Graph,
    squares: &[[usize; 4]],
    used: &mut [bool],
    frozen: impl Fn(usize) -> bool,
) -> Components {
    let mut components = Components::new(graph, used);
    // Union-find over component numbers: joining never splits.
    let mut parent: Vec<u32> = (0..components.count as u32).collect();
    let find = |parent: &mut Vec<u32>, mut c: u32| {
        while parent[c as usize] != c {
            parent[c as usize] = parent[parent[c as usize] as usize];
            c = parent[c as usize];
        }
        c
    };
    let mut left = components.count;
    let mut changed = true;
    while left > 1 && changed {
        changed = false;
        for &[a, b, c, d] in squares {
            let (on, off) = match [used[a], used[b], used[c], used[d]] {
                [true, false, true, false] => ([a, c], [b, d]),
                [false, true, false, true] => ([b, d], [a, c]),
                _ => continue,
            };
            if on.into_iter().chain(off).any(&frozen) {
                continue;
            }
            let [first, second] =
                on.map(|edge| find(&mut parent, components.of[graph.ends(edge).0]));
            if first == second {
                continue;
            }
            parent[first as usize] = second;
            for edge in on {
                used[edge] = false;
            }
            for edge in off {
                used[edge] = true;
            }
            left -= 1;
            changed = true;
        }
    }
    let mut number = vec![u32::MAX; components.count];
    let mut count = 0;
    for of in &mut components.of {
        let root = find(&mut parent, *of) as usize;
        if number[root] == u32::MAX {
            number[root] = count;
            count += 1;
        }
        *of = number[root];
    }
    components.count = count as usize;
    components
}
