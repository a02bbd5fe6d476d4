use chrono::{DateTime, FixedOffset};

use super::document::document;
use super::groups::{Grouping, group};
use super::period::{Period, parse_period};
use super::*;
use crate::recruiting::document::DocumentFormat;

pub(crate) fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Tuesday morning, an hour ahead of UTC.
fn now() -> DateTime<FixedOffset> {
    DateTime::parse_from_rfc3339("2026-11-10T09:30:00+01:00").unwrap()
}

pub(crate) fn change(kind: ChangeKind, name: &str, before: &str, after: &str) -> Change {
    Change {
        kind,
        job: "j1".into(),
        job_name: "Chef".to_owned(),
        candidate: format!("c_{name}").into(),
        person: format!("p_{name}").into(),
        name: name.to_owned(),
        field: String::new(),
        before: before.to_owned(),
        after: after.to_owned(),
        is_own: false,
        last_read_at: Some(at("2026-11-09T17:04:00Z")),
        read_at: at("2026-11-10T08:12:00Z"),
    }
}

fn field(name: &str, before: &str, after: &str) -> Change {
    Change { field: name.to_owned(), ..change(ChangeKind::PersonChanged, "Ada", before, after) }
}

#[test]
fn every_kind_has_a_word_and_a_sentence() {
    use ChangeKind::*;
    let cases = [
        (change(CandidateNew, "Ada", "", "Applied"), "Ada added in Applied"),
        (change(CandidateNew, "Ada", "", ""), "Ada added"),
        (change(Moved, "Ada", "Applied", "Screen"), "Ada moved from Applied to Screen"),
        (change(Moved, "Ada", "", "Screen"), "Ada moved to Screen"),
        (change(Moved, "Ada", "Applied", ""), "Ada moved out of Applied"),
        (change(Rejected, "Ada", "Screen", "Rejected"), "Ada rejected, was in Screen"),
        (change(Withdrawn, "Ada", "", "Withdrawn"), "Ada withdrew"),
        (change(Back, "Ada", "Rejected", "Screen"), "Ada back in Screen, was in Rejected"),
        (change(CandidateGone, "", "Screen", ""), "(no name) no longer in the job, was in Screen"),
        (change(JobOpened, "", "", "Open"), "Chef opened"),
        (change(JobOpened, "", "Filled", "Open"), "Chef open again, was Filled"),
        (change(JobOnHold, "", "Open", "On hold"), "Chef put on hold"),
        (change(JobClosed, "", "Open", "Filled"), "Chef closed"),
        (change(JobRenamed, "", "Cook", "Chef"), "Chef renamed, was Cook"),
        (change(JobArchived, "", "Filled", "Archived"), "Chef archived"),
        (change(JobGone, "", "Open", ""), "Chef no longer on the server"),
        (change(PipelineChanged, "", "A", "B"), "Chef: pipeline changed from A to B"),
        (
            field("emails", "work: a@b", "work: c@d"),
            "Ada: email changed from work: a@b to work: c@d",
        ),
        (field("phones", "", "1"), "Ada: phone added: 1"),
        (field("current_job_title", "CTO\u{1b}[2J", ""), "Ada: title removed: CTO\\u{1b}[2J"),
        (field("new_field", "1", "2"), "Ada: new_field changed from 1 to 2"),
    ];
    for (change, expected) in &cases {
        assert_eq!(change.describe(), *expected);
    }
    for kind in ChangeKind::ALL {
        assert!(cases.iter().any(|(change, _)| change.kind == kind), "{kind:?}");
        assert_eq!(ChangeKind::from_word(kind.as_str()), Some(kind));
    }
    assert_eq!(ChangeKind::from_word("teleported"), None);
}

#[test]
fn the_time_is_as_exact_as_the_two_readings() {
    let cases = [
        (Some("2026-11-10T07:00:00Z"), "2026-11-10T08:12:00Z", "between 08:00 and 09:12"),
        (Some("2026-11-10T08:12:01Z"), "2026-11-10T08:12:09Z", "at 09:12"),
        (Some("2026-11-09T17:04:00Z"), "2026-11-10T08:12:00Z", "between 9 Nov 18:04 and 09:12"),
        (Some("2026-11-09T16:00:00Z"), "2026-11-09T17:04:00Z", "9 Nov, between 17:00 and 18:04"),
        (
            Some("2025-12-30T16:00:00Z"),
            "2026-01-02T08:00:00Z",
            "between 30 Dec 2025 17:00 and 2 Jan 09:00",
        ),
        (None, "2026-11-10T08:12:00Z", "before 09:12"),
        (Some("2026-11-10T09:00:00Z"), "2026-11-10T08:12:00Z", "before 09:12"),
    ];
    for (from, until, expected) in cases {
        let change = Change {
            last_read_at: from.map(at),
            read_at: at(until),
            ..change(ChangeKind::Moved, "Ada", "A", "B")
        };
        assert_eq!(change.describe_time(now()), expected);
    }
}

#[test]
fn a_period_is_a_word_a_span_or_a_date() {
    let cases = [
        ("last visit", None),
        ("Last-Visit", None),
        ("yesterday", Some("2026-11-08T23:00:00Z")),
        ("today", Some("2026-11-09T23:00:00Z")),
        ("monday", Some("2026-11-08T23:00:00Z")),
        ("tue", Some("2026-11-09T23:00:00Z")),
        ("Wednesday", Some("2026-11-03T23:00:00Z")),
        ("12h", Some("2026-11-09T20:30:00Z")),
        (" 1d ", Some("2026-11-09T08:30:00Z")),
        ("2w", Some("2026-10-27T08:30:00Z")),
        ("2026-11-01", Some("2026-10-31T23:00:00Z")),
        ("2026-11-01T10:00:00Z", Some("2026-11-01T10:00:00Z")),
    ];
    for (text, expected) in cases {
        let period = parse_period(text, now()).unwrap();
        assert_eq!(period.start(now()), expected.map(at), "{text}");
    }
    for text in ["", "soon", "5", "3x", "99999999999999999999d", "9999999999999d", "2026-13-01"] {
        assert!(parse_period(text, now()).unwrap_err().starts_with("enter a time"), "{text}");
    }
    assert_eq!(parse_period("2026-12-01", now()).unwrap_err(), "enter a time in the past");
    assert_eq!(Period::From(at("2026-11-01T10:00:00Z")).label(now()), "1 Nov 11:00");
}

pub(crate) fn some_changes() -> Vec<Change> {
    vec![
        Change { is_own: true, ..change(ChangeKind::Moved, "Ada", "Applied", "Screen") },
        Change { job: JobId::default(), job_name: String::new(), ..field("emails", "", "a@b") },
        change(ChangeKind::CandidateNew, "Ben", "", "Applied"),
        Change {
            job: "j2".into(),
            job_name: "Baker".to_owned(),
            ..change(ChangeKind::JobClosed, "", "Open", "Filled")
        },
        change(ChangeKind::Rejected, "Ada", "Screen", "Rejected"),
    ]
}

#[test]
fn changes_are_grouped_by_job_or_by_person() {
    let changes = some_changes();
    let lines = |grouping| {
        let groups = group(&changes, 0..changes.len(), grouping);
        let line = |group: &groups::ChangeGroup| {
            let lines: Vec<String> =
                group.rows.iter().map(|row| changes[*row].line(grouping)).collect();
            format!("{}: {}", group.heading, lines.join("; "))
        };
        groups.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(
        lines(Grouping::Job),
        [
            "Chef: Ada moved from Applied to Screen (you); Ben added in Applied; Ada rejected, was in Screen",
            "Other people: Ada: email added: a@b",
            "Baker: closed",
        ]
    );
    assert_eq!(
        lines(Grouping::Person),
        [
            "Ada: Chef: moved from Applied to Screen (you); email added: a@b; Chef: rejected, was in Screen",
            "Ben: Chef: added in Applied",
            "Baker: closed",
        ]
    );
}

#[test]
fn changes_are_exported_in_words_and_as_data() {
    let list = ChangeList { changes: some_changes(), is_cut: true, ..ChangeList::default() };
    let groups = group(&list.changes, 0..2, Grouping::Person);
    let document = document(&list, &groups, (Period::Yesterday, Grouping::Person), now());
    insta::assert_snapshot!(document.render(DocumentFormat::Markdown));
    insta::assert_snapshot!(document.render(DocumentFormat::Csv));
}
