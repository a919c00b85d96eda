//! Tested things as JUnit XML, in the form that Jenkins, GitLab and other servers read.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{TestCase, TestFinding, TestOutcome};
use deadmove_core::unseen::escaped;

/// The cases as a JUnit XML document: a suite for each group, in the order of the cases.
pub fn junit(cases: &[TestCase]) -> String {
    let mut out = Writer::new_with_indent(Vec::new(), b' ', 1);
    write(&mut out, cases).expect("memory takes all that is written");
    let text = String::from_utf8(out.into_inner()).expect("it is made of text");
    text + "\n"
}

type XmlWriter = Writer<Vec<u8>>;

fn write(out: &mut XmlWriter, cases: &[TestCase]) -> io::Result<()> {
    out.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all = out.create_element("testsuites").with_attribute(("name", "deadmove"));
    let counted = CaseCounts::of(cases).attributes();
    let all = all.with_attributes(counted.iter().map(|(key, value)| (*key, value.as_str())));
    all.write_inner_content(|out| {
        cases.chunk_by(|a, b| a.group == b.group).try_for_each(|group| suite(out, group))
    })?;
    Ok(())
}

fn suite(out: &mut XmlWriter, cases: &[TestCase]) -> io::Result<()> {
    let name = attribute(&cases[0].group);
    let counts = CaseCounts::of(cases);
    let mut counted = counts.attributes().to_vec();
    counted.push(("skipped", counts.skipped.to_string()));
    let element = out.create_element("testsuite").with_attribute(("name", name.as_str()));
    element
        .with_attributes(counted.iter().map(|(key, value)| (*key, value.as_str())))
        .write_inner_content(|out| cases.iter().try_for_each(|case| test_case(out, case)))?;
    Ok(())
}

fn test_case(out: &mut XmlWriter, case: &TestCase) -> io::Result<()> {
    let mut about = vec![("classname", attribute(&case.group)), ("name", attribute(&case.name))];
    if let Some(place) = &case.place {
        about.push(("file", attribute(&place.file)));
        about.extend(place.line.map(|line| ("line", line.to_string())));
    }
    let element = out
        .create_element("testcase")
        .with_attributes(about.iter().map(|(key, value)| (*key, value.as_str())));
    match &case.outcome {
        TestOutcome::Passed => element.write_empty()?,
        TestOutcome::Skipped(why) => element.write_inner_content(|out| {
            let why = attribute(why);
            out.create_element("skipped")
                .with_attribute(("message", why.as_str()))
                .write_empty()?;
            Ok(())
        })?,
        TestOutcome::Failed(found) => element.write_inner_content(|o| found.write(o, "failure"))?,
        TestOutcome::Error(found) => element.write_inner_content(|o| found.write(o, "error"))?,
    };
    Ok(())
}

impl TestFinding {
    fn write(&self, out: &mut XmlWriter, element: &str) -> io::Result<()> {
        let message = attribute(&self.message);
        let element = out.create_element(element).with_attribute(("message", message.as_str()));
        element.write_text_content(BytesText::new(&lines(&self.text)))?;
        Ok(())
    }
}

/// A text in one line: an XML parser takes each line break of an attribute for a blank.
fn attribute(text: &str) -> String {
    escaped(&text.replace('\n', " "))
}

/// A text of several lines. XML has no form for most control characters.
fn lines(text: &str) -> String {
    text.lines().map(|line| escaped(line) + "\n").collect()
}

#[derive(Default)]
struct CaseCounts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl CaseCounts {
    fn of(cases: &[TestCase]) -> CaseCounts {
        let mut counts = CaseCounts { tests: cases.len(), ..CaseCounts::default() };
        for case in cases {
            match case.outcome {
                TestOutcome::Passed => {}
                TestOutcome::Skipped(_) => counts.skipped += 1,
                TestOutcome::Failed(_) => counts.failures += 1,
                TestOutcome::Error(_) => counts.errors += 1,
            }
        }
        counts
    }

    fn attributes(&self) -> [(&'static str, String); 3] {
        let CaseCounts { tests, failures, errors, .. } = self;
        [
            ("tests", tests.to_string()),
            ("failures", failures.to_string()),
            ("errors", errors.to_string()),
        ]
    }
}
