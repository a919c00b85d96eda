//! What the engines say of random positions is what trying every step shows: verdicts, moves,
//! counts and turning points, and each edge that a lemma decides, also after one more decision.

use std::collections::BTreeSet;

use deadmove_core::board::Cell;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Outcome, Verdict};
use deadmove_encodings::propagation::{Lemmas, Propagator};
use deadmove_engine::frontier;
use deadmove_engine::graph::PositionGraph;
use deadmove_engine::judge::{Engine, Turning, judge};
use deadmove_testing::enumeration::{completions, position};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

fn verdict(live: bool) -> Verdict {
    if live { Verdict::Live } else { Verdict::Dead }
}

/// The judgement of an engine on a position with these completions.
fn judgement_is_true(position: &Position, lines: &[Vec<Cell>], engine: Engine) {
    let judgement = judge(position, engine, &Limits::default()).unwrap();
    assert_eq!(judgement.answer.verdict(), verdict(!lines.is_empty()), "{engine:?} {position:?}");
    let (board, at) = (position.board(), position.live_end());
    let mut moves = BTreeSet::new();
    for (direction, answer) in &judgement.moves {
        let next = board.step(at, *direction).expect("a legal move");
        let live = lines.iter().any(|line| line.get(1) == Some(&next));
        assert_eq!(answer.verdict(), verdict(live), "{engine:?} {position:?} {direction}");
        if let Outcome::Live(witness) = answer {
            let mut line = vec![at];
            line.extend(witness.iter().scan(at, |at, &step| {
                *at = board.step(*at, step)?;
                Some(*at)
            }));
            assert!(lines.contains(&line), "{engine:?} {position:?} {direction}");
        }
        moves.insert(next);
    }
    assert!(lines.iter().filter_map(|line| line.get(1)).all(|next| moves.contains(next)));
    let few_free = |live: usize| position.prefix(live).free_count() <= 24;
    let lives = |length: usize| !completions(&position.prefix(length)).is_empty();
    match judgement.turning {
        Turning::Live => assert!(!lines.is_empty(), "{engine:?} {position:?}"),
        Turning::Point { live, fatal, .. } => {
            assert_eq!(position.path()[live], fatal, "{engine:?} {position:?}");
            assert!(lines.is_empty(), "{engine:?} {position:?}");
            assert!(
                !few_free(live) || (lives(live) && !lives(live + 1)),
                "{engine:?} {position:?}"
            );
        }
        Turning::FromTheStart => {
            assert!(lines.is_empty(), "{engine:?} {position:?}");
            assert!(!few_free(0) || !lives(0), "{engine:?} {position:?}");
        }
        turning => panic!("{turning:?}: {engine:?} {position:?}"),
    }
}

/// Every decision of the lemmas holds in every completion; after each further decision, in every
/// completion that agrees with it. Returns how many decisions, and how many refuted ones, were
/// compared with at least one completion.
fn decisions_are_true(position: &Position, lines: &[Vec<Cell>], lemmas: Lemmas) -> (usize, usize) {
    let on_board = PositionGraph::new(position);
    let graph = &on_board.graph;
    let edge = |pair: &[Cell]| {
        let [v, w] = [pair[0], pair[1]].map(|cell| on_board.vertex(position.board(), cell));
        graph.edge_between(v, w).expect("an edge between neighbours")
    };
    let lines: Vec<BTreeSet<usize>> =
        lines.iter().map(|line| line.windows(2).map(edge).collect()).collect();
    let mut propagator = Propagator::new(graph, lemmas);
    let (mut compared, mut refuted) = (0, 0);
    let mut compare = |propagator: &Propagator, lines: &[&BTreeSet<usize>]| {
        for (edge, is_in, cause) in propagator.decisions() {
            let holds = lines.iter().all(|line| line.contains(&edge) == is_in);
            assert!(holds, "{position:?}: {cause:?} decides edge {edge}: {is_in}");
            compared += usize::from(!lines.is_empty());
        }
    };
    if propagator.propagate().is_err() {
        assert!(lines.is_empty(), "{position:?} is refuted by {lemmas:?}");
        return (0, 0);
    }
    compare(&propagator, &lines.iter().collect::<Vec<_>>());
    for edge in 0..graph.edges() {
        for is_in in [true, false] {
            let agree: Vec<&BTreeSet<usize>> =
                lines.iter().filter(|line| line.contains(&edge) == is_in).collect();
            let mark = propagator.mark();
            match propagator.decide(edge, is_in).and_then(|()| propagator.propagate()) {
                Ok(()) => compare(&propagator, &agree),
                Err(conflict) => {
                    assert!(agree.is_empty(), "{position:?}: edge {edge} {is_in}: {conflict:?}");
                    refuted += usize::from(!lines.is_empty());
                }
            }
            propagator.undo(mark);
        }
    }
    (compared, refuted)
}

fn engines_are_right_about(count: u64) {
    let totals = (0..count).into_par_iter().map(|seed| {
        let position = position(&mut ChaCha8Rng::seed_from_u64(seed));
        let lines = completions(&position);
        for engine in [Engine::Sat, Engine::Frontier] {
            judgement_is_true(&position, &lines, engine);
        }
        let counted = frontier::count(&position, &Limits::default()).unwrap();
        assert_eq!(counted, lines.len().into(), "{position:?}");
        let (mut compared, mut refuted) = (0, 0);
        if !position.is_finished() && position.is_free(position.board().end()) {
            let each = Lemmas::NAMED.into_iter().map(|(_, lemma)| lemma);
            for lemmas in each.chain([Lemmas::ALL]) {
                let found = decisions_are_true(&position, &lines, lemmas);
                (compared, refuted) = (compared + found.0, refuted + found.1);
            }
        }
        [usize::from(!lines.is_empty()), compared, refuted].map(|n| n as u64)
    });
    let [live, compared, refuted] = totals.reduce(|| [0; 3], |a, b| [0, 1, 2].map(|i| a[i] + b[i]));
    println!("{live} of {count} live; {compared} decisions and {refuted} refutations compared");
    assert!(live > count / 10 && live < count - count / 10, "{live} live");
    assert!(compared > 20 * count && refuted > 5 * count, "{compared} and {refuted} compared");
}

#[test]
fn engines_and_lemmas_are_right_about_2_000_random_positions() {
    engines_are_right_about(2_000);
}

#[test]
#[ignore = "ten seconds"]
fn engines_and_lemmas_are_right_about_20_000_random_positions() {
    engines_are_right_about(20_000);
}
