//! Kill -9 in the middle of a stream of writes: what was acknowledged is there,
//! and no person is half written.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use serde_json::{Value, json};

use crate::support::harness::{Program, Request, database, try_send};

/// Each write stamps every field with the same number: a half-written person
/// would show two.
fn stamped(number: u64) -> Value {
    json!({
        "name": format!("N{number}"), "first_name": format!("F{number}"),
        "current_job_title": format!("T{number}"), "company_name": format!("C{number}"),
        "work_email": format!("e{number}@x.example"), "mobile_phone": format!("+1 202 555 {number:04}"),
        "job_id": "job_rust",
    })
}

fn stamp_of(person: &Value) -> u64 {
    let number = |text: &Value| -> u64 {
        let digits: String = text
            .as_str()
            .unwrap()
            .trim_start_matches("+1 202 555 ")
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        digits.parse().unwrap()
    };
    let all = [
        &person["name"],
        &person["first_name"],
        &person["current_job_title"],
        &person["current_company_name"],
        &person["emails"][0]["value"],
        &person["phones"][0]["value"],
    ];
    let stamps: Vec<u64> = all.into_iter().map(number).collect();
    assert!(stamps.iter().all(|stamp| *stamp == stamps[0]), "half written: {person}");
    stamps[0]
}

/// Creates and updates until the service dies; notes what was acknowledged, and
/// what was asked last of each person. Every answer is counted on the channel.
fn write_until_killed(
    address: SocketAddr,
    known: &Mutex<BTreeMap<String, (u64, u64)>>,
    next: &AtomicU64,
    answers: &Sender<()>,
) {
    for turn in 0.. {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let target = known.lock().unwrap().keys().nth(turn % 5).cloned();
        let request = match &target {
            Some(id) if turn % 3 > 0 => Request::new("PATCH", &format!("/v1/persons/{id}")),
            _ => Request::new("POST", "/v1/persons"),
        };
        if request.method == "PATCH" {
            known.lock().unwrap().get_mut(target.as_ref().unwrap()).unwrap().1 = number;
        }
        let request = request.json(&stamped(number));
        match try_send(address, &request.to_bytes()) {
            Some(answer) if answer.status == 201 => {
                known
                    .lock()
                    .unwrap()
                    .insert(answer.data()["id"].as_str().unwrap().to_owned(), (number, number));
            }
            Some(answer) if answer.status == 200 => {
                known.lock().unwrap().get_mut(target.as_ref().unwrap()).unwrap().0 = number;
            }
            _ => return,
        }
        answers.send(()).unwrap();
    }
}

#[test]
fn an_acknowledged_write_survives_kill_9() {
    let program = Program::new();
    let at = database(program.home.path(), "durable.db");
    program.import_agency(&at);
    let known = Mutex::new(BTreeMap::new());
    let next = AtomicU64::new(0);
    for round in 1..=5 {
        let mut running = program.serve(&["--database", &at]);
        let (sender, answers) = channel();
        let (address, known, next) = (running.address, &known, &next);
        std::thread::scope(|scope| {
            // One writer: what it was told last of a person is then certain.
            scope.spawn(move || write_until_killed(address, known, next, &sender));
            let count = answers.iter().take(20 + round * 7).count();
            running.child.kill().unwrap();
            assert!(count >= 20, "there was a stream of writes to cut");
        });
        running.child.wait().unwrap();
        let again = program.serve(&["--database", &at]);
        check(again.address, &known.lock().unwrap());
        // What the last, unanswered update did is settled now.
        for (id, (acknowledged, asked)) in known.lock().unwrap().iter_mut() {
            let person =
                Request::new("GET", &format!("/v1/persons/{id}")).send(again.address).data();
            *acknowledged = stamp_of(&person);
            *asked = *acknowledged;
        }
    }
}

fn check(address: SocketAddr, known: &BTreeMap<String, (u64, u64)>) {
    for (id, (acknowledged, asked)) in known {
        let person = Request::new("GET", &format!("/v1/persons/{id}")).send(address).data();
        let stamp = stamp_of(&person);
        assert!(
            stamp == *acknowledged || stamp == *asked,
            "{id}: {stamp}, acknowledged {acknowledged}, asked {asked}"
        );
        assert_eq!(person["jobs"].as_array().unwrap().len(), 1, "the association is whole");
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
    assert_eq!(listed, total, "the count is true");
    let lost = total - u64::try_from(known.len()).unwrap();
    assert!(lost <= 5, "at most one unanswered create a round may have happened: {lost}");
}
