//! Name, family and sizes of a rule, from the name of the drawing's file.
//!
//! [`super::region`] and [`super::decode`] interpret the words of the name.

use crate::model::Sizes;

/// Where a drawing comes from, by its file name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingOrigin {
    /// The name in words.
    pub name: String,
    /// The family, if the file name contains it.
    pub family: Option<String>,
    /// The boards the rule was used on.
    pub sizes: Sizes,
}

/// The family of rules that were written by hand; their drawings are illustrations.
const NEAR_FIELD: &str = "near-field";

impl DrawingOrigin {
    /// Whether the drawing is one of the near-field rules, whose header carries no information.
    pub fn is_near_field(&self) -> bool {
        self.family.as_deref() == Some(NEAR_FIELD)
    }

    /// Whether the words of the name begin with these.
    pub fn begins(&self, words: &str) -> bool {
        self.name
            .to_lowercase()
            .strip_prefix(words)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }

    /// Whether a word is in the name.
    pub fn has_word(&self, word: &str) -> bool {
        self.name.split(' ').any(|w| w.eq_ignore_ascii_case(word))
    }
}

/// Reads a file name: `family__Name_of_rule.svg`, or `folder/Name of rule.svg` with the folder for
/// the family. A family that begins with a number below 9 is for that size only, one with a larger
/// number for all boards from that size.
pub fn origin(file_name: &str) -> DrawingOrigin {
    let mut parts = file_name.rsplit(['/', '\\']);
    let base = parts.next().unwrap_or("");
    let folder = parts.next();
    let base = match base.len().checked_sub(4).and_then(|at| base.split_at_checked(at)) {
        Some((stem, extension)) if extension.eq_ignore_ascii_case(".svg") => stem,
        _ => base,
    };
    let (family, name) = match base.split_once("__") {
        Some((family, name)) if !family.is_empty() => (Some(family), name),
        _ => (folder.filter(|folder| known(folder)), base),
    };
    let words: Vec<&str> =
        name.split(|c: char| c == '_' || c.is_whitespace() || c.is_control()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let name = if words.is_empty() { "unnamed".to_owned() } else { words.join(" ") };
    let Some(family) = family else {
        return DrawingOrigin { name, family: None, sizes: Sizes::All };
    };
    let size = size(family);
    let family = match size {
        Some(size) => format!("{size}-grid"),
        None if family.eq_ignore_ascii_case("checknearfield") => NEAR_FIELD.to_owned(),
        None => family.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let sizes = match size {
        Some(size) if size < 9 => Sizes::Only(size),
        Some(size) => Sizes::From(size),
        None => Sizes::All,
    };
    DrawingOrigin { name, family: Some(family).filter(|family| !family.is_empty()), sizes }
}

/// Folders of drawings that are families.
fn known(folder: &str) -> bool {
    size(folder).is_some() || [NEAR_FIELD, "checknearfield"].contains(&folder)
}

/// The number of a family such as `9`, `9-grid` or `9_old`.
fn size(family: &str) -> Option<u16> {
    let end = family.find(|c: char| !c.is_ascii_digit()).unwrap_or(family.len());
    let (digits, rest) = family.split_at(end);
    digits.parse().ok().filter(|&size| size > 0 && ["", "-grid", "_old"].contains(&rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_or_a_folder_names_the_family_and_the_sizes() {
        let read = |file: &str| {
            let origin = origin(file);
            (origin.name, origin.family.unwrap_or_default(), origin.sizes)
        };
        let want = |name: &str, family: &str, sizes| (name.to_owned(), family.to_owned(), sizes);
        let side_back = want("Side back", "7-grid", Sizes::Only(7));
        assert_eq!(read("7__Side_back.svg"), side_back);
        assert_eq!(read("rules/7-grid/Side back.SVG"), side_back);
        assert_eq!(read("13_old/A b.svg"), want("A b", "13-grid", Sizes::From(13)));
        assert_eq!(read("near-field__far_up.svg"), want("far up", "near-field", Sizes::All));
        assert_eq!(read("checknearfield/far up.svg"), want("far up", "near-field", Sizes::All));
        assert_eq!(read("home/drawing.svg"), want("drawing", "", Sizes::All));
        assert_eq!(read("2 far.svg"), want("2 far", "", Sizes::All));
        assert_eq!(read(".svg"), want("unnamed", "", Sizes::All));
        assert_eq!(read("ő.svg").0, "ő");
    }
}
