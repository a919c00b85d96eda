//! All kinds of [`InputError`](crate::error::InputError), in one place: `error_kinds.txt`. Scripts
//! rely on the words: one that was released keeps its meaning.
//!
//! A kind that is not listed there fails a debug assertion when the error is made, and a test over
//! the sources.

/// Each kind with what it means.
pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("error_kinds.txt").lines().filter_map(|line| line.split_once(": "))
}

/// Whether a kind is listed.
pub fn is_known(kind: &str) -> bool {
    kinds().any(|(known, _)| known == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_kebab_case_and_stands_once() {
        let mut kinds: Vec<&str> = kinds().map(|(kind, _)| kind).collect();
        for kind in &kinds {
            assert!(kind.chars().all(|c| c == '-' || c.is_ascii_lowercase() || c.is_ascii_digit()));
        }
        kinds.sort_unstable();
        let listed = kinds.len();
        kinds.dedup();
        assert_eq!(kinds.len(), listed);
    }
}
