//! The links between the documents.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use deadmove_testing::documents::documents;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::program::repository;

/// What a document refers to, and what can be referred to in it.
#[derive(Default)]
struct Document {
    /// Links and pictures.
    links: Vec<String>,
    /// Headings, as GitHub names them, and anchors in HTML.
    anchors: BTreeSet<String>,
}

impl Document {
    fn read(path: &Path) -> Document {
        let text = fs::read_to_string(path).unwrap();
        let mut document = Document::default();
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut heading: Option<String> = None;
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    document.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(part) | Event::Code(part) => {
                    heading.as_mut().into_iter().for_each(|heading| heading.push_str(&part));
                }
                Event::End(TagEnd::Heading(_)) => {
                    let name = slug(&heading.take().unwrap());
                    let number = seen.entry(name.clone()).or_default();
                    let same = if *number == 0 { name } else { format!("{name}-{number}") };
                    document.anchors.insert(same);
                    *number += 1;
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    let ids = html.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next());
                    document.anchors.extend(ids.map(str::to_owned));
                }
                _ => {}
            }
        }
        document
    }
}

/// The name of a heading in the address of a page of GitHub.
fn slug(heading: &str) -> String {
    let heading = heading.to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// Relative links of the Markdown files in a folder that lead to no file, or to no heading of it.
pub fn broken_links(folder: &Path) -> Vec<String> {
    let paths = documents(folder);
    let read = |path: &PathBuf| (path.clone(), Document::read(path));
    let documents: BTreeMap<PathBuf, Document> = paths.iter().map(read).collect();
    let mut broken = Vec::new();
    for (path, document) in &documents {
        for link in document.links.iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = match file {
                "" => path.clone(),
                _ => plain(&path.parent().unwrap().join(file)),
            };
            let anchored = |to| documents.get(to).is_some_and(|to| to.anchors.contains(anchor));
            if !to.exists() || !(anchor.is_empty() || anchored(&to)) {
                broken.push(format!("{}: {link}", path.strip_prefix(folder).unwrap().display()));
            }
        }
    }
    broken
}

#[test]
fn every_link_in_the_documents_leads_somewhere() {
    let documents = documents(repository());
    for name in ["README.md", "docs/explanation/findings.md", "rules/README.md"] {
        assert!(documents.contains(&repository().join(name)), "{name}");
    }
    assert_eq!(broken_links(repository()), Vec::<String>::new());
}

#[test]
fn links_to_no_file_and_to_no_heading_are_found() {
    let folder = super::program::Folder::new(&[
        ("a.md", "# A `b`, c_d\n## A\n## A\n[1](#a-b-c_d) [2](#a-1) [3](#a-2) [4](b/c.md#x)\n"),
        ("b/c.md", "<a id=\"x\"></a>\n```\n# no\n```\n[5](../a.md) [6](#no) [7](../d.md)\n"),
    ]);
    assert_eq!(broken_links(folder.path()), ["a.md: #a-2", "b/c.md: #no", "b/c.md: ../d.md"]);
}
