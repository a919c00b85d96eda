//! Colour reasons: turns an unbalanced region of the graph into evidence that a person can check.

use crate::graph::PositionGraph;
use deadmove_core::reason::Reason;

/// The reason for an unbalanced region, reduced to its smallest unbalanced connected part.
pub fn colour_reason(position: &PositionGraph, region: &[usize]) -> Reason {
    let graph = &position.graph;
    let mut part_of = vec![u32::MAX; graph.vertices()];
    for &v in region {
        part_of[v] = u32::MAX - 1;
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &start in region {
        if part_of[start] != u32::MAX - 1 {
            continue;
        }
        let number = parts.len() as u32;
        part_of[start] = number;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            for (other, _) in graph.neighbours(part[next]) {
                if part_of[other] == u32::MAX - 1 {
                    part_of[other] = number;
                    part.push(other);
                }
            }
            next += 1;
        }
        part.sort_unstable();
        parts.push(part);
    }
    // Edges of different parts do not meet, so the imbalance of the region is the sum of those of
    // its parts, and at least one part is unbalanced.
    let evidence = |part: &Vec<usize>| {
        let number = part_of[part[0]];
        let (mut black, mut white, mut needed) = (0, 0, 0i64);
        let mut crossing = Vec::new();
        let (mut black_ended, mut white_ended) = (0, 0);
        for &v in part {
            let degree = graph.degree(v) as i64;
            let is_black = graph.is_black(v);
            if is_black {
                black += 1;
                needed += degree;
            } else {
                white += 1;
                needed -= degree;
            }
            for (other, _) in graph.neighbours(v) {
                if part_of[other] != number {
                    crossing.push((position.cells[v], position.cells[other]));
                    *(if is_black { &mut black_ended } else { &mut white_ended }) += 1;
                }
            }
        }
        (needed > black_ended || needed < -white_ended).then(|| Reason::Colour {
            region: part.iter().map(|&v| position.cells[v]).collect(),
            black,
            white,
            needed,
            crossing,
        })
    };
    parts.sort_by_key(Vec::len);
    parts.iter().find_map(evidence).expect("a part of an unbalanced region is unbalanced")
}
