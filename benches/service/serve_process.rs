//! The service as a process of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use crate::KEY;

pub(crate) struct ServeProcess {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl ServeProcess {
    pub(crate) fn start(database: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_shortlist"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
            .env("SHORTLIST_SERVICE_KEY", KEY)
            .env("SHORTLIST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .expect("a program");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("an address");
        let address = line.trim_end().strip_prefix("listening on http://").expect("an address");
        Self { address: address.parse().expect("an address"), child }
    }
}

impl Drop for ServeProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
