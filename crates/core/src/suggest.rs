//! The word that was probably meant where another was found.

/// The longest text, in characters, that is taken for a word.
const LONGEST: usize = 200;

/// The first of the `known` words that are nearest to `found`, if that is near enough to be a slip.
///
/// Upper and lower case are the same here. Short words are near to many others, so that one letter
/// more, less, other or swapped is all that may differ in them.
pub(crate) fn nearest<'k>(
    found: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Option<&'k str> {
    let slips = match found.chars().take(LONGEST + 1).count() {
        0..=2 => return None,
        3..=6 => 1,
        7..=LONGEST => 2,
        // Comparing takes time in the product of both lengths.
        _ => return None,
    };
    let found = found.to_lowercase();
    let near = known.into_iter().map(|word| (strsim::osa_distance(&found, word), word));
    near.filter(|(slip, _)| *slip <= slips).min_by_key(|(slip, _)| *slip).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const WORDS: [&str; 5] = ["left", "right", "ahead", "behind", "placements"];

    #[test]
    fn finds_the_word_behind_a_slip() {
        for (found, meant) in [
            ("rigth", "right"),
            ("lef", "left"),
            ("Ahead", "ahead"),
            ("placmnts", "placements"),
            ("behinds", "behind"),
        ] {
            assert_eq!(nearest(found, WORDS), Some(meant), "{found}");
        }
    }

    #[test]
    fn suggests_nothing_for_words_that_are_far_off_or_very_short() {
        for found in ["", "l", "up", "uneven", "straight", "forward"] {
            assert_eq!(nearest(found, WORDS), None, "{found}");
        }
        assert_eq!(nearest("uneven", ["even", "odd"]), None);
        let long = "l".repeat(2 << 20);
        assert_eq!(nearest(&long, [&*long, "left"]), None);
    }
}
