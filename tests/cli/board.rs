//! `deadmove board`: its server, without a browser. `.ci/browser` tests the page itself.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use insta::assert_snapshot;

use super::program::{Folder, Ran, command, deadmove, repository};

/// A board that is being served.
struct Served {
    child: Child,
    port: u16,
}

impl Served {
    fn start(arguments: &[&str]) -> Served {
        Served::start_in(repository(), arguments)
    }

    fn start_in(folder: &Path, arguments: &[&str]) -> Served {
        let words = [&["board"], arguments].concat();
        let mut command = command(folder, &words);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut address = String::new();
        let mut byte = [0];
        let out = child.stdout.as_mut().expect("piped");
        while out.read(&mut byte).is_ok_and(|read| read == 1) && byte[0] != b'\n' {
            address.push(byte[0].into());
        }
        let port =
            address.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('/'));
        let port = port.and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no address: {address}"));
        Served { child, port }
    }

    /// Sends bytes and returns the status and the whole response.
    fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(bytes);
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        let response = String::from_utf8_lossy(&response).into_owned();
        let status = response.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or(0), response)
    }

    fn request(&self, line: &str, headers: &str, body: &str) -> (u16, String) {
        let port = self.port;
        let length = body.len();
        self.send(
            format!(
                "{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
                 Content-Length: {length}\r\n{headers}\r\n{body}"
            )
            .as_bytes(),
        )
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.request(&format!("GET {path}"), "", "")
    }

    /// The answer to a question.
    fn ask(&self, question: &str) -> serde_json::Value {
        let (status, response) = self.request("POST /ask", "", question);
        assert_eq!(status, 200, "{question}: {response}");
        let (_, body) = response.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{question}: {error}: {body}"))
    }

    /// Interrupts it, and returns what it printed.
    fn stop(mut self) -> Ran {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).output();
        assert!(sent.expect("kill is there").status.success());
        let child = std::mem::replace(&mut self.child, Command::new("true").spawn().unwrap());
        Ran::new(&["board"], child.wait_with_output().unwrap())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[cfg_attr(windows, ignore = "signals")]
fn the_board_is_served_until_it_is_interrupted() {
    let served = Served::start(&["--no-open"]);
    let (status, page) = served.get("/");
    assert_eq!(status, 200);
    assert!(page.contains("<title>deadmove board</title>"), "{page}");
    assert!(!page.contains('@'), "a placeholder is left: {page}");
    for header in ["content-security-policy: default-src 'none'", "x-frame-options: DENY"] {
        assert!(page.contains(header), "{page}");
    }
    // Every file that the page names is there.
    let (_, html) = page.split_once("\r\n\r\n").unwrap();
    let files: Vec<&str> = html.split('"').filter(|text| text.starts_with("/board/")).collect();
    assert!(files.len() > 5, "{html}");
    for file in files {
        assert_eq!(served.get(file).0, 200, "{file}");
    }
    assert!(!html.contains("<script>") && !html.contains(" style=") && !html.contains(" onclick="));
    let ran = served.stop();
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn the_board_has_all_sets_in_a_folder_without_rules() {
    let folder = Folder::new(&[]);
    let served = Served::start_in(folder.path(), &["--no-open"]);
    let sets = served.ask(r#"{"ask":"sets"}"#).to_string();
    for set in ["lemmas", "mined-9", "proved"] {
        assert!(sets.contains(&format!("\"{set}\"")), "{set}: {sets}");
    }
}

#[test]
fn the_board_answers_only_requests_of_its_own_page() {
    let served = Served::start(&[]);
    let port = served.port;
    let ask = |host: &str, origin: &str| {
        let (question, length) = (r#"{"ask":"sets"}"#, 14);
        let text = format!(
            "POST /ask HTTP/1.1\r\n{host}Connection: close\r\n{origin}Content-Length: {length}\r\n\r\n{question}"
        );
        served.send(text.as_bytes()).0
    };
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    for (host, origin, status) in [
        (own.clone(), String::new(), 200),
        (format!("Host: localhost:{port}\r\n"), String::new(), 200),
        (own.clone(), format!("Origin: http://127.0.0.1:{port}\r\n"), 200),
        (own.clone(), "Origin: https://example.com\r\n".to_owned(), 403),
        (own.clone(), format!("Origin: https://127.0.0.1:{port}\r\n"), 403),
        (own.clone(), "Origin: null\r\n".to_owned(), 403),
        (format!("Host: example.com:{port}\r\n"), String::new(), 403),
        ("Host: 127.0.0.1\r\n".to_owned(), String::new(), 403),
        (format!("Host: 127.0.0.1:{port}.example.com\r\n"), String::new(), 403),
        (String::new(), String::new(), 403),
    ] {
        assert_eq!(ask(&host, &origin), status, "{host}{origin}");
    }
}

#[test]
fn the_board_reads_nothing_but_its_own_files() {
    let served = Served::start(&[]);
    for path in [
        "/Cargo.toml",
        "/board/",
        "/board/../Cargo.toml",
        "/board/../../Cargo.toml",
        "/board/..%2f..%2fCargo.toml",
        "/board/%2e%2e/Cargo.toml",
        "/board//etc/passwd",
        "/etc/passwd",
        "/ask",
        "//",
        "/index.html",
    ] {
        let (status, response) = served.get(path);
        assert_eq!(status, 404, "{path}: {response}");
    }
    assert_eq!(served.request("DELETE /", "", "").0, 405);
    assert_eq!(served.request("POST /", "", "").0, 404);
    let huge =
        format!("{{\"ask\":\"read\",\"n\":9,\"path\":\"\",\"text\":\"{}\"}}", "R".repeat(5 << 20));
    assert_eq!(served.request("POST /ask", "", &huge).0, 413);
    assert_eq!(served.get("/").0, 200);
}

#[test]
fn questions_of_the_board_that_make_no_sense_get_a_message() {
    let served = Served::start(&[]);
    let mut messages = String::new();
    for question in [
        "",
        "null",
        "[]",
        "{}",
        r#"{"ask":"guess"}"#,
        r#"{"ask":"judge"}"#,
        r#"{"ask":"judge","n":9}"#,
        r#"{"ask":"judge","n":0,"path":""}"#,
        r#"{"ask":"judge","n":100000,"path":""}"#,
        r#"{"ask":"judge","n":5,"path":"RRRRR"}"#,
        r#"{"ask":"judge","n":5,"path":"RDLU"}"#,
        r#"{"ask":"match","n":5,"path":"R","rules":"mined-8"}"#,
        r#"{"ask":"match","n":5,"path":"R","rules":"../../Cargo.toml"}"#,
        r#"{"ask":"match","n":5,"path":"R","rules":["mined-9"]}"#,
        r#"{"ask":"count","n":5,"path":"R","quick":"yes"}"#,
        r#"{"ask":"read","n":5,"path":"","text":"<svg/>"}"#,
        r#"{"ask":"read","n":5,"path":"","text":""}"#,
        r#"{"ask":"write","n":5,"path":"","as":"png"}"#,
        r#"{"ask":"write","width":5,"height":3,"path":"","as":"path-file"}"#,
    ] {
        let answer = served.ask(question);
        let error = &answer["error"];
        assert!(
            error["message"].is_string() && error["kind"] != "internal",
            "{question}: {answer}"
        );
        messages += &format!("{question}\n  {}\n", error["message"].as_str().unwrap());
    }
    assert_snapshot!(messages);
    assert_eq!(served.ask(r#"{"ask":"judge","n":5,"path":"RR"}"#)["verdict"], "live");
}

#[test]
fn the_board_says_what_the_command_line_says() {
    let served = Served::start(&[]);
    let path = "RRRRRRRRDDDDDDDLLLLLLU";
    let question = format!(r#"{{"ask":"judge","n":9,"path":"{path}","rules":"mined-9"}}"#);
    let answer = served.ask(&question);
    let matched = served.ask(&question.replace("judge", "match"));
    let arguments = ["explain", "mined-9", "--board", "9x9", "--path", path, "--json"];
    let told: serde_json::Value = serde_json::from_str(deadmove(&arguments).stdout()).unwrap();
    assert_eq!(answer["verdict"], told["verdict"]);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    for one in moves {
        let letter = one["move"].as_str().unwrap();
        assert_eq!(one["verdict"], told["moves"][letter]["verdict"], "{letter}");
        assert_eq!(one["reason"].as_array().unwrap().is_empty(), one["verdict"] == "live");
        let forbidding = matched["matches"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|found| found["forbids"].as_str().unwrap().contains(letter));
        let rules: Vec<_> = forbidding.map(|found| found["rule"].clone()).collect();
        let known = told["moves"][letter]["forbidden_by"].as_array().unwrap();
        assert_eq!(rules, known.iter().map(|found| found["rule"].clone()).collect::<Vec<_>>());
    }
    let count = served.ask(&question.replace("judge", "count"));
    let counted = deadmove(&["count", "--board", "9x9", "--path", path, "--json"]);
    let counted: serde_json::Value = serde_json::from_str(counted.stdout()).unwrap();
    assert_eq!(count["count"].as_str().unwrap(), counted["count"].to_string());
}

#[test]
fn a_rule_that_is_wrong_here_is_marked_as_wrong() {
    let served = Served::start(&["rules/near-field/close-side-straight.rule"]);
    let sets = served.ask(r#"{"ask":"sets"}"#);
    let names: Vec<&str> =
        sets["sets"].as_array().unwrap().iter().map(|set| set["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"given") && names.contains(&"mined-9"), "{names:?}");
    let position = r#""n":5,"path":"DDRRU""#;
    let matched = served.ask(&format!(r#"{{"ask":"match",{position},"rules":"given"}}"#));
    let answer = served.ask(&format!(r#"{{"ask":"judge",{position}}}"#));
    let found = &matched["matches"][0];
    let wrong = found["wrong"].as_str().unwrap();
    assert!(!wrong.is_empty() && found["forbids"].as_str().unwrap().contains(wrong), "{matched}");
    let moves = answer["moves"].as_array().unwrap();
    let moved = moves.iter().find(|one| one["move"] == *wrong).unwrap();
    assert_eq!(moved["verdict"], "live");
}

#[test]
fn idle_clients_unsent_bodies_and_long_names_do_not_keep_the_board_busy() {
    // The server waits some seconds for each: it waits for both at once.
    let (crowded, served) = (Served::start(&[]), Served::start(&[]));
    let crowd = || {
        let connect = |_| TcpStream::connect(("127.0.0.1", crowded.port)).expect("it listens");
        let idle: Vec<TcpStream> = (0..100).map(connect).collect();
        assert_eq!(crowded.get("/").0, 200);
        drop(idle);
    };
    let unsent = |host: &str| {
        let head = format!("POST /ask HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\n");
        let begun = std::time::Instant::now();
        (served.send(head.as_bytes()).0, begun.elapsed().as_secs() >= 4)
    };
    std::thread::scope(|scope| {
        scope.spawn(crowd);
        assert_eq!(unsent("example.com"), (403, false), "a foreign body is not waited for");
        assert_eq!(unsent(&format!("127.0.0.1:{}", served.port)), (408, true));
    });
    let name = "m".repeat(2 << 20);
    let question = format!(r#"{{"ask":"match","n":5,"path":"R","rules":"{name}"}}"#);
    let begun = std::time::Instant::now();
    assert!(served.ask(&question)["error"]["message"].is_string());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn a_port_that_is_taken_is_refused() {
    let served = Served::start(&[]);
    let ran = deadmove(&["board", "--port", &served.port.to_string()]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert!(ran.stderr().contains("cannot be used"), "{ran}");
}

#[test]
#[ignore = "half a minute"]
fn ten_thousand_requests_and_broken_connections_do_not_disturb_the_board() {
    let served = Served::start(&[]);
    let mut state = 0x9e37_79b9_u64;
    for number in 0..10_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let garbage: Vec<u8> = (0..state % 200).map(|at| (state >> (at % 56)) as u8).collect();
        match number % 4 {
            0 => assert_eq!(served.get("/").0, 200),
            1 => {
                served.ask(r#"{"ask":"judge","n":9,"path":"RRDD"}"#);
            }
            2 => {
                served.request("POST /ask", "", &String::from_utf8_lossy(&garbage));
            }
            _ => {
                // It leaves without waiting for an answer.
                let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
                let _ = stream.write_all(&garbage);
            }
        }
    }
    assert_eq!(served.get("/").0, 200);
    let ran = served.stop();
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert!(!ran.stderr().contains("panicked"), "{ran}");
}

#[test]
#[cfg(unix)]
fn only_the_program_of_the_command_line_is_asked_about_the_position_shown() {
    let answers = "-) echo D;; R) echo \"? lost\";; D) echo oops;; *) exit 3";
    let script = format!("while read -r board moves; do case $moves in {answers};; esac; done");
    let odd = format!("name Odd\nrun /bin/sh -c '{script}'\n");
    let other = "name Other\nrun /bin/sh -c 'touch ran; while read -r q; do echo R; done'\n";
    let folder = Folder::new(&[("odd.program", &odd), ("other.program", other)]);
    let served = Served::start_in(folder.path(), &["odd.program", "--no-open"]);
    let sets = served.ask(r#"{"ask":"sets"}"#);
    assert_eq!(sets["program"]["name"], "Odd");
    let ask = |path: &str| {
        served.ask(&format!(r#"{{"ask":"program","n":5,"path":"{path}"}}"#)).to_string()
    };
    let all = "RRRRDLLLLDRRRRDLLLLDRRRR";
    let said = ["", "R", "D", "RD", "", all].map(ask).join("\n");
    assert_snapshot!(said, @r#"
    {"allowed":"D"}
    {"no_answer":"it cannot say: lost"}
    {"no_answer":"`oops` is no answer"}
    {"no_answer":"it ended with exit code 3"}
    {"allowed":"D"}
    {"allowed":""}
    "#);
    for name in ["odd.program", "other.program", "./other.program", "--program"] {
        let question = format!(r#"{{"ask":"match","n":5,"path":"R","rules":"{name}"}}"#);
        assert_eq!(served.ask(&question)["error"]["kind"], "no-rules", "{name}");
        let question = format!(r#"{{"ask":"program","n":5,"path":"","program":"{name}"}}"#);
        assert_eq!(served.ask(&question)["allowed"], "D", "{name}");
    }
    assert!(!folder.path().join("ran").exists());
    assert_eq!(served.stop().code(), Some(0));
    let without = Served::start_in(folder.path(), &["--no-open"]);
    let none = without.ask(r#"{"ask":"program","n":5,"path":""}"#);
    assert_eq!(none["error"]["kind"], "no-rules", "{none}");
}
