//! Reads plain rules.

use std::collections::{BTreeMap, BTreeSet};

use super::lemma;
use super::picture::{self, Mark, TESTS, TextPicture};
use super::segment::{self, SegmentLine};
use super::statement::{HeadReader, Statement, once, split};
use super::tokens::Tokens;
use crate::RuleFile;
use crate::geometry::{Offset, word};
use crate::model::{CellTest, Forbidden, Pattern, RegionTest, Rule, Segment};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::unseen;

/// Reads a rule, lemmas, or a family.
///
/// # Errors
/// At the first place that is not as the rule language wants it.
pub fn parse(text: &str) -> Result<RuleFile, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    unseen::refuse(text)?;
    let statements = split(text);
    let Some(first) = statements.first() else {
        return Err(InputError::new(ErrorKind::EmptyFile, "the file is empty")
            .expected("a rule, beginning with a line such as 'name far straight left'")
            .at(text, 1, 1, 1));
    };
    if first.keyword != "name" {
        return Err(first
            .error(ErrorKind::MissingName, "the file does not begin with a name")
            .expected("a first line such as 'name far straight left'")
            .did_you_mean(first.keyword, ["name"]));
    }
    if lemma::is_lemma_file(&statements) {
        lemma::lemmas(text, &statements).map(RuleFile::Rule)
    } else if statements.iter().any(|s| s.keyword == "parameter") {
        super::parse_family::family(text, &statements).map(RuleFile::Family)
    } else {
        rule(text, &statements).map(RuleFile::Rule)
    }
}

const KEYWORDS: &str = "name, family, sizes, placements, status, source, remark, picture, segment, \
    unless picture or forbids; the rows of a picture are indented";

/// The keywords of rules, families and lemmas: a slip may be in the word that makes a file one of
/// them.
pub const ALL_KEYWORDS: [&str; 20] = [
    "name",
    "family",
    "sizes",
    "placements",
    "source",
    "remark",
    "picture",
    "segment",
    "unless",
    "forbids",
    "parameter",
    "let",
    "free",
    "drawn",
    "wall",
    "outside",
    "on",
    "case",
    "claim",
    "lemma",
];

/// A picture with its segment lines.
struct Draft<'s, 't> {
    statement: &'s Statement<'t>,
    segments: Vec<(SegmentLine, &'s Statement<'t>)>,
}

fn rule(text: &str, statements: &[Statement]) -> Result<Rule, InputError> {
    let mut head = HeadReader::default();
    let mut main: Option<Draft> = None;
    let mut exceptions: Vec<Draft> = Vec::new();
    let mut forbids: Option<&Statement> = None;
    for statement in statements {
        if head.take(statement)? {
            continue;
        }
        match statement.keyword {
            "picture" => {
                statement.tokens()?.finish(
                    "nothing after 'picture'; 'picture for' belongs to a family, which has a \
                     'parameter' line",
                )?;
                once(&mut main, Draft { statement, segments: Vec::new() }, statement)?;
            }
            "unless" => {
                let mut tokens = statement.tokens()?;
                tokens.expect("picture", "after 'unless'")?;
                tokens.finish("nothing after 'unless picture'")?;
                exceptions.push(Draft { statement, segments: Vec::new() });
            }
            "segment" => {
                let line = segment::segment_line(&mut statement.tokens()?, &[])?;
                let Some(draft) = exceptions.last_mut().or(main.as_mut()) else {
                    return Err(statement
                        .error(ErrorKind::SegmentBeforePicture, "a segment before any picture")
                        .expected("the picture first"));
                };
                if draft.segments.iter().any(|(known, _)| known.letter == line.letter) {
                    return Err(statement
                        .error(
                            ErrorKind::SegmentTwice,
                            format!("segment '{}' has two lines", line.letter),
                        )
                        .expected("one line for each segment"));
                }
                draft.segments.push((line, statement));
            }
            "forbids" => once(&mut forbids, statement, statement)?,
            "case" | "claim" | "let" => {
                return Err(statement
                    .error(
                        ErrorKind::FamilyKeyword,
                        format!("'{}' belongs to a family", statement.keyword),
                    )
                    .expected("a 'parameter' line in the file of a family"));
            }
            unknown => {
                return Err(statement
                    .error(ErrorKind::UnknownKeyword, format!("'{unknown}' is not a keyword"))
                    .expected(KEYWORDS)
                    .did_you_mean(unknown, ALL_KEYWORDS));
            }
        }
    }
    let head = head.finish(text)?;
    let end = text.lines().count().max(1);
    let Some(main) = main else {
        return Err(InputError::new(ErrorKind::MissingPicture, "the rule has no picture")
            .expected("a line 'picture' and indented rows")
            .at(text, end, 1, 1));
    };
    let Some(forbids) = forbids else {
        return Err(InputError::new(ErrorKind::ForbidsMissing, "the rule forbids nothing")
            .expected("a line such as 'forbids ahead, right'")
            .at(text, end, 1, 1));
    };
    let letters: Vec<char> = main.segments.iter().map(|(line, _)| line.letter).collect();
    let mut tokens = forbids.tokens()?;
    let moves = segment::forbidden(&mut tokens, &letters)?;
    tokens.finish("a comma and another move, 'unless in region', or the end of the line")?;
    let (pattern, picture) = finish_pattern(text, &main)?;
    check_moves(text, &picture, &moves, forbids)?;
    let mut unless = Vec::new();
    for draft in &exceptions {
        let (pattern, picture) = finish_pattern(text, draft)?;
        if let Some(&mark) = picture.marks.values().find(|mark| mark.character == 'X') {
            let message = "an exception forbids nothing".to_owned();
            return Err(at_mark(text, mark, ErrorKind::ExceptionForbids, message)
                .expected("? for a cell that is not tested"));
        }
        unless.push(pattern);
    }
    Ok(Rule { unless, ..Rule::with_picture(head, pattern, moves) })
}

/// An error at a mark of a picture.
pub fn at_mark(text: &str, mark: Mark, kind: ErrorKind, message: String) -> InputError {
    InputError::new(kind, message).at(text, mark.line, mark.column, 1)
}

fn finish_pattern(text: &str, draft: &Draft) -> Result<(Pattern, TextPicture), InputError> {
    let picture = picture::parse(text, draft.statement.line, &draft.statement.rows)?;
    let mut cells: BTreeMap<Offset, CellTest> = BTreeMap::new();
    let mut lettered: BTreeMap<char, BTreeSet<Offset>> = BTreeMap::new();
    let mut digits: BTreeMap<char, Vec<(Offset, Mark)>> = BTreeMap::new();
    for (&cell, &mark) in &picture.marks {
        match mark.character {
            c if c.is_ascii_lowercase() => {
                lettered.entry(c).or_default().insert(cell);
                if !draft.segments.iter().any(|(line, _)| line.letter == c) {
                    return Err(at_mark(
                        text,
                        mark,
                        ErrorKind::SegmentWithoutLine,
                        format!("segment '{c}' has no line"),
                    )
                    .expected(format!("a line such as 'segment {c}: left side enclosed, odd'")));
                }
            }
            c if c.is_ascii_digit() => digits.entry(c).or_default().push((cell, mark)),
            c => {
                if let Some(&(_, test)) = TESTS.iter().find(|(known, _)| *known == c) {
                    cells.insert(cell, test);
                }
            }
        }
    }
    let mut segments = Vec::new();
    for (line, statement) in &draft.segments {
        segments.push(finish_segment(line, statement, &lettered, &mut cells)?);
    }
    let worded = draft.segments.iter().rev().find(|(line, _)| line.path.is_some());
    if let Some((line, statement)) = worded
        && !fits_a_picture(&picture, &segments)
    {
        let message = format!("with segment '{}' the rule is too large", line.letter);
        return Err(statement
            .error(ErrorKind::PictureTooLarge, message)
            .expected(format!("cells that fit into {0} rows and columns", picture::LARGEST)));
    }
    let mut forced_lines = Vec::new();
    for (digit, ends) in digits {
        let &[(first, _), (second, _)] = ends.as_slice() else {
            return Err(at_mark(
                text,
                ends[ends.len() - 1].1,
                ErrorKind::ForcedLineEnds,
                format!("'{digit}' is at {} cells", ends.len()),
            )
            .expected("every digit at exactly two cells, the ends of one forced line"));
        };
        forced_lines.push([first.min(second), first.max(second)]);
    }
    Ok((Pattern { cells, segments, forced_lines }, picture))
}

/// Whether a pattern can be written as a picture: a segment in words can be longer than any. The
/// cells next to the live end count, because a picture may mark them as forbidden.
fn fits_a_picture(picture: &TextPicture, segments: &[Segment]) -> bool {
    let near = [Offset::new(-1, -1), Offset::new(1, 1)];
    let all = || picture.marks.keys().chain(segments.iter().flat_map(|s| &s.cells)).chain(&near);
    let fits = |side: fn(&Offset) -> i16| {
        let (least, most) = (all().map(side).min(), all().map(side).max());
        least.zip(most).is_none_or(|(least, most)| {
            // Beyond 16 bits for cells at both ends of what can be written.
            (i32::from(most) - i32::from(least)) < picture::LARGEST as i32
        })
    };
    fits(|cell| cell.right) && fits(|cell| cell.down)
}

fn finish_segment(
    line: &SegmentLine,
    statement: &Statement,
    lettered: &BTreeMap<char, BTreeSet<Offset>>,
    cells: &mut BTreeMap<Offset, CellTest>,
) -> Result<Segment, InputError> {
    let letter = line.letter;
    let fault = |fault| {
        let (kind, message, expected) = segment::error_words(fault, letter);
        statement.error(kind, message).expected(expected)
    };
    let set: BTreeSet<Offset> = match (&line.path, lettered.get(&letter)) {
        (None, Some(set)) => set.clone(),
        (None, None) => {
            return Err(statement
                .error(ErrorKind::UnknownSegment, format!("the picture has no segment '{letter}'"))
                .expected("cells with this letter in the picture, or 'from' and a first cell"));
        }
        (Some(_), Some(_)) => {
            return Err(statement
                .error(
                    ErrorKind::SegmentTwice,
                    format!("segment '{letter}' is given both in the picture and in words"),
                )
                .expected("the cells either in the picture or in words"));
        }
        (Some(path), None) => {
            let path = path.cells(&[]).map_err(|error| {
                statement.error(ErrorKind::BadPath, error.to_string()).expected(error.expected())
            })?;
            let set: BTreeSet<Offset> = path.iter().copied().collect();
            if set.len() != path.len() {
                return Err(fault(crate::model::SegmentError::TurnsBack));
            }
            set
        }
    };
    if set.contains(&Offset::LIVE_END) {
        return Err(statement
            .error(ErrorKind::SegmentOnLiveEnd, format!("segment '{letter}' covers the live end"))
            .expected("free cells; the live end is not free"));
    }
    for cell in &set {
        match cells.get(cell) {
            None | Some(CellTest::Free | CellTest::FreeNotEnd | CellTest::OnBoard) => {
                // A segment's cells are free and not the end anyway.
                cells.remove(cell);
            }
            Some(_) => {
                return Err(statement
                    .error(
                        ErrorKind::SegmentNotFree,
                        format!("the cell {cell} of segment '{letter}' is not free in the picture"),
                    )
                    .expected("a segment of free cells"));
            }
        }
    }
    let path = Segment::in_order(&set).map_err(fault)?;
    Segment::check_side(&path, line.side).map_err(fault)?;
    let tests: Vec<RegionTest> =
        line.tests.iter().map(|t| t.test(&[])).collect::<Result<_, _>>().map_err(|error| {
            statement.error(ErrorKind::BadFormula, error.to_string()).expected("whole numbers")
        })?;
    if let Some(message) = never(&tests) {
        return Err(statement
            .error(ErrorKind::NeverMatches, message)
            .expected("tests that some region can pass"));
    }
    Ok(Segment { cells: path, side: line.side, extent: line.extent, tests })
}

/// Why no region can pass all tests, if this is obvious.
fn never(tests: &[RegionTest]) -> Option<&'static str> {
    let empty = |test: &RegionTest| match test {
        RegionTest::Surplus { from: Some(a), to: Some(b), inside: true } => a > b,
        _ => false,
    };
    if tests.contains(&RegionTest::Even) && tests.contains(&RegionTest::Odd) {
        Some("no number is both even and odd")
    } else if tests.iter().any(empty) {
        Some("the range of the surplus is empty")
    } else {
        None
    }
}

/// Compares the crosses of a picture and its walls with the forbidden moves.
fn check_moves(
    text: &str,
    picture: &TextPicture,
    moves: &[Forbidden],
    statement: &Statement,
) -> Result<(), InputError> {
    for (&cell, &mark) in &picture.marks {
        if mark.character != 'X' {
            continue;
        }
        let beside =
            deadmove_core::board::Move::ALL.into_iter().find(|&m| Offset::LIVE_END.step(m) == cell);
        let Some(direction) = beside else {
            return Err(at_mark(
                text,
                mark,
                ErrorKind::ForbiddenNotAdjacent,
                "the forbidden cell is not next to the live end".to_owned(),
            )
            .expected("X only above, below, left or right of L"));
        };
        if !moves.iter().any(|m| m.direction == direction) {
            let name = word(direction);
            return Err(at_mark(
                text,
                mark,
                ErrorKind::ForbiddenNotSaid,
                format!("the picture forbids {name}, the rule does not"),
            )
            .expected(format!("'{name}' in the 'forbids' line, or ? in the picture")));
        }
    }
    for forbidden in moves {
        let name = word(forbidden.direction);
        let mark = picture.marks.get(&Offset::LIVE_END.step(forbidden.direction));
        if let Some(mark) = mark.filter(|mark| ['#', '+', '='].contains(&mark.character)) {
            return Err(statement
                .error(
                    ErrorKind::ForbiddenNotFree,
                    format!("going {name} is forbidden, but that cell is never free"),
                )
                .expected(format!("a cell other than '{}' there", mark.character)));
        }
    }
    Ok(())
}

/// Placements after `placed`, to the end of the line.
pub fn placed(tokens: &mut Tokens) -> Result<crate::geometry::Placements, InputError> {
    use crate::geometry::Placements;
    let mut all = Placements::NONE;
    loop {
        let first = tokens.peek();
        let mut words = Vec::new();
        while !tokens.sees(",")
            && let Some(token) = tokens.take()
        {
            words.push(token.text);
        }
        let words = words.join(" ");
        let Some(set) = Placements::from_words(&words) else {
            let message = format!("'{words}' is not a placement");
            return Err(tokens
                .error_at(first, ErrorKind::UnknownPlacement, message)
                .expected(super::statement::PLACEMENTS)
                .did_you_mean(&words, Placements::all_words().iter().map(String::as_str)));
        };
        set.iter().for_each(|p| {
            all.insert(p);
        });
        if !tokens.accept(",") {
            return Ok(all);
        }
    }
}
