//! The service in this process, and the program as a child process.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;

use serde_json::{Value, json};
use shortlist::service::store::record::StoreRecord;
use shortlist::service::store::{DatabaseUrl, IfMissing, Origin, Store, StoreError, WriteContext};
use shortlist::service::{ServiceSettings, serve};
use tempfile::TempDir;
use tokio::sync::oneshot;

pub(crate) use crate::support::engine::database;
use crate::support::http::{KEY, Request, Response};

/// The service in this process, on a free port; stopped when dropped.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    /// Its database, as `--database` takes it.
    pub(crate) database: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    _folder: TempDir,
}

impl Service {
    /// Starts with the data of [`agency`].
    pub(crate) fn start() -> Self {
        Self::with(ServiceSettings::default(), agency())
    }

    pub(crate) fn with(mut settings: ServiceSettings, entries: Vec<StoreRecord>) -> Self {
        settings.key = Some(KEY.to_owned());
        let folder = tempfile::tempdir().unwrap();
        let database = database(folder.path(), "service.db");
        let url: DatabaseUrl = database.parse().unwrap();
        let (sender, receiver) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let store = Store::open(&url, IfMissing::Create).await.unwrap();
                let entries = entries.into_iter().map(Ok::<_, StoreError>);
                store.import(context(), entries).await.unwrap();
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                serve(listener, store, &settings, async { _ = stopped.await }).await.unwrap();
            });
        });
        let address = receiver.recv().expect("the service started");
        Self { address, database, stop: Some(stop), thread: Some(thread), _folder: folder }
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        Request::new("GET", path).send(self.address)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        Request::new("POST", path).json(body).send(self.address)
    }

    pub(crate) fn patch(&self, path: &str, body: &Value) -> Response {
        Request::new("PATCH", path).json(body).send(self.address)
    }

    /// Creates a person and returns the data of the answer.
    pub(crate) fn create_person(&self, body: &Value) -> Value {
        self.post("/v1/persons", body).data()
    }

    pub(crate) fn read_person(&self, id: &Value) -> Value {
        self.get(&format!("/v1/persons/{}", id.as_str().unwrap())).data()
    }

    /// All records of the database as export lines.
    pub(crate) fn contents(&self) -> Vec<String> {
        let url: DatabaseUrl = self.database.parse().unwrap();
        let lines = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let shared = std::sync::Arc::clone(&lines);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = Store::open(&url, IfMissing::Fail).await.unwrap();
            let each = move |entry| -> Result<(), StoreError> {
                shared.lock().unwrap().push(serde_json::to_string(&entry)?);
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

/// A write now, without a named user.
pub(crate) fn context() -> WriteContext {
    WriteContext::new(Origin::default(), chrono::Utc::now().into())
}

/// A small agency with every special case of the API: two jobs with the same name, an
/// archived job, and one without a stage to start in.
pub(crate) fn agency() -> Vec<StoreRecord> {
    let job = |id: &str, name: &str, client: &str, archived: bool, stages: Value| {
        json!({"job": {
            "id": id, "name": name, "created_at": format!("2026-01-0{}T09:00:00Z", id.len() % 9 + 1),
            "is_archived": archived, "client_company_name": client,
            "client_company_id": format!("cli_{}", client.to_lowercase()),
            "job_status_name": "Open", "job_status_id": "sta_open", "pipeline_stages": stages,
        }})
    };
    let stage = |id: &str, order: i64, is_rejection: bool, is_interview: bool| {
        json!({"id": id, "name": id.to_uppercase(), "stage_order": order,
               "is_rejection_stage": is_rejection, "is_interviewing_stage": is_interview})
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

/// The import line of a person who has only a name, equal to the id.
pub(crate) fn person_line(id: &str) -> Value {
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

/// The built program with its own home directory.
pub(crate) struct Program {
    pub(crate) home: TempDir,
}

impl Program {
    pub(crate) fn new() -> Self {
        let program = Self { home: tempfile::tempdir().unwrap() };
        program.configure("");
        program
    }

    /// The directory of the recruiter's own data.
    pub(crate) fn local_folder(&self) -> PathBuf {
        self.home.path().join(".local/share/shortlist/local")
    }

    /// Writes the config. Only a test that says so has a background sync: the others count
    /// requests.
    pub(crate) fn configure(&self, text: &str) {
        let sync = if text.contains("sync =") { "" } else { "sync = \"manual\"\n" };
        let text = format!("{sync}{text}");
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
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // The access log would cover what fails.
        if arguments.first() == Some(&"serve") {
            command.env("SHORTLIST_LOG", "warn");
        }
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed. Returns its stdout.
    pub(crate) fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    /// Imports [`agency`] into a database.
    pub(crate) fn import_agency(&self, at: &str) {
        let lines: Vec<String> =
            agency().iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
        std::fs::write(self.home.path().join("agency.jsonl"), lines.join("\n")).unwrap();
        self.ok(&["db", "import", "agency.jsonl", "--database", at]);
    }

    /// Runs a command that must fail. Returns its exit code and stderr.
    pub(crate) fn fails(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?} succeeded");
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    /// Starts `serve` on a free port.
    pub(crate) fn serve(&self, arguments: &[&str]) -> RunningService {
        let all = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
        let mut command = self.command(&all);
        command.env("SHORTLIST_SERVICE_KEY", KEY).stderr(Stdio::inherit());
        RunningService::start(command)
    }
}

/// A `serve` child process; killed when dropped.
pub(crate) struct RunningService {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) stdout: BufReader<std::process::ChildStdout>,
}

impl RunningService {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on ");
        let address = address.and_then(|url| Some(url.split_once("://")?.1));
        let address = address.unwrap_or_else(|| panic!("serve printed {line:?}")).parse().unwrap();
        Self { child, address, stdout }
    }

    pub(crate) fn signal(&self, name: &str) {
        signal(name, self.child.id());
    }
}

impl Drop for RunningService {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command with this text on stdin.
pub(crate) fn run_with_stdin(command: &mut Command, stdin: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // A command that fails early stops reading.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap()
}

/// Sends a signal with the shell's builtin `kill`: a separate `kill` program may be missing.
pub(crate) fn signal(name: &str, process: u32) {
    let line = format!("kill -{name} {process}");
    assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
}
