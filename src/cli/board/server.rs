//! The server of the board page: its files, and the questions of the page. It listens on the
//! loopback address only, and answers only requests that this page can have made.

use std::io::{Cursor, Read};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use deadmove_analysis::Analysis;
use deadmove_core::error::InputError;
use deadmove_site::board::{ASSETS, Answers, page};
use tiny_http::{Header, Method, Request, Response};

/// The largest question in bytes: a pasted file of 1 MB, escaped.
const LARGEST_QUESTION: u64 = 4 << 20;
/// Questions that are answered at a time.
const THREADS: usize = 4;
/// How often the threads look whether to stop.
const PATIENCE: Duration = Duration::from_millis(100);
/// Where the files of the page are.
const FOLDER: &str = "/board/";

type Reply = Response<Cursor<Vec<u8>>>;

/// A server that is bound to its port.
pub struct Server {
    http: tiny_http::Server,
    port: u16,
    page: String,
    analysis: Analysis,
}

impl Server {
    /// Binds the port; 0 for any that is free.
    pub fn bind(port: u16, analysis: Analysis) -> Result<Server, InputError> {
        let http = tiny_http::Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            let message = format!("port {port} cannot be used: {error}");
            InputError::new("port-unavailable", message).expected("a port that is free, or none")
        })?;
        let port = http.server_addr().to_ip().map_or(port, |address| address.port());
        Ok(Server { http, port, page: page(Answers::Server, FOLDER, &[]), analysis })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Serves until `stop` is set. Returns how many questions were answered.
    pub fn run(&self, stop: &AtomicBool) -> usize {
        let answered = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        // A connection that breaks is no concern of the next one.
                        if let Ok(Some(request)) = self.http.recv_timeout(PATIENCE) {
                            self.serve(request, &answered);
                        }
                    }
                });
            }
        });
        answered.into_inner()
    }

    fn serve(&self, mut request: Request, answered: &AtomicUsize) {
        let reply = self.reply(&mut request, answered);
        // The browser may have left.
        let _ = request.respond(reply);
    }

    fn reply(&self, request: &mut Request, answered: &AtomicUsize) -> Reply {
        if let Some(refusal) = self.refusal(request) {
            return refusal;
        }
        let path = request.url().split(['?', '#']).next().unwrap_or_default().to_owned();
        match (request.method(), path.as_str()) {
            (Method::Get | Method::Head, "/") => {
                reply(200, "text/html; charset=utf-8", self.page.clone())
            }
            (Method::Get | Method::Head, path) => match path.strip_prefix(FOLDER) {
                Some(name) => match ASSETS.iter().find(|asset| asset.name == name) {
                    Some(asset) => reply(200, asset.media_type, asset.content.to_owned()),
                    None => plain(404, "there is no such file"),
                },
                None => plain(404, "there is no such page"),
            },
            (Method::Post, "/ask") => self.ask(request, answered),
            (Method::Post, _) => plain(404, "questions go to /ask"),
            _ => plain(405, "only GET, HEAD and POST"),
        }
    }

    /// Pages of other sites can make a browser send requests here, also under a name of theirs that
    /// resolves to this machine. They are told apart by these headers, which scripts cannot set.
    fn refusal(&self, request: &Request) -> Option<Reply> {
        let header = |name: &'static str| {
            request.headers().iter().find(|header| header.field.equiv(name)).map(|h| h.value.as_str())
        };
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        if !header("Host").is_some_and(|host| hosts.iter().any(|own| own == host)) {
            return Some(plain(403, "this server answers only to its own address"));
        }
        let own = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|host| hosts.iter().any(|own| own == host))
        };
        if header("Origin").is_some_and(|origin| !own(origin)) {
            return Some(plain(403, "this server answers only its own page"));
        }
        None
    }

    fn ask(&self, request: &mut Request, answered: &AtomicUsize) -> Reply {
        let mut bytes = Vec::new();
        if request.as_reader().take(LARGEST_QUESTION + 1).read_to_end(&mut bytes).is_err() {
            return plain(400, "the question broke off");
        }
        if bytes.len() as u64 > LARGEST_QUESTION {
            return plain(413, "a question has at most 4 MB");
        }
        let Ok(question) = String::from_utf8(bytes) else {
            return plain(400, "the question is not UTF-8 text");
        };
        let answer = self.analysis.answer(&question);
        answered.fetch_add(1, Ordering::Relaxed);
        reply(200, "application/json", answer)
    }
}

fn plain(status: u16, text: &str) -> Reply {
    reply(status, "text/plain; charset=utf-8", format!("{text}\n"))
}

fn reply(status: u16, media_type: &str, body: String) -> Reply {
    let mut reply = Response::from_string(body).with_status_code(status);
    for (name, value) in [
        ("Content-Type", media_type),
        ("Content-Security-Policy", Answers::Server.policy()),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ] {
        reply.add_header(Header::from_bytes(name, value).expect("plain ASCII"));
    }
    reply
}
