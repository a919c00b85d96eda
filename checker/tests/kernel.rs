//! The kernel, each part by itself: sums, well-formed rules, and what reads files.

use deadmove_checker::{Board, Cnf, Graph, LARGEST, Rule, constrain_sum, read, unpack};

use super::solutions::has_solution_with;
use super::true_completions::Random;

#[test]
fn the_formula_of_a_sum_has_exactly_the_solutions_whose_sum_is_allowed() {
    let mut random = Random(5);
    let (mut met, mut missed) = (0, 0);
    for _ in 0..400 {
        let count = random.below(5) as i32;
        let weights: Vec<i32> = (0..count).map(|_| random.choose(&[-2, -1, 1, 2, 3])).collect();
        let some: Vec<i32> = (-9..=9).filter(|_| random.one_in(3)).collect();
        let mut cnf = Cnf::default();
        // Literals of both signs, behind a variable that is not in the sum.
        let first = cnf.variables(count as usize + 1) + 1;
        let lit = |at: i32| if at % 2 == 0 { first + at } else { -(first + at) };
        let terms: Vec<(i32, i32)> = (0..count).map(lit).zip(weights.iter().copied()).collect();
        constrain_sum(&terms, |sum| some.contains(&sum), &mut cnf);
        for values in 0..1u32 << count {
            let is_true = |at: i32| values >> at & 1 == 1;
            let lits: Vec<i32> =
                (0..count).map(|at| if is_true(at) { lit(at) } else { -lit(at) }).collect();
            let sum: i32 =
                (0..count).filter(|&at| is_true(at)).map(|at| weights[at as usize]).sum();
            let allowed = some.contains(&sum);
            assert_eq!(has_solution_with(&cnf, &lits), allowed, "{terms:?} {some:?} {lits:?}");
            if allowed { met += 1 } else { missed += 1 }
        }
    }
    assert!(met > 500 && missed > 500, "{met} {missed}");
}

#[test]
fn the_live_end_is_black_and_its_neighbours_are_not() {
    let board = Board::new(3, 3, (1, 2), (3, 3), &[]).unwrap();
    let graph = Graph::new(&board, "R").unwrap();
    let black: Vec<usize> = (0..9).filter(|&cell| graph.is_black(cell)).collect();
    assert_eq!(black, [0, 2, 4, 6, 8]);
}

#[test]
fn neither_no_cells_nor_all_of_them_are_a_cut_set() {
    let board = Board::new(2, 2, (1, 1), (2, 1), &[]).unwrap();
    let graph = Graph::new(&board, "").unwrap();
    assert!(graph.cut_set(&[]).is_err());
    assert!(graph.cut_set(&[(1, 1), (2, 1), (1, 2), (2, 2)]).is_err());
    assert!(graph.cut_set(&[(1, 1), (1, 1)]).is_err());
    assert_eq!(graph.cut_set(&[(1, 1)]).unwrap().len(), 2);
}

/// A rule with a segment of two cells.
const RULE: &str = r#"{"name":"a test","placements":[0,7],"pattern":{"cells":[[[999,-999],"wall"]],
 "segments":[{"cells":[[1,1],[1,2],[2,2]],"side":"LU","extent":"enclosed","tests":[]}],
 "lines":[[[3,3],[4,4]]]},
 "unless":[{"cells":[],"segments":[],"lines":[]}],
 "forbids":[{"move":"U","unless_in":[0]},{"move":"L","unless_in":[]}]}"#;

#[test]
fn rules_whose_parts_do_not_fit_together_are_refused() {
    let check = |text: &str| serde_json::from_str::<Rule>(text).unwrap().check();
    assert_eq!(check(RULE), Ok(()));
    for (from, to) in [
        ("[0,7]", "[0,8]"),
        ("[0,7]", "[7,7]"),
        ("\"move\":\"L\"", "\"move\":\"U\""),
        ("\"move\":\"L\"", "\"move\":\"X\""),
        ("\"unless_in\":[0]", "\"unless_in\":[1]"),
        ("\"unless_in\":[0]", "\"unless_in\":[0,1]"),
        ("[999,-999]", "[1000,-999]"),
        ("[999,-999]", "[999,-1000]"),
        ("[[3,3],[4,4]]", "[[3,3],[4,1000]]"),
        ("[[3,3],[4,4]]", "[[3,-1000],[4,4]]"),
        ("[1,1],[1,2],[2,2]", "[1,1],[1,2],[1000,2]"),
        // No path, a path that turns back, one cell twice, the live end, nothing.
        ("[1,1],[1,2],[2,2]", "[1,1],[2,2],[3,3]"),
        ("[1,1],[1,2],[2,2]", "[1,1],[2,2]"),
        ("[1,1],[1,2],[2,2]", "[1,1],[1,2],[2,2],[2,1]"),
        ("[1,1],[1,2],[2,2]", "[1,1],[1,1]"),
        ("[1,1],[1,2],[2,2]", "[0,0],[0,1]"),
        ("[1,1],[1,2],[2,2]", "[0,0]"),
        ("[1,1],[1,2],[2,2]", ""),
        ("\"LU\"", "\"LX\""),
    ] {
        assert!(RULE.contains(from));
        assert!(check(&RULE.replacen(from, to, 1)).is_err(), "{from} -> {to}");
    }
    for (from, to) in
        [("[1,1],[1,2],[2,2]", "[1,1],[1,2],[1,3],[1,4]"), ("[1,1],[1,2],[2,2]", "[2,1]")]
    {
        assert_eq!(check(&RULE.replacen(from, to, 1)), Ok(()), "{to}");
    }
}

#[test]
fn files_are_read_as_they_are_and_unpacked_if_they_are_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let text = "some text, some text";
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), 6);
    for bytes in [text.as_bytes().to_vec(), packed] {
        let path = folder.path().join("file");
        std::fs::write(&path, &bytes).unwrap();
        let found = read(&path).unwrap();
        assert_eq!(found, bytes);
        assert_eq!(unpack(found).as_deref(), Ok(text));
    }
    assert!(unpack(vec![0xff]).is_err());
    assert!(read(folder.path()).is_err());
}

#[test]
fn a_file_of_the_largest_size_is_read() {
    let file = tempfile::NamedTempFile::new().unwrap();
    // Without content, so it takes no space.
    file.as_file().set_len(LARGEST as u64).unwrap();
    assert_eq!(read(file.path()).map(|bytes| bytes.len()), Ok(LARGEST));
}

#[test]
fn a_step_from_a_cell_that_is_on_no_board_leads_nowhere() {
    let board = Board::new(3, 3, (1, 1), (3, 3), &[]).unwrap();
    for (cell, letter) in [((1, 0), 'U'), ((0, 1), 'L'), ((1, u16::MAX), 'D'), ((u16::MAX, 1), 'R')]
    {
        assert_eq!(board.step(cell, letter), None, "{cell:?} {letter}");
    }
}
