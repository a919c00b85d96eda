//! Times of benches beside the recorded ones of `benches/recorded.tsv`.
//!
//! Machines differ and are noisy, so a ratio is printed and nothing fails.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;
use walkdir::WalkDir;

/// Runs benches as `criterion_main!` does. Then prints the median of each that ran and its ratio to
/// the recorded one; with `RECORD_BENCHES=1` in the environment it is recorded instead.
///
/// # Panics
/// If the file of the recorded times cannot be read or written.
pub fn run(benches: impl FnOnce()) {
    let begun = SystemTime::now();
    benches();
    let now = medians(&criterion_home(), begun);
    if now.is_empty() {
        return;
    }
    let file = crate::root().join("benches/recorded.tsv");
    let mut recorded = read(&fs::read_to_string(&file).expect("a readable file"));
    if std::env::var_os("RECORD_BENCHES").is_some() {
        recorded.extend(now);
        fs::write(&file, written(&recorded)).expect("a file that can be written");
        return;
    }
    println!("{}", compared(&now, &recorded));
}

/// Where criterion keeps what it measured.
fn criterion_home() -> PathBuf {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from);
    from("CRITERION_HOME").unwrap_or_else(|| {
        from("CARGO_TARGET_DIR").unwrap_or_else(|| crate::root().join("target")).join("criterion")
    })
}

/// Nanoseconds by name, of the benches that were measured since then.
fn medians(home: &Path, since: SystemTime) -> BTreeMap<String, f64> {
    let fresh = |path: &Path| Some(path.metadata().ok()?.modified().ok()? >= since);
    let json = |path: &Path| serde_json::from_reader::<_, Value>(File::open(path).ok()?).ok();
    let of = |path: &Path| {
        fresh(path).filter(|fresh| *fresh)?;
        let name = json(&path.with_file_name("benchmark.json"))?["full_id"].as_str()?.to_owned();
        Some((name, json(path)?["median"]["point_estimate"].as_f64()?))
    };
    let files = WalkDir::new(home).into_iter().filter_map(Result::ok).map(|e| e.into_path());
    files.filter(|path| path.ends_with("new/estimates.json")).filter_map(|path| of(&path)).collect()
}

/// The head of the file of recorded times: lines with it are no times.
const COMMENT: char = '#';

fn read(text: &str) -> BTreeMap<String, f64> {
    let lines = text.lines().filter(|line| !line.starts_with(COMMENT));
    let time = |line: &str| {
        let (name, time) = line.split_once('\t')?;
        Some((name.to_owned(), time.parse().ok()?))
    };
    lines.map(|line| time(line).unwrap_or_else(|| panic!("no name and time: {line}"))).collect()
}

fn written(times: &BTreeMap<String, f64>) -> String {
    let mut text = String::from(
        "# Medians in nanoseconds, as RECORD_BENCHES=1 cargo bench wrote them on one machine.\n",
    );
    times.iter().for_each(|(name, time)| text.push_str(&format!("{name}\t{time:.0}\n")));
    text
}

fn compared(now: &BTreeMap<String, f64>, recorded: &BTreeMap<String, f64>) -> String {
    let mut text = String::from("\nmedian, and how often the recorded one it is:\n");
    for (name, time) in now {
        let ratio = recorded.get(name).map(|before| format!("{:.2}", time / before));
        let ratio = ratio.unwrap_or_else(|| "not recorded".to_owned());
        text.push_str(&format!("{:>14.1} µs {ratio:>13}  {name}\n", time / 1000.0));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written_and_compared_by_name() {
        let times = BTreeMap::from([("a/1".to_owned(), 1500.0), ("b".to_owned(), 20.0)]);
        assert_eq!(read(&written(&times)), times);
        let now = BTreeMap::from([("a/1".to_owned(), 3000.0), ("c".to_owned(), 7.0)]);
        let text = compared(&now, &times);
        assert!(text.contains("3.0 µs          2.00  a/1\n"), "{text}");
        assert!(text.contains("not recorded  c\n"), "{text}");
    }

    #[test]
    fn only_what_was_measured_since_counts() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("group/name/new");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("benchmark.json"), r#"{"full_id":"group/name"}"#).unwrap();
        fs::write(folder.join("estimates.json"), r#"{"median":{"point_estimate":5.5}}"#).unwrap();
        let before = SystemTime::UNIX_EPOCH;
        let found = BTreeMap::from([("group/name".to_owned(), 5.5)]);
        assert_eq!(medians(home.path(), before), found);
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        assert!(medians(home.path(), later).is_empty());
    }
}
