//! The TUI on a service with candidates who wait for a verdict, and a database
//! that other users change too.

use chrono::{Duration, Utc};
use portable_pty::CommandBuilder;
use serde_json::{Value, json};
use shortlist::service::ServiceSettings;
use shortlist::service::store::record::StoreRecord;

use crate::support::harness::{Program, Service};
use crate::support::http::KEY;
use crate::support::pty::{Screen, shortlist_on};

/// Rows and columns at which a card shows everything.
pub(crate) const SIZE: (u16, u16) = (30, 100);

/// Id, name and number of candidates of each job.
const JOBS: [(&str, &str, usize); 3] = [
    ("job_rust", "Rust Engineer", 14),
    ("job_sales", "Head of Sales", 10),
    ("job_data", "Data Analyst", 10),
];

/// The pipeline of every job.
const STAGES: [&str; 5] = ["Applied", "Screen", "Interview", "Offer", "Rejected"];

pub(crate) struct TriageFixture {
    pub(crate) program: Program,
    pub(crate) service: Service,
}

impl TriageFixture {
    pub(crate) fn new() -> Self {
        Self::with_jobs(&JOBS)
    }

    /// Id, name and number of candidates of each job.
    pub(crate) fn with_jobs(jobs: &[(&str, &str, usize)]) -> Self {
        let service = Service::with(ServiceSettings::default(), entries(jobs));
        Self { program: Program::new(), service }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.service.address)
    }

    pub(crate) fn command(&self) -> CommandBuilder {
        shortlist_on(&self.program, &self.url(), &[])
    }

    /// Starts the program and waits for its jobs.
    pub(crate) fn start(&self) -> Screen {
        let screen = Screen::start(SIZE.0, SIZE.1, self.command());
        screen.wait_for_text("Data Analyst");
        screen
    }

    /// Runs a command on the same server. Returns its stdout.
    pub(crate) fn ok(&self, arguments: &[&str]) -> String {
        let url = self.url();
        let mut command = self.program.command(&[arguments, &["--url", &url]].concat());
        let output = command.env("SHORTLIST_KEY", KEY).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {stderr}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Moves a candidate on the server, as another user would.
    pub(crate) fn move_to_stage(&self, candidate: &str, stage: &str) {
        self.program.ok(&["db", "move", candidate, stage, "--database", &self.service.database]);
    }

    /// The verdicts as `shortlist verdicts --json` prints them.
    pub(crate) fn verdicts(&self) -> Vec<Value> {
        let output: Value = serde_json::from_str(&self.ok(&["verdicts", "--json"])).unwrap();
        output.as_array().cloned().unwrap_or_default()
    }
}

/// Opens the inbox, which shows this text once everything in it is loaded.
///
/// While lists arrive, the inbox may switch to another card and then refuses verdicts for a moment.
/// It is therefore opened twice: the second time everything is loaded.
pub(crate) fn open_inbox(screen: &mut Screen, text: &str) {
    wait_for_log(screen, text);
    screen.type_keys("i");
    screen.wait_for_text(text);
}

/// Waits until the log of verdicts is loaded: only then does the inbox show its queue, and accept
/// verdicts, notes and marks.
pub(crate) fn wait_for_log(screen: &mut Screen, text: &str) {
    screen.type_keys("i");
    screen.wait_for_text(text);
    screen.type_keys("q");
    screen.wait_until_gone("Inbox");
}

/// The same for the demo, whose queue has another length each day. It is empty until the log is
/// loaded.
pub(crate) fn wait_for_demo_log(screen: &mut Screen) {
    screen.type_keys("i");
    screen.wait_for_text("Queue · ");
    screen.wait_until_gone("Queue · 0 waiting");
    screen.type_keys("q");
    screen.wait_until_gone("Inbox");
}

fn candidate_name(job: &str, number: usize) -> String {
    format!("{} {number:02}", job.trim_start_matches("job_").to_uppercase())
}

pub(crate) fn entries(jobs: &[(&str, &str, usize)]) -> Vec<StoreRecord> {
    let mut lines = Vec::new();
    for (order, (id, title, count)) in jobs.iter().enumerate() {
        let days = i64::try_from(order).unwrap() * 10 + 30;
        lines.push(job(id, title, days));
        for number in 0..*count {
            lines.extend(candidate(id, number));
        }
    }
    lines.into_iter().map(|line| StoreRecord::from_value(line).unwrap()).collect()
}

fn job(id: &str, name: &str, days: i64) -> Value {
    let stage = |(order, stage): (usize, &&str)| {
        json!({"id": format!("{id}_{}", stage.to_lowercase()), "name": stage, "stage_order": order + 1,
               "is_rejection_stage": *stage == "Rejected", "is_interviewing_stage": *stage == "Interview"})
    };
    let stages: Vec<Value> = STAGES.iter().enumerate().map(stage).collect();
    let opened = Utc::now() - Duration::days(days);
    json!({"job": {"id": id, "name": name, "created_at": opened, "is_archived": false,
        "client_company_name": "Northwind", "client_company_id": "cli_northwind",
        "job_status_name": "Open", "job_status_id": "sta_open", "pipeline_stages": stages}})
}

/// A person with a career, and their candidate in the first stage of a job. A
/// higher number is a later candidate.
fn candidate(job: &str, number: usize) -> [Value; 2] {
    let (key, stage) =
        (format!("{}_{number:02}", job.trim_start_matches("job_")), format!("{job}_applied"));
    let created = Utc::now() - Duration::hours(600 - i64::try_from(number).unwrap() * 5);
    let name = candidate_name(job, number);
    let positions = |from: &str, to: Value| {
        json!([{"title": "Engineer", "start_date": from, "end_date": to, "duration_in_months": 40,
            "description": "", "location": "Oslo", "position_type": "full-time"}])
    };
    let employer = |company: &str, from: &str, to: Value| {
        json!({"positions": positions(from, to), "duration_in_months": 40, "company_name": company,
            "company_social_url": "", "company_social_id": 7, "company_id": null})
    };
    let person = json!({"person": {"id": format!("per_{key}"), "name": name, "first_name": "", "last_name": "",
        "social_url": "", "social_public_id": format!("handle-{key}"), "social_location": "Oslo, Norway",
        "social_headline": "", "current_job_title": format!("Engineer {number}"),
        "current_company_name": "Kestrel", "address": "", "notes": "", "external_source_id": null,
        "emails": [{"contact_data_type": "work", "value": format!("{key}@kestrel.example")}], "phones": [],
        "work_experience": [employer("Kestrel", "2022-03-01", Value::Null),
            employer("Umbra", "2018-01-01", json!("2021-06-01"))],
        "education_experience": [{"company_name": "University of Bergen", "start_date": "2013-08-01", "end_date": "2017-06-01",
            "description": "", "degree": "MSc Informatics", "company_social_url": "", "company_social_id": 7,
            "company_id": null}],
        "certifications": [], "client_contacts": []}});
    let candidate = json!({"candidate": {"id": format!("can_{key}"), "person_id": format!("per_{key}"),
        "job_id": job, "current_pipeline_stage_id": stage, "current_pipeline_stage_date": created,
        "created_at": created, "pipeline_stage_history":
            [{"stage_id": stage, "stage_name": "Applied", "stage_date": created}]}});
    [person, candidate]
}
