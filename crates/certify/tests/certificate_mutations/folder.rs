//! Mutants of manifests and of the files beside them.

use std::fs;

use deadmove_checker::{Manifest, Verdict, file_name, record_name};

use super::mutants::{CERTIFICATE, Mutants, put_manifest};

#[test]
fn no_corrupted_manifest_or_folder_is_accepted() {
    let mut mutants = Mutants::default();
    let last = CERTIFICATE.1.count - 1;
    mutants.of_manifest("a claim removed", |manifest| {
        manifest.claims.pop();
    });
    mutants.of_manifest("a claim removed and the count made to fit", |manifest| {
        manifest.claims.pop();
        manifest.count -= 1;
    });
    mutants.of_folder("no claim at all", |folder| {
        for number in 0..=last {
            fs::remove_file(folder.join(record_name(number))).expect("a record");
        }
        let manifest = Manifest { claims: Vec::new(), count: 0, ..CERTIFICATE.1.clone() };
        put_manifest(folder, &manifest);
    });
    mutants.of_manifest("a count off by one", |manifest| manifest.count += 1);
    mutants.of_manifest("two claims exchanged", |manifest| manifest.claims.swap(0, last));
    mutants.of_manifest("a board of another size", |manifest| manifest.size = 9);
    mutants.of_manifest("a board too large", |manifest| manifest.size = 100_001);
    mutants.of_manifest("another schema", |manifest| manifest.schema = 0);
    mutants.of_manifest("complete said to be partial", |manifest| manifest.complete = false);
    mutants.of_manifest("a verdict removed", |manifest| manifest.claims[0].verdict = None);
    mutants.of_manifest("a claim left open", |manifest| {
        manifest.claims[0].verdict = None;
        manifest.claims[0].sha256 = None;
    });
    mutants.of_manifest("another verdict", |manifest| {
        let verdict = &mut manifest.claims[0].verdict;
        *verdict = Some(match verdict {
            Some(Verdict::Sound) => Verdict::Unsound,
            _ => Verdict::Sound,
        });
    });
    mutants.of_manifest("another digest of a record", |manifest| {
        manifest.claims[0].sha256 = manifest.claims[1].sha256.clone();
    });
    mutants.of_manifest("another digest of a file", |manifest| {
        manifest.files[0].sha256 = manifest.files[1].sha256.clone();
    });
    mutants.of_manifest("a file that is not there", |manifest| manifest.claims[0].file = 999);
    mutants.of_manifest("a file removed from the list", |manifest| {
        manifest.files.pop();
    });
    mutants.of_manifest("another rule", |manifest| manifest.claims[0].rule.name += "!");
    mutants.of_folder("a rule file changed by one byte", |folder| {
        let file = folder.join(file_name(0));
        let mut bytes = fs::read(&file).expect("a file");
        bytes[3] ^= 1;
        fs::write(file, bytes).expect("a file");
    });
    mutants.of_folder("a rule file removed", |folder| {
        fs::remove_file(folder.join(file_name(1))).expect("a file");
    });
    mutants.of_folder("a rule file too many", |folder| {
        fs::write(folder.join("files/more.rule"), "").expect("a file");
    });
    mutants.of_folder("a record removed", |folder| {
        fs::remove_file(folder.join(record_name(0))).expect("a file");
    });
    mutants.of_folder("a record too many", |folder| {
        fs::write(folder.join(record_name(last + 1)), "").expect("a file");
    });
    mutants.of_folder("a record truncated", |folder| {
        let file = folder.join(record_name(0));
        let bytes = fs::read(&file).expect("a file");
        fs::write(file, &bytes[..bytes.len() / 2]).expect("a file");
    });
    mutants.of_folder("two records exchanged", |folder| {
        let [one, other] = [0, 1].map(|number| folder.join(record_name(number)));
        let (first, second) = (fs::read(&one).expect("a file"), fs::read(&other).expect("a file"));
        fs::write(one, second).expect("a file");
        fs::write(other, first).expect("a file");
    });
    mutants.of_folder("the manifest truncated", |folder| {
        let file = folder.join("manifest.json");
        let bytes = fs::read(&file).expect("a file");
        fs::write(file, &bytes[..bytes.len() - 5]).expect("a file");
    });
    mutants.of_folder("no manifest", |folder| {
        fs::remove_file(folder.join("manifest.json")).expect("a file");
    });
    mutants.finish(25);
}
