//! The server of the board page: its files, and the questions of the page. It listens on the
//! loopback address only, and answers only requests that this page can have made.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use deadmove_analysis::{Analysis, SlowQuestion};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_site::board::{ASSETS, Answers, page};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::HeaderValue;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The largest question in bytes: a pasted file of 1 MB, escaped.
const LARGEST_QUESTION: usize = 4 << 20;
/// Questions that are answered at a time; others wait.
const THREADS: usize = 6;
/// Counts at a time among them.
const COUNTS: usize = 2;
/// Questions about rules at a time among them.
const RULES: usize = 2;
/// Connections at a time; others wait. Each takes a file, and memory for a question.
const CONNECTIONS: usize = 64;
/// How long a client may take to send the head of a request, and its body.
const READING: Duration = Duration::from_secs(5);
/// How long a connection may last, with waiting, the answer, and reading it.
const LONGEST: Duration = Duration::from_secs(120);
/// How often the server looks whether to stop.
const PATIENCE: Duration = Duration::from_millis(50);
/// Where the files of the page are.
const FOLDER: &str = "/board/";

type Request = hyper::Request<Incoming>;
type Response = hyper::Response<Full<Bytes>>;

/// A server that is bound to its port.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// What all requests share.
struct Shared {
    port: u16,
    page: String,
    analysis: Analysis,
    answered: AtomicUsize,
    /// Turns for counting.
    counting: Semaphore,
    /// The turn for matching rules.
    matching: Semaphore,
    /// The turn for asking the program.
    asking: Semaphore,
    /// Turns for what a rule is worth.
    judging_rules: Semaphore,
}

impl Server {
    /// Binds the port; 0 for any that is free.
    pub fn bind(port: u16, analysis: Analysis) -> Result<Server, InputError> {
        let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| {
            listener.set_nonblocking(true)?;
            let port = listener.local_addr()?.port();
            Ok((listener, port))
        });
        let (listener, port) = bound.map_err(|error| {
            let message = format!("port {port} cannot be used: {error}");
            InputError::new(ErrorKind::PortUnavailable, message)
                .expected("a port that is free, or none")
        })?;
        let page = page(Answers::Server, FOLDER, &[]);
        let [counting, matching, asking, judging_rules] = [COUNTS, 1, 1, RULES].map(Semaphore::new);
        let answered = AtomicUsize::new(0);
        let shared = Arc::new(Shared {
            port,
            page,
            analysis,
            answered,
            counting,
            matching,
            asking,
            judging_rules,
        });
        Ok(Server { listener, shared })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.shared.port)
    }

    /// Serves until `stop` is set. Returns how many questions were answered.
    pub fn run(self, stop: &AtomicBool) -> io::Result<usize> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(THREADS)
            .build()?;
        let shared = Arc::clone(&self.shared);
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::spawn(serve(listener, shared));
            stopped(stop).await;
            Ok(())
        });
        // Nobody waits for the answers that are not there yet.
        runtime.shutdown_background();
        served.map(|()| self.shared.answered.load(Ordering::Relaxed))
    }
}

async fn stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(PATIENCE).await;
    }
}

/// Answers connections, one request for each.
async fn serve(listener: tokio::net::TcpListener, shared: Arc<Shared>) {
    let turns = Arc::new(Semaphore::new(CONNECTIONS));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(READING).keep_alive(false);
    loop {
        let turn = Arc::clone(&turns).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            // There may be too many open files.
            tokio::time::sleep(PATIENCE).await;
            continue;
        };
        let shared = Arc::clone(&shared);
        let answer = move |request| {
            let shared = Arc::clone(&shared);
            async move { Ok::<_, Infallible>(reply(shared, request).await) }
        };
        let connection = http.serve_connection(TokioIo::new(stream), service_fn(answer));
        tokio::spawn(async move {
            // A client that has gone, or is too slow, disturbs nobody.
            let _ = timeout(LONGEST, connection).await;
            drop(turn);
        });
    }
}

async fn reply(shared: Arc<Shared>, request: Request) -> Response {
    // Before the body is read.
    if let Some(refusal) = shared.refusal(request.headers()) {
        return refusal;
    }
    let (method, uri) = (request.method(), request.uri());
    if method == Method::POST {
        if uri.path() != "/ask" {
            return plain(StatusCode::NOT_FOUND, "questions go to /ask");
        }
        let body = Limited::new(request.into_body(), LARGEST_QUESTION);
        return match timeout(READING, body.collect()).await {
            Ok(Ok(body)) => shared.ask(body.to_bytes()).await,
            Ok(Err(_)) => plain(StatusCode::PAYLOAD_TOO_LARGE, "a question has at most 4 MB"),
            Err(_) => plain(StatusCode::REQUEST_TIMEOUT, "the question did not come in time"),
        };
    }
    if ![Method::GET, Method::HEAD].contains(method) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "only GET, HEAD and POST");
    }
    if uri.path() == "/" {
        return with_headers(StatusCode::OK, "text/html; charset=utf-8", shared.page.clone());
    }
    let name = uri.path().strip_prefix(FOLDER);
    match name.and_then(|name| ASSETS.iter().find(|asset| asset.name == name)) {
        Some(asset) => with_headers(StatusCode::OK, asset.media_type, asset.content),
        None => plain(StatusCode::NOT_FOUND, "there is no such file"),
    }
}

impl Shared {
    /// Pages of other sites can make a browser send requests here, also under a name of theirs that
    /// resolves to this machine. They are told apart by these headers, which scripts cannot set.
    fn refusal(&self, headers: &HeaderMap) -> Option<Response> {
        let header = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let own = |host: &str| {
            // Browsers leave out the usual port.
            let name =
                host.strip_suffix(&format!(":{}", self.port)).or((self.port == 80).then_some(host));
            name.is_some_and(|name| ["127.0.0.1", "localhost"].contains(&name))
        };
        if !header("host").is_some_and(own) {
            let message = "this server answers only to its own address";
            return Some(plain(StatusCode::FORBIDDEN, message));
        }
        let foreign = |origin: &str| !origin.strip_prefix("http://").is_some_and(own);
        if header("origin").is_some_and(foreign) {
            return Some(plain(StatusCode::FORBIDDEN, "this server answers only its own page"));
        }
        None
    }

    async fn ask(self: Arc<Self>, body: Bytes) -> Response {
        let Ok(question) = String::from_utf8(body.into()) else {
            return plain(StatusCode::BAD_REQUEST, "the question is not UTF-8 text");
        };
        // A count that nobody waits for any more goes on to its limit, a program to its timeout;
        // they must not keep judgements waiting.
        let _turn = match Analysis::slow(&question) {
            Some(SlowQuestion::Count) => self.counting.acquire().await.ok(),
            Some(SlowQuestion::Match) => self.matching.acquire().await.ok(),
            Some(SlowQuestion::Program) => self.asking.acquire().await.ok(),
            Some(SlowQuestion::Rule) => self.judging_rules.acquire().await.ok(),
            None => None,
        };
        let shared = Arc::clone(&self);
        // Dropped with this future: when the answer is there, or the client has gone.
        let asked = AwaitedQuestion(Arc::new(AtomicBool::new(false)));
        let stop = Arc::clone(&asked.0);
        let answer = tokio::task::spawn_blocking(move || {
            let answer = shared.analysis.answer_unless(&question, &stop);
            shared.answered.fetch_add(1, Ordering::Relaxed);
            answer
        });
        match answer.await {
            Ok(answer) => with_headers(StatusCode::OK, "application/json", answer),
            Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the question made deadmove fail"),
        }
    }
}

/// A question that somebody waits for. Its work stops when nobody does.
struct AwaitedQuestion(Arc<AtomicBool>);

impl Drop for AwaitedQuestion {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn plain(status: StatusCode, text: &str) -> Response {
    with_headers(status, "text/plain; charset=utf-8", format!("{text}\n"))
}

fn with_headers(status: StatusCode, media_type: &'static str, body: impl Into<Bytes>) -> Response {
    let headers = [
        ("content-type", media_type),
        ("content-security-policy", Answers::Server.policy()),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ];
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
