//! The dead moves of positions, which mining explains.

use rayon::prelude::*;

use super::minimise::Seed;
use deadmove_core::formats::Input;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, Fault, Turning, judge};

/// A dead move with the name it is shown under.
#[derive(Clone, Debug)]
pub struct NamedSeed {
    /// The name of the position; of a live one with the letter of the move.
    pub name: String,
    /// The dead move.
    pub seed: Seed,
}

/// The dead moves of each position: of a dead one the move that killed it, of a live one every dead
/// move. Empty for a position that is dead from the start, and for a live one without dead moves.
pub fn seeds(inputs: &[Input]) -> Result<Vec<Vec<NamedSeed>>, Fault> {
    inputs.par_iter().map(seeds_of).collect()
}

fn seeds_of(input: &Input) -> Result<Vec<NamedSeed>, Fault> {
    let judgement = judge(&input.position, Engine::Sat, &Limits::default())?;
    Ok(match judgement.turning {
        Turning::Point { live, fatal, .. } => {
            let seed = Seed { position: input.position.prefix(live), fatal };
            vec![NamedSeed { name: input.name.clone(), seed }]
        }
        Turning::Live => {
            let dead =
                judgement.moves.iter().filter(|(_, answer)| answer.verdict() == Verdict::Dead);
            dead.map(|&(fatal, _)| {
                let seed = Seed { position: input.position.clone(), fatal };
                NamedSeed { name: format!("{} {}", input.name, fatal.letter()), seed }
            })
            .collect()
        }
        Turning::FromTheStart | Turning::Unknown(_) => Vec::new(),
    })
}
