//! The checker's live set, compared with the numbers of lines that fill a board.

use deadmove_checker::{BitBoard, Key, LiveSet};

fn list(side: usize) -> LiveSet {
    LiveSet::new(BitBoard::new(side).expect("a side with a list"))
}

/// The number of lines from corner to corner, counted along the list. If a live position were
/// missing, the number would be too small. No position is superfluous: each is entered from a
/// position on the list and left to one, so it is live.
fn lines(live: &LiveSet) -> u64 {
    let grid = &live.grid;
    let mut ways = vec![(grid.all - 1, 1u64)];
    for drawn in 2..=live.layers() {
        let mut next: Vec<(Key, u64)> = Vec::new();
        for &(key, count) in &ways {
            let before = next.len();
            let steps = grid.after(key).into_iter().flatten();
            next.extend(steps.filter(|&to| live.contains(to)).map(|to| (to, count)));
            assert!(next.len() > before, "stuck: {}", grid.show(key));
        }
        next.sort_unstable();
        ways.clear();
        for (key, count) in next {
            match ways.last_mut() {
                Some((last, sum)) if *last == key => *sum += count,
                _ => ways.push((key, count)),
            }
        }
        let mut merged: Vec<Key> = ways.iter().map(|&(key, _)| grid.canonical(key)).collect();
        merged.sort_unstable();
        merged.dedup();
        assert_eq!(merged, live.layer(drawn));
    }
    ways.iter().map(|(_, count)| count).sum()
}

#[test]
fn the_list_contains_the_known_number_of_lines() {
    assert_eq!([3, 5, 7].map(|side| lines(&list(side))), [2, 104, 111_712]);
}

#[test]
#[ignore = "takes minutes and 2 GB"]
fn the_list_of_9x9_contains_the_known_number_of_lines() {
    let live = list(9);
    let positions = (1..=live.layers()).map(|drawn| live.layer(drawn).len()).sum::<usize>();
    assert_eq!((positions, lines(&live)), (26_512_320, 2_688_307_514));
}

#[test]
fn there_is_no_list_for_other_sides() {
    for side in [0, 1, 2, 4, 8, 10, 11, 99] {
        assert!(BitBoard::new(side).is_err(), "{side}");
    }
}
