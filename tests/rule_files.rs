//! Rule files: every shipped one can be read, and writing and reading changes nothing.

mod support;

use deadmove::rule::RuleFile;
use proptest::prelude::*;
use support::{rule, rule_files};

#[test]
fn every_rule_file_survives_writing_and_reading() {
    for path in rule_files() {
        let file = RuleFile::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let text = file.write();
        let again = RuleFile::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again, file, "{}", path.display());
    }
}

proptest! {
    #[test]
    fn every_rule_survives_writing_and_reading(rule in rule()) {
        let file = RuleFile::Rule(rule);
        let text = file.write();
        let again = RuleFile::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(again, file);
    }
}
