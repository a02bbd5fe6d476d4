//! A server for the benchmark: every commit is on disk, and the pages fit in
//! memory, as those of SQLite do. Its data stays for the next run.

use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

#[path = "../../tests/it/support/postgres/programs.rs"]
mod programs;

use programs::Programs;
use tokio_postgres::NoTls;

const ROLE: &str = "shortlist";
const START_LIMIT: Duration = Duration::from_secs(30);

pub(crate) struct Server {
    folder: PathBuf,
    supervisor: Child,
}

impl Server {
    pub(crate) fn start(name: &str) -> Self {
        let programs = Programs::find()
            .expect("PostgreSQL: initdb and postgres in PATH or in /usr/lib/postgresql");
        let folder = crate::postgres::folder().join(name);
        let data = folder.join("data");
        if !data.join("PG_VERSION").exists() {
            std::fs::create_dir_all(&folder).expect("a folder");
            if let Some((user, group)) = programs.user {
                chown(&folder, Some(user), Some(group)).expect("a folder of the server");
            }
            let data = data.to_str().expect("a path in UTF-8");
            let arguments = ["-D", data, "-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C"];
            programs.run("initdb", &arguments);
        }
        let log = std::fs::File::create(folder.join("log")).expect("a log");
        let settings = ["shared_buffers=1GB", "max_wal_size=4GB"].map(str::to_owned);
        let supervisor = programs.start_server((&data, &folder), &settings, log, Path::new(""));
        Self { folder, supervisor }
    }

    fn url(&self, database: &str) -> String {
        format!("postgres:///{database}?user={ROLE}&host={}", self.folder.display())
    }

    async fn client(&self, database: &str) -> tokio_postgres::Client {
        let url = self.url(database);
        let started = Instant::now();
        loop {
            match tokio_postgres::connect(&url, NoTls).await {
                Ok((client, connection)) => {
                    tokio::spawn(connection);
                    return client;
                }
                Err(error) => assert!(started.elapsed() < START_LIMIT, "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// A copy of this file, which is made once.
    pub(crate) async fn filled_from(&self, file: &Path) -> String {
        let name = file.file_stem().expect("a name").to_string_lossy().replace('-', "_");
        let client = self.client("postgres").await;
        let sql = "SELECT count(*) FROM pg_database WHERE datname = $1";
        let count: i64 = client.query_one(sql, &[&name]).await.expect("a count").get(0);
        let url = self.url(&name);
        if count == 0 {
            eprintln!("copying the data to PostgreSQL, once …");
            let unfinished = format!("{name}_unfinished");
            let drop = format!("DROP DATABASE IF EXISTS {unfinished}");
            client.batch_execute(&drop).await.expect("no database");
            let create = format!("CREATE DATABASE {unfinished}");
            client.batch_execute(&create).await.expect("a database");
            let status = Command::new(env!("CARGO_BIN_EXE_shortlist"))
                .args(["db", "copy", &format!("sqlite:{}", file.display()), &self.url(&unfinished)])
                .status()
                .expect("a program");
            assert!(status.success(), "db copy failed");
            let vacuum = self.client(&unfinished).await;
            vacuum.batch_execute("VACUUM ANALYZE").await.expect("statistics");
            drop_connections(&client, &unfinished).await;
            let rename = format!("ALTER DATABASE {unfinished} RENAME TO {name}");
            client.batch_execute(&rename).await.expect("a name");
        }
        url
    }

    /// An empty database of this name; an older one is dropped.
    pub(crate) async fn new_database(&self, name: &str) -> String {
        let client = self.client("postgres").await;
        let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
        client.batch_execute(&drop).await.expect("no database");
        client.batch_execute(&format!("CREATE DATABASE {name}")).await.expect("a database");
        self.url(name)
    }
}

async fn drop_connections(client: &tokio_postgres::Client, database: &str) {
    let sql = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1";
    client.query(sql, &[&database]).await.expect("connections");
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.supervisor.stdin.take());
        let _ = self.supervisor.wait();
    }
}
