//! What asking a program costs beside the program: all positions of 7×7 through `check`, and the
//! same questions written into a bare pipe, for a program that answers at once and for one that
//! works 20 µs on each. Both with one process.

use std::hint::black_box;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group};
use deadmove_program::file::Program;
use deadmove_program::question;
use deadmove_verify::check_program::{AskedProgram, check};
use deadmove_verify::chunks::ChunkRun;
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::live_set::paths::LivePaths;

fn answers() -> std::path::PathBuf {
    let built = env!("CARGO_BIN_EXE_answers");
    built.into()
}

fn bare_pipe(questions: &[u8], time: &str) -> usize {
    let mut command = Command::new(answers());
    command.args(["slow", time]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(questions).expect("the program reads"));
        let mut bytes = vec![0; 1 << 16];
        let mut total = 0;
        while let Ok(length @ 1..) = output.read(&mut bytes) {
            total += length;
        }
        child.wait().expect("the program ends");
        total
    })
}

fn questions_of_7x7(criterion: &mut Criterion) {
    let live_set = LiveSet::build(7, &|_| {}).expect("an odd size");
    let (mut questions, mut number) = (Vec::new(), 0);
    let mut paths = LivePaths::one_each(&live_set);
    while let Some((path, _)) = paths.next() {
        question::write(&mut questions, &live_set.board(), path);
        number += 1;
    }
    let mut group = criterion.benchmark_group("questions of 7x7");
    group.throughput(Throughput::Elements(number)).sample_size(10);
    for time in ["0", "20"] {
        group.bench_function(format!("bare pipe, {time} us"), |bencher| {
            bencher.iter(|| assert_eq!(bare_pipe(&questions, time) as u64, 2 * number));
        });
        let mut program = Program::of_command("answers").expect("a word");
        program.words = vec![answers().display().to_string(), "slow".to_owned(), time.to_owned()];
        let asked = AskedProgram { program: &program, guard: None, processes: 1, drawings: 1 };
        group.bench_function(format!("check, {time} us"), |bencher| {
            bencher.iter(|| {
                let stop = AtomicBool::new(false);
                let run = ChunkRun::whole(&stop, &|_, _| {});
                let found = check(&live_set, asked, &run, &|_, _| {});
                assert_eq!(found.ended, None);
                black_box(found)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, questions_of_7x7);

fn main() {
    deadmove_testing::recorded::run(benches);
}
