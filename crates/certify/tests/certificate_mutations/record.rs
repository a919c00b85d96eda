//! Mutants of the records of rules.

use deadmove_checker::{self as checker, Extent, Lemma, Record, Rule, Segment, Test, Verdict};

use super::mutants::{Mutants, find, flip, line, record, sealed, swap_letters};

#[test]
fn no_corrupted_record_of_a_rule_is_accepted() {
    let long = |record: &Record| {
        let cut = |lemma: &Lemma| matches!(lemma, Lemma::CutSet { .. });
        record.refutations.len() > 1
            && record.refutations[0].lemmas.iter().any(cut)
            && record.refutations[0].proof.lines().count() > 3
            && record.refutations[1].proof != record.refutations[0].proof
    };
    let (sound, original) = find(|record| record.verdict == Verdict::Sound && long(record));
    let (unsound, _) = find(|record| record.verdict == Verdict::Unsound);
    let (vacuous, _) = find(|record| record.verdict == Verdict::Vacuous);
    let mut mutants = Mutants::default();
    let cut = original.refutations[0]
        .lemmas
        .iter()
        .position(|lemma| matches!(lemma, Lemma::CutSet { .. }))
        .expect("a cut set");

    let mut proof = |name: &str, change: &dyn Fn(&mut String)| {
        mutants.of_record(sound, name, |record| change(&mut record.refutations[0].proof));
    };
    proof("a literal of the first clause flipped", &|proof| {
        line(proof, 0, |words| words[1] = flip(&words[1]));
    });
    proof("a literal of a middle clause flipped", &|proof| {
        let middle = proof.lines().count() as isize / 2;
        line(proof, middle, |words| words[1] = flip(&words[1]));
    });
    for (name, at) in [("first", 0), ("second", 1), ("last", -1)] {
        proof(&format!("the first hint of the {name} clause removed"), &|proof| {
            line(proof, at, |words| {
                let zero = words.iter().position(|word| word == "0").expect("a zero");
                words.remove(zero + 1);
            });
        });
    }
    proof("the last hint of the last clause removed", &|proof| {
        line(proof, -1, |words| {
            words.remove(words.len() - 2);
        });
    });
    proof("all hints removed", &|proof| {
        line(proof, -1, |words| words.drain(2..words.len() - 1).for_each(drop));
    });
    proof("hints in reverse order", &|proof| {
        line(proof, -1, |words| {
            let to = words.len() - 1;
            words[2..to].reverse();
        })
    });
    proof("a hint twice", &|proof| line(proof, -1, |words| words.insert(3, words[2].clone())));
    proof("a hint that is the clause itself", &|proof| {
        line(proof, -1, |words| words[2] = words[0].clone());
    });
    proof("a hint of another clause", &|proof| line(proof, -1, |words| words[2] = "1".into()));
    proof("a hint below 1", &|proof| line(proof, -1, |words| words[2] = "-5".into()));
    proof("an id that is not the next", &|proof| line(proof, 1, |words| words[0] += "0"));
    proof("a variable that is not there", &|proof| line(proof, 0, |words| words[1] += "99999"));
    proof("the first clause removed", &|proof| {
        *proof = proof.split_once('\n').expect("lines").1.to_owned();
    });
    proof("the last clause removed", &|proof| {
        let lines: Vec<&str> = proof.lines().collect();
        *proof = lines[..lines.len() - 1].join("\n");
    });
    proof("half of the proof", &|proof| proof.truncate(proof.len() / 2));
    proof("no proof", &|proof| proof.clear());
    proof("a proof that goes on", &|proof| proof.push_str("9999 1 0 1 0\n"));
    proof("a word in the proof", &|proof| line(proof, 0, |words| words[1] = "x".into()));
    proof("nothing but the empty clause", &|proof| {
        line(proof, 0, |words| {
            words.drain(1..words.len() - 2).for_each(drop);
        })
    });

    mutants.of_record(sound, "the proof of another question", |record| {
        record.refutations[0].proof = record.refutations[1].proof.clone();
    });
    mutants.of_record(sound, "two questions exchanged", |record| {
        let other = record.refutations[1].question;
        record.refutations[1].question =
            std::mem::replace(&mut record.refutations[0].question, other);
    });
    mutants.of_record(sound, "a proof of another placement", |record| {
        record.refutations[0].question.placement ^= 1;
    });
    mutants.of_record(sound, "a proof of another live end", |record| {
        record.refutations[0].question.live_end.0 += 1;
    });
    mutants.of_record(sound, "a proof of another move", |record| {
        let question = &mut record.refutations[0].question;
        question.forbidden = if question.forbidden == 'U' { 'D' } else { 'U' };
    });
    mutants.of_record(sound, "a proof of another step", |record| {
        let question = &mut record.refutations[0].question;
        question.step = if question.step == 'U' { 'D' } else { 'U' };
    });
    mutants.of_record(sound, "a proof removed", |record| {
        record.refutations.remove(0);
    });
    mutants.of_record(sound, "a proof twice", |record| {
        record.refutations.push(record.refutations[0].clone());
    });
    let mut lemma = |name: &str, change: &dyn Fn(&mut Vec<Lemma>)| {
        mutants.of_record(sound, name, |record| change(&mut record.refutations[0].lemmas));
    };
    let cells = |lemmas: &mut Vec<Lemma>, change: &dyn Fn(&mut Vec<checker::Cell>)| {
        let Lemma::CutSet { cells } = &mut lemmas[cut] else { panic!("a cut set") };
        change(cells);
    };
    lemma("a lemma removed", &|lemmas| {
        lemmas.remove(cut);
    });
    lemma("a cut set without a cell", &|lemmas| {
        cells(lemmas, &|cells| {
            cells.pop();
        })
    });
    lemma("a cut set of one cell", &|lemmas| cells(lemmas, &|cells| cells.truncate(1)));
    lemma("a cut set of nothing", &|lemmas| cells(lemmas, &|cells| cells.clear()));
    lemma("a cut set of everything", &|lemmas| {
        cells(lemmas, &|cells| {
            *cells = (1..=7).flat_map(|c| (1..=7).map(move |r| (c, r))).collect();
        })
    });
    lemma("a cut set off the board", &|lemmas| cells(lemmas, &|cells| cells[0] = (8, 1)));
    lemma("a cell twice in a cut set", &|lemmas| cells(lemmas, &|cells| cells.push(cells[0])));
    lemma("a lemma about a segment that is not there", &|lemmas| {
        lemmas.push(Lemma::Reached { segment: 9, cells: vec![(1, 1)] });
    });
    lemma("a lemma about every position", &|lemmas| {
        let free = (1..=7).flat_map(|c| (1..=7).map(move |r| (c, r))).collect();
        lemmas.insert(0, Lemma::NoMatch { free });
    });

    mutants.of_record(sound, "sound said to be unsound", |r| r.verdict = Verdict::Unsound);
    mutants.of_record(sound, "sound said to be vacuous", |r| r.verdict = Verdict::Vacuous);
    mutants.of_record(vacuous, "vacuous said to be sound", |r| r.verdict = Verdict::Sound);
    mutants.of_record(unsound, "unsound said to be sound", |r| r.verdict = Verdict::Sound);
    mutants.of_record(sound, "a board of another size", |record| record.size = 9);
    mutants.of_record(sound, "another schema", |record| record.schema = 2);
    mutants.of_record(sound, "a rule with another name", |record| record.rule.name += "!");
    mutants.of_record(sound, "a rule with a cell fewer", |record| {
        record.rule.pattern.cells.pop();
    });
    mutants.of_record(sound, "a rule with another placement fewer", |record| {
        record.rule.placements.pop();
    });
    mutants.of_record(sound, "the record of another rule", |other| *other = record(unsound));
    for (number, kind) in [(sound, "sound"), (unsound, "unsound")] {
        let mut example = |name: &str, change: &dyn Fn(&mut checker::Example)| {
            mutants.of_record(number, &format!("{kind}: {name}"), |record| {
                change(record.example.as_mut().expect("an example"));
            });
        };
        example("a path with two steps exchanged", &|e| swap_letters(&mut e.path));
        example("a completion with two steps exchanged", &|e| swap_letters(&mut e.completion));
        example("a completion one step short", &|e| {
            e.completion.pop();
        });
        example("a completion one step too long", &|e| e.completion.push('U'));
        example("another forbidden move", &|e| {
            let completion = e.completion.chars().next().expect("a step");
            e.forbidden =
                "UDLR".chars().find(|&m| m != completion && m != e.forbidden).expect("a move");
        });
        example("a step of the completion taken into the path", &|e| {
            e.path.push(e.completion.remove(0));
        });
    }
    mutants.of_record(sound, "no example", |record| record.example = None);
    mutants
        .of_record(vacuous, "an example too many", |other| other.example = record(sound).example);

    let text = serde_json::to_string(&record(sound)).expect("plain data");
    let more = text.replacen('{', "{\"more\":1,", 1);
    mutants.expect_rejected("an unknown field", sealed(sound, &more));
    mutants.expect_rejected("half of the text", sealed(sound, &text[..text.len() / 2]));
    mutants.expect_rejected("no text", sealed(sound, ""));
    mutants.finish(60);
}

#[test]
fn no_record_of_a_malformed_rule_is_accepted() {
    let mut mutants = Mutants::default();
    for verdict in [Verdict::Sound, Verdict::Unsound, Verdict::Vacuous] {
        let (number, _) = find(|record| record.verdict == verdict);
        let mut rule = |name: &str, change: &dyn Fn(&mut Rule)| {
            mutants.of_rule(number, &format!("{verdict:?}: {name}"), change);
        };
        rule("a move forbidden twice", &|rule| rule.forbids.push(rule.forbids[0].clone()));
        rule("a move that is none", &|rule| rule.forbids[0].direction = 'X');
        rule("a region that is not there", &|rule| rule.forbids[0].unless_in.push(26));
        rule("a placement twice", &|rule| rule.placements.push(rule.placements[0]));
        rule("a placement that is none", &|rule| rule.placements.push(8));
        rule("a cell too far away", &|rule| {
            rule.pattern.cells.push(((0, 1_000), Test::Wall));
        });
        for (name, cells, side) in [
            ("without cells", vec![], "L"),
            ("with a gap", vec![(0, -1), (0, -3)], "L"),
            ("that turns back", vec![(0, -1), (1, -1), (1, -2), (0, -2)], "L"),
            ("over the live end", vec![(0, 0)], "L"),
            ("with a side that is none", vec![(0, -1)], "S"),
        ] {
            rule(&format!("a segment {name}"), &|rule| {
                let (cells, side, extent) = (cells.clone(), side.into(), Extent::Enclosed);
                let segment = Segment { cells, side, extent, tests: Vec::new() };
                rule.pattern.segments.push(segment);
            });
        }
    }
    mutants.finish(33);
}

#[test]
fn lemmas_about_a_region_are_not_accepted_about_the_wrong_cells() {
    let (number, original) =
        find(|record| !record.rule.pattern.segments.is_empty() && !record.refutations.is_empty());
    let question = original.refutations[0].question;
    let inner: Vec<checker::Cell> = (3..=5).flat_map(|c| (3..=5).map(move |r| (c, r))).collect();
    let side = {
        let segment = &original.rule.placed(question.placement).pattern.segments[0];
        let (right, down) = segment.side_cells()[0];
        let along = |at: u16, by: i16| at.checked_add_signed(by).expect("a cell of the board");
        (along(question.live_end.0, right), along(question.live_end.1, down))
    };
    let reached = |cells: Vec<checker::Cell>| {
        let cells: Vec<_> = cells.into_iter().filter(|cell| *cell != side).collect();
        Lemma::Reached { segment: 0, cells }
    };
    let with = |first: checker::Cell| [vec![first], inner.clone()].concat();
    // The last two lemmas hold, but the proof does not fit them.
    for (lemma, objection) in [
        (reached(with((8, 1))), "(8, 1) is neither free nor"),
        (reached(with((1, 1)).repeat(2)), "is listed twice"),
        (Lemma::Reached { segment: 1, cells: inner.clone() }, "no segment 1"),
        (Lemma::Reached { segment: 0, cells: vec![side] }, "a cell beside the segment"),
        (Lemma::Reached { segment: 0, cells: vec![(0, 3)] }, "(0, 3) is neither free nor"),
        (Lemma::CutSet { cells: inner.clone() }, "of the proof"),
        (Lemma::Reached { segment: 0, cells: vec![(1, 1)] }, "of the proof"),
    ] {
        let mut mutant = original.clone();
        mutant.refutations[0].lemmas.insert(0, lemma.clone());
        let why = sealed(number, &serde_json::to_string(&mutant).expect("plain data"));
        let why = why.err().unwrap_or_else(|| panic!("accepted: {lemma:?}"));
        assert!(why.contains(objection), "{lemma:?}: {why}");
    }
}
