use super::calendar::reminders;
use super::*;
use crate::recruiting::triage::{EntryId, EntryKind, LogEntry, Snapshot, UndoGroup};
use crate::wire::Timestamp;

fn snooze(number: i64, person: &str, name: &str, until: &str, note: Option<&str>) -> LogEntry {
    LogEntry {
        id: EntryId(format!("e{number}")),
        group: UndoGroup(format!("g{number}")),
        at: Timestamp::from_micros(1_794_400_000_000_000 + number).unwrap(),
        subject: Subject {
            candidate: format!("c{number}").as_str().into(),
            person: person.into(),
            job: "j1".into(),
        }
        .into(),
        snapshot: Snapshot {
            name: name.to_owned(),
            job_name: "Chef".to_owned(),
            ..Snapshot::default()
        }
        .into(),
        kind: EntryKind::Snooze { until: until.parse().unwrap(), note: note.map(str::to_owned) },
        source: None,
    }
}

fn stay(name: &str, days: i64, exceeded: Option<i64>, is_offer: bool) -> PendingStay {
    PendingStay {
        job: "j1".into(),
        candidate: format!("c_{name}").into(),
        name: name.to_owned(),
        job_name: "Chef".to_owned(),
        stage: "Offer".to_owned(),
        days,
        exceeded,
        is_offer,
    }
}

fn today() -> NaiveDate {
    "2026-11-15".parse().unwrap()
}

fn names(sections: &[TodaySection], kind: TodayKind) -> Vec<&str> {
    let rows = sections.iter().filter(|section| section.kind == kind).flat_map(|it| &it.rows);
    rows.map(|row| row.name.as_str()).collect()
}

#[test]
fn sections_are_built_sorted_and_summed_up() {
    let triage = TriageState::from_iter([
        snooze(1, "p1", "Ada", "2026-11-15", None),
        snooze(2, "p2", "Ben", "2026-11-16", None),
        snooze(3, "p3", "Cid", "2026-11-01", Some("call")),
        snooze(4, "p1", "Ada", "2026-11-15", None),
    ]);
    let stays = [
        stay("Dan", 9, Some(7), true),
        stay("Eve", 30, Some(28), false),
        stay("Fay", 20, Some(7), true),
        stay("Gus", 3, None, true),
    ];
    let task = TodayTask { name: "Hal".to_owned(), job: String::new(), detail: "email".to_owned() };
    let input = TodayInput {
        changes: &ChangeList::default(),
        todos: &[],
        triage: &triage,
        stays: &stays,
        drafts: &[task],
        today: today(),
    };
    let sections = build(&input);
    assert_eq!(names(&sections, TodayKind::Snoozes), ["Cid", "Ada"], "each person once");
    assert_eq!(names(&sections, TodayKind::OverLimit), ["Fay", "Dan", "Eve"]);
    assert_eq!(names(&sections, TodayKind::Offers), ["Fay", "Dan", "Gus"]);
    assert_eq!(
        summary(&sections),
        "2 snoozes due, 3 over limit, 3 offers pending, 1 unsaved edit to send"
    );
    assert_eq!(sections[0].rows[0].detail, "since 1 Nov 2026: call");
    assert_eq!(sections[1].rows[0].detail, "Offer 20 d, limit 7 d");
    assert_eq!(sections.len(), 4, "sections without rows are left out");
}

#[test]
fn a_long_section_is_cut_and_still_counted() {
    let stays: Vec<PendingStay> = (0..MAX_ROWS + 300)
        .map(|number| stay(&format!("N{number:03}"), 9, Some(7), false))
        .collect();
    let triage = TriageState::default();
    let input = TodayInput {
        changes: &ChangeList::default(),
        todos: &[],
        triage: &triage,
        stays: &stays,
        drafts: &[],
        today: today(),
    };
    let sections = build(&input);
    assert_eq!((sections[0].rows.len(), sections[0].total), (MAX_ROWS, MAX_ROWS + 300));
}

#[test]
fn the_calendar_is_folded_escaped_and_stable() {
    let long = "Ünïcödé, name; with \\ everything ".repeat(5);
    let triage = TriageState::from_iter([
        snooze(1, "p1", "Ada Lovelace", "2026-12-01", Some("call, then decide")),
        snooze(2, "person/2 ü", &long, "2026-12-31", None),
    ]);
    let now = Timestamp::parse("2026-11-15T12:04:00Z").unwrap();
    let text = reminders(&triage, now);
    insta::assert_snapshot!(text.replace("\r\n", "\n"));
    assert_eq!(text, reminders(&triage, now));
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    assert!(text.lines().all(|line| line.len() <= 75), "{text}");
    let unfolded = text.replace("\r\n ", "");
    let escaped = long.trim().replace('\\', "\\\\").replace(',', "\\,").replace(';', "\\;");
    assert!(unfolded.contains(&escaped), "{unfolded}");
    assert_eq!(reminders(&TriageState::default(), now), "");
}
