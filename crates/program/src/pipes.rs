//! The process of a program and its three pipes. Threads write and read, so that neither side waits
//! for the other. When the pipes are dropped, the process and all it started are gone.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::answer::{LONGEST, shown};
use super::fault::ProgramFault;
use super::file::Program;
use deadmove_core::error::InputError;

/// The most bytes that are written by the thread that asks: every pipe takes as many when it is
/// empty.
const SHORT: usize = 4096;

/// How much of standard error is kept, in bytes from its end.
const ERRORS: usize = 400;

/// The most pieces of output, of up to 64 KiB, that are read before they are taken.
const AHEAD: usize = 64;

/// How long an ended process is waited for.
const END: Duration = Duration::from_millis(500);

/// What came from a process.
#[derive(Debug, PartialEq, Eq)]
pub enum LineRead {
    /// A line, without the line break.
    Line(Vec<u8>),
    /// The beginning of a line that is too long.
    TooLong(Vec<u8>),
    /// Nothing in time.
    Nothing,
    /// Its output has ended.
    End,
}

/// A running process.
#[derive(Debug)]
pub struct Pipes {
    child: Child,
    input: InputPipe,
    output: Receiver<Vec<u8>>,
    /// The end of standard error.
    errors: Option<JoinHandle<Vec<u8>>>,
    /// What was read, from `at` on not yet taken.
    buffer: Vec<u8>,
    at: usize,
}

/// The way to standard input.
#[derive(Debug)]
enum InputPipe {
    /// Written directly, until the first long text.
    Direct(ChildStdin),
    /// Written by a thread, which closes it at the end.
    Thread(Sender<Vec<u8>>),
    Closed,
}

impl Pipes {
    /// Starts the process.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn open(program: &Program, guard: Option<&Path>) -> Result<Pipes, InputError> {
        let executable = program.executable()?;
        let mut command = match guard {
            None => Command::new(&executable),
            Some(guard) => {
                let mut command = Command::new(guard);
                command.arg(GUARD).arg(&executable);
                command
            }
        };
        command.args(program.arguments()).current_dir(&program.folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| program.does_not_start(&error))?;
        let input = InputPipe::Direct(child.stdin.take().expect("a pipe"));
        let (send, output) = sync_channel(AHEAD);
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let (stdout, stderr) = (stdout.expect("a pipe"), stderr.expect("a pipe"));
        thread::spawn(move || pump(stdout, &send));
        let errors = Some(thread::spawn(move || tail(stderr)));
        Ok(Pipes { child, input, output, errors, buffer: Vec::new(), at: 0 })
    }

    /// Sends text. A process that has ended is noticed when its output is read.
    pub fn send(&mut self, text: &[u8]) {
        match &mut self.input {
            InputPipe::Direct(input) if text.len() <= SHORT => {
                let _ = input.write_all(text).and_then(|()| input.flush());
            }
            InputPipe::Direct(_) => {
                let InputPipe::Direct(mut input) =
                    std::mem::replace(&mut self.input, InputPipe::Closed)
                else {
                    return;
                };
                let (send, receive) = channel::<Vec<u8>>();
                thread::spawn(move || {
                    for text in receive {
                        if input.write_all(&text).and_then(|()| input.flush()).is_err() {
                            return;
                        }
                    }
                });
                let _ = send.send(text.to_vec());
                self.input = InputPipe::Thread(send);
            }
            InputPipe::Thread(send) => {
                let _ = send.send(text.to_vec());
            }
            InputPipe::Closed => {}
        }
    }

    /// Closes standard input.
    pub fn close_input(&mut self) {
        self.input = InputPipe::Closed;
    }

    /// The next line, if it comes in time.
    pub fn read(&mut self, timeout: Duration) -> LineRead {
        let mut searched = self.at;
        loop {
            let length = self.buffer[searched..].iter().position(|&byte| byte == b'\n');
            let end = length.map_or(self.buffer.len(), |length| searched + length);
            if end - self.at > LONGEST {
                return LineRead::TooLong(self.buffer[self.at..self.at + LONGEST].to_vec());
            }
            if length.is_some() {
                let line = self.buffer[self.at..end].to_vec();
                self.at = end + 1;
                return LineRead::Line(line);
            }
            self.buffer.drain(..self.at);
            self.at = 0;
            searched = self.buffer.len();
            match self.output.recv_timeout(timeout) {
                Ok(bytes) => self.buffer.extend(bytes),
                Err(RecvTimeoutError::Timeout) => return LineRead::Nothing,
                // A last line without a line break is a line.
                Err(RecvTimeoutError::Disconnected) if self.buffer.is_empty() => {
                    return LineRead::End;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return LineRead::Line(std::mem::take(&mut self.buffer));
                }
            }
        }
    }

    /// How the process ended, whose output is closed.
    pub fn ended(&mut self) -> ProgramFault {
        self.close_input();
        let mut status = None;
        for _ in 0..END.as_millis() / 10 {
            status = self.child.try_wait().ok().flatten();
            let read = self.errors.as_ref().is_none_or(JoinHandle::is_finished);
            if status.is_some() && read {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let how = status.map_or_else(|| "it closed its output".to_owned(), ending);
        let errors = self.errors.take().filter(JoinHandle::is_finished);
        let errors = errors.and_then(|errors| errors.join().ok()).unwrap_or_default();
        let mut lines = errors.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let last = lines.rfind(|line| !line.is_empty()).unwrap_or(b"");
        ProgramFault::Ended { how, errors: shown(last) }
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        self.close_input();
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            let group = nix::unistd::Pid::from_raw(group);
            super::guard::end_children(group);
            // Nothing is left to end if this fails.
            let _ = killpg(group, Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command of the guard that comes before the program; see `guard.rs`.
pub const GUARD: &str = "guard";

fn ending(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("it ended with exit code {code}"),
        None => "it ended".to_owned(),
    }
}

/// Sends on what comes from a pipe. Waits when too much of it is not taken.
fn pump(mut pipe: impl io::Read, send: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(length @ 1..) = pipe.read(&mut buffer) {
        if send.send(buffer[..length].to_vec()).is_err() {
            return;
        }
    }
}

/// The end of what comes from a pipe.
fn tail(mut pipe: impl io::Read) -> Vec<u8> {
    let (mut buffer, mut end) = ([0; 4096], Vec::new());
    while let Ok(length @ 1..) = pipe.read(&mut buffer) {
        end.extend(&buffer[..length]);
        end.drain(..end.len().saturating_sub(ERRORS));
    }
    end
}
