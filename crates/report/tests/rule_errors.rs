//! Every error in a rule file has a message that names the place and what was expected.

use deadmove_core::error::InputError;
use deadmove_rules::RuleFile;

const RULE: &str = "\
name        far straight left
family      near-field
sizes       from 5
placements  upright and mirrored

picture
  ? + + ?
  . a . ?
  ? a . ?
  ? ? L X

segment a: left side enclosed, odd
forbids ahead, right
";

const FAMILY: &str = "\
name        U, small area
parameter   D from 2
let k = floor(D/2)

wall at (1 left, D+1 ahead)
free from (0 left, 1 ahead), ahead D-1
segment a from (1 left, 1 ahead), ahead D-1: left side enclosed

case D mod 2 = 0
  claim later white: surplus of a > D/2 forbids ahead, right
case D mod 2 = 1
  claim left black: surplus of a < -k forbids left unless in region a

picture for D = 2
  # ?
  a .
  a .
  ? L
";

/// The error as a person sees it: message, the line, a mark below the place.
fn shown(error: &InputError) -> String {
    let place = error.place.as_ref().expect("every error has a place");
    let mark = format!("{}{}", " ".repeat(place.column - 1), "^".repeat(place.length));
    let expected = error.expected.as_deref().expect("every error says what was expected");
    format!(
        "{} at {}:{}: {}\n    {}\n    {mark}\n    expected: {expected}\n",
        error.kind.word(),
        place.line,
        place.column,
        error.message,
        place.text
    )
}

/// Replaces the first `old` of a text that is right and shows the error.
fn broken(right: &str, old: &str, new: &str) -> String {
    assert!(right.contains(old), "{old:?} is not in the text");
    assert!(RuleFile::parse(right).is_ok(), "the unbroken text is wrong");
    let text = right.replacen(old, new, 1);
    match RuleFile::parse(&text) {
        Ok(file) => panic!("{text} is accepted: {file:?}"),
        Err(error) => shown(&error),
    }
}

/// All messages for a list of changes, and how many kinds of errors there are.
fn messages(right: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().map(|(old, new)| broken(right, old, new) + "\n").collect()
}

#[test]
fn wrong_heads_are_explained() {
    let text = messages(
        RULE,
        &[
            ("name        far straight left\n", ""),
            ("name        far straight left", "name"),
            ("sizes ", "size "),
            ("from 5", "from five"),
            ("from 5", "0"),
            ("from 5", "256"),
            ("from 5", "from 65535"),
            ("family ", "name another\nfamily "),
            ("family ", "sizes 7\nfamily "),
            ("upright and mirrored", "upright, sideways"),
            ("upright and mirrored", "all, turned left mirrored"),
            ("upright and mirrored", ""),
        ],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn wrong_pictures_are_explained() {
    let text = messages(
        RULE,
        &[
            ("  ? ? L X", "  ? ? . X"),
            ("  ? a . ?", "  ? a L ?"),
            ("  ? a . ?", "  ? a ."),
            ("  ? a . ?", "  ?a . ?"),
            ("  . a . ?", "  . a o% ?"),
            ("  . a . ?", "  . a % ?"),
            ("  . a . ?", "  . a . X"),
            ("  ? ? L X", "  ? X L X"),
            ("  ? ? L X", "  ? ? L +"),
            ("  ? + + ?\n  . a . ?\n  ? a . ?\n  ? ? L X\n", ""),
            ("picture\n", "picture\n  L\npicture\n"),
            (
                "picture\n  ? + + ?\n  . a . ?\n  ? a . ?\n  ? ? L X\n\nsegment a: left side \
                 enclosed, odd\n",
                "",
            ),
            ("  ? + + ?\n", "? + + ?\n"),
            ("  ? + + ?", "  1 + + ?"),
            ("picture\n", "picture for D = 3\n"),
        ],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn wrong_segments_are_explained() {
    let text = messages(
        RULE,
        &[
            ("segment a: left side enclosed, odd\n", ""),
            ("segment a", "segment b"),
            ("segment a: left", "segment a: lower side empty\nsegment a: left"),
            ("segment a", "segment A"),
            (": left side enclosed, odd", ""),
            ("left side", "upper side"),
            ("left side", "left and right side"),
            ("left side", "west side"),
            ("left side enclosed", "enclosed"),
            ("left side enclosed", "left enclosed"),
            ("enclosed, odd", "closed, odd"),
            ("enclosed, odd", "enclosed, uneven"),
            ("enclosed, odd", "enclosed, surplus 1"),
            ("enclosed, odd", "enclosed, surplus = D"),
            ("enclosed, odd", "enclosed, surplus in 1-2"),
            ("enclosed, odd", "enclosed, surplus > 9999999999"),
            ("enclosed, odd", "enclosed; odd"),
            ("  . a . ?\n  ? a . ?", "  . a . a\n  ? a . ?"),
            ("  . a . ?\n  ? a . ?", "  a a . ?\n  ? a a ?"),
            ("  ? + + ?\n  . a . ?\n  ? a . ?", "  a a a ?\n  a + a ?\n  ? + . ?"),
            ("  ? + + ?\n  . a . ?\n", "  ? a a ?\n  . + a ?\n"),
            ("forbids", "segment b from (0 left, 1 ahead), ahead 2: left side enclosed\nforbids"),
            ("forbids", "segment b at (0 left, 0 ahead): left side enclosed\nforbids"),
            ("forbids", "segment b from (1 ahead, 1 left): left side enclosed\nforbids"),
            ("forbids", "segment b: left side empty\nforbids"),
            ("enclosed, odd", "enclosed, odd, even"),
            ("enclosed, odd", "enclosed, surplus in 2..1"),
            ("left side", "left and left side"),
            ("segment a:", "segment a at (0 left, 1 ahead):"),
            ("picture\n", "segment b: left side empty\npicture\n"),
            (
                "forbids",
                "segment b from (0 left, 4 ahead), ahead 1000, ahead 21: left side empty\nforbids",
            ),
        ],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn wrong_moves_and_exceptions_are_explained() {
    let text = messages(
        RULE,
        &[
            ("forbids ahead, right\n", ""),
            ("forbids ahead, right", "forbids"),
            ("forbids ahead, right", "forbids ahead, up, right"),
            ("forbids ahead, right", "forbids ahead, right, ahead"),
            ("forbids ahead, right", "forbids ahead right"),
            ("forbids ahead, right", "forbids ahead, right unless in region b"),
            ("forbids ahead, right", "forbids ahead, right unless region a"),
            ("forbids", "forbids left\nforbids"),
            ("forbids", "unless\n  . L\nforbids"),
            ("forbids", "unless picture\n  . .\nforbids"),
            ("forbids", "unless picture\n  . L X\nforbids"),
            ("forbids", "claim left: always forbids left\nforbids"),
        ],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn wrong_families_are_explained() {
    let text = messages(
        FAMILY,
        &[
            ("parameter   D from 2", "parameter   D"),
            ("parameter   D from 2", "parameter   D from 2 to 1"),
            ("parameter   D from 2", "parameter   D from 2\nparameter D from 3"),
            ("D+1 ahead", "E+1 ahead"),
            ("D+1 ahead", "D+1 forward"),
            ("D+1 ahead", "(D+1 ahead"),
            ("ahead D-1\n", "ahead D-3\n"),
            ("wall at (1 left, D+1 ahead)", "wall at (1 left, D ahead)"),
            ("wall at (1 left, D+1 ahead)", "wall at (0 left, D-2 ahead)"),
            ("segment a from (1 left, 1 ahead), ahead D-1:", "segment a:"),
            ("left side", "upper side"),
            ("case D mod 2 = 1", "case D mod 4 = 1"),
            ("case D mod 2 = 1", "case D > 2"),
            ("case D mod 2 = 0", "case D mod 2 0"),
            ("surplus of a > D/2", "surplus of a > D/4"),
            ("surplus of a > D/2", "surplus of b > D/2"),
            ("surplus of a > D/2", "surplus > D/2"),
            ("surplus of a > D/2 forbids ahead, right", "surplus of a > D/2"),
            ("claim later white:", "claim :"),
            ("case D mod 2 = 0\n", ""),
            ("case D mod 2 = 1\n  claim left black", "  claim later white"),
            ("forbids ahead, right\n", "forbids ahead, right placed nowhere\n"),
            ("case D mod 2 = 0\n", "forbids ahead\ncase D mod 2 = 0\n"),
            ("let k", "let floor"),
            ("floor(D/2)", "floor(D/2"),
            ("picture for D = 2", "picture for D = 3"),
            ("picture for D = 2", "picture for D = 1"),
            ("picture for D = 2", "picture for h = 2"),
            ("  # ?\n  a .", "  . ?\n  a ."),
            ("picture for D = 2\n  # ?\n  a .\n  a .\n  ? L\n", ""),
            ("let k", "lets k"),
            ("(0 left, 1 ahead), ahead D-1", "(0 left, 1 ahead), ahead 1000, left D-1, ahead 1000"),
        ],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn an_empty_file_is_explained() {
    for text in ["", "\n  \n"] {
        let error = RuleFile::parse(text).expect_err("nothing to read");
        assert_eq!(error.kind, "empty-file");
        assert!(error.expected.is_some() && error.place.is_some());
    }
}

#[test]
fn a_file_from_windows_is_read_like_any_other() {
    let windows = format!("\u{feff}{}", RULE.replace('\n', "\r\n"));
    assert_eq!(RuleFile::parse(&windows), RuleFile::parse(RULE));
}

/// The error of a text that is wrong, without the line, which may be long.
fn wrong(text: &str) -> InputError {
    match RuleFile::parse(text) {
        Ok(_) => panic!("the text is accepted"),
        Err(error) => error,
    }
}

#[test]
fn a_formula_of_any_depth_is_refused_and_not_followed() {
    let brackets = |n: usize| format!("{}1{}", "(".repeat(n), ")".repeat(n));
    let signs = format!("{}1{}", "-(".repeat(60_000), ")".repeat(60_000));
    let terms = vec!["1"; 100_000].join("-");
    for formula in [brackets(60_000), signs, terms] {
        let text = RULE.replacen("odd", &format!("surplus = {formula}"), 1);
        let error = wrong(&text);
        let place = error.place.as_ref().expect("every error has a place");
        assert_eq!((error.kind.word(), place.line), ("line-too-long", 12));
        assert!(place.column > 1_000 && error.expected.is_some());
    }
    let deepest = RULE.replacen("odd", &format!("surplus = {}", brackets(490)), 1);
    assert!(RuleFile::parse(&deepest).is_ok());
    let unclosed = RULE.replacen("odd", &format!("surplus = {}", "(".repeat(980)), 1);
    assert_eq!(wrong(&unclosed).kind, "line-too-short");
}

#[test]
fn many_parameters_are_refused_at_the_last_one() {
    let with = |n: usize| {
        let lines: String = (0..n).map(|i| format!("parameter p{i} from 1\n")).collect();
        let values: String = (0..n).map(|i| format!(", p{i} = 1")).collect();
        FAMILY.replacen("let k", &format!("{lines}let k"), 1).replacen(
            "picture for D = 2",
            &format!("picture for D = 2{values}"),
            1,
        )
    };
    assert!(RuleFile::parse(&with(2)).is_ok());
    insta::assert_snapshot!(shown(&wrong(&with(6))));
    assert_eq!(wrong(&with(60)).kind, "too-many-parameters");
    let narrow = FAMILY
        .replacen(
            "let k",
            "parameter p from 1 to 1\nparameter q from 1 to 2\nparameter r from 1 to 5\nlet k",
            1,
        )
        .replacen("picture for D = 2", "picture for D = 2, p = 1, q = 1, r = 1", 1);
    assert!(RuleFile::parse(&narrow).is_ok());
}

#[test]
fn a_family_of_three_parameters_is_refused_on_a_large_board() {
    use deadmove_core::board::Board;
    let text = FAMILY
        .replacen("let k", "parameter p from 1\nparameter q from 1\nlet k", 1)
        .replacen("picture for D = 2", "picture for D = 2, p = 1, q = 1", 1);
    let Ok(RuleFile::Family(family)) = RuleFile::parse(&text) else { panic!("no family: {text}") };
    let board = |side| Board::new(side, side, None, None, &[]).expect("a board");
    assert!(family.instances(&board(12)).is_ok());
    let error = family.instances(&board(255)).expect_err("too many choices");
    insta::assert_snapshot!(format!("{error}; expected {}", error.expected()));
}

#[test]
fn a_family_of_many_cells_is_refused_at_the_line_that_is_too_much() {
    let lines: String =
        (2..22).map(|i| format!("free from ({i} right, 1 ahead), ahead 500\n")).collect();
    insta::assert_snapshot!(broken(FAMILY, "wall", &format!("{lines}wall")));
}

#[test]
fn a_family_of_many_lines_is_checked_without_reading_every_line_again_for_each() {
    let lines: String = (0..8000)
        .map(|i| format!("free at ({} right, {} behind)\n", i % 1000 + 2, i / 1000 + 1))
        .collect();
    let start = std::time::Instant::now();
    // The picture does not show these cells; it is checked later.
    let error = wrong(&FAMILY.replacen("wall", &format!("{lines}wall"), 1));
    assert_eq!(error.kind, "picture-differs");
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn characters_that_a_terminal_obeys_are_refused() {
    for control in ["\u{1b}[31m", "\u{7}", "\0", "\u{9b}2J", "\rred"] {
        let error = wrong(&RULE.replacen("straight left", &format!("straight{control} left"), 1));
        let place = error.place.as_ref().expect("every error has a place");
        assert_eq!((error.kind.word(), place.line, place.column), ("control-character", 1, 25));
        assert!(error.expected.is_some());
        let report = deadmove_report::render_error(&error, false);
        assert!(!report.contains(control), "{report:?}");
    }
    assert!(RuleFile::parse(&RULE.replacen("straight left", "straight\tleft", 1)).is_ok());
}

const LEMMAS: &str = "\
name        two of them
lemma       colour
lemma       cut-off
";

#[test]
fn wrong_lemmas_are_explained() {
    let wrong = [
        ("lemma       cut-off", "lemma       cutoff"),
        ("lemma       cut-off", "lemma"),
        ("lemma       cut-off", "lemma       colour"),
        ("lemma       cut-off", "sizes       7"),
        ("lemma       cut-off", "picture\n  L X\n\nforbids right"),
        ("lemma       cut-off", "parameter   D from 1"),
    ];
    let shown = wrong.map(|(old, new)| broken(LEMMAS, old, new));
    insta::assert_snapshot!(shown.join("\n"));
}

/// The first line of each message: those of slips end with the word that was meant.
fn first_lines(right: &str, changes: &[(&str, &str)]) -> String {
    let first = |(old, new): &(&str, &str)| {
        broken(right, old, new).lines().next().unwrap_or_default().to_owned() + "\n"
    };
    changes.iter().map(first).collect()
}

#[test]
fn slips_in_words_are_answered_with_the_word_that_was_meant() {
    let mut text = first_lines(
        RULE,
        &[
            ("name ", "nmae "),
            ("sizes ", "Sizes "),
            ("placements ", "placement "),
            ("picture", "pictures"),
            ("segment", "segement"),
            ("forbids", "forbid"),
            ("ahead, right", "ahead, rigth"),
            ("left side", "lfet side"),
            ("left side", "left sid"),
            ("enclosed", "enclosd"),
            ("odd", "evne"),
            ("upright and mirrored", "upright and mirored"),
            ("upright and mirrored", "turned arround"),
            ("near-field\n", "near-field\nlema  degree\n"),
        ],
    );
    text += &first_lines(
        FAMILY,
        &[
            ("parameter", "paramter"),
            ("let", "lte"),
            ("case", "cases"),
            ("claim", "clam"),
            ("wall", "walls"),
            ("1 left", "1 lef"),
            ("later white: surplus", "later white: surpluss"),
            ("forbids ahead", "forbid ahead"),
        ],
    );
    let lemma = "name x\nlemma cut-off\n";
    text += &first_lines(lemma, &[("cut-off", "cutoff"), ("lemma", "remak a\nlemma")]);
    insta::assert_snapshot!(text);
}
