//! Times the SAT engine, or the strips engine, on each position of a batch file, for comparison
//! with other solvers.
//!
//! `cargo run --release --example time_positions -- [strips] FILE.jsonl` prints a JSON line per
//! position: name, verdict, and the time for the verdict in microseconds, without a
//! reason for dead positions. Reading the file is not timed, and a first untimed pass warms up the
//! caches. A summary goes to standard error.

use std::io::BufReader;
use std::time::Instant;

use deadmove_core::budget::Budget;
use deadmove_core::formats::{Input, read_batch};
use deadmove_core::verdict::Limits;
use deadmove_engine::{sat, strips};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (by_strips, file) = match &words[..] {
        [file] => (false, file),
        [engine, file] if engine == "strips" => (true, file),
        _ => return Err("usage: time_positions [strips] FILE.jsonl".into()),
    };
    let reader = BufReader::new(std::fs::File::open(file)?);
    let inputs =
        read_batch(reader, None).map(|item| item.input).collect::<Result<Vec<Input>, _>>()?;
    let solve = |input: &Input| {
        let (position, limits) = (&input.position, Limits::default());
        let budget = Budget::new(&limits);
        match by_strips {
            true => strips::solve(position, &budget).verdict(),
            false => sat::verdict(position, &budget),
        }
    };
    for input in &inputs {
        solve(input);
    }
    let mut times = Vec::new();
    for input in &inputs {
        let begun = Instant::now();
        let verdict = solve(input);
        let micros = begun.elapsed().as_secs_f64() * 1e6;
        times.push(micros);
        println!(
            "{}",
            serde_json::json!({
                "name": input.name,
                "verdict": verdict.to_string(),
                "micros": micros,
            })
        );
    }
    times.sort_by(f64::total_cmp);
    if let Some(&worst) = times.last() {
        // Nearest rank.
        let rank = |percent: usize| times[(times.len() * percent).div_ceil(100) - 1];
        let (median, p90) = (rank(50), rank(90));
        let count = times.len();
        eprintln!("{count} positions: median {median:.1} µs, p90 {p90:.1} µs, worst {worst:.1} µs");
    }
    Ok(())
}
