//! Addresses of pages. They depend on the paths of the rule files alone, so that links keep working
//! when a site is made again.

use std::collections::BTreeSet;

/// A name as a part of an address: letters, digits, dots, hyphens and underscores.
pub fn slug(name: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let letters = name.chars().map(|letter| if plain(letter) { letter } else { '-' });
    let text: String = letters.collect();
    // No part may be hidden, or lead to another folder.
    match text.trim_start_matches('.') {
        "" => "-".to_owned(),
        rest => rest.to_owned(),
    }
}

/// Gives numbers to addresses that would be equal.
pub fn distinct(wanted: impl IntoIterator<Item = String>) -> Vec<String> {
    // Some file systems do not distinguish upper and lower case.
    let mut taken = BTreeSet::new();
    let mut free = |wanted: String| {
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        let mut choices = std::iter::once(wanted.clone()).chain(numbered);
        choices.find(|choice| taken.insert(choice.to_lowercase())).expect("numbers do not end")
    };
    wanted.into_iter().map(&mut free).collect()
}

/// The address of a rule in the folder of rules, without an ending: `near-field/side-back`.
/// Those that would be equal get numbers.
pub(crate) fn of_files(relative: &[&str]) -> Vec<String> {
    distinct(relative.iter().map(|path| {
        // The rules of a file with several are pages in its folder.
        let (file, rule) =
            path.split_once('#').map_or((*path, None), |(file, rule)| (file, Some(rule)));
        let file = file.strip_suffix(".rule").unwrap_or(file);
        let mut parts: Vec<String> = file.split(['/', '\\']).map(slug).collect();
        if let (Some(last), Some(rule)) = (parts.last_mut(), rule) {
            *last = slug(rule);
        }
        match parts.as_slice() {
            // The overview is in the same folder.
            [one] => format!("rules/{one}"),
            parts => parts.join("/"),
        }
    }))
}

/// The way from a page up to the root of the site: `../../`.
pub(crate) fn root(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files_are_their_paths_and_differ() {
        let files = [
            "a/one.rule",
            "A/One.rule",
            "b/<img>.rule",
            "b/x y.rule",
            "b/x-y.rule",
            "x.rule",
            "b/c.rule#x-y",
        ];
        assert_eq!(
            of_files(&files),
            ["a/one", "A/One-2", "b/-img-", "b/x-y", "b/x-y-2", "rules/x", "b/x-y-3"]
        );
    }

    #[test]
    fn no_address_leads_out_of_the_site() {
        assert_eq!(of_files(&["../../etc/passwd.rule", "...rule"]), ["-/-/etc/passwd", "rules/-"]);
    }

    #[test]
    fn the_way_to_the_root_is_relative() {
        assert_eq!(root("index.html"), "");
        assert_eq!(root("rules/area/c.html"), "../../");
    }
}
