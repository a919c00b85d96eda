//! Times each solver of the SAT engine on the positions of a batch file: once as the engine uses
//! it, and with every shortcut off, so that the solver has to find every answer.
//!
//! `cargo run --release --features cadical --example compare_solvers -- FILE.jsonl`
//!
//! Prints a Markdown table by board size and verdict: median and 90th percentile in milliseconds.
//! "search" is the formula with face potentials, "plain search" degrees and cut sets alone. The
//! solvers take turns on each position, without limits (varisat would pay for one). Positions whose
//! colours do not balance are left out: without the shortcuts no solver can decide them.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::time::Instant;

use deadmove_core::budget::Budget;
use deadmove_core::formats::{Input, read_batch};
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Outcome, Verdict};
use deadmove_engine::sat::{self, Solver, Strategy};

fn ways() -> Vec<(String, Strategy)> {
    let solvers = [
        ("varisat", Solver::Varisat),
        #[cfg(feature = "cadical")]
        ("CaDiCaL", Solver::Cadical),
    ];
    let normal = Strategy::default();
    [
        ("", normal),
        (" search", Strategy { shortcuts: false, ..normal }),
        (" plain search", Strategy { shortcuts: false, potentials: None, ..normal }),
    ]
    .into_iter()
    .flat_map(|(kind, way)| {
        solvers.map(|(name, solver)| (format!("{name}{kind}"), Strategy { solver, ..way }))
    })
    .collect()
}

/// The nearest-rank percentile.
fn percentile(times: &mut [f64], percent: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times[(times.len() * percent).div_ceil(100).max(1) - 1]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("usage: compare_solvers FILE.jsonl")?;
    let reader = BufReader::new(std::fs::File::open(file)?);
    let inputs =
        read_batch(reader, None).map(|item| item.input).collect::<Result<Vec<Input>, _>>()?;
    let solve = |input: &Input, way| {
        let begun = Instant::now();
        let answer = sat::solve_with(&input.position, way, &Budget::new(&Limits::default()));
        (answer, begun.elapsed())
    };
    let mut times: BTreeMap<(u16, &str, usize), Vec<f64>> = BTreeMap::new();
    let ways = ways();
    for (turn, input) in inputs.iter().enumerate() {
        let (answer, _) = solve(input, Strategy::default());
        if matches!(answer, Outcome::Dead(Reason::Colour { .. })) {
            continue;
        }
        let kind = if answer.verdict() == Verdict::Live { "live" } else { "dead" };
        // The second way finds warm caches, so the order alternates.
        let mut order: Vec<usize> = (0..ways.len()).collect();
        if turn % 2 == 1 {
            order.reverse();
        }
        for number in order {
            let (name, way) = &ways[number];
            let (again, time) = solve(input, *way);
            assert_eq!(again.verdict(), answer.verdict(), "{name} on {}", input.name);
            let key = (input.position.board().width(), kind, number);
            times.entry(key).or_default().push(time.as_secs_f64() * 1e3);
        }
    }
    println!("| board | verdict | count | way | median ms | p90 ms |");
    println!("|---|---|---:|---|---:|---:|");
    for ((n, kind, number), mut times) in times {
        let (median, p90) = (percentile(&mut times, 50), percentile(&mut times, 90));
        let (count, name) = (times.len(), &ways[number].0);
        println!("| {n}x{n} | {kind} | {count} | {name} | {median:.3} | {p90:.3} |");
    }
    Ok(())
}
