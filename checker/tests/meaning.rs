//! The meaning of rules compared with a naive reading of docs/reference/rule-language.md: random
//! rules in all placements, on live positions of small boards with blocked cells.

use std::collections::BTreeSet;

use deadmove_checker::{
    BitBoard, Board, Cell, Key, LiveSet, Offset, Pattern, Rule, View, free, live_end, placed_at,
    square, step,
};

use super::naive::cells;
use super::true_completions::Random;
use super::true_completions::pictures::{MOVES, Picture};

/// Where each placement puts a cell.
fn put(placement: usize, (x, y): Offset) -> Offset {
    [(x, y), (-x, y), (-y, x), (y, x), (-x, -y), (x, -y), (y, -x), (-y, -x)][placement]
}

/// The rule whose placement is this rule.
fn before(placement: usize, rule: &Rule) -> Rule {
    let back = |cell: Offset| {
        let cells = (0..8).map(|other| put(other, cell));
        cells.into_iter().find(|&other| put(placement, other) == cell).expect("a placement")
    };
    let letter = |letter: char| {
        let to = back(step((0, 0), letter));
        MOVES.into_iter().find(|&other| step((0, 0), other) == to).expect("a direction")
    };
    let pattern = |pattern: &Pattern| {
        let mut pattern = pattern.clone();
        pattern.cells.iter_mut().for_each(|(cell, _)| *cell = back(*cell));
        for segment in &mut pattern.segments {
            segment.cells.iter_mut().for_each(|cell| *cell = back(*cell));
            segment.side = segment.side.chars().map(letter).collect();
        }
        pattern.lines.iter_mut().for_each(|(a, b)| (*a, *b) = (back(*a), back(*b)));
        pattern
    };
    let mut rule = rule.clone();
    rule.pattern = pattern(&rule.pattern);
    rule.unless = rule.unless.iter().map(pattern).collect();
    rule.forbids.iter_mut().for_each(|forbidden| forbidden.direction = letter(forbidden.direction));
    rule.placements = vec![placement as u8];
    rule
}

/// A live position of the list of a square board.
fn listed(grid: &BitBoard, key: Key) -> Picture {
    let side = grid.side as u16;
    let cells = cells(side, side);
    let is_free = |at: &usize| free(key) >> at & 1 == 1;
    let all = 0..cells.len();
    let mut line: Vec<usize> =
        all.clone().filter(|at| !is_free(at) && *at != live_end(key)).collect();
    line.push(live_end(key));
    let drawn = line.len();
    // The end cell is the last one.
    line.extend(all.filter(is_free));
    Picture { width: side, height: side, line: line.iter().map(|&at| cells[at]).collect(), drawn }
}

#[test]
fn rules_as_masks_forbid_what_their_placements_forbid_in_a_listed_position() {
    let mut random = Random(13);
    let (mut forbidden, mut several) = (0, 0);
    for side in [3, 5] {
        let live = LiveSet::new(BitBoard::new(side).unwrap());
        let graph = square(side).unwrap();
        let keys: Vec<Key> = (1..live.layers()).flat_map(|drawn| live.layer(drawn)).collect();
        for _ in 0..1_000 {
            let key = random.choose(&keys);
            let key = if random.one_in(2) { key } else { live.grid.transposed(key) };
            let position = listed(&live.grid, key);
            let mut rules = Vec::new();
            for _ in 0..3 {
                let placement = random.below(8);
                let mut rule = before(placement, &position.rule(&mut random));
                rule.placements
                    .extend((0..8).filter(|&n| n as usize != placement && random.one_in(4)));
                rules.push(rule);
            }
            let board = &graph.board;
            let rules: Vec<&Rule> = rules.iter().collect();
            let mut found = vec![0; rules.len()];
            for placed in placed_at(board, &live.grid, &rules, live_end(key)) {
                found[placed.rule] |= placed.forbidden(board, &live.grid, key, &mut Vec::new());
            }
            let cells: Vec<bool> = (0..side * side).map(|at| free(key) >> at & 1 == 1).collect();
            let view = View { board, free: &cells, live_end: live_end(key) };
            for (rule, found) in rules.into_iter().zip(found) {
                let placed: Vec<Rule> = rule.placements.iter().map(|&n| rule.placed(n)).collect();
                let moves = MOVES.into_iter().enumerate();
                let forbids = |letter| placed.iter().any(|rule| rule.forbids(view, letter));
                let expected: u8 = moves.map(|(at, l)| u8::from(forbids(l)) << at).sum();
                assert_eq!(found, expected, "{} {rule:?}", live.grid.show(key));
                forbidden += u32::from(found > 0);
                several += u32::from(found.count_ones() > 1);
            }
        }
    }
    assert!(forbidden > 1_000 && several > 100, "{forbidden} {several}");
}

#[test]
fn a_rule_forbids_what_a_naive_reader_of_its_definition_finds_forbidden() {
    let mut random = Random(7);
    let (mut forbidden, mut allowed, mut lines, mut exempt) = (0, 0, 0, 0);
    for _ in 0..4_000 {
        let position = Picture::random(&mut random);
        if position.drawn == position.line.len() {
            continue;
        }
        let (width, height) = (position.width, position.height);
        let all = cells(width, height);
        let blocked = all.iter().copied().filter(|cell| !position.line.contains(cell));
        let blocked: Vec<Cell> = blocked.collect();
        let (start, end) = (position.line[0], position.end());
        let board = Board::new(width.into(), height.into(), start, end, &blocked).unwrap();
        let free: Vec<bool> = all.iter().map(|&cell| position.is_free(cell)).collect();
        let index = |cell: Cell| board.index(cell).unwrap();
        let view = View { board: &board, free: &free, live_end: index(position.live_end()) };
        let ordered = |[a, b]: [usize; 2]| (a.min(b), a.max(b));
        let lines_here = position.forced_lines().into_iter();
        let expected: BTreeSet<(usize, usize)> =
            lines_here.map(|line| ordered(line.map(index))).collect();
        let found = view.forced_lines();
        assert_eq!(found.len(), expected.len(), "{position:?}");
        assert_eq!(BTreeSet::from_iter(found), expected, "{position:?}");
        lines += expected.len();
        for _ in 0..3 {
            let rule = position.rule(&mut random);
            let placement = random.below(8);
            let placed = before(placement, &rule).placed(placement as u8);
            assert_eq!(placed, rule);
            for letter in MOVES {
                let expected = position.forbids(&rule, letter);
                let found = placed.forbids(view, letter);
                assert_eq!(found, expected, "{letter} {position:?}\n{rule:?}");
                let mut always = rule.clone();
                always.forbids.iter_mut().for_each(|forbidden| forbidden.unless_in.clear());
                exempt += usize::from(position.forbids(&always, letter) != expected);
                if expected { forbidden += 1 } else { allowed += 1 }
            }
        }
    }
    println!("{forbidden} forbidden, {allowed} allowed, {lines} lines, {exempt} exempt");
    assert!(forbidden > 4_000 && allowed > 5_000 && lines > 1_000 && exempt > 10);
}
