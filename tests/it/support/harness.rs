//! What the tests stand on: the service in this process, the program as a
//! child, and an HTTP caller that sends exactly the bytes it is told to.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};
use shortlist::service::store::record::StoreRecord;
use shortlist::service::store::{DatabaseUrl, IfMissing, Store, StoreError};
use shortlist::service::{ServiceSettings, serve};
use tempfile::TempDir;
use tokio::sync::oneshot;

/// The key that every test service takes.
pub(crate) const KEY: &str = "a-key-for-tests";

/// An answer, taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The record in the envelope of an answer that must have succeeded.
    pub(crate) fn data(&self) -> Value {
        assert!(self.status < 300, "{} {}", self.status, self.body);
        self.json()["data"].clone()
    }
}

/// Sends bytes on a connection of their own and reads the answer to its end.
pub(crate) fn send(address: SocketAddr, request: &[u8]) -> Answer {
    try_send(address, request).expect("an answer")
}

/// The same; nothing where the other side is gone.
pub(crate) fn try_send(address: SocketAddr, request: &[u8]) -> Option<Answer> {
    let mut stream = TcpStream::connect(address).ok()?;
    // A service that hangs fails its test instead of the whole run.
    stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    // A service that refuses early may close before it has taken everything.
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    try_parse(&bytes)
}

pub(crate) fn parse(bytes: &[u8]) -> Answer {
    try_parse(bytes)
        .unwrap_or_else(|| panic!("no HTTP answer: {:?}", String::from_utf8_lossy(bytes)))
}

/// Takes an answer apart; a cut one is none.
fn try_parse(bytes: &[u8]) -> Option<Answer> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let answer = Answer { status, headers, body: body.to_owned() };
    let length = answer.header("content-length").and_then(|length| length.parse().ok());
    length.is_none_or(|length: usize| length == body.len()).then_some(answer)
}

/// A request that can be bent in every way before it is sent.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn new(method: &str, path: &str) -> Self {
        let headers = vec![("Authorization".to_owned(), format!("Bearer {KEY}"))];
        Self { method: method.to_owned(), path: path.to_owned(), headers, body: Vec::new() }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(key, _)| !key.eq_ignore_ascii_case(name));
        if !value.is_empty() {
            self.headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    pub(crate) fn bytes(mut self, body: &[u8]) -> Self {
        body.clone_into(&mut self.body);
        self.header("Content-Type", "application/json")
            .header("Content-Length", &body.len().to_string())
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.bytes(body.to_string().as_bytes())
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut head =
            format!("{} {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        [head.as_bytes(), b"\r\n", &self.body].concat()
    }

    pub(crate) fn send(&self, address: SocketAddr) -> Answer {
        send(address, &self.to_bytes())
    }
}

/// The service in this process, on a port of its own, stopped when dropped.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    pub(crate) database: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    _folder: TempDir,
}

impl Service {
    /// With the small agency of [`agency`].
    pub(crate) fn start() -> Self {
        Self::with(ServiceSettings::default(), agency())
    }

    pub(crate) fn with(settings: ServiceSettings, entries: Vec<StoreRecord>) -> Self {
        Self::patient(settings, entries, Duration::from_secs(5))
    }

    /// With a store that waits so long for another writer.
    pub(crate) fn patient(
        mut settings: ServiceSettings,
        entries: Vec<StoreRecord>,
        patience: Duration,
    ) -> Self {
        settings.key = Some(KEY.to_owned());
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("service.db");
        let place = DatabaseUrl::Sqlite(database.clone());
        let (told, heard) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let store = Store::open_with_timeout(&place, IfMissing::Create, patience).unwrap();
                store
                    .import(chrono::Utc::now().into(), entries.into_iter().map(Ok::<_, StoreError>))
                    .await
                    .unwrap();
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                told.send(listener.local_addr().unwrap()).unwrap();
                serve(listener, store, &settings, async { _ = stopped.await }).await.unwrap();
            });
        });
        let address = heard.recv().expect("the service started");
        Self { address, database, stop: Some(stop), thread: Some(thread), _folder: folder }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        Request::new("GET", path).send(self.address)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        Request::new("POST", path).json(body).send(self.address)
    }

    pub(crate) fn patch(&self, path: &str, body: &Value) -> Answer {
        Request::new("PATCH", path).json(body).send(self.address)
    }

    /// Creates a person and gives what the answer holds.
    pub(crate) fn person(&self, body: &Value) -> Value {
        self.post("/v1/persons", body).data()
    }

    /// Reads a person.
    pub(crate) fn read(&self, id: &Value) -> Value {
        self.get(&format!("/v1/persons/{}", id.as_str().unwrap())).data()
    }

    /// Everything that is stored, to see that nothing changed.
    pub(crate) fn contents(&self) -> Vec<String> {
        let place = DatabaseUrl::Sqlite(self.database.clone());
        let lines = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let into = std::sync::Arc::clone(&lines);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let store = Store::open(&place, IfMissing::Fail).unwrap();
            let each = move |entry| -> Result<(), StoreError> {
                into.lock().unwrap().push(serde_json::to_string(&entry)?);
                Ok(())
            };
            store.export(each).await.unwrap();
        });
        lines.lock().unwrap().clone()
    }

    pub(crate) fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A small agency with every oddity that the rules speak of.
pub(crate) fn agency() -> Vec<StoreRecord> {
    let job = |id: &str, name: &str, client: &str, archived: bool, stages: Value| {
        json!({"job": {
            "id": id, "name": name, "created_at": format!("2026-01-0{}T09:00:00Z", id.len() % 9 + 1),
            "is_archived": archived, "client_company_name": client,
            "client_company_id": format!("cli_{}", client.to_lowercase()),
            "job_status_name": "Open", "job_status_id": "sta_open", "pipeline_stages": stages,
        }})
    };
    let stage = |id: &str, order: i64, out: bool, interview: bool| {
        json!({"id": id, "name": id.to_uppercase(), "stage_order": order,
               "is_rejection_stage": out, "is_interviewing_stage": interview})
    };
    let stages = json!([
        stage("rejected", 1, true, false),
        stage("applied", 2, false, false),
        stage("screen", 3, false, true),
    ]);
    let lines = [
        job("job_rust", "Rust Engineer", "Northwind", false, stages.clone()),
        job("job_sales", "Head of Sales", "Umbra", false, stages.clone()),
        job("job_sales_2", "HEAD OF SALES", "Kestrel", false, stages.clone()),
        job("job_archived", "Clerk", "Umbra", true, stages),
        job("job_no_stage", "Nowhere", "Umbra", false, json!([stage("rejected", 1, true, false)])),
    ];
    lines.into_iter().map(|line| StoreRecord::from_value(line).unwrap()).collect()
}

/// A line of an import for a person of whom only this is known.
pub(crate) fn person(id: &str) -> Value {
    let mut person = json!({"id": id, "name": id});
    for text in [
        "first_name",
        "last_name",
        "social_url",
        "social_public_id",
        "social_location",
        "social_headline",
        "current_job_title",
        "current_company_name",
        "address",
        "notes",
    ] {
        person[text] = json!("");
    }
    for list in [
        "emails",
        "phones",
        "work_experience",
        "education_experience",
        "certifications",
        "client_contacts",
    ] {
        person[list] = json!([]);
    }
    person["external_source_id"] = Value::Null;
    json!({"person": person})
}

/// The built program, with a home of its own.
pub(crate) struct Program {
    pub(crate) home: TempDir,
}

impl Program {
    pub(crate) fn new() -> Self {
        Self { home: tempfile::tempdir().unwrap() }
    }

    /// Where it keeps the recruiter's own data.
    pub(crate) fn local_folder(&self) -> PathBuf {
        self.home.path().join(".local/share/shortlist/local")
    }

    /// Writes its config.
    pub(crate) fn configure(&self, text: &str) {
        let folder = self.home.path().join(".config/shortlist");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("config.toml"), text).unwrap();
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shortlist"));
        command
            .args(arguments)
            .current_dir(self.home.path())
            .env_clear()
            .env("HOME", self.home.path())
            .env("SHORTLIST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs it and gives stdout; it must succeed.
    pub(crate) fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    /// Imports the small agency of [`agency`] into a database.
    pub(crate) fn import_agency(&self, at: &str) {
        let lines: Vec<String> =
            agency().iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
        std::fs::write(self.home.path().join("agency.jsonl"), lines.join("\n")).unwrap();
        self.ok(&["db", "import", "agency.jsonl", "--database", at]);
    }

    /// Runs it and gives exit code and stderr; it must fail.
    pub(crate) fn fails(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?} succeeded");
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    /// Starts `serve` on a free port with the test key.
    pub(crate) fn serve(&self, arguments: &[&str]) -> Running {
        let all = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
        let mut command = self.command(&all);
        command.env("SHORTLIST_SERVICE_KEY", KEY).stderr(Stdio::inherit());
        Running::start(command)
    }
}

/// A running `serve`, killed when dropped.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) stdout: BufReader<std::process::ChildStdout>,
}

impl Running {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://");
        let address = address.unwrap_or_else(|| panic!("it said {line:?}")).parse().unwrap();
        Self { child, address, stdout }
    }

    pub(crate) fn signal(&self, name: &str) {
        signal(name, &self.child);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal by the shell's own `kill`: a machine may lack the program.
pub(crate) fn signal(name: &str, child: &Child) {
    let line = format!("kill -{name} {}", child.id());
    assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
}

/// The path of a database as `--database` takes it.
pub(crate) fn database(folder: &Path, name: &str) -> String {
    format!("sqlite:{}", folder.join(name).display())
}
