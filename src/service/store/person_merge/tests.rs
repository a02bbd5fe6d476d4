use super::*;
use crate::wire::record::Extra;
use crate::wire::{Position, StageEntry, Timestamp};

fn contact(value: &str) -> Contact {
    Contact { contact_data_type: "work".into(), value: value.into(), extra: Extra::new() }
}

fn work(company: &str, starts: &[&str]) -> WorkExperience {
    let position =
        |start: &&str| Position { start_date: Date::parse(start), ..Position::default() };
    WorkExperience {
        company_name: company.into(),
        positions: starts.iter().map(position).collect(),
        ..WorkExperience::default()
    }
}

fn candidate(id: &str, created: i64, history: &[(&str, i64)]) -> Candidate {
    let entry = |(stage, at): &(&str, i64)| StageEntry {
        stage_id: (*stage).into(),
        stage_name: format!("{stage} then"),
        stage_date: Timestamp::from_micros(at * 1_000),
        ..StageEntry::default()
    };
    let last = history.last().unwrap();
    Candidate {
        id: id.into(),
        created_at: Timestamp::from_micros(created),
        current_pipeline_stage_id: last.0.into(),
        current_pipeline_stage_name: format!("{} now", last.0),
        current_pipeline_stage_date: Timestamp::from_micros(last.1 * 1_000),
        pipeline_stage_history: history.iter().map(entry).collect(),
        ..Candidate::default()
    }
}

#[test]
fn empty_fields_are_filled_and_others_stay() {
    let mut into = PersonRecord {
        name: "Ada Obi".into(),
        address: " ".into(),
        notes: "calls on Mondays".into(),
        ..PersonRecord::default()
    };
    let from = PersonRecord {
        name: "A. Obi".into(),
        first_name: "Ada".into(),
        address: "Main Street 1".into(),
        notes: "speaks French\n".into(),
        social_url: "https://social.example/in/ada".into(),
        social_public_id: "ada".into(),
        ..PersonRecord::default()
    };
    let fields = complete(&mut into, &from);
    assert_eq!(fields, ["social_url", "first_name", "address", "notes"]);
    assert_eq!((into.name.as_str(), into.address.as_str()), ("Ada Obi", "Main Street 1"));
    assert_eq!(into.notes, "calls on Mondays\n\nspeaks French");
    assert_eq!(into.social_public_id, "ada");
    let before = into.clone();
    assert!(complete(&mut into, &from).is_empty(), "a second time, nothing is left to do");
    assert_eq!(into, before);
}

#[test]
fn contacts_are_united_without_duplicates() {
    let values = |contacts: &[Contact]| -> Vec<String> {
        contacts.iter().map(|contact| contact.value.clone()).collect()
    };
    let mut into = PersonRecord {
        emails: vec![contact("ada@obi.example")],
        phones: vec![contact("+49 (171) 123-45 67")],
        ..PersonRecord::default()
    };
    let from = PersonRecord {
        emails: vec![contact("ADA@obi.example"), contact("ada@kestrel.example")],
        phones: vec![contact("+491711234567"), contact("+49 30 1")],
        ..PersonRecord::default()
    };
    assert_eq!(complete(&mut into, &from), ["emails", "phones"]);
    assert_eq!(values(&into.emails), ["ada@obi.example", "ada@kestrel.example"]);
    assert_eq!(values(&into.phones), ["+49 (171) 123-45 67", "+49 30 1"]);
}

#[test]
fn careers_are_united_with_the_newest_employer_first() {
    let mut into = PersonRecord {
        work_experience: vec![work("Kestrel", &["2022-03", "2019-01"]), work("Umbra", &["2015"])],
        ..PersonRecord::default()
    };
    let from = PersonRecord {
        work_experience: vec![
            work("Northwind", &["2024-05"]),
            work("KESTREL ", &["2019-01"]),
            work("Umbra", &["2011"]),
        ],
        ..PersonRecord::default()
    };
    assert_eq!(complete(&mut into, &from), ["work_experience"]);
    let companies: Vec<&str> =
        into.work_experience.iter().map(|work| work.company_name.as_str()).collect();
    assert_eq!(companies, ["Northwind", "Kestrel", "Umbra", "Umbra"]);
}

#[test]
fn the_older_candidacy_stays_with_both_histories() {
    let one = candidate("b", 1, &[("applied", 1), ("screen", 5)]);
    let other = candidate("a", 2, &[("applied", 1), ("offer", 3), ("onsite", 9)]);
    assert!(is_kept(&one, &other) && !is_kept(&other, &one));
    for (one, other, stage, date) in [(&one, &other, "onsite", 9), (&other, &one, "onsite", 9)] {
        let mut kept = one.clone();
        unite_histories(&mut kept, other);
        let stages: Vec<&str> =
            kept.pipeline_stage_history.iter().map(|entry| entry.stage_id.as_str()).collect();
        assert_eq!(stages, ["applied", "offer", "screen", "onsite"]);
        assert_eq!(kept.current_pipeline_stage_id.as_str(), stage);
        assert_eq!(kept.current_pipeline_stage_name, format!("{stage} now"));
        assert_eq!(kept.current_pipeline_stage_date, Timestamp::from_micros(date * 1_000));
    }
}
