//! Mutants of the certificates of positions.

use std::sync::Arc;

use deadmove_certify::judgement;
use deadmove_checker::{self as checker, Answer, Judgement, Reason, Turning};
use deadmove_core::board::Board;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, judge};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

use super::mutants::{Mutants, flip, line, swap_letters};
use super::support;

/// A position whose certificate passes a test, among those on random walks and one step off random
/// filling paths; `prove`: whether dead positions are proved by the formula.
fn judged(prove: bool, test: impl Fn(&Judgement) -> bool + Sync) -> Judgement {
    let board = Arc::new(Board::corner_to_corner(9, 9).expect("a board"));
    let limits = Limits::default();
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut positions = support::walk_positions(&board, 300, &mut rng);
    for position in support::live_positions(9, 200, &mut rng) {
        positions.extend(position.legal_moves().map(|direction| position.after(direction)));
    }
    positions.retain(|position| position.path().len() > 4);
    positions
        .par_iter()
        .map(|position| {
            let mut judged = judge(position, Engine::Sat, &limits).expect("no fault");
            if prove {
                support::without_short_reasons(position, &mut judged);
            }
            judgement::certificate(position, &judged, &limits).expect("accepted")
        })
        .find_first(|judgement| test(judgement))
        .expect("such a position")
}

/// Changes the flow, the width of the potentials, the cut sets and the proof of a search.
type Change<'a> = &'a dyn Fn(&mut Vec<i32>, &mut i32, &mut Vec<Vec<checker::Cell>>, &mut String);

#[test]
fn no_corrupted_judgement_is_accepted() {
    let mut mutants = Mutants::default();
    let live = judged(false, |j| {
        let turns = j.path.contains('R') && j.path.contains('D');
        matches!(j.position, Answer::Live { .. }) && j.moves.len() > 1 && turns
    });
    let searched = judged(true, |j| {
        matches!(&j.position, Answer::DeadBySearch { flow: Some(_), cut_sets, .. }
            if !cut_sets.is_empty())
    });
    let long = judged(
        true,
        |j| matches!(&j.position, Answer::DeadBySearch { proof, .. } if proof.lines().count() > 2),
    );
    let dead = |kind: fn(&Reason) -> bool| {
        judged(false, move |j| matches!(&j.position, Answer::Dead { reason } if kind(reason)))
    };
    let colour = dead(|reason| matches!(reason, Reason::Colour { .. }));
    let end = dead(|reason| matches!(reason, Reason::DeadEnd { .. }));
    let cut = dead(|reason| matches!(reason, Reason::CutOff { cells, .. } if cells.len() > 1));

    let witness = |judgement: &mut Judgement, change: &dyn Fn(&mut String)| {
        let Answer::Live { witness } = &mut judgement.position else { panic!("live") };
        change(witness);
    };
    mutants.of_judgement("a witness with two steps exchanged", &live, |j| {
        witness(j, &|text| swap_letters(text));
    });
    mutants.of_judgement("a witness one step short", &live, |j| {
        witness(j, &|text| {
            text.pop();
        })
    });
    mutants.of_judgement("a path with two steps exchanged", &live, |j| swap_letters(&mut j.path));
    mutants.of_judgement("a board of another size", &live, |j| j.board.width += 2);
    mutants.of_judgement("another end", &live, |j| j.board.end = (1, 9));
    mutants.of_judgement("a blocked cell", &live, |j| j.board.blocked.push((9, 9)));
    mutants.of_judgement("a move removed", &live, |j| {
        j.moves.pop();
    });
    mutants.of_judgement("moves in another order", &live, |j| j.moves.reverse());
    mutants.of_judgement("another schema", &live, |j| j.schema = 7);
    let point = |judgement: &mut Judgement, change: &dyn Fn(&mut usize, &mut Answer)| {
        let Turning::Point { live, fatal, .. } = &mut judgement.turning else { panic!("a point") };
        change(live, fatal);
    };
    mutants.of_judgement("a turning point beyond the path", &end, |j| {
        point(j, &|live, _| *live = 1 << 40);
    });
    mutants.of_judgement("a turning point one step earlier", &end, |j| {
        point(j, &|live, _| *live = live.wrapping_sub(1));
    });
    mutants.of_judgement("a fatal step said to be live", &end, |j| {
        point(j, &|_, fatal| *fatal = Answer::Live { witness: String::new() });
    });
    mutants.of_judgement("a dead path said to be live", &end, |j| j.turning = Turning::Live {});
    mutants.of_judgement("a dead path said to be dead from the start", &end, |j| {
        j.turning = Turning::FromTheStart { dead: j.position.clone() };
    });
    mutants.of_judgement("a live board said to be dead from the start", &live, |j| {
        j.turning = Turning::FromTheStart { dead: end.position.clone() };
    });
    mutants.of_judgement("a live path with the turning point of another", &live, |j| {
        j.turning = end.turning.clone();
    });
    mutants.of_judgement("a live path whose turning point is not known", &live, |j| {
        j.turning = Turning::Unknown {};
    });
    let text = serde_json::to_string(&end).expect("plain data");
    let rest = text.split(",\"turning\":").next().expect("a turning point");
    for (name, end) in [("no turning point", "}"), ("null for it", ",\"turning\":null}")] {
        let text = format!("{rest}{end}");
        mutants.expect_rejected(name, serde_json::from_str::<Judgement>(&text));
    }
    mutants.of_judgement("a live position said to be dead", &live, |j| {
        j.position = end.position.clone();
    });
    mutants.of_judgement("a dead position said to be live", &searched, |j| {
        j.position = live.position.clone();
    });

    let search = |judgement: &mut Judgement, change: Change| {
        let Answer::DeadBySearch { flow: Some(flow), widest, cut_sets, proof } =
            &mut judgement.position
        else {
            panic!("a search")
        };
        change(flow, widest, cut_sets, proof);
    };
    let mut by_search = |name: &str, change: Change| {
        mutants.of_judgement(name, &searched, |j| search(j, change));
    };
    by_search("an edge of the flow missing", &|flow, _, _, _| {
        flow.pop();
    });
    by_search("an edge of the flow exchanged", &|flow, _, _, _| flow[0] += 1);
    by_search("an edge of the flow that is not there", &|flow, _, _, _| flow[0] = 9_999);
    by_search("a cut set removed", &|_, _, cut_sets, _| {
        cut_sets.pop();
    });
    by_search("a cut set without a cell", &|_, _, cut_sets, _| {
        cut_sets[0].pop();
    });
    by_search("a cut set of drawn cells", &|_, _, cut_sets, _| cut_sets[0] = vec![(1, 1)]);
    by_search("a hint of the proof removed", &|_, _, _, proof| {
        line(proof, -1, |words| {
            words.remove(2);
        });
    });
    by_search("half of the proof", &|_, _, _, proof| proof.truncate(proof.len() / 2));
    for (name, at) in [("first", 0), ("second", 1)] {
        let name = format!("a literal of the {name} clause of the proof flipped");
        mutants.of_judgement(&name, &long, |j| {
            let Answer::DeadBySearch { proof, .. } = &mut j.position else { panic!("a search") };
            line(proof, at, |words| words[1] = flip(&words[1]));
        });
    }

    let reason = |judgement: &mut Judgement, change: &dyn Fn(&mut Reason)| {
        let Answer::Dead { reason } = &mut judgement.position else { panic!("a reason") };
        change(reason);
    };
    mutants.of_judgement("a count of black cells off by one", &colour, |j| {
        reason(j, &|reason| {
            let Reason::Colour { black, .. } = reason else { panic!("colour") };
            *black += 1;
        })
    });
    mutants.of_judgement("a surplus off by one", &colour, |j| {
        reason(j, &|reason| {
            let Reason::Colour { needed, .. } = reason else { panic!("colour") };
            *needed += 1;
        })
    });
    mutants.of_judgement("a crossing edge missing", &colour, |j| {
        reason(j, &|reason| {
            let Reason::Colour { crossing, region, .. } = reason else { panic!("colour") };
            if crossing.pop().is_none() {
                region.pop();
            }
        })
    });
    mutants.of_judgement("a region without a cell", &colour, |j| {
        reason(j, &|reason| {
            let Reason::Colour { region, .. } = reason else { panic!("colour") };
            region.pop();
        })
    });
    mutants.of_judgement("a dead end elsewhere", &end, |j| {
        reason(j, &|reason| {
            let Reason::DeadEnd { cell, .. } = reason else { panic!("a dead end") };
            cell.0 = cell.0 % 9 + 1;
        })
    });
    mutants.of_judgement("a dead end that needs more", &end, |j| {
        reason(j, &|reason| {
            let Reason::DeadEnd { needed, .. } = reason else { panic!("a dead end") };
            *needed += 1;
        })
    });
    mutants.of_judgement("cells cut off without one", &cut, |j| {
        reason(j, &|reason| {
            let Reason::CutOff { cells, .. } = reason else { panic!("cut off") };
            cells.remove(0);
        })
    });
    mutants.of_judgement("a door elsewhere", &cut, |j| {
        reason(j, &|reason| {
            let Reason::CutOff { door, .. } = reason else { panic!("cut off") };
            *door = match door {
                Some(_) => None,
                None => Some((1, 1)),
            };
        })
    });
    mutants.finish(38);
}

#[test]
fn what_is_not_decided_makes_the_certificate_partial() {
    let dead = judged(false, |j| matches!(j.turning, Turning::Point { .. }) && !j.moves.is_empty());
    let mut changed = dead.clone();
    changed.turning = Turning::Unknown {};
    assert_eq!(changed.check(), Ok(vec!["the turning point".to_owned()]));
    let mut changed = dead.clone();
    changed.moves[0].1 = Answer::Unknown;
    assert_eq!(changed.check(), Ok(vec![format!("the move {}", dead.moves[0].0)]));
    let mut changed = dead;
    changed.position = Answer::Unknown;
    assert_eq!(changed.check(), Ok(vec!["the position".to_owned()]));
}
