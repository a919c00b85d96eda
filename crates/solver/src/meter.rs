//! Counts the conflicts in a proof as varisat 0.2.2 writes it, piece by piece.
//!
//! The format is a stream of steps: the number of a kind, then numbers or lists of numbers, each
//! list with its length first. A number of n bytes begins with n − 1 zero bits, from the lowest,
//! and a one.

/// The steps that derive a clause, redundant or not. Each conflict derives one.
const DERIVED: [u64; 2] = [7, 8];

/// What follows the number of a kind.
#[derive(Clone, Copy, Debug)]
enum Rest {
    /// Single numbers.
    Numbers(u64),
    /// Lists of single numbers.
    Lists(u8),
    /// One list of pairs: clauses of one literal, each with its hash.
    Pairs,
}

fn rest(kind: u64) -> Rest {
    match kind {
        0 | 2 => Rest::Numbers(2),
        1 | 3..=6 | 13 => Rest::Numbers(1),
        7 | 8 | 17 => Rest::Lists(2),
        9 => Rest::Pairs,
        10..=12 | 14..=16 => Rest::Lists(1),
        // The end of the proof.
        _ => Rest::Numbers(0),
    }
}

/// A count in progress.
#[derive(Debug, Default)]
pub struct Meter {
    /// Bytes of an incomplete number.
    begun: Vec<u8>,
    /// Single numbers before the next list or step.
    skip: u64,
    /// Lists before the next step, and how many numbers each of their elements has.
    lists: u8,
    each: u64,
}

impl Meter {
    /// Reads on; returns how many clauses were derived in these bytes.
    pub fn read(&mut self, bytes: &[u8]) -> u64 {
        let mut derived = 0;
        for &byte in bytes {
            self.begun.push(byte);
            if let Some(number) = number(&self.begun) {
                self.begun.clear();
                derived += u64::from(self.take(number));
            }
        }
        derived
    }

    /// Whether this number is the kind of a step that derives a clause.
    fn take(&mut self, number: u64) -> bool {
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        if self.lists > 0 {
            self.lists -= 1;
            self.skip = number * self.each;
            return false;
        }
        self.each = 1;
        match rest(number) {
            Rest::Numbers(count) => self.skip = count,
            Rest::Lists(count) => self.lists = count,
            Rest::Pairs => (self.lists, self.each) = (1, 2),
        }
        DERIVED.contains(&number)
    }
}

/// A number, if these are all its bytes. Those of more than eight bytes are hashes, whose values do
/// not matter.
fn number(bytes: &[u8]) -> Option<u64> {
    let length = match *bytes {
        [] => return None,
        [0] => 10,
        [0, next, ..] => 9 + (next | 2).trailing_zeros() as usize,
        [first, ..] => 1 + first.trailing_zeros() as usize,
    };
    (bytes.len() >= length).then(|| {
        let little_endian = bytes.iter().take(8).rev();
        little_endian.fold(0, |value, &byte| value << 8 | u64::from(byte)) >> length.min(63)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use varisat::{ExtendFormula, Lit, ProofFormat, Solver};
    use varisat_internal_proof::ProofStep;
    use varisat_internal_proof::binary_format::Parser;

    use super::Meter;

    #[derive(Clone, Default)]
    struct Bytes(Arc<Mutex<Vec<u8>>>);

    impl Write for Bytes {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// n + 1 pigeons in n holes, with clauses added and assumptions made between two calls.
    fn solve_pigeons(holes: isize, solver: &mut Solver<'_>) {
        let at = |pigeon: isize, hole: isize| Lit::from_dimacs(pigeon * holes + hole);
        for hole in 1..=holes {
            for pigeon in 0..holes {
                for other in 0..pigeon {
                    solver.add_clause(&[!at(pigeon, hole), !at(other, hole)]);
                }
            }
        }
        for pigeon in 0..holes {
            let somewhere: Vec<Lit> = (1..=holes).map(|hole| at(pigeon, hole)).collect();
            solver.add_clause(&somewhere);
        }
        solver.assume(&[at(0, 1), at(1, 2)]);
        assert!(solver.solve().unwrap());
        let last: Vec<Lit> = (1..=holes).map(|hole| at(holes, hole)).collect();
        solver.add_clause(&last);
        for hole in 1..=holes {
            for other in 0..holes {
                solver.add_clause(&[!at(holes, hole), !at(other, hole)]);
            }
        }
        solver.assume(&[]);
        assert!(!solver.solve().unwrap());
    }

    /// How many clauses are derived in a proof, read by the parser of varisat's own checker.
    fn derived(mut bytes: &[u8]) -> u64 {
        let mut parser = Parser::default();
        let mut derived = 0;
        loop {
            match parser.parse_step(&mut bytes).unwrap() {
                ProofStep::AtClause { .. } => derived += 1,
                ProofStep::End => return derived,
                _ => {}
            }
        }
    }

    #[test]
    fn counts_as_many_conflicts_as_the_parser_of_varisat_in_any_pieces() {
        for holes in 3..=7 {
            let bytes = Bytes::default();
            let mut solver = Solver::new();
            solver.write_proof(bytes.clone(), ProofFormat::Varisat);
            solve_pigeons(holes, &mut solver);
            solver.close_proof().unwrap();
            let bytes = bytes.0.lock().unwrap();
            let expected = derived(&bytes);
            assert!(expected > 2);
            for piece in [1, 7, 8192] {
                let mut meter = Meter::default();
                let read: u64 = bytes.chunks(piece).map(|bytes| meter.read(bytes)).sum();
                assert_eq!(read, expected, "{holes} holes, pieces of {piece} bytes");
            }
        }
    }
}
