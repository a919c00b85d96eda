//! Writes the positions of the benches as JSON lines, for `benches/peers/`.
//!
//! `cargo run --release --example bench_set -- 9 15 21 25 > set.jsonl`

#[path = "../set/mod.rs"]
mod set;

use deadmove_core::board::letters;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for n in std::env::args().skip(1) {
        let n: usize = n.parse()?;
        let (live, dead) = set::live_and_dead(n);
        for (kind, positions) in [("live", live), ("dead", dead)] {
            for (number, position) in positions.iter().enumerate() {
                let name = format!("{n}-{kind}-{number}");
                let path = letters(position.path());
                println!("{}", serde_json::json!({"name": name, "n": n, "path": path}));
            }
        }
    }
    Ok(())
}
