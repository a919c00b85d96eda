//! Writes pockets (regions behind narrow gates, hard for plain SAT) or prefixes of random lines at
//! every twentieth of their length as JSON lines, for `time_positions`.
//!
//! `cargo run --release --example hard_set -- pockets 51 > pockets.jsonl`
//! `cargo run --release --example hard_set -- prefixes 21 31 51 > prefixes.jsonl`

use deadmove_core::board::letters;
use deadmove_core::position::Position;
use deadmove_testing::generate::{pockets, prefixes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind = arguments.next().ok_or("usage: hard_set pockets|prefixes N...")?;
    for n in arguments {
        let n: usize = n.parse()?;
        let positions: Vec<(String, Position)> = match kind.as_str() {
            "pockets" => pockets(n, &[5, 9, 13, 17, 31, 41], &[1, 2, 3, 4, 5, 6, 7, 8])
                .into_iter()
                .map(|pocket| (pocket.name, pocket.position))
                .collect(),
            "prefixes" => {
                let fractions: Vec<f64> = (0..20).map(|k| f64::from(k) / 20.0).collect();
                let positions = (0..10).flat_map(|seed| prefixes(n, &fractions, seed));
                positions.enumerate().map(|(i, p)| (format!("{n}-prefix-{i}"), p)).collect()
            }
            _ => return Err("usage: hard_set pockets|prefixes N...".into()),
        };
        for (name, position) in positions {
            let cells = position.board().blocked_cells();
            let blocked: Vec<_> = cells.map(|cell| [cell.column, cell.row]).collect();
            let path = letters(position.path());
            let line = serde_json::json!({"name": name, "n": n, "blocked": blocked, "path": path});
            println!("{line}");
        }
    }
    Ok(())
}
