//! No input makes the checker panic, and no certificate that was changed at random is accepted.

use deadmove_checker::{Judgement, Manifest, Record, Rule, check_proof, square, unpack};
use proptest::prelude::*;

/// A dead position with a short reason, one of whose moves has a witness elsewhere.
const JUDGEMENT: &str = r#"{"schema":1,"tool":"a test",
 "board":{"width":3,"height":3,"start":[1,1],"end":[3,3],"blocked":[]},
 "path":"R",
 "position":{"verdict":"dead","reason":{"kind":"colour","region":[[2,1],[1,2],[3,1],[2,2],[3,2],[1,3],[2,3],[3,3]],
  "black":4,"white":4,"needed":0,"crossing":[]}},
 "moves":[["D",{"verdict":"unknown"}],["R",{"verdict":"live","witness":"DLLDRR"}]],
 "turning":{"kind":"point","live":0,"witness":"RRDLLDRR","fatal":{"verdict":"live","witness":"RDLLDRR"}}}"#;

const RECORD: &str = r#"{"schema":1,"size":3,"rule":{"name":"a test","placements":[0,1],
 "pattern":{"cells":[[[1,0],"wall"]],"segments":[{"cells":[[0,-1],[0,-2]],"side":"L","extent":"enclosed",
  "tests":["odd",{"surplus":{"from":-1,"to":null,"inside":true}}]}],"lines":[[[0,-1],[2,2]]]},
 "unless":[{"cells":[],"segments":[],"lines":[]}],"forbids":[{"move":"U","unless_in":[0]}]},
 "verdict":"vacuous","example":null,
 "refutations":[{"question":{"live_end":[1,2],"placement":0,"move":"U","step":"U"},
  "lemmas":[{"kind":"cut-set","cells":[[1,1]]},{"kind":"reached","segment":0,"cells":[[1,1]]}],
  "proof":"99 1 0 1 0\n"}]}"#;

/// Replaces a part of a text by another part of it, or by something else.
fn changed(text: &str) -> impl Strategy<Value = String> + use<'_> {
    let others = ["", "0", "-1", "[]", "{}", "null", "18446744073709551615", "\"\"", "[1,1]"];
    let parts = prop_oneof![
        any::<String>(),
        any::<i64>().prop_map(|number| number.to_string()),
        prop::sample::select(others.to_vec()).prop_map(str::to_owned),
    ];
    (0..text.len(), 0..30usize, parts).prop_map(|(at, length, part)| {
        let to = (at + length).min(text.len());
        format!("{}{part}{}", &text[..at], &text[to..])
    })
}

/// Replaces digits of a text by other numbers.
fn renumbered(text: &str) -> impl Strategy<Value = String> + use<'_> {
    let places: Vec<usize> =
        (0..text.len()).filter(|&at| text.as_bytes()[at].is_ascii_digit()).collect();
    let numbers = prop_oneof![
        (-3i64..12).prop_map(|number| number.to_string()),
        prop::sample::select(vec!["32767", "-32768", "65535", "2147483647", "1000000000000"])
            .prop_map(str::to_owned),
    ];
    prop::collection::vec((prop::sample::select(places), numbers), 1..4).prop_map(|mut changes| {
        changes.sort();
        changes.dedup_by_key(|(at, _)| *at);
        let mut text = text.to_owned();
        for (at, number) in changes.into_iter().rev() {
            text.replace_range(at..at + 1, &number);
        }
        text
    })
}

#[test]
fn the_samples_are_read_and_those_of_other_versions_refused() {
    let judgement: Judgement = serde_json::from_str(JUDGEMENT).unwrap();
    assert!(judgement.check().unwrap_err().contains("the position"));
    for other in [0, 2] {
        let why = Judgement { schema: other, ..judgement.clone() }.check().unwrap_err();
        assert!(why.starts_with(&format!("schema {other}, not 1")), "{why}");
    }
    let record: Record = serde_json::from_str(RECORD).unwrap();
    assert!(record.check().is_err());
}

proptest! {
    #[test]
    fn no_judgement_makes_the_checker_panic(
        text in prop_oneof![changed(JUDGEMENT), renumbered(JUDGEMENT)]
    ) {
        if let Ok(judgement) = serde_json::from_str::<Judgement>(&text) {
            let small = judgement.board.width.saturating_mul(judgement.board.height) < 10_000;
            prop_assert!(!small || judgement.check().is_err());
        }
    }

    #[test]
    fn no_record_makes_the_checker_panic(text in prop_oneof![changed(RECORD), renumbered(RECORD)]) {
        if let Ok(record) = serde_json::from_str::<Record>(&text)
            && record.size < 12
        {
            let _ = record.check();
        }
    }

    #[test]
    fn no_proof_makes_the_checker_panic(
        lines in prop::collection::vec(prop::collection::vec(-40i32..40, 0..9), 0..6),
        text in any::<String>(),
    ) {
        let cnf = square(3).unwrap().base();
        let words = |line: &Vec<i32>| {
            line.iter().map(i32::to_string).collect::<Vec<_>>().join(" ") + "\n"
        };
        let proof: String = lines.iter().map(words).collect();
        // The formula has solutions.
        prop_assert!(check_proof(&cnf, &proof).is_err());
        prop_assert!(check_proof(&cnf, &text).is_err());
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for bytes in [bytes.clone(), [&[0x78, 0x9c], &bytes[..]].concat()] {
            if let Ok(text) = unpack(bytes) {
                prop_assert!(serde_json::from_str::<Manifest>(&text).is_err());
                prop_assert!(serde_json::from_str::<Rule>(&text).is_err());
            }
        }
    }
}
