//! Programs on good and bad days, as small shell scripts.
#![cfg(unix)]

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use deadmove_core::board::{Board, Move};
use deadmove_program::answer::Answer;
use deadmove_program::fault::ProgramFault;
use deadmove_program::file::Program;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_rules::moves::Moves;

type Answers = Vec<Result<Answer, ProgramFault>>;

const RIGHT: Moves = Moves::only(Move::Right);

fn program(script: &str) -> Program {
    let mut program = Program::of_command("sh").unwrap();
    program.words.extend(["-c".to_owned(), script.to_owned()]);
    program.timeout = Duration::from_millis(400);
    program
}

/// Questions about paths that go right, of 0 steps and more.
fn questions(number: usize) -> Questions {
    let board = Board::corner_to_corner(9, 9).unwrap();
    let mut questions = Questions::default();
    for at in 0..number {
        questions.push(&board, &vec![Move::Right; at % 8], RIGHT);
    }
    questions
}

fn ask(script: &str, number: usize) -> Result<Answers, AskError> {
    let program = program(script);
    let (mut process, stop) = (Process::new(&program, None), AtomicBool::new(false));
    let answers = process.ask(&questions(number), &stop)?;
    process.finish(&stop).map_err(AskError::GivenUp)?;
    Ok(answers)
}

/// The words of the faults, with their places.
fn faults(script: &str, number: usize) -> Vec<(usize, &'static str)> {
    let answers = ask(script, number).unwrap();
    assert_eq!(answers.len(), number);
    let fault = |answer: &Result<Answer, ProgramFault>| answer.as_ref().err().map(|f| f.word());
    answers.iter().enumerate().filter_map(|(at, a)| Some((at, fault(a)?))).collect()
}

fn given_up(script: &str) -> ProgramFault {
    match ask(script, 20) {
        Err(AskError::GivenUp(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn answers_come_in_the_order_of_the_questions() {
    let script = "while read -r board moves; do case $moves in -) echo R;; RR) echo -;; *) \
                  echo '? why';; esac; done";
    let allowed = |moves| Ok(Answer::Allowed(moves));
    let cannot = || Ok(Answer::CannotSay("why".to_owned()));
    let expected = [allowed(RIGHT), cannot(), allowed(Moves::NONE), cannot()];
    assert_eq!(ask(script, 4).unwrap(), expected);
    assert_eq!(faults(script, 9000), []);
}

#[test]
fn a_greeting_is_no_answer_and_another_version_is_refused() {
    let script =
        |version| format!("echo deadmove {version}; while read -r question; do echo R; done");
    assert_eq!(faults(&script("1"), 50), []);
    assert_eq!(given_up(&script("2")), ProgramFault::Version("2".to_owned()));
}

#[test]
fn a_fault_is_kept_with_its_question_and_the_others_are_answered() {
    let on_five = |what: &str| {
        format!(
            "while read -r board moves; do case $moves in RRRRR) {what};; *) echo R;; esac; done"
        )
    };
    let cases = [
        // Silent programs are waited for, all at once.
        ("while :; do :; done", "silent"),
        ("sleep 9", "silent"),
        (":", "silent"),
        ("exit 3", "ended"),
        ("kill -9 $$", "ended"),
        ("echo Traceback", "not-moves"),
        ("echo", "not-moves"),
        ("printf '\\001\\377\\n'", "not-moves"),
        ("echo L", "illegal-move"),
        ("echo R; echo R", "too-many-lines"),
        ("head -c 9999 /dev/zero", "endless-line"),
        ("printf %09999d 0; echo", "endless-line"),
    ];
    for some in cases.chunks(6) {
        thread::scope(|scope| {
            for &(what, word) in some {
                let script = on_five(what);
                scope.spawn(move || assert_eq!(faults(&script, 12), [(5, word)], "{what}"));
            }
        });
    }
}

#[test]
fn faults_say_what_happened() {
    let one = |script: &str| ask(script, 1).unwrap().remove(0).unwrap_err().to_string();
    let ended = "read -r q; echo 'first line' >&2; echo 'ValueError: no such rule' >&2; exit 3";
    assert_eq!(one(ended), "it ended with exit code 3, after writing `ValueError: no such rule`");
    assert_eq!(one("read -r q; kill -9 $$"), "it ended by signal 9");
    assert_eq!(one("read -r q; echo L"), "`L` has L, which leads onto no free cell");
    assert_eq!(one("read -r q; echo oops; cat"), "`oops` is no answer");
    assert_eq!(one("read -r q; sleep 9"), "no answer in 0.4 s");
}

#[test]
fn a_program_that_keeps_its_answers_back_is_told_so() {
    let script = "cat > /dev/null; echo R";
    assert_eq!(given_up(script), ProgramFault::Buffers);
}

#[test]
fn a_program_that_answers_nothing_is_given_up_soon() {
    let begin = Instant::now();
    assert_eq!(given_up("exit 1").word(), "ended");
    assert_eq!(given_up("cat").word(), "not-moves");
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_program_that_dies_at_question_1000_is_started_again() {
    let script = "n=0; while read -r q; do n=$((n+1)); [ $n = 1000 ] && exit 1; echo R; done";
    assert_eq!(faults(script, 2500), [(999, "ended"), (1999, "ended")]);
}

#[test]
fn one_line_too_many_or_too_few_spoils_no_other_answer() {
    for (what, word) in [("echo R; echo R", "too-many-lines"), (":", "silent")] {
        let script = format!(
            "while read -r b m; do case $m in RRRRR) {what};; RR) echo -;; *) echo R;; esac; done"
        );
        let answers = ask(&script, 8).unwrap();
        for (at, answer) in answers.iter().enumerate() {
            match (at, answer) {
                (2, answer) => assert_eq!(answer, &Ok(Answer::Allowed(Moves::NONE))),
                (5, answer) => assert_eq!(answer.as_ref().unwrap_err().word(), word),
                (_, answer) => assert_eq!(answer, &Ok(Answer::Allowed(RIGHT)), "{at}"),
            }
        }
    }
}

#[test]
fn a_fault_that_does_not_come_again_is_counted_where_it_was_seen() {
    for (what, at) in
        [("echo oops", 29), ("sleep 9", 29), ("echo R; echo R", 49), (":", 49), ("echo L", 29)]
    {
        let script = format!(
            "n=0; while read -r q; do n=$((n+1)); if [ $n = 30 ]; then {what}; else echo R; fi; \
             done"
        );
        assert_eq!(faults(&script, 50), [(at, "unsteady")], "{what}");
    }
}

#[test]
fn a_late_line_too_many_does_not_hide_the_next_answer() {
    let script = "while read -r b m; do case $m in RR) echo R; sleep 0.05; echo R;; RRR) echo -;; \
                  *) echo R;; esac; done";
    let answers = ask(script, 7).unwrap();
    assert_eq!(answers[3], Ok(Answer::Allowed(Moves::NONE)));
    assert_eq!(answers.iter().filter(|answer| answer.is_err()).count(), 1, "{answers:?}");
}

#[test]
fn a_line_too_many_of_a_slow_program_is_found_before_its_last_answer() {
    let script = "while read -r b m; do sleep 0.02; case $m in RR) echo R; echo R;; RRR) echo -;; \
                  *) echo R;; esac; done";
    assert_eq!(faults(script, 7), [(2, "too-many-lines")]);
    assert_eq!(ask(script, 7).unwrap()[3], Ok(Answer::Allowed(Moves::NONE)));
}

#[test]
fn a_line_after_the_last_answer_is_a_fault() {
    let fault = given_up("while read -r q; do echo R; done; echo bye");
    assert_eq!(fault, ProgramFault::TooManyLines("bye".to_owned()));
}

#[test]
fn the_last_look_does_not_outlast_the_stop_flag() {
    let mut program = program("while read -r q; do echo R; done; sleep 600");
    program.timeout = Duration::from_secs(600);
    let (mut process, stop) = (Process::new(&program, None), AtomicBool::new(false));
    process.ask(&questions(1), &stop).unwrap();
    let begin = Instant::now();
    thread::scope(|scope| {
        let finished = scope.spawn(|| process.finish(&stop));
        thread::sleep(Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(finished.join().unwrap(), Err(ProgramFault::NotEnded));
    });
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn lines_that_never_end_are_given_up_without_filling_the_memory() {
    assert_eq!(given_up("yes R").word(), "too-many-lines");
    assert_eq!(given_up("cat /dev/zero").word(), "endless-line");
}

#[test]
fn a_program_that_is_not_there_or_not_executable_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("text"), "#!/bin/sh\n").unwrap();
    for (command, message) in [
        ("deadmove-no-such-program", "no folder of PATH has `deadmove-no-such-program`"),
        ("text", "no folder of PATH has `text`; write ./text for the file here"),
        ("./text", "FOLDER/text is not executable"),
        ("./gone", "there is no file FOLDER/gone"),
    ] {
        let mut program = Program::of_command(command).unwrap();
        program.folder = folder.path().to_owned();
        let mut process = Process::new(&program, None);
        let error = process.ask(&questions(1), &AtomicBool::new(false)).unwrap_err();
        let AskError::DoesNotStart(error) = error else { panic!("{error:?}") };
        assert_eq!(error.kind, "program-unstartable");
        let shown = error.message.replace(folder.path().to_str().unwrap(), "FOLDER");
        assert_eq!(shown, format!("`{command}` does not start: {message}"));
    }
    let here = Process::new(&Program::of_command("./gone").unwrap(), None)
        .ask(&questions(1), &AtomicBool::new(false));
    assert_eq!(here.unwrap_err().to_string(), "`./gone` does not start: there is no file ./gone");
}

#[test]
fn the_stop_flag_ends_the_wait_and_the_process() {
    let marker = tempfile::tempdir().unwrap();
    let file = marker.path().join("pid");
    let script = format!("echo $$ > {}; while :; do :; done", file.display());
    let program = Program { timeout: Duration::from_secs(600), ..program(&script) };
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            while fs::read_to_string(&file).is_ok_and(|pid| pid.is_empty()) || !file.exists() {
                thread::sleep(Duration::from_millis(10));
            }
            stop.store(true, Ordering::Relaxed);
        });
        let mut process = Process::new(&program, None);
        assert_eq!(process.ask(&questions(1), &stop), Err(AskError::Stopped));
    });
    assert!(begin.elapsed() < Duration::from_secs(10));
    let pid = fs::read_to_string(&file).unwrap();
    let alive = std::process::Command::new("kill").args(["-0", pid.trim()]).output().unwrap();
    assert!(!alive.status.success(), "the process is left");
}
