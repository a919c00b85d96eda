//! Export of formulas and proofs, so that any DRAT or LRAT checker can check the refutations too.
//! Such a checker cannot see whether the formulas mean what they should.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::kernel::cnf::{Cnf, propagation};

/// Writes `NAME.cnf` (DIMACS), `NAME.drat` and `NAME.lrat`. The name is `label` and the subject of
/// the formula, joined with dashes. A formula with an empty clause is not written: there is nothing
/// to prove, and some programs expect no empty clause.
///
/// # Errors
/// If a file is there already, or cannot be written.
pub fn export(
    folder: &Path,
    label: &str,
    what: &str,
    cnf: &Cnf,
    proof: &str,
) -> Result<(), String> {
    if cnf.iter().any(<[i32]>::is_empty) {
        return Ok(());
    }
    let signs = format!("{label} {what}").replace(|sign: char| !sign.is_ascii_alphanumeric(), " ");
    let name = signs.split_whitespace().collect::<Vec<_>>().join("-");
    let put = |end: &str, text: &str| {
        let file = folder.join(format!("{name}.{end}"));
        // An existing file would belong to another certificate.
        let written = File::create_new(&file).and_then(|mut to| to.write_all(text.as_bytes()));
        written.map_err(|error| format!("{}: {error}", file.display()))
    };
    put("cnf", &dimacs(cnf, what))?;
    put("drat", &drat(proof))?;
    match proof {
        "" => put("lrat", &propagated(cnf)?),
        _ => put("lrat", proof),
    }
}

/// The LRAT proof of a formula that unit propagation refutes: the empty clause, with the clauses in
/// the order in which they become units. Clauses have their numbers in the formula, from 1.
fn propagated(cnf: &Cnf) -> Result<String, String> {
    let used = propagation(cnf).ok_or("unit propagation does not refute the formula")?;
    let hints: Vec<String> = used.iter().map(|number| (number + 1).to_string()).collect();
    Ok(format!("{} 0 {} 0\n", cnf.count() + 1, hints.join(" ")))
}

/// A formula in the DIMACS format.
fn dimacs(cnf: &Cnf, comment: &str) -> String {
    let mut text = format!("c {comment}\np cnf {} {}\n", cnf.last_variable(), cnf.count());
    for clause in cnf.iter() {
        text.extend(clause.iter().map(|lit| format!("{lit} ")));
        text.push_str("0\n");
    }
    text
}

/// An accepted proof without its ids and hints; the empty clause alone if the proof is empty.
fn drat(proof: &str) -> String {
    if proof.is_empty() {
        return "0\n".into();
    }
    let lines = proof.lines().map(|line| {
        let words = line.split_ascii_whitespace().skip(1);
        let clause = words.take_while(|word| *word != "0");
        clause.chain(["0\n"]).collect::<Vec<_>>().join(" ")
    });
    lines.collect()
}
