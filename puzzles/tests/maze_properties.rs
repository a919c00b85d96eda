//! Random mazes: what holds for each of them.

use std::collections::HashSet;

use deadmove_puzzles::mazes::claims::{ClaimOutcome, MazeClaim, judge};
use deadmove_puzzles::mazes::{Grid, GridMaze, Openings, check, exact, fill, solve, text};
use deadmove_puzzles::report::{Finding, maze::verdict};
use petgraph::algo::articulation_points::articulation_points;
use petgraph::graph::{NodeIndex, UnGraph};
use proptest::prelude::*;

use crate::generate;

fn maze(width: usize, height: usize, roads: &[bool]) -> Option<GridMaze> {
    let mut grid = Grid::new(width, height).ok()?;
    for (at, _) in roads.iter().enumerate().filter(|(_, road)| **road) {
        grid.set_road(grid.field(at % width + 1, at / width + 1), true);
    }
    let ends: Vec<usize> = grid.roads().collect();
    let ends = (grid.place(*ends.first()?), grid.place(*ends.last()?));
    GridMaze::new(grid, ends.0, ends.1).ok()
}

fn mazes() -> impl Strategy<Value = GridMaze> {
    (2usize..14, 2usize..14, 0.4f64..0.95).prop_flat_map(|(width, height, part)| {
        prop::collection::vec(prop::bool::weighted(part), width * height)
            .prop_filter_map("two roads", move |roads| maze(width, height, &roads))
    })
}

/// The exact set by petgraph: join the ends through a new vertex; without the fields that cut
/// others off from it, what is still connected with the new vertex is its block.
fn by_articulation_points(maze: &GridMaze) -> Vec<bool> {
    let grid = &maze.grid;
    let mut graph = UnGraph::<(), ()>::from_edges(std::iter::empty::<(u32, u32)>());
    for _ in 0..=grid.end() {
        graph.add_node(());
    }
    let node = NodeIndex::new;
    for field in grid.roads() {
        let [_, below, _, right] = grid.around(field);
        for next in [below, right].into_iter().filter(|&next| grid.is_road(next)) {
            graph.add_edge(node(field), node(next), ());
        }
    }
    let joint = node(grid.end());
    graph.add_edge(joint, node(maze.entrance), ());
    graph.add_edge(joint, node(maze.exit), ());
    let cuts = articulation_points(&graph);
    let mut member = vec![false; grid.end()];
    if cuts.contains(&joint) {
        return member;
    }
    // A field is in the block if no single field separates it from the new vertex.
    for field in grid.roads() {
        member[field] = !cuts
            .iter()
            .any(|&cut| cut != node(field) && !reaches(&graph, node(field), joint, Some(cut)))
            && reaches(&graph, node(field), joint, None);
    }
    member
}

fn reaches(
    graph: &UnGraph<(), ()>,
    from: NodeIndex,
    to: NodeIndex,
    not: Option<NodeIndex>,
) -> bool {
    let mut seen = HashSet::from([from]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        open.extend(graph.neighbors(at).filter(|&next| Some(next) != not && seen.insert(next)));
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_exact_set_is_what_petgraphs_articulation_points_say(maze in mazes()) {
        prop_assert_eq!(exact(&maze), by_articulation_points(&maze));
    }

    #[test]
    fn filling_fills_no_field_of_the_exact_set_and_leaves_no_dead_end(maze in mazes()) {
        let (filled, exact) = (fill(&maze), exact(&maze));
        let grid = &maze.grid;
        for field in grid.roads().filter(|&f| f != maze.entrance && f != maze.exit) {
            prop_assert!(!(filled[field] && exact[field]));
            let ways = grid.around(field).into_iter().filter(|&f| grid.is_road(f) && !filled[f]);
            prop_assert!(filled[field] || ways.count() >= 2);
        }
    }

    #[test]
    fn text_that_is_written_is_read_again(maze in mazes()) {
        prop_assert_eq!(text::read(&text::write(&maze), &Openings::default()).unwrap(), maze);
    }

    #[test]
    fn evidence_of_every_claim_can_be_replayed_and_claims_agree(maze in mazes()) {
        let solution = solve(&maze);
        let [solvable, unique, perfect, complete] =
            MazeClaim::ALL.map(|claim| judge(&maze, &solution, claim).unwrap());
        let holds = |finding: &ClaimOutcome| verdict(finding) == Finding::Holds;
        if holds(&perfect) {
            prop_assert!(holds(&solvable) && holds(&unique) && holds(&complete));
        }
        prop_assert_eq!(!holds(&solvable), unique == ClaimOutcome::Vacuous);
        prop_assert_eq!(!holds(&solvable), complete == ClaimOutcome::Vacuous);
    }

    #[test]
    fn generated_mazes_are_perfect_until_doors_are_opened(
        rooms in (1usize..12, 1usize..12),
        seed: u64,
    ) {
        let maze = generate::rooms(rooms.0, rooms.1, 0, seed);
        let solution = solve(&maze);
        for claim in MazeClaim::ALL {
            prop_assert_eq!(verdict(&judge(&maze, &solution, claim).unwrap()), Finding::Holds);
        }
    }

    #[test]
    fn text_of_any_kind_is_read_or_refused(wild in "[#. SEx\n\r]{0,60}|\\PC{0,30}") {
        let _ = text::read(&wild, &Openings::default());
    }
}

#[test]
fn wrong_evidence_is_rejected() {
    let maze = text::read("S..\n.#.\n..E\n...\n", &Openings::default()).unwrap();
    let path = deadmove_puzzles::mazes::shortest(&maze).unwrap();
    check::simple_path(&maze, &path).unwrap();
    let grid = &maze.grid;
    let field = |column, row| grid.field(column, row);
    for (wrong, why) in [
        (path[1..].to_vec(), "does not lead"),
        (path[..4].to_vec(), "does not lead"),
        (vec![], "does not lead"),
        (vec![path[0], path[2]], "jumps"),
        ([&path[..2], &path[..]].concat(), "twice"),
        (vec![field(1, 1), field(2, 1), field(2, 2)], "wall"),
        (vec![grid.end() + 7], "wall"),
    ] {
        let error = check::simple_path(&maze, &wrong).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    let square = [field(1, 3), field(2, 3), field(2, 4), field(1, 4)];
    check::cycle(&maze, &square).unwrap();
    assert!(check::cycle(&maze, &square[..3]).is_err());
    assert!(check::cycle(&maze, &path).is_err());
    assert!(check::cut_off(&maze, field(1, 4), field(1, 3)).is_err());
    assert!(check::cut_off(&maze, field(2, 2), field(1, 3)).is_err());
    assert!(check::cut_off(&maze, field(1, 3), field(1, 3)).is_err());
}
