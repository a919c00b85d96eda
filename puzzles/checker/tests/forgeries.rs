//! Forged certificates of sequences in mazes: sequences that leave some maze unsolved.

use deadmove_puzzles_checker::check;
use serde_json::{Value, json};

/// Solves every solvable maze of 4×4.
const SOLVES_4X4: &str = "rrdrrdrdldldulldldrddurdrrdrr";

const SIDE: usize = 4;

/// The field after a move in a maze, given by the bits of its free fields.
fn after(maze: u32, at: usize, letter: char) -> usize {
    let (x, y) = (at % SIDE, at / SIDE);
    let to = match letter {
        'u' if y > 0 => at - SIDE,
        'd' if y + 1 < SIDE => at + SIDE,
        'l' if x > 0 => at - 1,
        'r' if x + 1 < SIDE => at + 1,
        _ => at,
    };
    if maze >> to & 1 == 1 { to } else { at }
}

fn is_solvable(maze: u32) -> bool {
    let mut seen = vec![0];
    let mut next = 0;
    while next < seen.len() {
        for letter in "udlr".chars() {
            let to = after(maze, seen[next], letter);
            if !seen.contains(&to) {
                seen.push(to);
            }
        }
        next += 1;
    }
    seen.contains(&(SIDE * SIDE - 1))
}

fn is_solved(maze: u32, sequence: &str) -> bool {
    let goal = SIDE * SIDE - 1;
    let mut at = 0;
    sequence.chars().any(|letter| {
        at = after(maze, at, letter);
        at == goal
    })
}

fn rows(maze: u32) -> Vec<String> {
    let field = |at: usize| if maze >> at & 1 == 1 { '.' } else { '#' };
    (0..SIDE).map(|y| (0..SIDE).map(|x| field(y * SIDE + x)).collect()).collect()
}

/// The sequence with a letter or two left out, changed, or exchanged.
fn changed() -> Vec<String> {
    let letters: Vec<char> = SOLVES_4X4.chars().collect();
    let mut all = Vec::new();
    let mut add = |letters: &[char]| all.push(letters.iter().collect());
    for at in 0..letters.len() {
        let mut other = letters.clone();
        other.remove(at);
        add(&other);
        other.remove(at * 7 % other.len());
        add(&other);
        for letter in "udlr".chars().filter(|&letter| letter != letters[at]) {
            let mut other = letters.clone();
            other[at] = letter;
            add(&other);
        }
        let mut other = letters.clone();
        other.swap(at, (at + 1) % letters.len());
        add(&other);
        add(&letters[..at]);
    }
    all
}

#[test]
fn no_sequence_that_leaves_a_maze_unsolved_is_accepted() {
    let mazes: Vec<u32> = (0..1u32 << (SIDE * SIDE))
        .filter(|maze| maze & 1 == 1 && maze >> (SIDE * SIDE - 1) == 1 && is_solvable(*maze))
        .collect();
    assert!(mazes.iter().all(|&maze| is_solved(maze, SOLVES_4X4)));
    let mut tried = 0;
    for sequence in changed() {
        let Some(&unsolved) = mazes.iter().find(|&&maze| !is_solved(maze, &sequence)) else {
            continue;
        };
        let list = json!({ "sequence": sequence, "mazes": [rows(unsolved)], "perfect": false });
        let mut claims =
            vec![json!({ "solves-all": { "sequence": sequence } }), json!({ "solves-list": list })];
        if let Some(&solved) = mazes.iter().find(|&&maze| is_solved(maze, &sequence)) {
            let fails = json!({ "sequence": sequence, "maze": rows(solved), "perfect": false });
            claims.push(json!({ "fails": fails }));
        }
        for claim in claims {
            let text: Value = json!({ "schema": 1, "kind": "sequences", "width": SIDE,
                "height": SIDE, "claim": claim });
            assert!(check(&text.to_string(), &mut |_, _, _| {}).is_err(), "{text}");
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}
