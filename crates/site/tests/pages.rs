//! What pages load, where their links lead, and what names of rules can do to them.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_search::walk::Stop;
use deadmove_search::walk::stats::{Method, RunSample, SizeSample, Statistics};
use deadmove_site::{Given, Site, make};
use deadmove_verify::chunks::Chunks;

use super::support::{FAMILY, LIVE, MINIMISED, RIGHT, WRONG, check, entry, read, set, text};

/// A site with every part.
fn whole() -> Site {
    let rules = vec![
        entry("near/wrong.rule", WRONG),
        entry("near/right.rule", RIGHT),
        entry("near/again.rule", &RIGHT.replace("c-shape", "again")),
        entry("walls/walls.rule", FAMILY),
        entry("lemmas/colour.rule", "name colour\nsource me\nlemma colour\n"),
    ];
    let reports = read(&[check(&rules[0], "unsound", LIVE), MINIMISED.to_owned()]);
    let runs = Chunks::of(1, vec![0]);
    let sample = RunSample { runs, completed: 1000, failed: Vec::new() };
    let row = SizeSample { size: 11, rules: "0123".into(), lemmas: Vec::new(), sample };
    let method = Method { runs: 1, limit: 1000, seed: 0, stop: Stop::Stuck };
    let walks = vec![Statistics { method, sizes: vec![row] }];
    let sets = vec![set("all", &rules)];
    let board_rules = String::new();
    let engine = Some(b"\0asm".to_vec());
    make(&Given { sets, rules, reports, walks, engine, board_rules }).unwrap()
}

/// The values of an attribute, as they are written.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let begin = format!(" {attribute}=\"");
    page.split(&begin).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn html(site: &Site) -> impl Iterator<Item = (&str, &str)> {
    let pages = site.files.keys().filter(|name| name.ends_with(".html"));
    pages.map(|name| (name.as_str(), text(site, name)))
}

/// Where a relative link of a page leads.
fn target(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{link} of {page} leads out of the site"),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn every_link_leads_to_a_file_of_the_site_and_to_an_anchor_of_it() {
    let site = whole();
    let ids: BTreeMap<&str, BTreeSet<&str>> =
        html(&site).map(|(name, page)| (name, values(page, "id").into_iter().collect())).collect();
    let mut links = 0;
    for (name, page) in html(&site) {
        for link in values(page, "href").into_iter().chain(values(page, "src")) {
            links += 1;
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() { name.to_owned() } else { target(name, file) };
            assert!(site.files.contains_key(&to), "{name} links to {link}");
            // The fragment of the board is a position.
            if to != "board.html" && !fragment.is_empty() && !fragment.starts_with("status=") {
                assert!(ids[to.as_str()].contains(fragment), "{name} links to {link}");
            }
        }
        let own = values(page, "id");
        let different: BTreeSet<&str> = own.iter().copied().collect();
        assert_eq!(own.len(), different.len(), "an id of {name} stands twice");
    }
    assert!(links > 100, "{links}");
}

#[test]
fn pages_load_nothing_from_elsewhere_and_have_no_code_inside() {
    let site = whole();
    for (name, page) in html(&site) {
        for attribute in ["src", "href"] {
            for link in values(page, attribute) {
                assert!(!link.contains("://") && !link.starts_with("//"), "{name}: {link}");
                assert!(!link.starts_with("javascript:"), "{name}: {link}");
            }
        }
        assert_eq!(values(page, "style"), [""; 0], "{name}");
        assert!(!page.contains("<style"), "{name}");
        let scripts = page.matches("<script").count();
        assert_eq!(scripts, page.matches("<script src=\"").count(), "{name}");
        assert!(page.contains("default-src 'none'; script-src 'self'"), "{name}");
        let begin = page[..60].to_lowercase().replace('\n', "");
        assert!(begin.starts_with("<!doctype html><html lang=\"en\">"), "{name}");
    }
    let code = site.files.keys().filter(|name| name.ends_with(".js") || name.ends_with(".css"));
    let mut files = 0;
    for name in code {
        files += 1;
        // The name of the format of drawings is an address that nothing loads.
        let file = text(&site, name).replace("\"http://www.w3.org/2000/svg\"", "");
        for word in ["http:", "https:", "innerHTML", "outerHTML", "@import", "eval(", "fetch("] {
            assert!(!file.contains(word), "{name} has {word}");
        }
    }
    assert!(files > 10, "{files}");
}

#[test]
fn headings_are_in_order_lists_have_items_and_every_control_has_a_label() {
    for (name, page) in html(&whole()) {
        let levels: Vec<u32> = page
            .match_indices("<h")
            .filter_map(|(at, _)| page[at + 2..].chars().next()?.to_digit(10))
            .collect();
        assert_eq!(levels.iter().filter(|&&level| level == 1).count(), 1, "{name}");
        assert_eq!(levels[0], 1, "{name}");
        for pair in levels.windows(2) {
            assert!(pair[1] <= pair[0] + 1, "{name}: {levels:?}");
        }
        assert_eq!(page.matches("<img").count(), values(page, "alt").len(), "{name}");
        for list in page.split("<ul class=\"cards\">").skip(1) {
            let mut items = list.split_once("</ul>").expect("its end").0.split("</li>");
            let item = |text: &str| text.is_empty() || text.starts_with("<li class=\"card\"");
            assert!(items.all(item), "{name}: {list}");
        }
        // The labels of the board are tested in a browser.
        for control in ["q", "status", "family"].iter().filter(|_| name != "board.html") {
            let here = page.contains(&format!("id=\"{control}\""));
            assert_eq!(here, page.contains(&format!("for=\"{control}\"")), "{name}: {control}");
        }
    }
}

#[test]
fn names_of_rules_cannot_become_markup() {
    let name = r#"<img src=x onerror=alert(1)> "quoted" & 'single'"#;
    let text_of = WRONG.replace("wrong one", name).replace("source me", "source </p><script>x");
    let rule = entry("a b/<script>.rule", &text_of);
    let site = super::support::site(vec![rule.clone()], &[check(&rule, "unsound", LIVE)]);
    for (file, bytes) in &site.files {
        let page = String::from_utf8_lossy(bytes);
        assert!(!page.contains("<img src=x") && !page.contains("<script>x"), "{file}");
        assert!(!file.contains(['<', ' ', '"']), "{file}");
    }
    let page = text(&site, "rules/a-b/-script-.html");
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt; &quot;quoted&quot; &amp;"), "{page}");
    assert!(page.contains("rules=a%20b/%3Cscript%3E.rule"), "{page}");
}

#[test]
fn characters_that_turn_the_direction_of_text_are_spelt_out() {
    let rules = vec![entry("a/\u{202e}elur.rule", WRONG)];
    let sets = vec![set("turned \u{2066}set", &rules)];
    let site = make(&Given { rules, sets, ..Given::default() }).unwrap();
    for (name, page) in html(&site) {
        assert!(!page.contains(['\u{202e}', '\u{2066}']), "{name}");
    }
    assert!(text(&site, "rules/a/-elur.html").contains(r"a/\u202eelur.rule"));
    assert!(text(&site, "sets/turned--set.html").contains(r"turned \u2066set"));
}

#[test]
fn the_same_rules_and_reports_make_the_same_bytes() {
    assert_eq!(whole().files, whole().files);
}

#[test]
fn a_site_without_rules_says_so() {
    let site = make(&Given::default()).unwrap();
    assert!(text(&site, "index.html").contains("This site was made without rules."));
    assert!(!site.files.contains_key("rules/index.html"));
    assert!(!text(&site, "index.html").contains("rules/index.html"));
}

#[test]
fn rules_that_mean_the_same_name_each_other() {
    let site = whole();
    let page = text(&site, "rules/near/again.html");
    assert!(page.contains("Rules like it") && page.contains("means the same"), "{page}");
}

#[test]
fn a_rule_of_a_large_family_names_those_next_to_it_and_the_list_of_all() {
    let rules = |count: usize| {
        let each = |n| {
            entry(&format!("near/n-{n:03}.rule"), &RIGHT.replace("c-shape", &format!("n {n:03}")))
        };
        (0..count).map(each).collect::<Vec<_>>()
    };
    let page = text(&super::support::site(rules(21), &[]), "rules/near/n-007.html").to_owned();
    assert!(page.contains("rules/index.html#family-near\">20 other rules of near"), "{page}");
    let family = page.split_once("The same family").expect("a section").1;
    let named: Vec<_> = (0..21).filter(|n| family.contains(&format!(">n {n:03}<"))).collect();
    assert_eq!(named, [6, 8]);
    let page = text(&super::support::site(rules(20), &[]), "rules/near/n-007.html").to_owned();
    let family = page.split_once("The same family").expect("a section").1;
    assert_eq!((0..20).filter(|n| family.contains(&format!(">n {n:03}<"))).count(), 19);
}

#[test]
fn an_unsolved_position_has_a_page_with_its_rule_and_whether_that_would_have_helped() {
    let site = super::support::site(Vec::new(), &[MINIMISED.to_owned()]);
    let page = text(&site, "unsolved/turns--late-.html");
    for part in [
        "turns &lt;late&gt;",
        "live after 9 steps",
        "The program allowed U and R; R is dead.",
        "Yes: the rule forbids R, and U, which the program allowed too, is live.",
        "colour: 2 black and 2 white cells",
        "../board.html#board=5x5&amp;path=DDRDLDRRU",
        "1 condition, reach 2",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    // Names cannot take the place of the overview.
    let other = text(&site, "unsolved/index-1.html");
    assert!(other.contains("No rule was found") && other.contains("not recorded"), "{other}");
    let overview = text(&site, "unsolved/index.html");
    assert!(
        overview.contains("2 positions") && overview.contains("In 1 the rules would have saved")
    );
    let pictures = ["board", "rule", "reason", "card"];
    for picture in pictures.map(|what| format!("pictures/unsolved/turns--late--R-{what}.svg")) {
        assert!(site.files.contains_key(&picture), "{picture}");
    }
}
