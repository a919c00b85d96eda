//! A program for tests of programs: it answers questions by rules that are shipped, or at once.
//!
//! `answers set FILE [N]` plays a set of rules, and gives one answer in N wrong (see
//! `deadmove_testing::answers`); `answers slow MICROSECONDS` allows no move after so much work.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use deadmove_core::board::{Board, Move};
use deadmove_testing::answers::{SetAnswers, is_flipped};

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["set", file] => by_set(file, u64::MAX),
        ["set", file, number] => by_set(file, number.parse().expect("a number")),
        ["slow", time] => slow(Duration::from_micros(time.parse().expect("a number"))),
        _ => panic!("answers set FILE [N], or answers slow MICROSECONDS"),
    }
}

/// Answers each line as it comes.
fn each(mut answer: impl FnMut(&str) -> String) -> io::Result<()> {
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        writeln!(out, "{}", answer(line.trim_end()))?;
        out.flush()?;
        line.clear();
    }
    Ok(())
}

fn by_set(file: &str, number: u64) -> io::Result<()> {
    let mut sets = SetAnswers::new(PathBuf::from(file));
    each(|question| {
        let (board, path) = read(question);
        let (legal, mut allowed) = sets.allowed(&board, &path);
        if is_flipped(question, number)
            && let Some(first) = legal.first()
        {
            match allowed.iter().position(|direction| direction == first) {
                Some(at) => drop(allowed.remove(at)),
                None => allowed.push(*first),
            }
        }
        let letters: String = allowed.iter().map(|direction| direction.letter()).collect();
        if letters.is_empty() { "-".to_owned() } else { letters }
    })
}

fn read(question: &str) -> (Board, Vec<Move>) {
    let (size, path) = question.split_once(' ').expect("a size and moves");
    let (width, height) = size.split_once('x').expect("a size");
    let side = |text: &str| text.parse().expect("a number");
    let board = Board::corner_to_corner(side(width), side(height)).expect("a board");
    let path = path.trim_matches('-').chars().filter_map(Move::from_letter).collect();
    (board, path)
}

fn slow(time: Duration) -> io::Result<()> {
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let begin = Instant::now();
        while begin.elapsed() < time {}
        // Whoever answers at once may write many answers at a time.
        out.write_all(b"-\n")?;
        if !time.is_zero() || input.fill_buf()?.is_empty() {
            out.flush()?;
        }
        line.clear();
    }
    Ok(())
}
