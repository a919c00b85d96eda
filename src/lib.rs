//! deadmove verifies rules that call moves dead.
//!
//! A line is drawn through every cell of a board, one step at a time. A *position* is live if the
//! line can still be completed, dead if not. A *rule* is a picture around the end of the line, and
//! the moves it forbids there. This library decides both, with evidence.
//!
//! - [Judge a position](#judge-a-position)
//! - [Read a rule and check it](#read-a-rule-and-check-it)
//! - [Walk by a set of rules](#walk-by-a-set-of-rules)
//! - [Prove a rule for every board](#prove-a-rule-for-every-board)
//! - [Write a certificate, and check it](#write-a-certificate-and-check-it)
//!
//! This package re-exports one crate for each concern; `docs/explanation/architecture.md` is the
//! map. Without its default feature `cli` there is no program, and nothing that only the program
//! needs.
//!
//! # Judge a position
//!
//! The answer has evidence: a completion, or a reason. `Engine::Both` compares two engines that
//! share no code.
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
//! # Read a rule and check it
//!
//! `check_whole` looks at every live position of a board. Files and folders of rules are read with
//! [`load`](rules::load::load).
//!
//! ```
//! use deadmove::rules::RuleFile;
//! use deadmove::rules::load::LoadedRule;
//! use deadmove::verify::check::RuleVerdict;
//! use deadmove::verify::check_live_set::check_whole;
//! use deadmove::verify::live_set::LiveSet;
//!
//! let text = "\
//! name close across left
//! picture
//!   + + ? ? ?
//!   ? . a . ?
//!   ? ? ? L X
//! segment a: left and lower side enclosed
//! forbids ahead, right
//! ";
//! let RuleFile::Rule(rule) = RuleFile::parse(text)? else { panic!("this is a family") };
//! let rule = LoadedRule { file: "close-across-left.rule".into(), rule };
//! let check = check_whole(&LiveSet::build(5, &|_| {})?, &[rule]);
//! assert_eq!(check.rules[0].verdict, RuleVerdict::Sound);
//! assert_eq!(check.rules[0].forbids_live, Some(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Walk by a set of rules
//!
//! If a set forbids every dead move, a walk that obeys it never gets stuck: all 104 lines of 5×5
//! are completed.
//!
//! ```
//! use deadmove::core::board::Board;
//! use deadmove::rules::compile::RuleSet;
//! use deadmove::rules::load::load;
//! use deadmove::search::walk::Stop;
//! use deadmove::search::walk::depth::{DepthFirst, WalkOptions, WalkState};
//! use deadmove::verify::chunks::Shard;
//!
//! let board = Board::corner_to_corner(5, 5)?;
//! let rules = load(&["rules/lemmas".into()])?.rules_for(&board)?;
//! let rules: Vec<_> = rules.into_iter().map(|loaded| loaded.rule).collect();
//! let set = RuleSet::compile(&rules, &board);
//! let options = WalkOptions {
//!     stop: Stop::Stuck,
//!     keep_going: false,
//!     no_rules: false,
//!     half: false,
//!     limit: None,
//!     shard: Shard::WHOLE,
//!     memory: 1 << 20,
//! };
//! let mut walk = DepthFirst::new(&board, &set, options);
//! while walk.run(10_000)? == WalkState::Walking {}
//! assert_eq!((walk.state(), walk.tally().completed), (WalkState::Finished, 104));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Prove a rule for every board
//!
//! The argument is about a few cells around the live end, so it holds on boards of every size, from
//! corner to opposite corner, without blocked cells.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use deadmove::prove::argument::Effort;
//! use deadmove::prove::claims::{ClaimVerdict, claims_of, prove};
//! use deadmove::prove::run::Run;
//! use deadmove::rules::load::load;
//!
//! let loaded = load(&["rules/near-field/close-across-left.rule".into()])?;
//! let claims = claims_of(&loaded.files[0], 1)?;
//! let never = AtomicBool::new(false);
//! let verdicts = prove(&claims, Effort::USUAL, &Run::new(&never));
//! // One claim for each forbidden move.
//! assert_eq!(verdicts.len(), 2);
//! assert!(verdicts.iter().all(|verdict| matches!(verdict, ClaimVerdict::Proved(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Write a certificate, and check it
//!
//! A certificate has the evidence for every verdict. The package `deadmove-checker` accepts or
//! rejects it, and shares no code with the engines.
//!
//! ```
//! use std::sync::Arc;
//! use deadmove::certify::judgement::certificate;
//! use deadmove::core::board::Board;
//! use deadmove::core::formats::parse_position;
//! use deadmove::core::verdict::Limits;
//! use deadmove::engine::judge::{Engine, judge};
//!
//! let board = Arc::new(Board::corner_to_corner(5, 5)?);
//! let position = parse_position(board, "RRRD")?;
//! let judgement = judge(&position, Engine::Sat, &Limits::default())?;
//! let certificate = certificate(&position, &judgement, &Limits::default())?;
//! let open = certificate.check()?;
//! assert!(open.is_empty(), "nothing is left undecided");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod built_in;

pub use deadmove_certify as certify;
pub use deadmove_core as core;
pub use deadmove_engine as engine;
pub use deadmove_prove as prove;
pub use deadmove_report as report;
pub use deadmove_rules as rules;
pub use deadmove_search as search;
pub use deadmove_verify as verify;
