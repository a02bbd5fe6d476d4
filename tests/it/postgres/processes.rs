//! Several processes of the service on one database.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::harness::{Program, RunningService};
use crate::support::http::{Request, Response, wait_for_status};
use crate::support::postgres::{Client, Server};

struct Team {
    program: Program,
    at: String,
    _server: Server,
}

impl Team {
    fn start(test: &str) -> Option<Self> {
        let server = Server::start(test)?;
        let (program, at) = (Program::new(), server.create_database("team"));
        // The service does not depend on the defaults of the database.
        Client::connect(&at)
            .execute("ALTER DATABASE team SET default_transaction_isolation = 'serializable'");
        Some(Self { program, at, _server: server })
    }

    /// Starts all at once.
    fn serve<const COUNT: usize>(&self) -> [RunningService; COUNT] {
        std::thread::scope(|scope| {
            [(); COUNT]
                .map(|()| scope.spawn(|| self.program.serve(&["--database", &self.at])))
                .map(|starting| starting.join().unwrap())
        })
    }
}

/// Sends the same request several times at once, in turns to each service.
fn race(services: &[RunningService], request: &Request) -> Vec<Response> {
    let addresses: Vec<SocketAddr> = services.iter().map(|service| service.address).collect();
    std::thread::scope(|scope| {
        let send = |address: &SocketAddr| {
            let address = *address;
            scope.spawn(move || request.send(address))
        };
        let running: Vec<_> = addresses.iter().cycle().take(16).map(send).collect();
        running.into_iter().map(|running| running.join().unwrap()).collect()
    })
}

#[test]
fn processes_that_start_at_once_on_an_empty_database_apply_its_schema_once() {
    let Some(team) = Team::start("four processes on an empty database") else { return };
    for service in team.serve::<4>() {
        let jobs = Request::new("GET", "/v1/jobs").send(service.address);
        assert_eq!((jobs.status, &jobs.json()["meta"]["total"]), (200, &json!(0)));
    }
    team.program.ok(&["db", "check", "--database", &team.at]);
}

#[test]
fn creates_with_one_external_id_in_two_processes_give_one_person() {
    let Some(team) = Team::start("creates in two processes") else { return };
    team.program.import_agency(&team.at);
    let services = team.serve::<2>();
    for round in 0..12 {
        let body = json!({
            "name": "Ada", "external_source_id": format!("crm-{round}"), "job_id": "job_rust",
        });
        let answers = race(&services, &Request::new("POST", "/v1/persons").json(&body));
        let made = |field: &str| -> BTreeSet<String> {
            answers.iter().map(|answer| answer.data()[field].to_string()).collect()
        };
        assert_eq!((made("id").len(), made("candidate_id").len()), (1, 1), "{round}");
    }
    for service in &services {
        let job = Request::new("GET", "/v1/jobs/job_rust").send(service.address).data();
        assert_eq!(job["candidate_count"], 12);
    }
    team.program.ok(&["db", "check", "--database", &team.at]);
}

#[test]
fn of_updates_under_one_tag_in_two_processes_one_succeeds() {
    let Some(team) = Team::start("updates in two processes") else { return };
    team.program.import_agency(&team.at);
    let services = team.serve::<2>();
    let created = Request::new("POST", "/v1/persons").json(&json!({"name": "Ada"}));
    let id = created.send(services[0].address).data()["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/persons/{id}");
    for round in 0..12 {
        let read = Request::new("GET", &path).send(services[round % 2].address);
        let update = Request::new("PATCH", &path)
            .json(&json!({"notes": "", "current_job_title": format!("T{round}")}))
            .header("If-Match", read.header("etag").unwrap());
        let answers = race(&services, &update);
        let with = |status| answers.iter().filter(|answer| answer.status == status).count();
        assert_eq!((with(200), with(412)), (1, 15), "{round}");
    }
}

#[test]
fn lists_stay_dense_while_two_processes_add_to_them() {
    let Some(team) = Team::start("one list in two processes") else { return };
    team.program.import_agency(&team.at);
    let services = team.serve::<2>();
    let create = |job: &str| {
        Request::new("POST", "/v1/persons").json(&json!({"name": "Ada", "job_id": job}))
    };
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let address = services[writer % 2].address;
            scope.spawn(move || {
                for number in 0..25 {
                    let job = ["job_rust", "job_sales"][number % 2];
                    assert_eq!(create(job).send(address).status, 201);
                }
            });
        }
        // Meanwhile every page is a part of the list as it was at one moment.
        for service in services.iter().cycle().take(60) {
            let path = "/v1/jobs/job_rust/candidates?limit=100";
            let page = Request::new("GET", path).send(service.address).json();
            let total = page["meta"]["total"].as_u64().unwrap();
            assert_eq!(page["data"].as_array().unwrap().len() as u64, total.min(100));
        }
    });
    for (job, count) in [("job_rust", 104), ("job_sales", 96)] {
        let listed: Vec<String> = (0..count)
            .step_by(10)
            .flat_map(|offset| {
                let path = format!("/v1/jobs/{job}/candidates?offset={offset}&limit=10");
                let page = Request::new("GET", &path).send(services[offset / 10 % 2].address);
                let page: Value = page.json();
                assert_eq!(page["meta"]["total"], count, "{job}");
                crate::support::http::texts(&page["data"], "id")
            })
            .collect();
        assert_eq!(listed.len(), count);
        assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), count, "each once");
    }
    team.program.ok(&["db", "check", "--database", &team.at]);
}

#[test]
fn a_process_notices_what_another_one_changed() {
    let Some(team) = Team::start("changes of another process") else { return };
    team.program.import_agency(&team.at);
    let [here, there] = team.serve::<2>();
    let list = "/v1/jobs/job_rust/candidates";
    let tag = Request::new("GET", list).send(here.address).header("etag").unwrap().to_owned();
    let again = |address| Request::new("GET", list).header("If-None-Match", &tag).send(address);
    assert_eq!((again(here.address).status, again(there.address).status), (304, 304));
    let body = json!({"name": "Ada", "job_id": "job_rust"});
    Request::new("POST", "/v1/persons").json(&body).send(there.address).data();
    assert_eq!((again(here.address).status, again(there.address).status), (200, 200));

    let key = team.program.ok(&["keys", "add", "crm", "--database", &team.at]);
    let read = |address: SocketAddr| {
        let bearer = format!("Bearer {}", key.trim());
        Request::new("GET", "/v1/jobs").header("Authorization", &bearer).send(address).status
    };
    for status in [200, 401] {
        for service in [&here, &there] {
            wait_for_status(status, Duration::from_secs(2), || read(service.address));
        }
        if status == 200 {
            team.program.ok(&["keys", "revoke", "crm", "--database", &team.at]);
        }
    }
}
