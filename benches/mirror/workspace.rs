//! A server with 100,000 candidates in one job, in this process.

use std::future::pending;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use shortlist::service::server::serve_router;
use shortlist::service::{AppState, Limits, ServiceSettings, routes};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::database::open_store;
use crate::program::PRODUCT;

const KEY: &str = "bench";
pub(crate) const CANDIDATES: usize = 100_000;

pub(crate) struct Workspace {
    /// Serves until it is dropped.
    _runtime: Runtime,
    pub(crate) variables: [(&'static str, String); 2],
    pub(crate) job: String,
}

impl Workspace {
    pub(crate) fn serve() -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let address = runtime.block_on(serve());
        let url = ("SHORTLIST_URL", format!("http://{address}"));
        let variables = [url, ("SHORTLIST_KEY", KEY.to_owned())];
        let mut workspace = Self { _runtime: runtime, variables, job: String::new() };
        let home = tempfile::tempdir().expect("a directory");
        let jobs = workspace.read(home.path(), &["jobs", "--no-cache", "--json"]);
        jobs[0]["id"].as_str().expect("an id").clone_into(&mut workspace.job);
        workspace
    }

    /// The program in this home, with the address and the key of the server.
    pub(crate) fn command(&self, home: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(PRODUCT);
        command.args(arguments).env_clear().env("HOME", home);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// What the program prints, as JSON.
    pub(crate) fn read(&self, home: &Path, arguments: &[&str]) -> Value {
        let output = self.command(home, arguments).output().expect("the program");
        serde_json::from_slice(&output.stdout).expect("JSON")
    }
}

async fn serve() -> SocketAddr {
    let settings = ServiceSettings { key: Some(KEY.to_owned()), ..ServiceSettings::default() };
    let app = AppState::new(open_store(CANDIDATES).await.1, &settings);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(serve_router(listener, routes::router(&app), Limits::default(), pending()));
    address
}
