//! The board page and its files, all of them part of the program.
//!
//! The page asks through one function, `deadmove.ask`; a script of its own provides it, by the
//! server that sent the page or by WebAssembly.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

/// A file that the page needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its name in the folder of the page's files.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its content.
    pub content: &'static str,
}

/// Who answers the questions of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The server that sent it.
    Server,
    /// The engine as WebAssembly: the files `engine.js` and `rules.js` beside the scripts.
    Wasm,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! assets {
    ($($name:literal $kind:expr),* $(,)?) => {
        [
            Asset { name: "shapes.js", media_type: SCRIPT, content: deadmove_report::shapes::SCRIPT },
            $(Asset {
                name: $name,
                media_type: $kind,
                content: include_str!(concat!("../assets/board/", $name)),
            }),*
        ]
    };
}

/// The files of both kinds of pages; scripts in the order in which they need each other.
pub const ASSETS: [Asset; 21] = assets![
    "board.css" "text/css; charset=utf-8",
    "position.js" SCRIPT,
    "variations.js" SCRIPT,
    "draw.js" SCRIPT,
    "rule-text.js" SCRIPT,
    "panel.js" SCRIPT,
    "page.js" SCRIPT,
    "asking.js" SCRIPT,
    "rule-picture.js" SCRIPT,
    "own-rules.js" SCRIPT,
    "playground.js" SCRIPT,
    "lifting.js" SCRIPT,
    "strip.js" SCRIPT,
    "walking.js" SCRIPT,
    "trainer.js" SCRIPT,
    "input.js" SCRIPT,
    "exchange.js" SCRIPT,
    "main.js" SCRIPT,
    "ask-server.js" SCRIPT,
    "ask-wasm.js" SCRIPT,
];

impl Answers {
    /// The names of the scripts of such a page.
    fn scripts(self) -> impl Iterator<Item = &'static str> {
        let (own, other): (&[&str], _) = match self {
            Answers::Server => (&[], "ask-wasm.js"),
            Answers::Wasm => (&["engine.js", "rules.js"], "ask-server.js"),
        };
        let shared = ASSETS.iter().filter(move |asset| asset.name != other);
        let shared = shared.filter(|asset| asset.media_type == SCRIPT).map(|asset| asset.name);
        own.iter().copied().chain(shared)
    }

    /// The content security policy of the page. Nothing is loaded from elsewhere, and no script
    /// stands in the page itself. WebAssembly needs a permission and a worker made of a text.
    pub fn policy(self) -> &'static str {
        match self {
            Answers::Server => {
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                 img-src data: blob:; base-uri 'none'; form-action 'none'"
            }
            Answers::Wasm => {
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                 style-src 'self'; worker-src blob:; img-src data: blob:; base-uri 'none'; \
                 form-action 'none'"
            }
        }
    }
}

/// The page. `root` is where its files are, with a slash at its end, and `links` are other pages:
/// address and name, plain texts without HTML.
pub fn page(answers: Answers, root: &str, links: &[(&str, &str)]) -> String {
    let script = |name| format!("<script src=\"{root}{name}\" defer></script>");
    let scripts: Vec<String> = answers.scripts().map(script).collect();
    let link = |(to, name): &(&str, &str)| format!("<a href=\"{to}\">{name}</a>");
    let links: String = links.iter().map(link).collect();
    include_str!("../assets/board/board.html")
        .replace("@policy@", answers.policy())
        .replace("@root@", root)
        .replace("@scripts@", &scripts.join("\n"))
        .replace("@navigation@", &links)
}

/// The page and its files for a site without a server, with their paths. `engine` is the
/// WebAssembly module of `deadmove-wasm`; without it the page can draw, and says that it cannot
/// judge. `rules` is the JSON form of the rule sets; empty if there are none. `addresses` are the
/// pages about rules by their files.
pub(crate) fn files(
    engine: Option<&[u8]>,
    rules: &str,
    addresses: &BTreeMap<String, String>,
    links: &[(&str, &str)],
) -> Vec<(String, Vec<u8>)> {
    const FOLDER: &str = "board/";
    let engine = engine.map(|bytes| BASE64_STANDARD.encode(bytes)).unwrap_or_default();
    let rules = if rules.is_empty() { r#"{"files":{},"sets":[]}"# } else { rules };
    let set = |name: &str, value: &str| {
        format!("window.deadmove = window.deadmove || {{}};\nwindow.deadmove.{name} = {value};\n")
    };
    let addresses = serde_json::to_string(addresses).expect("plain data is serialisable");
    let mut files = vec![
        ("board.html".to_owned(), page(Answers::Wasm, FOLDER, links)),
        (format!("{FOLDER}engine.js"), set("engine", &format!("\"{engine}\""))),
        (format!("{FOLDER}rules.js"), set("rules", rules) + &set("pages", &addresses)),
    ];
    let own = ASSETS.iter().filter(|asset| asset.name != "ask-server.js");
    files.extend(own.map(|asset| (format!("{FOLDER}{}", asset.name), asset.content.to_owned())));
    files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect()
}
