//! Targets for what the checker reads. What it accepts on a small board must be true by plain
//! search.

use std::collections::BTreeSet;

use deadmove_checker::{
    Answer, Cell, Cnf, Extent, Forbidden, Graph, Judgement, Lemma, Offset, Pattern, Record,
    RegionTest, Rule, RuleFormula, Segment, Test, Verdict, View, check_proof, check_refutation,
    parse_manifest, square, step, unpack,
};

use super::plain::{Small, completion, has_solution};

/// Boards with more cells than this only make the fuzzer slow.
const CELLS: usize = 150;

/// A certificate of a position, plain or compressed.
pub fn judgement(data: &[u8]) {
    let Ok(text) = unpack(data.to_vec()) else { return };
    let Ok(judgement) = serde_json::from_str::<Judgement>(&text) else { return };
    let board = &judgement.board;
    if board.width.saturating_mul(board.height) > CELLS || judgement.check().is_err() {
        return;
    }
    let written = serde_json::to_string(&judgement).expect("plain data");
    assert_eq!(serde_json::from_str::<Judgement>(&written).expect("as it was written"), judgement);
    if board.width * board.height > 25 {
        return;
    }
    holds(&judgement, &judgement.path, &judgement.position);
    for (letter, answer) in &judgement.moves {
        holds(&judgement, &format!("{}{letter}", judgement.path), answer);
    }
}

/// Whether an accepted answer about a small board is true.
fn holds(judgement: &Judgement, path: &str, answer: &Answer) {
    let board = &judgement.board;
    let width = board.width;
    let index = |(column, row): (u16, u16)| usize::from(row - 1) * width + usize::from(column - 1);
    let mut open = vec![true; width * board.height];
    for &cell in &board.blocked {
        open[index(cell)] = false;
    }
    let mut at = index(board.start);
    open[at] = false;
    for letter in path.chars() {
        at = match letter {
            'U' => at - width,
            'D' => at + width,
            'L' => at - 1,
            _ => at + 1,
        };
        open[at] = false;
    }
    let live = completion(&mut open, width, at, index(board.end)).is_some();
    match answer {
        Answer::Live { .. } => assert!(live, "accepted as live: {path}"),
        Answer::Dead { .. } | Answer::DeadBySearch { .. } => {
            assert!(!live, "accepted as dead: {path}");
        }
        Answer::Unknown => {}
    }
}

/// The record of a claim.
pub fn record(data: &[u8]) {
    let Ok(text) = unpack(data.to_vec()) else { return };
    let Ok(record) = serde_json::from_str::<Record>(&text) else { return };
    if record.size > 5 || record.check().is_err() {
        return;
    }
    if let Some(small) = Small::of(record.size) {
        let (forbids, live) = forbidden(small, &record.rule);
        let truth = match (forbids, live) {
            (_, true) => Verdict::Unsound,
            (true, false) => Verdict::Sound,
            (false, false) => Verdict::Vacuous,
        };
        assert_eq!(record.verdict, truth, "accepted");
    }
}

/// Whether a rule forbids a move of a live position, and whether a live one.
fn forbidden(small: &Small, rule: &Rule) -> (bool, bool) {
    let graph = square(small.size).expect("a size");
    let (mut forbids, mut wrong) = (false, false);
    for line in &small.live {
        let (view, placed) = (free(small, line), rule.placements.iter().map(|&k| rule.placed(k)));
        let live_end = line[line.len() - 1];
        for placed in placed {
            for letter in ['U', 'D', 'L', 'R'] {
                let view = View { board: &graph.board, free: &view, live_end };
                if placed.forbids(view, letter) {
                    forbids = true;
                    let next = next(small, live_end, letter);
                    wrong |= small.live.contains(&[&line[..], &[next]].concat());
                }
            }
        }
    }
    (forbids, wrong)
}

fn free(small: &Small, line: &[usize]) -> Vec<bool> {
    (0..small.size * small.size).map(|cell| !line.contains(&cell)).collect()
}

fn next(small: &Small, at: usize, letter: char) -> usize {
    match letter {
        'U' => at - small.size,
        'D' => at + small.size,
        'L' => at - 1,
        _ => at + 1,
    }
}

/// A manifest, and the compiled rules in it.
pub fn manifest(data: &[u8]) {
    let Ok(manifest) = parse_manifest(data.to_vec()) else { return };
    let written = serde_json::to_vec(&manifest).expect("plain data");
    assert_eq!(parse_manifest(written).expect("as it was written"), manifest);
    for entry in manifest.claims.iter().filter(|entry| entry.rule.check().is_ok()) {
        true_labels(&entry.rule, 0, &[]);
    }
}

/// A small formula with one clause on each line, an empty line, and a proof: no formula with a
/// solution is refuted.
pub fn proof(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((formula, proof)) = text.split_once("\n\n") else { return };
    let clause = |line: &str| -> Option<Vec<i32>> {
        let lits = line.split(' ').map(|word| word.parse().ok());
        lits.map(|lit| lit.filter(|lit: &i32| (1..=8).contains(&lit.unsigned_abs()))).collect()
    };
    let Some(clauses) = formula.lines().map(clause).collect::<Option<Vec<Vec<i32>>>>() else {
        return;
    };
    let mut cnf = Cnf::default();
    clauses.iter().for_each(|clause| cnf.push(clause.iter().copied()));
    let solvable = has_solution(&clauses);
    if check_proof(&cnf, proof).is_ok() {
        assert!(!solvable, "a formula with a solution was refuted");
    }
    assert!(!(solvable && refuted(&cnf, &[])), "unit propagation refuted it");
}

/// Whether unit propagation refutes a formula in which these literals are true.
fn refuted(cnf: &Cnf, lits: &[i32]) -> bool {
    let mut all = cnf.clone();
    lits.iter().for_each(|&lit| all.push([lit]));
    check_refutation(&all, "").is_ok()
}

/// A rule decoded from bytes: every true position is a solution of its formula.
pub fn formula(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut next = || bytes.next().unwrap_or(0);
    let seed = usize::from(next());
    let rule = spelled(&mut next);
    let mut sets = vec![0u32; 4];
    for set in &mut sets {
        *set = u32::from_be_bytes([next(), next(), next(), next()]);
    }
    if rule.check().is_ok() {
        true_labels(&rule, seed, &sets);
    }
}

/// Checks that the true labels of positions on the lines of 5×5 satisfy the formula of a rule,
/// where it forbids a move, together with those lemmas about `sets` of cells that are accepted. Two
/// of the 104 lines, from `seed` on.
fn true_labels(rule: &Rule, seed: usize, sets: &[u32]) {
    let Some(small) = Small::of(5) else { return };
    let graph = square(5).expect("a size");
    for line in small.lines.iter().skip(seed % 52).step_by(52) {
        let mut lits: Vec<i32> = (1..=graph.edges.len() as i32).map(|edge| -edge).collect();
        for pair in line.windows(2) {
            let edge = graph.edge(pair[0], pair[1]).expect("neighbours");
            lits[edge as usize - 1] = edge;
        }
        for length in 1..line.len() {
            let free = free(small, &line[..length]);
            let live_end = line[length - 1];
            let view = View { board: &graph.board, free: &free, live_end };
            for placed in rule.placements.iter().map(|&placement| rule.placed(placement)) {
                let letters = ['U', 'D', 'L', 'R'].into_iter();
                let forbidden: Vec<char> = letters.filter(|&m| placed.forbids(view, m)).collect();
                if forbidden.is_empty() {
                    continue;
                }
                let claim = RuleFormula::new(&graph, &placed, live_end).expect("it matches there");
                let mut labels = lits.clone();
                labels.extend((0..25).map(|v| claim.drawn(v) * if free[v] { -1 } else { 1 }));
                for region in &claim.regions {
                    let inside = reached(&graph, &free, &region.side, &region.cells);
                    let sign = |v: &usize| if inside.contains(v) { 1 } else { -1 };
                    labels.extend((0..25).map(|v| region.inside(v) * sign(&v)));
                }
                assert!(!refuted(&claim.cnf, &labels), "{rule:?} after {:?}", &line[..length]);
                for letter in forbidden {
                    let step = ['U', 'D', 'L', 'R']
                        .into_iter()
                        .find(|&m| {
                            graph.edge(live_end, line[length]).is_some() && {
                                let to = view.at(deadmove_checker::step((0, 0), m));
                                to == Some(line[length])
                            }
                        })
                        .expect("a step");
                    let question = claim.assumptions(letter, step).expect("a legal move");
                    let all = [labels.clone(), question].concat();
                    assert!(
                        !refuted(&claim.cnf, &all),
                        "{rule:?} {letter} after {:?}",
                        &line[..length]
                    );
                    let mut cnf = claim.cnf.clone();
                    for lemma in lemmas(sets, claim.regions.len(), &graph) {
                        let before = cnf.clone();
                        if claim.lemma(&lemma, letter, &mut cnf).is_err() {
                            cnf = before;
                        }
                    }
                    let refuted = refuted(&cnf, &all);
                    assert!(!refuted, "{rule:?} {letter} {sets:?} after {:?}", &line[..length]);
                }
            }
        }
    }
}

/// All kinds of lemmas about sets of cells; those that are accepted must be true.
fn lemmas(sets: &[u32], segments: usize, graph: &Graph) -> Vec<Lemma> {
    let cells = |set: u32| -> Vec<Cell> {
        (0..25).filter(|v| set >> v & 1 == 1).map(|v| graph.board.cell(v)).collect()
    };
    let mut lemmas = Vec::new();
    for pair in sets.chunks_exact(2) {
        lemmas.push(Lemma::CutSet { cells: cells(pair[0]) });
        lemmas.push(Lemma::NoMatch { free: cells(pair[0]) });
        for segment in 0..segments {
            lemmas.push(Lemma::Reached { segment, cells: cells(pair[0]) });
        }
    }
    lemmas
}

fn reached(graph: &Graph, free: &[bool], side: &[usize], segment: &[usize]) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut stack = side.to_vec();
    while let Some(v) = stack.pop() {
        if free[v] && !segment.contains(&v) && reached.insert(v) {
            stack.extend(graph.at[v].iter().map(|(w, _)| *w));
        }
    }
    reached
}

/// A rule of at most a few cells, segments, exceptions and moves.
fn spelled(next: &mut impl FnMut() -> u8) -> Rule {
    let placements = next();
    let pattern = pattern(next);
    let unless = (0..next() % 3).map(|_| self::pattern(next)).collect();
    let moves = next();
    let exempt = next();
    let letters = "UDLR".chars().enumerate().filter(|(bit, _)| moves >> bit & 1 == 1);
    let forbids = letters.map(|(bit, direction)| {
        let numbers = (0..pattern.segments.len()).filter(|k| exempt >> (bit + 4 * k) & 1 == 1);
        Forbidden { direction, unless_in: numbers.collect() }
    });
    let forbids = forbids.collect();
    let placements = (0..8).filter(|bit| placements >> bit & 1 == 1).collect();
    Rule { name: "spelled".into(), placements, pattern, unless, forbids }
}

fn offset(next: &mut impl FnMut() -> u8) -> Offset {
    let byte = next();
    (i16::from(byte % 7) - 3, i16::from(byte / 7 % 7) - 3)
}

fn pattern(next: &mut impl FnMut() -> u8) -> Pattern {
    const TESTS: [Test; 6] =
        [Test::Free, Test::FreeNotEnd, Test::Drawn, Test::Wall, Test::Outside, Test::OnBoard];
    let cells = (0..next() % 6).map(|_| (offset(next), TESTS[usize::from(next() % 6)])).collect();
    let segments = (0..next() % 3).map(|_| segment(next)).collect();
    let lines = (0..(next() % 8).saturating_sub(6)).map(|_| (offset(next), offset(next)));
    let lines = lines.collect();
    Pattern { cells, segments, lines }
}

/// A segment each of whose steps goes in one of two directions.
fn segment(next: &mut impl FnMut() -> u8) -> Segment {
    let mut cell = offset(next);
    let shape = next();
    let mut cells = vec![cell];
    let steps = next();
    for bit in 0..shape % 5 {
        let across = if shape & 64 == 0 { 'R' } else { 'L' };
        let down = if shape & 128 == 0 { 'D' } else { 'U' };
        cell = step(cell, if steps >> bit & 1 == 1 { across } else { down });
        cells.push(cell);
    }
    let sides = next();
    let side = "UDLR".chars().enumerate().filter(|(bit, _)| sides >> bit & 1 == 1);
    let side = side.map(|(_, letter)| letter).collect();
    let extent = match sides >> 4 & 3 {
        0 => Extent::Empty,
        1 => Extent::EnclosedOrEmpty,
        _ => Extent::Enclosed,
    };
    let tests = (0..next() % 3).map(|_| match next() % 4 {
        0 => RegionTest::Even,
        1 => RegionTest::Odd,
        kind => {
            let (from, span) = (i32::from(next() % 9) - 4, i32::from(next() % 4));
            RegionTest::Surplus {
                from: Some(from),
                to: (span > 0).then_some(from + span - 1),
                inside: kind == 2,
            }
        }
    });
    let tests = tests.collect();
    Segment { cells, side, extent, tests }
}
