//! Choices of the command line, and the enums of the library that they stand for.

use clap::ValueEnum;

use deadmove_engine::judge::Engine;
use deadmove_search::walk::Stop;
use deadmove_verify::check::CheckEngine;

/// The engine that decides positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineChoice {
    /// Degree flow, colour potentials, cut sets, varisat.
    Sat,
    /// Dynamic programming along a sweep line.
    Frontier,
    /// Lemmas about edges, without search: dead with a deduction, or unknown.
    Propagate,
    /// The SAT engine, with every answer compared with the frontier engine's.
    Both,
    /// The SAT engine with CaDiCaL in place of varisat.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl From<EngineChoice> for Engine {
    fn from(choice: EngineChoice) -> Engine {
        match choice {
            EngineChoice::Sat => Engine::Sat,
            EngineChoice::Frontier => Engine::Frontier,
            EngineChoice::Propagate => Engine::Propagate,
            EngineChoice::Both => Engine::Both,
            #[cfg(feature = "cadical")]
            EngineChoice::Cadical => Engine::Cadical,
        }
    }
}

/// How rules are checked on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckEngineChoice {
    /// Look at every live position of the board; up to 9×9.
    List,
    /// Decide every rule by formulae, on boards of any size; no counts, and no verdict on the set.
    Sat,
}

impl From<CheckEngineChoice> for CheckEngine {
    fn from(choice: CheckEngineChoice) -> CheckEngine {
        match choice {
            CheckEngineChoice::List => CheckEngine::List,
            CheckEngineChoice::Sat => CheckEngine::Sat,
        }
    }
}

/// When a walk has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StopChoice {
    /// No move is allowed, and the path is not finished.
    Stuck,
    /// One of the allowed moves is dead; every position is judged on arrival, which takes longer.
    Dead,
}

impl From<StopChoice> for Stop {
    fn from(choice: StopChoice) -> Stop {
        match choice {
            StopChoice::Stuck => Stop::Stuck,
            StopChoice::Dead => Stop::Dead,
        }
    }
}

/// The order in which allowed moves are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderChoice {
    /// Depth first: the leftmost first, seen along the last step; then back, and all others.
    Left,
    /// One line after the other from the start; every allowed move is equally likely.
    Random,
}
