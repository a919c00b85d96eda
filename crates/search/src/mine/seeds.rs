//! The dead moves of positions, which mining explains.

use rayon::prelude::*;

use super::minimise::Seed;
use deadmove_core::board::Move;
use deadmove_core::formats::Input;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, Fault, Turning, decide_move, judge};

/// A dead move with the name it is shown under.
#[derive(Clone, Debug)]
pub struct NamedSeed {
    /// The name of the position, with the letter of the move unless that killed it.
    pub name: String,
    /// The name of the position alone.
    pub position: String,
    /// The dead move.
    pub seed: Seed,
    /// What is drawn after the live position of `seed`, a dead move first; empty if nothing is.
    pub rest: Vec<Move>,
    /// The moves that the program which drew the path allowed there, if the file says.
    pub allowed: Option<Vec<Move>>,
}

impl NamedSeed {
    fn of(input: &Input, live: usize, fatal: Move) -> NamedSeed {
        let path = input.position.path();
        let allowed = input.options.as_ref().and_then(|options| options.after(live));
        NamedSeed {
            name: input.name.clone(),
            position: input.name.clone(),
            seed: Seed { position: input.position.prefix(live), fatal },
            rest: path[live..].to_vec(),
            allowed: allowed.map(<[Move]>::to_vec),
        }
    }

    /// With the letter of the move in its name.
    fn with_letter(input: &Input, live: usize, fatal: Move) -> NamedSeed {
        let name = format!("{} {}", input.name, fatal.letter());
        NamedSeed { name, ..NamedSeed::of(input, live, fatal) }
    }
}

/// The dead moves of each position: of a dead one the move that killed it, and others that were
/// allowed in its place if the file says so; of a live one every dead move. Empty for a position
/// that is dead from the start, and for a live one without dead moves.
///
/// # Errors
/// If an engine fails.
pub fn seeds(inputs: &[Input]) -> Result<Vec<Vec<NamedSeed>>, Fault> {
    inputs.par_iter().map(seeds_of).collect()
}

fn seeds_of(input: &Input) -> Result<Vec<NamedSeed>, Fault> {
    let judgement = judge(&input.position, Engine::Sat, &Limits::default())?;
    Ok(match judgement.turning {
        Turning::Point { live, fatal, .. } => {
            let mut found = vec![NamedSeed::of(input, live, fatal)];
            let before = input.position.prefix(live);
            let allowed = found[0].allowed.clone().unwrap_or_default();
            for other in before.legal_moves().filter(|m| *m != fatal && allowed.contains(m)) {
                let answer = decide_move(&before, other, Engine::Sat, &Limits::default())?;
                if answer.verdict() == Verdict::Dead {
                    found.push(NamedSeed::with_letter(input, live, other));
                }
            }
            found
        }
        Turning::Live => {
            let dead =
                judgement.moves.iter().filter(|(_, answer)| answer.verdict() == Verdict::Dead);
            let live = input.position.path().len();
            dead.map(|&(fatal, _)| NamedSeed::with_letter(input, live, fatal)).collect()
        }
        Turning::FromTheStart | Turning::Unknown(_) | Turning::NotAsked => Vec::new(),
    })
}
