use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::wire::Person;

fn times() -> ReadTimes {
    let at = |text| Timestamp::parse(text).unwrap();
    ReadTimes {
        last_read_at: Some(at("2026-11-09T18:04:00Z")),
        read_at: at("2026-11-10T09:12:00Z"),
    }
}

fn read<T: serde::de::DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).unwrap()
}

fn candidate(stage: &str, changes: Value) -> CandidateItem {
    let mut item = json!({
        "id": "c1", "person_id": "p1", "name": "Ada Lovelace", "current_job_title": "Engineer",
        "current_company_name": "Acme", "current_pipeline_stage_name": stage,
        "current_pipeline_stage_id": stage.to_lowercase(),
    });
    item.as_object_mut().unwrap().extend(read::<serde_json::Map<_, _>>(changes));
    read(item)
}

fn pipeline() -> Vec<PipelineStage> {
    let stage = |(name, is_rejection, is_interview): (&str, bool, bool)| {
        read(json!({"id": name.to_lowercase(), "name": name,
            "is_rejection_stage": is_rejection, "is_interviewing_stage": is_interview}))
    };
    let stages = [
        ("Applied", false, false),
        ("Screen", false, true),
        ("Offer", false, false),
        ("Rejected", true, false),
        ("Withdrawn", true, false),
    ];
    stages.map(stage).into()
}

/// Kind, field, before, after.
fn short(changes: &[Change]) -> Vec<String> {
    let line = |change: &Change| {
        let Change { kind, field, before, after, .. } = change;
        format!("{} {field} [{before}] [{after}]", kind.as_str())
    };
    changes.iter().map(line).collect()
}

fn job_id() -> JobId {
    JobId::from("j1")
}

fn diff(
    pipeline: &[PipelineStage],
    before: Option<&CandidateItem>,
    after: &CandidateItem,
) -> Vec<String> {
    short(&diff_candidate((&job_id(), "Engineer"), pipeline, before, after, times()))
}

#[test]
fn a_move_is_named_by_the_kinds_of_the_two_stages() {
    let cases = [
        ("Applied", "Screen", "moved"),
        ("Screen", "Applied", "moved"),
        ("Screen", "Rejected", "rejected"),
        ("Withdrawn", "Rejected", "rejected"),
        ("Screen", "Withdrawn", "withdrawn"),
        ("Rejected", "Screen", "back"),
        ("Withdrawn", "Applied", "back"),
        ("Rejected", "Hired elsewhere", "moved"),
        ("Screen", "Candidate withdrew", "withdrawn"),
    ];
    for (old, new, kind) in cases {
        let [before, after] = [old, new].map(|stage| candidate(stage, json!({})));
        let expected = [format!("{kind}  [{old}] [{new}]")];
        assert_eq!(diff(&pipeline(), Some(&before), &after), expected);
    }
}

#[test]
fn without_a_pipeline_a_rejection_is_a_move() {
    let [before, after] = ["Screen", "Rejected"].map(|stage| candidate(stage, json!({})));
    assert_eq!(diff(&[], Some(&before), &after), ["moved  [Screen] [Rejected]"]);
}

#[test]
fn a_candidate_is_new_and_gone() {
    let item = candidate("Screen", json!({}));
    let (job, name) = (job_id(), "Engineer");
    assert_eq!(diff(&pipeline(), None, &item), ["candidate_new  [] [Screen]"]);
    let gone = candidate_gone((&job, name), &item, times());
    assert_eq!(short(std::slice::from_ref(&gone)), ["candidate_gone  [Screen] []"]);
    let Change { person, candidate, job_name, read_at, last_read_at, .. } = gone;
    assert_eq!((person.as_str(), candidate.as_str(), &*job_name), ("p1", "c1", "Engineer"));
    assert_eq!((last_read_at, read_at), (times().last_read_at, times().read_at));
}

#[test]
fn fields_of_the_person_in_a_list_are_compared() {
    let before = candidate("Screen", json!({}));
    let after =
        json!({"name": "Ada King", "current_job_title": "", "current_company_name": "Kestrel"});
    assert_eq!(
        diff(&pipeline(), Some(&before), &candidate("Offer", after)),
        [
            "moved  [Screen] [Offer]",
            "person_changed name [Ada Lovelace] [Ada King]",
            "person_changed current_job_title [Engineer] []",
            "person_changed current_company_name [Acme] [Kestrel]",
        ]
    );
}

#[test]
fn quirks_of_a_server_are_no_changes_of_a_candidate() {
    let before = candidate("Screen", json!({}));
    let quirks = [
        json!({"name": " Ada  Lovelace\n", "current_company_name": "Acme "}),
        json!({"extra": 1, "created_at": "2026-01-01T00:00:00Z", "current_company_id": "7"}),
        json!({"current_pipeline_stage_id": null}),
        // The stage was renamed, or created again.
        json!({"current_pipeline_stage_name": "Phone screen"}),
        json!({"current_pipeline_stage_id": "new"}),
    ];
    for quirk in quirks {
        let after = candidate("Screen", quirk.clone());
        assert!(diff(&pipeline(), Some(&before), &after).is_empty(), "{quirk}");
        assert!(diff(&pipeline(), Some(&after), &before).is_empty(), "{quirk}");
    }
}

#[test]
fn two_stages_of_one_name_are_two_stages() {
    let mut pipeline = pipeline();
    pipeline[1].name = "Applied".to_owned();
    let before = candidate("Applied", json!({}));
    let after = candidate("Applied", json!({"current_pipeline_stage_id": "screen"}));
    assert_eq!(diff(&pipeline, Some(&before), &after), ["moved  [Applied] [Applied]"]);
}

fn job(name: &str, status: &str, is_archived: bool) -> JobItem {
    read(json!({"id": "j1", "name": name, "job_status_name": status, "is_archived": is_archived}))
}

#[test]
fn a_job_opens_pauses_closes_and_is_archived() {
    let cases = [
        (None, ("Open", false), "job_opened  [] [Open]"),
        (None, ("On hold", false), "job_on_hold  [] [On hold]"),
        (None, ("Open", true), "job_archived  [] [Archived]"),
        (Some(("Open", false)), ("On hold", false), "job_on_hold  [Open] [On hold]"),
        (Some(("Open", false)), ("Filled", false), "job_closed  [Open] [Filled]"),
        (Some(("Filled", false)), ("Open", false), "job_opened  [Filled] [Open]"),
        (Some(("Open", true)), ("Open", false), "job_opened  [Archived] [Open]"),
        (Some(("Filled", false)), ("Filled", true), "job_archived  [Filled] [Archived]"),
    ];
    for (before, (status, is_archived), expected) in cases {
        let before = before.map(|(status, is_archived)| job("Chef", status, is_archived));
        let after = job("Chef", status, is_archived);
        assert_eq!(short(&diff_job(before.as_ref(), &after, times())), [expected]);
    }
}

#[test]
fn a_job_is_renamed_and_gone() {
    let (before, after) = (job("Chef", "Open", false), job("Head chef", "Filled", false));
    assert_eq!(
        short(&diff_job(Some(&before), &after, times())),
        ["job_closed  [Open] [Filled]", "job_renamed  [Chef] [Head chef]"]
    );
    assert_eq!(short(&[job_gone(&before, times())]), ["job_gone  [Open] []"]);
    let same = job(" Chef ", "Open now", false);
    assert!(diff_job(Some(&before), &same, times()).is_empty());
}

fn with_pipeline(stages: Vec<PipelineStage>) -> Job {
    Job { id: job_id(), name: "Chef".to_owned(), pipeline_stages: stages, ..Job::default() }
}

#[test]
fn the_stages_of_a_pipeline_that_differ_are_named() {
    type Edit = fn(&mut Vec<PipelineStage>);
    let cases: [(Edit, &str); 7] = [
        (
            |stages| stages[1].name = "Phone screen".to_owned(),
            "[Screen (interview)] [Phone screen (interview)]",
        ),
        (|stages| stages[2].is_interviewing_stage = true, "[Offer] [Offer (interview)]"),
        (|stages| drop(stages.remove(2)), "[Offer] []"),
        (
            |stages| stages.swap(0, 1),
            "[order Applied > Screen > Offer > Rejected > Withdrawn] [order Screen > Applied > Offer > Rejected > Withdrawn]",
        ),
        (|stages| stages.insert(1, read(json!({"id": "t", "name": "Task"}))), "[] [Task]"),
        (
            |stages| stages.truncate(0),
            "[Applied, Screen (interview), Offer, Rejected (rejection), Withdrawn (rejection)] []",
        ),
        (
            |stages| {
                stages.remove(0);
                stages[0].name = "Call".to_owned();
            },
            "[Applied, Screen (interview)] [Call (interview)]",
        ),
    ];
    let before = with_pipeline(pipeline());
    for (edit, expected) in cases {
        let mut after = before.clone();
        edit(&mut after.pipeline_stages);
        let change = diff_pipeline(&before, &after, times()).unwrap();
        assert_eq!(short(&[change]), [format!("pipeline_changed  {expected}")]);
    }
}

#[test]
fn other_numbers_and_another_order_in_the_answer_are_no_change_of_a_pipeline() {
    let numbered = |factor: i64| {
        let mut stages = pipeline();
        for (order, stage) in (1..).zip(&mut stages) {
            stage.stage_order = Some(order * factor);
        }
        with_pipeline(stages)
    };
    let (before, mut after) = (numbered(1), numbered(10));
    after.pipeline_stages.reverse();
    after.pipeline_stages[0].name.push(' ');
    assert_eq!(diff_pipeline(&before, &after, times()), None);
}

fn ada() -> Value {
    json!({
        "id": "p1", "name": "Ada Lovelace", "first_name": "Ada", "last_name": "Lovelace",
        "social_public_id": "ada", "current_job_title": "Engineer", "current_company_name": "Acme",
        "external_source_id": null,
        "emails": [{"contact_data_type": "work", "value": "ada@acme.test"},
                   {"contact_data_type": "personal", "value": "ada@home.test"}],
        "phones": [{"contact_data_type": "mobile", "value": "+44 20 1234"}],
        "work_experience": [{"company_name": "Acme", "duration_in_months": 30, "positions": [
            {"title": "Engineer", "start_date": "2024-05-01", "duration_in_months": 30},
            {"title": "Junior", "start_date": "2020-01", "end_date": "2024-04"}]}],
        "education_experience": [{"company_name": "UCL", "degree": "BSc", "end_date": "2019"}],
        "certifications": [{"name": "CKA", "company_name": "CNCF", "credential_id": "1"}],
        "jobs": [{"candidate_id": "c1", "job_id": "j1"}],
    })
}

/// The changes after `ada` with the value at `pointer` replaced.
fn edit(pointer: &str, value: Value) -> Vec<String> {
    let mut after = ada();
    *after.pointer_mut(pointer).unwrap() = value;
    short(&diff_person(&read::<Person>(ada()), &read(after), times()))
}

#[test]
fn every_field_of_a_person_is_compared() {
    let cases = [
        ("/name", json!("Ada King"), "name [Ada Lovelace] [Ada King]"),
        ("/first_name", json!("A."), "first_name [Ada] [A.]"),
        ("/last_name", json!("King"), "last_name [Lovelace] [King]"),
        ("/current_job_title", json!("CTO"), "current_job_title [Engineer] [CTO]"),
        ("/current_company_name", json!(null), "current_company_name [Acme] []"),
        ("/external_source_id", json!("x1"), "external_source_id [] [x1]"),
        ("/social_public_id", json!("king"), "social_public_id [ada] [king]"),
        (
            "/emails/0/value",
            json!("ada@new.test"),
            "emails [work: ada@acme.test] [work: ada@new.test]",
        ),
        (
            "/emails/1/contact_data_type",
            json!("other"),
            "emails [personal: ada@home.test] [other: ada@home.test]",
        ),
        ("/phones", json!([]), "phones [mobile: +44 20 1234] []"),
        (
            "/work_experience/0/positions/1/title",
            json!("Intern"),
            "work_experience [Junior, Acme, Jan 2020 - Apr 2024] [Intern, Acme, Jan 2020 - Apr 2024]",
        ),
        (
            "/work_experience/0/positions/0/start_date",
            json!("2024-05-02"),
            "work_experience [Engineer, Acme, from May 2024] [Engineer, Acme, from May 2024 (details changed)]",
        ),
        ("/education_experience", json!([]), "education_experience [BSc, UCL, until 2019] []"),
        (
            "/certifications/0/credential_id",
            json!("2"),
            "certifications [CKA, CNCF] [CKA, CNCF (details changed)]",
        ),
    ];
    for (pointer, value, expected) in cases {
        assert_eq!(edit(pointer, value), [format!("person_changed {expected}")]);
    }
}

#[test]
fn quirks_of_a_server_are_no_changes_of_a_person() {
    let quirks = [
        ("/name", json!("Ada  Lovelace ")),
        ("/external_source_id", json!("")),
        (
            "/emails",
            json!([{"contact_data_type": "personal_email", "value": "Ada@home.test "},
            {"contact_data_type": "work_email", "value": "ada@acme.test"},
            {"contact_data_type": "work", "value": "ada@acme.test"}]),
        ),
        ("/phones/0/value", json!("+44-20-1234")),
        ("/work_experience/0/duration_in_months", json!(31)),
        ("/work_experience/0/positions/0/duration_in_months", json!(31)),
        ("/jobs", json!([])),
    ];
    for (pointer, value) in quirks {
        assert!(edit(pointer, value.clone()).is_empty(), "{pointer} {value}");
    }
}

#[test]
fn a_long_list_of_new_entries_is_cut() {
    let names = ["A", "B", "C", "D", "E"].map(|name| json!({"name": name}));
    let expected = "person_changed certifications [CKA, CNCF] [A; B; C; and 2 more]";
    assert_eq!(edit("/certifications", json!(names)), [expected]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equal_records_have_no_changes(texts in prop::collection::vec("[ a-cé]{0,4}", 8), flag: bool) {
        let contact = json!([{"contact_data_type": texts[0], "value": texts[1]}]);
        let person: Person = read(json!({"name": texts[2], "emails": contact, "phones": contact,
            "work_experience": [{"company_name": texts[3], "positions": [{"title": texts[4]}, {}]}],
            "education_experience": [{"degree": texts[5]}, {"degree": texts[5]}]}));
        prop_assert!(diff_person(&person, &person.clone(), times()).is_empty());
        let item: CandidateItem = read(json!({"name": texts[2], "current_pipeline_stage_id": texts[6],
            "current_pipeline_stage_name": texts[7]}));
        prop_assert!(diff(&pipeline(), Some(&item), &item.clone()).is_empty());
        let item = job(&texts[2], &texts[3], flag);
        prop_assert!(diff_job(Some(&item), &item.clone(), times()).is_empty());
        let stages = texts.iter().map(|text| read(json!({"id": text, "name": text})));
        let item = with_pipeline(stages.collect());
        prop_assert_eq!(diff_pipeline(&item, &item.clone(), times()), None);
    }
}
