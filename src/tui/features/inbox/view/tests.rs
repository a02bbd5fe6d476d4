//! Drawing of the inbox, and its fixture.

mod blind;
mod messages;
mod safe;
mod screens;

use chrono::NaiveDate;
use serde_json::json;

use crate::keymap::Keymap;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{EntryId, EntryKind, LogEntry, UndoGroup, Verdict};
use crate::tui::app::fixture::{FakeServer, TODAY, timestamp};
use crate::tui::features::inbox::state::{Inbox, InboxItem, InboxJob, InboxReason, InboxSide};
use crate::wire::Person;

/// The agency with its inbox open: five candidates wait, one is decided.
pub(crate) fn server(width: u16, height: u16, side: InboxSide) -> FakeServer {
    let mut server = FakeServer::loaded(width, height);
    server.state.actions = Keymap::default().action_infos();
    let group = |id: &str, name: &str, waiting: usize, is_read: bool| InboxJob {
        id: id.into(),
        name: name.to_owned(),
        waiting,
        is_read,
    };
    let item = |row: usize, reason: InboxReason| InboxItem { job: 0, row: Row::at(row), reason };
    let day = NaiveDate::from_ymd_opt(2026, 11, 12).unwrap();
    server.state.inbox = Some(Box::new(Inbox {
        side,
        jobs: vec![
            group("job_rust", "Senior Rust Engineer", 5, true),
            group("job_sales", "Head of Sales", 0, false),
        ],
        items: vec![
            item(0, InboxReason::Changed("moved back to Recruiter screen".into())),
            item(2, InboxReason::New),
            item(3, InboxReason::Unseen),
            item(1, InboxReason::Undecided),
            item(4, InboxReason::Woken(day)),
            item(6, InboxReason::Decided),
        ],
        ..Inbox::default()
    }));
    let name = &server.state.people.get(&"per_0".into()).unwrap().whole().unwrap().name;
    let person = person(&name.clone());
    server.state.people.entry(&"per_0".into()).set(Ok(person), timestamp(TODAY));
    add_entry(
        &mut server,
        0,
        EntryKind::Verdict { verdict: Verdict::Advance, reason: Some("knows Rust".into()) },
    );
    add_entry(
        &mut server,
        0,
        EntryKind::Note { text: "Call her on Monday about the notice period.".into() },
    );
    add_entry(&mut server, 0, EntryKind::Tag { tag: "storage".into() });
    add_entry(&mut server, 0, EntryKind::Tag { tag: "remote".into() });
    add_entry(&mut server, 0, EntryKind::Star);
    add_entry(&mut server, 4, EntryKind::Snooze { until: day, note: Some("was on leave".into()) });
    add_entry(&mut server, 6, EntryKind::Verdict { verdict: Verdict::Decline, reason: None });
    server
}

/// Logs an entry about the candidate of a row.
pub(crate) fn add_entry(server: &mut FakeServer, row: usize, kind: EntryKind) {
    let state = &mut server.state;
    let open = &state.open[&"job_rust".into()];
    let id = format!("e{}", state.triage.log().len());
    let mut entry = LogEntry {
        group: UndoGroup(id.clone()),
        id: EntryId(id),
        at: timestamp("2026-11-14T09:30:00Z"),
        subject: open.subject(Row::at(row)).into(),
        snapshot: state.snapshot(open, Row::at(row)).into(),
        kind,
        source: None,
    };
    if row == 0 {
        // The candidate was in a later stage at the time of the entry and was moved back since.
        let seen = std::sync::Arc::make_mut(&mut entry.snapshot);
        seen.stage_id = "st_3".to_owned();
        seen.stage_name = "Client interview".to_owned();
    }
    state.triage.add(entry);
}

/// A person with a gap in the career, two schools and certifications.
fn person(name: &str) -> Person {
    let position = |title: &str, from: &str, to: Option<&str>, months: i64, location: &str| {
        json!({"title": title, "start_date": from, "end_date": to, "duration_in_months": months,
               "description": "", "location": location, "position_type": ""})
    };
    let work = |company: &str, months: i64, positions: Vec<serde_json::Value>| {
        json!({"company_name": company, "duration_in_months": months, "company_social_url": "",
               "positions": positions})
    };
    serde_json::from_value(json!({
        "id": "per_0", "name": name, "social_public_id": "gudrun-t", "first_name": "Guðrún",
        "last_name": "Þórðardóttir", "current_job_title": "Staff Engineer",
        "current_company_name": "Kestrel", "current_company_id": "com_k",
        "emails": [{"contact_data_type": "work", "value": "gudrun@kestrel.example"},
                   {"contact_data_type": "private", "value": "gt@example.is"}],
        "phones": [{"contact_data_type": "mobile", "value": "+354 555 0101"}],
        "work_experience": [
            work("Kestrel", 51, vec![
                position("Staff Engineer", "2024-08-01", None, 27, "Reykjavík"),
                position("Senior Engineer", "2022-08", Some("2024-07"), 24, "Reykjavík")]),
            work("Aozora", 31, vec![position("Backend Developer", "2019-06", Some("2021-12"), 31, "Tokyo")]),
            work("Nile Systems", 34, vec![position("Developer", "2016-08", Some("2019-05"), 34, "Cairo, hybrid")]),
            work("Guðrún Þórðardóttir ehf", 24, vec![position("Founder", "2014", Some("2015"), 24, "")]),
        ],
        "education_experience": [
            {"company_name": "University of Iceland", "degree": "MSc", "description": "Distributed systems",
             "start_date": "2012-09-01", "end_date": "2014-06-01"},
            {"company_name": "University of Iceland", "degree": "BSc", "description": "Computer science",
             "start_date": "2009-09-01", "end_date": "2012-06-01"}],
        "certifications": [
            {"name": "Certified Kubernetes Administrator", "company_name": "CNCF",
             "start_date": "2022-03", "end_date": "2025-03"}],
        "jobs": [
            {"candidate_id": "can_0", "job_name": "Senior Rust Engineer", "job_id": "job_rust",
             "job_client_company_name": "Northwind", "current_pipeline_stage_name": "Recruiter screen",
             "current_pipeline_stage_id": "st_2"},
            {"candidate_id": "can_6", "job_name": "Data Analyst", "job_id": "job_data",
             "job_client_company_name": "Kestrel", "current_pipeline_stage_name": "Applied",
             "current_pipeline_stage_id": "st_9"}],
    }))
    .unwrap()
}
