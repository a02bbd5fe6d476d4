//! A kill during a stream of writes loses no acknowledged write and leaves no
//! half-written person.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use serde_json::{Value, json};

use crate::support::harness::{Program, database};
use crate::support::http::{Request, try_send};

/// A body with the same number in every field: a half-written person would have
/// two.
fn body_with_number(number: u64) -> Value {
    json!({
        "name": format!("N{number}"), "first_name": format!("F{number}"),
        "current_job_title": format!("T{number}"), "company_name": format!("C{number}"),
        "work_email": format!("e{number}@x.example"), "mobile_phone": format!("+1 202 555 {number:04}"),
        "job_id": "job_rust",
    })
}

fn number_of(person: &Value) -> u64 {
    let parse = |text: &Value| -> u64 {
        let digits: String = text
            .as_str()
            .unwrap()
            .trim_start_matches("+1 202 555 ")
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        digits.parse().unwrap()
    };
    let fields = [
        &person["name"],
        &person["first_name"],
        &person["current_job_title"],
        &person["current_company_name"],
        &person["emails"][0]["value"],
        &person["phones"][0]["value"],
    ];
    let numbers = fields.map(parse);
    assert!(numbers.iter().all(|number| *number == numbers[0]), "half written: {person}");
    numbers[0]
}

/// Creates and updates people until the service dies. Records the last acknowledged and the last
/// requested number of each person, and sends a message on the channel for each answer.
fn write_until_killed(
    address: SocketAddr,
    recorded: &Mutex<BTreeMap<String, (u64, u64)>>,
    next: &AtomicU64,
    answers: &Sender<()>,
) {
    for index in 0.. {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let target = recorded.lock().unwrap().keys().nth(index % 5).cloned();
        let request = match &target {
            Some(id) if index % 3 > 0 => Request::new("PATCH", &format!("/v1/persons/{id}")),
            _ => Request::new("POST", "/v1/persons"),
        };
        if request.method == "PATCH" {
            recorded.lock().unwrap().get_mut(target.as_ref().unwrap()).unwrap().1 = number;
        }
        let request = request.json(&body_with_number(number));
        match try_send(address, &request.to_bytes()) {
            Some(answer) if answer.status == 201 => {
                recorded
                    .lock()
                    .unwrap()
                    .insert(answer.data()["id"].as_str().unwrap().to_owned(), (number, number));
            }
            Some(answer) if answer.status == 200 => {
                recorded.lock().unwrap().get_mut(target.as_ref().unwrap()).unwrap().0 = number;
            }
            _ => return,
        }
        answers.send(()).unwrap();
    }
}

#[test]
fn acknowledged_writes_survive_a_kill() {
    let program = Program::new();
    let at = database(program.home.path(), "durable.db");
    program.import_agency(&at);
    let recorded = Mutex::new(BTreeMap::new());
    let next = AtomicU64::new(0);
    for round in 1..=5 {
        let mut running = program.serve(&["--database", &at]);
        let (sender, answers) = channel();
        let (address, recorded, next) = (running.address, &recorded, &next);
        std::thread::scope(|scope| {
            // One writer only, so that the last acknowledged number is certain.
            scope.spawn(move || write_until_killed(address, recorded, next, &sender));
            let count = answers.iter().take(20 + round * 7).count();
            running.child.kill().unwrap();
            assert!(count >= 20, "there must be a stream of writes to interrupt");
        });
        running.child.wait().unwrap();
        let restarted = program.serve(&["--database", &at]);
        check_database(restarted.address, &recorded.lock().unwrap());
        // Now it is known whether the last, unanswered update was applied.
        for (id, (acknowledged, requested)) in recorded.lock().unwrap().iter_mut() {
            let person =
                Request::new("GET", &format!("/v1/persons/{id}")).send(restarted.address).data();
            *acknowledged = number_of(&person);
            *requested = *acknowledged;
        }
    }
}

/// Creates people until the service dies, and returns the IDs that it acknowledged.
fn create_until_killed(address: SocketAddr, next: &AtomicU64, answers: &Sender<()>) -> Vec<String> {
    let mut acknowledged = Vec::new();
    loop {
        let body = body_with_number(next.fetch_add(1, Ordering::Relaxed));
        let request = Request::new("POST", "/v1/persons").json(&body);
        match try_send(address, &request.to_bytes()) {
            Some(answer) if answer.status == 201 => {
                acknowledged.push(answer.data()["id"].as_str().unwrap().to_owned());
            }
            _ => return acknowledged,
        }
        answers.send(()).unwrap();
    }
}

#[test]
fn acknowledged_writes_of_many_connections_survive_a_kill() {
    const CONNECTIONS: usize = 16;
    let program = Program::new();
    let at = database(program.home.path(), "together.db");
    program.import_agency(&at);
    let next = AtomicU64::new(0);
    for round in 1..=3 {
        let mut running = program.serve(&["--database", &at]);
        let (sender, answers) = channel();
        let (address, next) = (running.address, &next);
        let acknowledged: Vec<String> = std::thread::scope(|scope| {
            let create = |sender: Sender<()>| {
                scope.spawn(move || create_until_killed(address, next, &sender))
            };
            let writers: Vec<_> = (0..CONNECTIONS).map(|_| create(sender.clone())).collect();
            drop(sender);
            let count = answers.iter().take(60 + round * 17).count();
            running.child.kill().unwrap();
            assert!(count >= 60, "there must be a stream of writes to interrupt");
            writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
        });
        running.child.wait().unwrap();
        let restarted = program.serve(&["--database", &at]);
        for id in &acknowledged {
            let request = Request::new("GET", &format!("/v1/persons/{id}"));
            number_of(&request.send(restarted.address).data());
        }
    }
}

fn check_database(address: SocketAddr, recorded: &BTreeMap<String, (u64, u64)>) {
    for (id, (acknowledged, requested)) in recorded {
        let person = Request::new("GET", &format!("/v1/persons/{id}")).send(address).data();
        let number = number_of(&person);
        assert!(
            number == *acknowledged || number == *requested,
            "{id}: {number}, acknowledged {acknowledged}, requested {requested}"
        );
        assert_eq!(person["jobs"].as_array().unwrap().len(), 1, "the candidate exists");
    }
    let total = Request::new("GET", "/v1/jobs/job_rust").send(address).data()["candidate_count"]
        .as_u64()
        .unwrap();
    let mut listed = 0;
    for offset in (0..total).step_by(100) {
        let page = Request::new("GET", &format!("/v1/jobs/job_rust/candidates?offset={offset}"))
            .send(address)
            .json();
        for item in page["data"].as_array().unwrap() {
            let person = Request::new(
                "GET",
                &format!("/v1/persons/{}", item["person_id"].as_str().unwrap()),
            )
            .send(address)
            .data();
            assert_eq!(item["name"], person["name"], "list and record agree");
            listed += 1;
        }
    }
    assert_eq!(listed, total, "the total matches the list");
    let unanswered = total - u64::try_from(recorded.len()).unwrap();
    assert!(unanswered <= 5, "at most one unanswered create for each kill: {unanswered}");
}
