//! What the checker counts is true even without the checks that only reject (`strict/`):
//! manifests that these would refuse go straight to the claims.

use deadmove_checker::check_claims;
use deadmove_checker::{Manifest, SetClaim};

use crate::certificate_list_mutations::{COMPLETE, INCOMPLETE};

#[test]
fn a_manifest_that_says_nothing_about_the_set_claims_nothing_about_it() {
    let (folder, manifest) = &*COMPLETE;
    let silent = Manifest { set: None, ..manifest.clone() };
    let refused = check_claims(folder.path(), &silent, None).unwrap_err();
    assert!(refused.contains("nothing about the set"), "{refused}");
}

#[test]
fn a_wrong_number_of_claims_changes_no_count() {
    let (folder, manifest) = &*COMPLETE;
    let counted = Manifest { count: 1000, ..manifest.clone() };
    let accepted = check_claims(folder.path(), &counted, None).unwrap();
    assert_eq!(accepted.verdicts.iter().sum::<usize>(), manifest.claims.len());
}

#[test]
fn a_claim_that_is_listed_twice_is_not_counted_twice() {
    let (folder, manifest) = &*COMPLETE;
    let mut twice = manifest.clone();
    twice.claims.push(manifest.claims[0].clone());
    let refused = check_claims(folder.path(), &twice, None).unwrap_err();
    assert!(refused.contains("are the same"), "{refused}");
}

#[test]
fn rules_without_a_record_take_no_part_in_a_complete_set() {
    let (folder, manifest) = &*COMPLETE;
    for file in 0..manifest.files.len() {
        let mut open = manifest.clone();
        for entry in open.claims.iter_mut().filter(|entry| entry.file == file) {
            entry.sha256 = None;
        }
        // The set is not complete without any one of its files.
        check_claims(folder.path(), &open, None).unwrap_err();
    }
}

#[test]
fn open_rules_take_part_in_a_set_that_is_not_complete() {
    let (folder, manifest) = &*INCOMPLETE;
    let Some(SetClaim::Incomplete { .. }) = manifest.set else { panic!("it is incomplete") };
    // The rules of the complete set forbid the move that shows that the others are not.
    let mut more = manifest.clone();
    let file = more.files.len();
    more.files.push(COMPLETE.1.files[0].clone());
    for entry in &COMPLETE.1.claims {
        let mut entry = entry.clone();
        (entry.file, entry.verdict, entry.sha256) = (file, None, None);
        if !more.claims.iter().any(|known| known.rule == entry.rule) {
            more.claims.push(entry);
        }
    }
    let refused = check_claims(folder.path(), &more, None).unwrap_err();
    assert!(refused.contains("forbids"), "{refused}");
}
