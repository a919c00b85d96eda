//! deadmove verifies rules that call moves dead.
//!
//! A line is drawn through every cell of a board, one step at a time. A *position* is live if the
//! line can still be completed, dead if not. A *rule* is a picture around the end of the line, and
//! the moves it forbids there. This library decides both, with evidence.
//!
//! Read a position and judge it:
//!
//! ```
//! use std::sync::Arc;
//! use deadmove::core::board::Board;
//! use deadmove::core::formats::parse_position;
//! use deadmove::core::verdict::{Limits, Verdict};
//! use deadmove::engine::judge::{Engine, judge};
//!
//! let board = Arc::new(Board::corner_to_corner(9, 9)?);
//! let position = parse_position(board, "RRRRRRRRDDDDDDDLLLLLLU")?;
//! let judgement = judge(&position, Engine::Both, &Limits::default())?;
//! assert_eq!(judgement.answer.verdict(), Verdict::Live);
//! let dead = judgement.moves.iter().filter(|(_, answer)| answer.verdict() == Verdict::Dead);
//! assert_eq!(dead.map(|(direction, _)| direction.letter()).collect::<String>(), "L");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Check a rule on every live position of 5×5:
//!
//! ```
//! use deadmove::core::board::Board;
//! use deadmove::rules::load::load;
//! use deadmove::verify::check::RuleVerdict;
//! use deadmove::verify::check_live_set::check_whole;
//! use deadmove::verify::live_set::LiveSet;
//!
//! let board = Board::corner_to_corner(5, 5)?;
//! let rules = load(&["rules/near-field/close-across-left.rule".into()])?.rules_for(&board)?;
//! let check = check_whole(&LiveSet::build(5, &|_| {})?, &rules);
//! assert_eq!(check.rules[0].verdict, RuleVerdict::Sound);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This package re-exports one crate for each concern; `docs/architecture.md` is the map. Without
//! its default feature `cli` there is no program, and nothing that only the program needs.

pub use deadmove_certify as certify;
pub use deadmove_core as core;
pub use deadmove_engine as engine;
pub use deadmove_prove as prove;
pub use deadmove_report as report;
pub use deadmove_rules as rules;
pub use deadmove_search as search;
pub use deadmove_verify as verify;
