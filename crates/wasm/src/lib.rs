//! The answers to the questions of the board page as WebAssembly, for pages without a server.
//!
//! A page hands over a text byte by byte ([`put`]), asks ([`rules`] once, then [`ask`]), and takes
//! the answer byte by byte ([`answer_byte`]). So no memory is shared, and nothing here is unsafe
//! but the attribute that exports a name. Questions and answers are those of `deadmove-analysis`.
//!
//! There is no clock: limits are conflicts of the SAT solver and bytes of the frontier engine. A
//! page that does not want to wait ends the worker that asks.

use std::cell::RefCell;

use deadmove_analysis::sets::RuleSets;
use deadmove_analysis::{Analysis, AnswerLimits};
use deadmove_core::verdict::Limits;

/// Conflicts for one position. Most need none.
const CONFLICTS: u64 = 20_000;
/// Bytes for judging and counting.
const MEMORY: usize = 256 << 20;

struct State {
    analysis: Analysis,
    input: Vec<u8>,
    output: Vec<u8>,
}

fn analysis(sets: RuleSets) -> Analysis {
    let judge = Limits { max_conflicts: Some(CONFLICTS), memory: MEMORY, ..Limits::default() };
    let count = Limits { memory: MEMORY, ..Limits::default() };
    Analysis::new(sets, AnswerLimits { judge, count })
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State {
        analysis: analysis(RuleSets::default()),
        input: Vec::new(),
        output: Vec::new(),
    });
}

fn with<T>(run: impl FnOnce(&mut State) -> T) -> T {
    STATE.with(|state| run(&mut state.borrow_mut()))
}

impl State {
    fn take_input(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.input)).into_owned()
    }
}

/// Adds a byte to the text that [`rules`] or [`ask`] will take.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn put(byte: u8) {
    with(|state| state.input.push(byte));
}

/// Takes the rule sets, in the JSON form of `SetsFile`. Returns the length of an error message in
/// bytes; 0 if they are read.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn rules() -> u32 {
    with(|state| {
        let text = state.take_input();
        state.output = match RuleSets::from_json(&text) {
            Ok(sets) => {
                state.analysis = analysis(sets);
                Vec::new()
            }
            Err(error) => error.to_string().into_bytes(),
        };
        state.output.len() as u32
    })
}

/// Answers a question. Returns the length of the answer in bytes.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    with(|state| {
        let question = state.take_input();
        state.output = state.analysis.answer(&question).into_bytes();
        state.output.len() as u32
    })
}

/// A byte of the answer; 0 beyond its end.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answer_byte(at: u32) -> u8 {
    with(|state| state.output.get(at as usize).copied().unwrap_or(0))
}
