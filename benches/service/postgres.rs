//! The service on `PostgreSQL` against the service on `SQLite`, with the same data, in the same run:
//! `cargo bench --bench service -- postgres`. Needs the programs of a server.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use shortlist::service::store::{IfMissing, Store};
use shortlist::service::{AppState, ServiceSettings, routes};

use crate::database;
use crate::load::{self, Load};
use crate::new_database;
use crate::postgres_server::Server;
use crate::serve_process::ServeProcess;
use crate::{Bound, Comparison, KEY, compare, start};

/// How many people the loads of reads and of updates choose from.
const SAMPLE: usize = 4_096;
/// How many people the databases for writes have at first.
const WRITE_SAMPLE: usize = 1_000;

/// Those of writes alone with `-- postgres writes`.
pub(crate) async fn comparisons(candidates: usize) -> Vec<Comparison> {
    if std::env::args().any(|argument| argument == "writes") {
        return writes(&Server::start("bench-postgres-writes")).await;
    }
    let (sqlite_file, sqlite) = database::open_store(candidates).await;
    let server = Server::start(&format!("bench-postgres-{candidates}"));
    let url = server.filled_from(&sqlite_file).await;
    let postgres = open(&url).await;
    let sides = Sides { postgres: serve(postgres).await, sqlite: serve(sqlite).await };
    let ids = Ids::read(&sqlite_file);
    let mut found = reads(&sides, &ids, candidates).await;
    found.extend(writes(&server).await);
    found.push(two_processes(&url, &ids, candidates).await);
    found
}

/// Where the same data is served by each engine.
#[derive(Clone, Copy)]
struct Sides {
    postgres: SocketAddr,
    sqlite: SocketAddr,
}

impl Sides {
    async fn compare(self, name: &'static str, bound: f64, load: &Load) -> Comparison {
        compare(name, Bound::AtLeast(bound), (self.postgres, load), (self.sqlite, load)).await
    }
}

async fn open(url: &str) -> Store {
    Store::open(&url.parse().expect("an address"), IfMissing::Create).await.expect("a database")
}

async fn serve(store: Store) -> SocketAddr {
    let settings = ServiceSettings { key: Some(KEY.to_owned()), ..ServiceSettings::default() };
    start(routes::router(&AppState::new(store, &settings))).await
}

struct Ids {
    job: String,
    candidates: Vec<String>,
    people: Vec<String>,
}

impl Ids {
    fn read(file: &Path) -> Self {
        let connection = rusqlite::Connection::open(file).expect("a database");
        let read = |sql: &str| -> Vec<String> {
            let mut statement = connection.prepare(sql).expect("a statement");
            let rows = statement.query_map([], |row| row.get(0)).expect("rows");
            rows.collect::<Result<_, _>>().expect("ids")
        };
        let sample = |table: &str, key: &str| {
            read(&format!(
                "SELECT id FROM {table} WHERE {key} % max(1, (SELECT max({key}) FROM {table}) / {SAMPLE}) = 0"
            ))
        };
        let job = read("SELECT id FROM job LIMIT 1").remove(0);
        let (candidates, people) =
            (sample("candidate", "candidate_pk"), sample("person", "person_pk"));
        Self { job, candidates, people }
    }
}

async fn reads(sides: &Sides, ids: &Ids, candidates: usize) -> Vec<Comparison> {
    let total = u64::try_from(candidates).expect("a count");
    let path = format!("/v1/jobs/{}/candidates", ids.job);
    let page = |offset| Load::fixed(KEY, &format!("{path}?offset={offset}"));
    let (first, last) = (page(0), page(total.saturating_sub(100)));
    vec![
        sides
            .compare(
                "PostgreSQL against SQLite: page of 100",
                0.2,
                &Load::random_pages(KEY, &ids.job, total),
            )
            .await,
        compare(
            "PostgreSQL: last page against the first",
            Bound::AtLeast(0.9),
            (sides.postgres, &last),
            (sides.postgres, &first),
        )
        .await,
        sides
            .compare(
                "PostgreSQL against SQLite: candidate",
                0.35,
                &Load::random_records(KEY, "/v1/candidates", &ids.candidates),
            )
            .await,
        sides
            .compare(
                "PostgreSQL against SQLite: person",
                0.35,
                &Load::random_records(KEY, "/v1/persons", &ids.people),
            )
            .await,
        sides
            .compare(
                "PostgreSQL against SQLite: job",
                0.35,
                &Load::fixed(KEY, &format!("/v1/jobs/{}", ids.job)),
            )
            .await,
    ]
}

/// Writes to small databases of their own: each commit is on disk on both sides.
async fn writes(server: &Server) -> Vec<Comparison> {
    let (sqlite, job) = new_database::create_store("writes", WRITE_SAMPLE).await;
    let people = new_database::people(&sqlite).await;
    let postgres = open(&server.new_database("writes").await).await;
    new_database::fill(&postgres, WRITE_SAMPLE).await;
    let sides = Sides { postgres: serve(postgres).await, sqlite: serve(sqlite).await };
    vec![
        sides.compare("PostgreSQL against SQLite: create", 0.7, &Load::creates(KEY, &job)).await,
        sides.compare("PostgreSQL against SQLite: PATCH", 0.9, &Load::updates(KEY, &people)).await,
    ]
}

/// Pages of two processes against those of one, with as many connections. On two cores, the database
/// and the load have to share them too: a gain needs a machine with more.
async fn two_processes(url: &str, ids: &Ids, candidates: usize) -> Comparison {
    let total = u64::try_from(candidates).expect("a count");
    let load = Load::random_pages(KEY, &ids.job, total);
    let (one, other) = (ServeProcess::start(url), ServeProcess::start(url));
    let mut ratios = Vec::new();
    let mut details = String::new();
    let mut errors = 0;
    for round in 0..=ROUNDS {
        let alone = load::run(one.address, &load, 8, ROUND_TIME).await;
        let (first, second) = tokio::join!(
            load::run(one.address, &load, 4, ROUND_TIME),
            load::run(other.address, &load, 4, ROUND_TIME),
        );
        let both = first.per_second + second.per_second;
        errors += alone.errors + first.errors + second.errors;
        // The first round warms caches and connections.
        if round > 0 {
            ratios.push(both / alone.per_second);
            details = format!("{both:.0}/s against {:.0}/s", alone.per_second);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ratios.len() / 2];
    let name = "PostgreSQL: two processes against one";
    Comparison { name, ratio, bound: Bound::AtLeast(0.8), errors, details }
}

const ROUNDS: usize = 11;
const ROUND_TIME: Duration = Duration::from_millis(500);

/// Where the benchmark keeps its databases.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}
