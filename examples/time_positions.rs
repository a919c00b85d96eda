//! Times the SAT engine on the positions of a batch file, one JSON line per position.
//!
//! `cargo run --release --example time_positions -- FILE.jsonl`

use std::sync::Arc;
use std::time::Instant;

use deadmove::board::{Board, Move};
use deadmove::engine::budget::Budget;
use deadmove::engine::sat;
use deadmove::position::Position;
use deadmove::verdict::Limits;

fn main() {
    let file = std::env::args().nth(1).expect("usage: time_positions FILE.jsonl");
    for line in std::fs::read_to_string(file).expect("a readable file").lines() {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        let n = v["n"].as_u64().unwrap() as usize;
        let path: Vec<Move> =
            v["path"].as_str().unwrap().chars().map(|c| Move::from_letter(c).unwrap()).collect();
        let position =
            Position::from_path(Arc::new(Board::corner_to_corner(n, n).unwrap()), &path).unwrap();
        let begun = Instant::now();
        let budget = Budget::new(&Limits::default());
        let outcome = sat::solve(&position, &budget);
        let micros = begun.elapsed().as_secs_f64() * 1e6;
        let verdict = outcome.verdict();
        if let Some(live) = v["completable"].as_bool() {
            assert_eq!(live, verdict == deadmove::verdict::Verdict::Live, "{}", v["name"]);
        }
        println!(
            "{}",
            serde_json::json!({"name": v["name"], "n": n, "verdict": verdict, "micros": micros,
              "kind": outcome.reason().map(|r| serde_json::to_value(r).unwrap()["kind"].clone())})
        );
    }
}
