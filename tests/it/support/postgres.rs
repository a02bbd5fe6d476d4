//! Throw-away `PostgreSQL` servers, where the programs of one are installed. They end with the
//! process of the tests, however it ends.

mod programs;

use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use programs::Programs;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// The directory of the socket of a server that another process of the tests started.
pub(crate) const SERVER: &str = "SHORTLIST_TEST_POSTGRES_SERVER";
/// `required` fails a test that would be skipped.
const MODE: &str = "SHORTLIST_TEST_POSTGRES";
const ROLE: &str = "shortlist";
/// A role that needs a password; the others need none.
pub(crate) const GUARDED_ROLE: &str = "guarded";
const HBA: &str = "\
local all guarded scram-sha-256
host all guarded 127.0.0.1/32 scram-sha-256
local all all trust
host all all 127.0.0.1/32 trust
local replication all trust
";

/// A new folder that the user of the server may write to. In memory, where the system has enough:
/// thousands of commits wait for no disk.
fn new_folder(programs: &Programs) -> TempDir {
    let memory = Path::new("/dev/shm");
    let has_room = rustix::fs::statvfs(memory)
        .is_ok_and(|memory| memory.f_bavail.saturating_mul(memory.f_frsize) > 4 << 30);
    let parent = if has_room { memory.to_owned() } else { std::env::temp_dir() };
    let folder = tempfile::Builder::new()
        .prefix("shortlist-postgres-")
        .tempdir_in(&parent)
        .or_else(|_not_writable| tempfile::tempdir())
        .unwrap();
    if let Some((user, group)) = programs.user {
        chown(folder.path(), Some(user), Some(group)).unwrap();
    }
    folder
}

/// A server with a socket in its own folder.
pub(crate) struct Server {
    programs: Programs,
    folder: TempDir,
    /// Ends the server when its stdin is closed.
    supervisor: Option<Child>,
    settings: Vec<String>,
    /// Nothing drops a server of the whole process: its folder is removed with it.
    is_shared: bool,
    is_frozen: bool,
}

impl Server {
    /// `None` if there are no programs to start it with: the test must end.
    pub(crate) fn start(test: &str) -> Option<Self> {
        Self::create(test, false)
    }

    fn create(test: &str, is_shared: bool) -> Option<Self> {
        let Some(programs) = Programs::find() else {
            skip(test);
            return None;
        };
        let folder = new_folder(&programs);
        let data = folder.path().join("data");
        let data = data.to_str().unwrap();
        let arguments = ["-D", data, "-U", ROLE, "-A", "trust", "-E", "UTF8", "--no-sync"];
        programs.run("initdb", &[&arguments[..], &["--locale=C"]].concat());
        std::fs::write(folder.path().join("data/pg_hba.conf"), HBA).unwrap();
        let mut server = Self {
            programs,
            folder,
            supervisor: None,
            settings: Vec::new(),
            is_shared,
            is_frozen: false,
        };
        server.run();
        Some(server)
    }

    /// A standby that follows this server, with settings of its own.
    pub(crate) fn start_standby(&self, settings: &[&str]) -> Self {
        let folder = new_folder(&self.programs);
        let data = folder.path().join("data");
        let socket = self.socket();
        let arguments = ["-D", data.to_str().unwrap(), "-h", socket.to_str().unwrap()];
        let more = ["-U", ROLE, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
        self.programs.run("pg_basebackup", &[&arguments[..], &more].concat());
        let settings = settings.iter().map(|it| (*it).to_owned()).collect();
        let programs = self.programs.clone();
        let mut server = Self {
            programs,
            folder,
            supervisor: None,
            settings,
            is_shared: false,
            is_frozen: false,
        };
        server.run();
        server
    }

    /// Starts the server, which was stopped or killed.
    pub(crate) fn run(&mut self) {
        let (socket, data) = (self.socket(), self.folder.path().join("data"));
        let log = std::fs::File::create(self.folder.path().join("log")).unwrap();
        let child = self.programs.start_server(
            (&data, &socket),
            &self.settings,
            log,
            if self.is_shared { &socket } else { Path::new("") },
        );
        self.supervisor = Some(child);
        self.wait_until_ready();
    }

    fn wait_until_ready(&self) {
        let log = || std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let is_ready = || {
            let log = log();
            log.contains("ready to accept connections") || log.contains("ready to accept read-only")
        };
        let status = || u16::from(is_ready());
        crate::support::http::wait_for_status(1, crate::support::TIMEOUT, status);
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// The address of a database on this server.
    pub(crate) fn url(&self, database: &str) -> String {
        url(&self.socket(), database)
    }

    /// The address of a database on the one of two servers that is the primary.
    pub(crate) fn url_with(&self, other: &Self, database: &str) -> String {
        let hosts = [self.socket(), other.socket()].map(|it| it.display().to_string()).join(",");
        format!("postgres:///{database}?user={ROLE}&host={hosts}")
    }

    /// Ends all processes of the server at once, as a power failure does.
    pub(crate) fn kill(&mut self) {
        self.signal_all("KILL");
        self.stop();
    }

    /// The server still accepts connections, and never answers, as a machine that hangs. Until it is
    /// killed.
    pub(crate) fn freeze(&mut self) {
        self.signal_all("STOP");
        self.is_frozen = true;
    }

    fn signal_all(&self, name: &str) {
        let id = std::fs::read_to_string(self.folder.path().join("data/postmaster.pid")).unwrap();
        let postmaster: u32 = id.lines().next().unwrap().parse().unwrap();
        let children = children(postmaster);
        // A child of a connection may have ended meanwhile.
        let all = children.iter().map(|child| format!("kill -{name} {child}; "));
        let script = format!("kill -{name} {postmaster}; {}true", all.collect::<String>());
        Command::new("sh").args(["-c", &script]).stderr(Stdio::null()).status().unwrap();
    }

    /// The folder of its programs.
    pub(crate) fn programs(&self) -> &Path {
        &self.programs.folder
    }

    /// A folder that the user of the server may read.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file that only the server may read, and the test.
    pub(crate) fn write_private(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        if let Some((user, group)) = self.programs.user {
            chown(&path, Some(user), Some(group)).unwrap();
        }
    }

    /// Starts the server again, with other settings.
    pub(crate) fn restart_with(&mut self, settings: &[&str]) {
        self.stop();
        self.settings = settings.iter().map(|it| (*it).to_owned()).collect();
        self.run();
    }

    /// Ends the server as its operator does.
    pub(crate) fn stop(&mut self) {
        if std::mem::take(&mut self.is_frozen) {
            self.signal_all("KILL");
        }
        if let Some(mut supervisor) = self.supervisor.take() {
            drop(supervisor.stdin.take());
            supervisor.wait().unwrap();
        }
    }

    pub(crate) fn create_database(&self, name: &str) -> String {
        Client::connect(&self.url("postgres")).execute(&format!("CREATE DATABASE {name}"));
        self.url(name)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The processes that this one started.
fn children(parent: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_child = |id: &u32| {
        // The name in parentheses may contain spaces; the state and the parent follow it.
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default();
        fields.split_whitespace().nth(1).is_some_and(|it| it.parse() == Ok(parent))
    };
    let ids = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
    ids.filter(is_child).collect()
}

fn url(socket: &Path, database: &str) -> String {
    format!("postgres:///{database}?user={ROLE}&host={}", socket.display())
}

/// Says so past the capture of the test harness.
pub(crate) fn skip(test: &str) {
    let mode = std::env::var(MODE).unwrap_or_default();
    assert_ne!(mode, "required", "{test}: no initdb and postgres in PATH or /usr/lib/postgresql");
    let notice = format!("\nSKIPPED: {test}; PostgreSQL is not installed on this machine\n");
    std::io::stderr().write_all(notice.as_bytes()).unwrap();
}

/// The server that the tests of this process share, or that another process of them started.
pub(crate) fn shared_socket(test: &str) -> Option<PathBuf> {
    static SERVER_OF_PROCESS: OnceLock<Option<Server>> = OnceLock::new();
    if let Some(socket) = std::env::var_os(SERVER) {
        return Some(socket.into());
    }
    let server =
        SERVER_OF_PROCESS.get_or_init(|| Programs::find().and_then(|_| Server::create(test, true)));
    if server.is_none() {
        skip(test);
    }
    server.as_ref().map(Server::socket)
}

/// A database of this name on the shared server, created if it is missing.
pub(crate) fn shared_database(socket: &Path, name: &str) -> String {
    let client = Client::connect(&url(socket, "postgres"));
    if client.count("SELECT count(*) FROM pg_database WHERE datname = $1", name) == 0 {
        client.execute(&format!("CREATE DATABASE {name}"));
    }
    url(socket, name)
}

/// A connection of the test itself.
pub(crate) struct Client {
    pub(crate) url: String,
    runtime: Runtime,
    connection: tokio_postgres::Client,
}

impl Client {
    pub(crate) fn connect(url: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let connection = runtime.block_on(async {
            let (client, connection) =
                tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
            tokio::spawn(connection);
            client
        });
        Self { url: url.to_owned(), runtime, connection }
    }

    /// Whether the server executed it.
    pub(crate) fn try_execute(&self, sql: &str) -> bool {
        self.runtime.block_on(self.connection.batch_execute(sql)).is_ok()
    }

    pub(crate) fn execute(&self, sql: &str) {
        self.runtime.block_on(self.connection.batch_execute(sql)).unwrap();
    }

    pub(crate) fn count(&self, sql: &str, parameter: &str) -> i64 {
        self.runtime.block_on(self.connection.query_one(sql, &[&parameter])).unwrap().get(0)
    }

    /// Asks until the answer is this one.
    pub(crate) fn wait_for(&self, sql: &str, answer: &str) {
        let ask = || {
            let row = self.runtime.block_on(self.connection.query_one(sql, &[])).unwrap();
            u16::from(row.get::<_, String>(0) == answer)
        };
        crate::support::http::wait_for_status(1, crate::support::TIMEOUT, ask);
    }
}
