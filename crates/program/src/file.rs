//! Program files: how a program is run, and what its answers depend on.

use std::env;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::files::Shown;
use walkdir::{DirEntry, WalkDir};

/// How long a program may think about a question, if it does not say.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// The most bytes of a program file.
const LARGEST: u64 = 1 << 16;

/// The most files and folders below a folder that a digest is of.
const MOST_FILES: usize = 100_000;

/// The end of the names of program files.
pub const ENDING: &str = "program";

/// A program that answers questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What reports call it.
    pub name: String,
    /// The command: the executable and its arguments. No shell reads it.
    pub words: Vec<String>,
    /// Where it runs; the files of its arguments are below it.
    pub folder: PathBuf,
    /// The longest time from an answer to the next.
    pub timeout: Duration,
    /// Files and folders on which its answers depend, beside itself and its arguments.
    pub depends: Vec<String>,
    /// Remarks, a paragraph each.
    pub about: Vec<String>,
    /// The program file, if it has one.
    pub file: Option<PathBuf>,
}

impl Program {
    /// A program that is given as a command, run where this process runs.
    ///
    /// # Errors
    /// If the command has no words, or a quote without its other half.
    pub fn of_command(command: &str) -> Result<Program, InputError> {
        let words = split(command).map_err(|error| error.in_option("--program"))?;
        Ok(Program {
            name: command.to_owned(),
            words,
            folder: PathBuf::from("."),
            timeout: TIMEOUT,
            depends: Vec::new(),
            about: Vec::new(),
            file: None,
        })
    }

    /// Reads a program file.
    ///
    /// # Errors
    /// If it cannot be read, or at the first line that is not as it should be.
    pub fn read(file: &Path) -> Result<Program, InputError> {
        let text = files::read_text_at_most(file, LARGEST)?;
        let mut program = Program::parse(&text).map_err(|error| error.in_file(file))?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        program.folder = folder.unwrap_or(Path::new(".")).to_owned();
        program.file = Some(file.to_owned());
        Ok(program)
    }

    fn parse(text: &str) -> Result<Program, InputError> {
        let mut program = Program {
            name: String::new(),
            words: Vec::new(),
            folder: PathBuf::new(),
            timeout: TIMEOUT,
            depends: Vec::new(),
            about: Vec::new(),
            file: None,
        };
        let mut once: Vec<&str> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            let fault = |message: String, expected: &str| {
                let start = line.chars().take_while(|letter| letter.is_whitespace()).count();
                InputError::new(ErrorKind::BadProgramFile, message).expected(expected).at(
                    text,
                    at + 1,
                    start + 1,
                    trimmed.chars().count(),
                )
            };
            let (key, value) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
            let value = value.trim();
            if !["name", "run", "timeout", "depends", "about"].contains(&key) {
                return Err(fault(format!("`{key}` is no key"), KEYS)
                    .did_you_mean(key, ["name", "run", "timeout", "depends", "about"]));
            }
            if value.is_empty() {
                return Err(fault(format!("`{key}` has no value"), KEYS));
            }
            if ["name", "run", "timeout"].contains(&key) {
                if once.contains(&key) {
                    return Err(fault(format!("`{key}` is given twice"), "one line for it"));
                }
                once.push(key);
            }
            match key {
                "name" => value.clone_into(&mut program.name),
                "run" => {
                    program.words =
                        split(value).map_err(|error| fault(error.message, "run COMMAND"))?;
                }
                "timeout" => {
                    let seconds = value.parse::<f64>().ok();
                    let time = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
                    program.timeout = time.filter(|time| !time.is_zero()).ok_or_else(|| {
                        fault(format!("`{value}` is no time"), "seconds above 0, for example 10")
                    })?;
                }
                "depends" => {
                    program.depends.extend(split(value).map_err(|e| fault(e.message, KEYS))?);
                }
                _ => program.about.push(value.to_owned()),
            }
        }
        for key in ["name", "run"] {
            if !once.contains(&key) {
                let message = format!("there is no line `{key}`");
                return Err(InputError::new(ErrorKind::BadProgramFile, message).expected(KEYS));
            }
        }
        Ok(program)
    }

    /// The command as it is written on a command line.
    pub fn command(&self) -> String {
        let joined = shlex::try_join(self.words.iter().map(String::as_str));
        let command = joined.unwrap_or_else(|_| self.words.join(" "));
        // As `split` reads it.
        if cfg!(windows) { command.replace(r"\\", r"\") } else { command }
    }

    /// The arguments of the command.
    pub(crate) fn arguments(&self) -> &[String] {
        &self.words[1..]
    }

    /// The file that is executed: a path below the folder if it has a separator, else looked up in
    /// the folders of `PATH`.
    ///
    /// # Errors
    /// If there is none that can be executed.
    pub(crate) fn executable(&self) -> Result<PathBuf, InputError> {
        let name = &self.words[0];
        if let Ok(path) = which::which_in(name, env::var_os("PATH"), &self.folder) {
            // Relative paths of executables mean different things on different systems.
            return std::path::absolute(path).map_err(|error| self.does_not_start(&error));
        }
        // Without `./` at the beginning twice.
        let here: PathBuf = self.folder.join(name).components().collect();
        let is_path = Path::new(name).components().count() > 1;
        Err(self.does_not_start(&match (is_path, here.is_file()) {
            (true, true) => format!("{} is not executable", here.shown()),
            (true, false) => format!("there is no file {}", here.shown()),
            (false, true) => {
                format!("no folder of PATH has `{name}`; write ./{name} for the file here")
            }
            (false, false) => format!("no folder of PATH has `{name}`"),
        }))
    }

    pub(crate) fn does_not_start(&self, why: &dyn Display) -> InputError {
        let message = format!("`{}` does not start: {why}", self.command());
        self.in_its_file(InputError::new(ErrorKind::ProgramUnstartable, message))
    }

    /// What the answers depend on, as far as it is known: BLAKE3 of the command, of the executable,
    /// of each argument that is or has a file or a folder, and of the `depends`.
    ///
    /// # Errors
    /// If one of them cannot be read, or one of `depends` is missing.
    pub fn digest(&self) -> Result<String, InputError> {
        let mut hash = blake3::Hasher::new();
        let mut add = |part: &[u8]| {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        for word in &self.words {
            add(word.as_bytes());
        }
        let executable = self.executable()?;
        add(hash_of(&executable).map_err(|error| unreadable(&executable, &error))?.as_bytes());
        let mut paths: Vec<PathBuf> = self.paths_in_arguments().collect();
        for word in &self.depends {
            let path = self.folder.join(word);
            if !path.exists() {
                let message = format!("`depends {word}`: there is no such file or folder");
                return Err(self.in_its_file(InputError::new(ErrorKind::FileMissing, message)));
            }
            paths.push(path);
        }
        for path in paths {
            for file in below(&path).map_err(|error| unreadable(&path, &error))? {
                let name = file.strip_prefix(&self.folder).unwrap_or(&file);
                add(name.to_string_lossy().as_bytes());
                add(hash_of(&file).map_err(|error| unreadable(&file, &error))?.as_bytes());
            }
        }
        Ok(hash.finalize().to_hex().to_string())
    }

    /// Refuses answers of two programs as those of one: for the end of a run that began with this
    /// digest.
    ///
    /// # Errors
    /// If the digest is another one now, or cannot be taken.
    pub fn require_digest(&self, begun: &str) -> Result<(), InputError> {
        let now = self.digest()?;
        if now == begun {
            return Ok(());
        }
        let message = format!("`{}` changed during the run: its digest is {now} now", self.name);
        let error = InputError::new(ErrorKind::ProgramChanged, message);
        Err(self.in_its_file(error.expected(format!("{begun}, as at the beginning"))))
    }

    /// The files and folders that arguments name, also as in `--rules=FILE`.
    fn paths_in_arguments(&self) -> impl Iterator<Item = PathBuf> {
        self.arguments().iter().filter_map(|word| {
            let value = word.split_once('=').map(|(_, value)| value);
            let words = [Some(word.as_str()), value].into_iter().flatten();
            let paths = words.filter(|word| !word.is_empty()).map(|word| self.folder.join(word));
            paths.into_iter().find(|path| path.exists())
        })
    }

    /// Whether the digest is of nothing but the executable: then it may not change though the
    /// answers do.
    pub fn depends_on_the_executable_only(&self) -> bool {
        self.paths_in_arguments().next().is_none()
            && self.depends.is_empty()
            && !self.words[0].contains(['/', '\\'])
    }

    fn in_its_file(&self, error: InputError) -> InputError {
        match &self.file {
            Some(file) => error.in_file(file),
            None => error,
        }
    }
}

const KEYS: &str = "lines `name NAME`, `run COMMAND`, and perhaps `timeout SECONDS`, `depends \
                    FILE` and `about TEXT`";

fn split(command: &str) -> Result<Vec<String>, InputError> {
    let fault = |message: &str| Err(InputError::new(ErrorKind::BadCommand, message));
    // On Windows `\` stands between the names of folders.
    let command = if cfg!(windows) { &command.replace('\\', r"\\") } else { command };
    match shlex::split(command) {
        None => fault("the command has a quote without its other half"),
        Some(words) if words.first().is_none_or(String::is_empty) => {
            fault("the command has no words")
        }
        Some(words) if words.iter().any(|word| word.contains('\0')) => {
            fault("the command has a character that no command can have")
        }
        Some(words) => Ok(words),
    }
}

fn hash_of(file: &Path) -> io::Result<blake3::Hash> {
    let mut hash = blake3::Hasher::new();
    hash.update_reader(fs::File::open(file)?)?;
    Ok(hash.finalize())
}

fn unreadable(path: &Path, error: &io::Error) -> InputError {
    let message = format!("the file cannot be read: {error}");
    InputError::new(ErrorKind::FileUnreadable, message).in_file(path)
}

/// The files at and below a path, in the order of their names. What is neither file nor folder is
/// left out, and what Python keeps there when it runs.
fn below(path: &Path) -> io::Result<Vec<PathBuf>> {
    let is_of_python = |entry: &DirEntry| {
        let name = Path::new(entry.file_name());
        name.as_os_str() == "__pycache__" || name.extension().is_some_and(|ending| ending == "pyc")
    };
    let entries = WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(|entry| entry.depth() == 0 || !is_of_python(entry));
    let mut found = Vec::new();
    for (number, entry) in entries.enumerate() {
        if number > MOST_FILES {
            return Err(io::Error::other(format!("the folder has more than {MOST_FILES} files")));
        }
        match entry {
            Ok(entry) if entry.file_type().is_file() => found.push(entry.into_path()),
            Ok(_) => {}
            // A link to a folder above it has nothing more, and one to nowhere has nothing.
            Err(error) if error.loop_ancestor().is_some() => {}
            Err(error) if error.path().is_some_and(|path| path.is_symlink() && !path.exists()) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_file_is_read() {
        let text = "# ours\nname  Unified rules\nrun   python3 'my rules.py' --set unified\n\
                    timeout 2.5\ndepends rules/ tables.txt\nabout one\nabout two\n";
        let program = Program::parse(text).unwrap();
        assert_eq!(program.name, "Unified rules");
        assert_eq!(program.words, ["python3", "my rules.py", "--set", "unified"]);
        assert_eq!(program.command(), "python3 'my rules.py' --set unified");
        assert_eq!(program.timeout, Duration::from_millis(2500));
        assert_eq!(program.depends, ["rules/", "tables.txt"]);
        assert_eq!(program.about, ["one", "two"]);
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (text, line, message) in [
            ("name a\nrunn x", Some(2), "`runn` is no key; did you mean `run`?"),
            ("name a\nrun", Some(2), "`run` has no value"),
            ("name a\nname b", Some(2), "`name` is given twice"),
            ("name a\nrun 'x", Some(2), "the command has a quote without its other half"),
            ("name a\nrun x\ntimeout 0", Some(3), "`0` is no time"),
            ("name a\nrun x\ntimeout nan", Some(3), "`nan` is no time"),
            ("name a\nrun x\ntimeout 1e300", Some(3), "`1e300` is no time"),
            ("name a", None, "there is no line `run`"),
            ("", None, "there is no line `name`"),
        ] {
            let error = Program::parse(text).unwrap_err();
            assert_eq!(error.message, message);
            assert_eq!(error.place.map(|place| place.line), line, "{text}");
        }
    }

    #[test]
    fn the_digest_changes_with_the_program_its_arguments_and_what_it_depends_on() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("a.program", "name a\nrun ./run.sh rules.txt\ndepends tables\n");
        write("run.sh", "1");
        #[cfg(unix)]
        fs::set_permissions(
            folder.path().join("run.sh"),
            std::os::unix::fs::PermissionsExt::from_mode(0o700),
        )
        .unwrap();
        write("rules.txt", "1");
        fs::create_dir(folder.path().join("tables")).unwrap();
        write("tables/one", "1");
        let digest = || Program::read(&folder.path().join("a.program")).unwrap().digest().unwrap();
        let mut seen = vec![digest()];
        for name in ["run.sh", "rules.txt", "tables/one", "tables/two"] {
            write(name, "2");
            let next = digest();
            assert!(!seen.contains(&next), "{name}");
            seen.push(next);
        }
        write("unrelated", "2");
        assert_eq!(seen.last(), Some(&digest()));
        let program = Program::read(&folder.path().join("a.program")).unwrap();
        program.require_digest(&digest()).unwrap();
        let error = program.require_digest(&seen[0]).unwrap_err();
        assert_eq!(error.kind, ErrorKind::ProgramChanged);
        fs::remove_dir_all(folder.path().join("tables")).unwrap();
        assert_eq!(program.digest().unwrap_err().kind, ErrorKind::FileMissing);
    }

    #[cfg(unix)]
    #[test]
    fn the_digest_is_of_linked_folders_and_of_files_in_options_but_not_of_what_python_keeps() {
        use std::os::unix::fs::symlink;
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [folder, linked] = folders.each_ref().map(tempfile::TempDir::path);
        for path in ["ours/__pycache__", "shared"] {
            fs::create_dir_all(folder.join(path)).unwrap();
        }
        symlink(linked, folder.join("ours/linked")).unwrap();
        symlink("..", folder.join("ours/loop")).unwrap();
        symlink("nowhere", folder.join("ours/dangling")).unwrap();
        let file = folder.join("a.program");
        fs::write(&file, "name a\nrun sh --rules=file --set= \"\"\ndepends ours").unwrap();
        let program = Program::read(&file).unwrap();
        assert!(program.depends == ["ours"] && program.paths_in_arguments().next().is_none());
        let mut last = program.digest().unwrap();
        for (file, counts) in [
            (folder.join("file"), true),
            (linked.join("table"), true),
            (folder.join("ours/__pycache__/rules.cpython-311.pyc"), false),
            (folder.join("ours/rules.pyc"), false),
            (folder.join("ours/rules.py"), true),
        ] {
            fs::write(&file, "1").unwrap();
            let next = program.digest().unwrap();
            assert_eq!(next != last, counts, "{}", file.display());
            last = next;
        }
    }
}
