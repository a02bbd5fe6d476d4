//! Every record survives a round trip, and no input from a server breaks it.
//!
//! The properties are generated from the shape of each record, so a new field
//! or record is covered once it is listed here.

use super::tolerant;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::*;

/// A value of exactly this shape.
fn valid(shape: Shape) -> BoxedStrategy<Value> {
    match shape {
        Shape::Text => any::<String>().prop_map(Value::from).boxed(),
        Shape::Integer => any::<i64>().prop_map(Value::from).boxed(),
        Shape::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        Shape::Timestamp => (0_i64..4_000_000_000_000_000)
            .prop_map(|micros| Timestamp::from_micros(micros).unwrap().to_string().into())
            .boxed(),
        Shape::Date => (1900..2100, 1..=12, 1..=28)
            .prop_map(|(y, m, d)| format!("{y:04}-{m:02}-{d:02}").into())
            .boxed(),
        Shape::Nullable(inner) => prop_oneof![Just(Value::Null), valid(*inner)].boxed(),
        Shape::List(item) => {
            prop::collection::vec(valid(*item), 0..3).prop_map(Value::Array).boxed()
        }
        Shape::Record { fields, .. } => object(fields),
    }
}

fn object(fields: &'static [Field]) -> BoxedStrategy<Value> {
    fields
        .iter()
        .map(|field| valid(field.shape).prop_map(|value| (field.name.to_owned(), value)))
        .collect::<Vec<_>>()
        .prop_map(|pairs| Value::Object(pairs.into_iter().collect()))
        .boxed()
}

fn any_json() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop_oneof![
            "2024",
            "2024-05",
            "2024-05-06",
            "2024-13-40",
            "2024-05-06T07:08:09+0200",
            "12"
        ]
        .prop_map(Value::from),
    ];
    scalar.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((any::<String>(), inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn read<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_str(&value.to_string()).expect("any object is read")
}

fn write<T: Serialize>(record: &T) -> Value {
    serde_json::to_value(record).expect("a record is written")
}

fn check_round_trip<T>(value: &Value)
where
    T: Record + Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let record: T = read(value);
    assert_eq!(&write(&record), value, "written exactly as read");
    assert_eq!(read::<T>(&write(&record)), record, "read exactly as written");
}

fn check_unexpected_field<T>(value: &Value, unexpected: &Value, index: prop::sample::Index)
where
    T: Record + Serialize + DeserializeOwned,
{
    let field = T::FIELDS[index.index(T::FIELDS.len())].name;
    let mut changed = value.clone();
    changed[field] = unexpected.clone();
    changed["unknown_field"] = unexpected.clone();
    let written = write(&read::<T>(&changed));
    for Field { name, .. } in T::FIELDS.iter().filter(|f| f.name != field) {
        assert_eq!(written[name], value[name], "{name} must survive an unexpected {field}");
    }
    assert_eq!(&written["unknown_field"], unexpected, "unknown fields are kept");
}

fn check_unexpected_item<T>(value: &Value, unexpected: &Value)
where
    T: Record + tolerant::Tolerant,
{
    let page = json!([value, unexpected, value]).to_string();
    let items: Items<T> = serde_json::from_str(&page).expect("a page is read");
    let readable = usize::from(unexpected.is_object());
    assert_eq!(items.good.len(), 2 + readable);
    assert_eq!(items.bad, [1][..1 - readable]);
}

/// Valid JSON that fits no Rust value.
fn unrepresentable() -> [String; 4] {
    let deep = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    [
        "1e400".into(),
        r#""\ud800""#.into(),
        deep,
        format!("[{{\"a\":{}}}]", "9".repeat(400) + "e400"),
    ]
}

fn check_unrepresentable<T>(value: &Value)
where
    T: Record + Serialize + tolerant::Tolerant,
{
    for bad in unrepresentable() {
        for Field { name: changed, .. } in T::FIELDS {
            let fields = value.as_object().unwrap().iter().map(|(name, value)| {
                let value = if name == changed { bad.clone() } else { value.to_string() };
                format!("{}:{value}", json!(name))
            });
            let text = format!("{{{},\"new\":{bad}}}", fields.collect::<Vec<_>>().join(","));
            let read = tolerant::parse::<T>(&text).expect("valid JSON is read").value;
            let written = write(&read);
            for Field { name, .. } in T::FIELDS.iter().filter(|field| field.name != *changed) {
                assert_eq!(
                    written[name], value[name],
                    "{name} must survive an unexpected {changed}"
                );
            }
            let page: Items<T> =
                serde_json::from_str(&format!("[{value},{text},{value}]")).unwrap();
            assert_eq!((page.good.len(), page.bad.len()), (3, 0));
        }
    }
}

macro_rules! for_each_record {
    ($($name:ident : $record:ty),* $(,)?) => { $(
        mod $name {
            use super::*;
            proptest! {
                #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

                #[test]
                fn a_record_survives_a_round_trip(value in object(<$record>::FIELDS)) {
                    check_round_trip::<$record>(&value);
                }

                #[test]
                fn an_odd_value_spoils_only_its_own_field(
                    value in object(<$record>::FIELDS), unexpected in any_json(), index: prop::sample::Index
                ) {
                    check_unexpected_field::<$record>(&value, &unexpected, index);
                    check_unexpected_item::<$record>(&value, &unexpected);
                }

                #[test]
                fn no_value_makes_reading_panic(unexpected in any_json()) {
                    let _: Result<$record, _> = serde_json::from_value(unexpected.clone());
                    let _: Result<Envelope<$record>, _> = serde_json::from_value(unexpected.clone());
                    let _: Result<EnvelopeV0<$record>, _> = serde_json::from_value(unexpected);
                }
            }

            proptest! {
                // Few cases, because each tries every field.
                #![proptest_config(ProptestConfig { cases: 2, failure_persistence: None, ..ProptestConfig::default() })]

                #[test]
                fn an_unrepresentable_value_is_kept_as_text(value in object(<$record>::FIELDS)) {
                    check_unrepresentable::<$record>(&value);
                }
            }
        }
    )* };
}

for_each_record! {
    person_created: PersonCreated, person_created_v0: PersonCreatedV0, person: Person,
    contact: Contact, work_experience: WorkExperience, position: Position,
    education: Education, certification: Certification, job_association: JobAssociation,
    candidate: Candidate, candidate_item: CandidateItem, stage_entry: StageEntry,
    job: Job, job_item: JobItem, pipeline_stage: PipelineStage, meta: Meta,
    update_notice: UpdateNotice,
}

#[test]
fn an_empty_record_is_written_with_every_field_of_the_document() {
    let written = write(&Candidate::default());
    let keys: Vec<&String> = written.as_object().unwrap().keys().collect();
    let mut names: Vec<&str> = Candidate::FIELDS.iter().map(|field| field.name).collect();
    names.sort_unstable();
    assert_eq!(keys, names);
    assert_eq!(written["name"], "");
}

#[test]
fn private_keys_of_serde_json_are_plain_keys() {
    let unexpected =
        json!({"$serde_json::private::RawValue": 7, "$serde_json::private::Number": "x"});
    let contact: Contact =
        read(&json!({"contact_data_type": unexpected, "value": "v", "x": unexpected}));
    assert_eq!((contact.value.as_str(), &contact.extra["x"]), ("v", &unexpected));
}

#[test]
fn a_lone_surrogate_is_displayed_as_an_escape_and_kept_as_sent() {
    let raw = r#""a\ud800\n\\\uDC00 \ud83d\ude00""#;
    let text = format!(r#"{{"id":{raw},"external_source_id":{raw},"name":{raw}}}"#);
    let person = tolerant::parse::<Person>(&text).unwrap().value;
    let displayed = "a\\u{d800}\n\\\\u{dc00} 😀";
    assert_eq!(person.name, displayed);
    assert_eq!(person.external_source_id.as_deref(), Some(displayed));
    assert!(person.id.is_empty(), "an id must be sent back unchanged or not at all");
    assert_eq!(write(&person)["name"], raw);
}

#[test]
fn every_type_accepts_common_variations() {
    let job: Job = read(&json!({
        "id": 17, "name": null, "created_at": "2026-03-12 09:30:00+0200", "is_archived": "true",
        "client_company_id": 4.0, "candidate_count": "640", "job_status_name": "Open",
        "pipeline_stages": [
            {"id": 1, "stage_order": "1", "is_rejection_stage": 0, "is_interviewing_stage": 1},
            "not a stage",
        ],
    }));
    assert_eq!(job.id, JobId::new("17"));
    assert_eq!(job.name, "");
    assert_eq!(job.created_at.unwrap().to_string(), "2026-03-12T07:30:00.000Z");
    assert!(job.is_archived);
    assert_eq!(job.candidate_count, Some(640));
    assert_eq!(job.pipeline_stages.len(), 1);
    assert!(job.pipeline_stages[0].is_interviewing_stage);
    assert_eq!(job.extra["pipeline_stages"][1], "not a stage", "a value that does not fit is kept");
}

#[test]
fn timestamps_are_read_in_all_common_formats() {
    let table = [
        ("2026-03-12T09:30:00Z", "2026-03-12T09:30:00.000Z"),
        ("2026-03-12T09:30:00.125Z", "2026-03-12T09:30:00.125Z"),
        ("2026-03-12T09:30:00.123456789Z", "2026-03-12T09:30:00.123456Z"),
        ("2026-03-12T09:30:00+02:00", "2026-03-12T07:30:00.000Z"),
        ("2026-03-12T09:30:00+0200", "2026-03-12T07:30:00.000Z"),
        ("2026-03-12T09:30:00+02", "2026-03-12T07:30:00.000Z"),
        ("2026-03-12 09:30:00", "2026-03-12T09:30:00.000Z"),
        ("2026-03-12T09:30", "2026-03-12T09:30:00.000Z"),
        ("2026-03-12T09:30Z", "2026-03-12T09:30:00.000Z"),
        ("2026-03-12", "2026-03-12T00:00:00.000Z"),
    ];
    for (sent, utc) in table {
        let read = Timestamp::parse(sent).map(|timestamp| timestamp.to_string());
        assert_eq!(read.as_deref(), Some(utc), "{sent}");
    }
    for invalid in ["", "yesterday", "2026-02-30T00:00:00Z", "12:00", "2026"] {
        assert_eq!(Timestamp::parse(invalid), None, "{invalid}");
    }
}

/// A timestamp in any format that [`Timestamp::parse`] reads.
fn any_timestamp() -> impl Strategy<Value = String> {
    let date = (0..=9999, 1..=12, 1..=28).prop_map(|(y, m, d)| format!("{y:04}-{m:02}-{d:02}"));
    let clock = (0..24, 0..60, 0..60, "(\\.[0-9]{1,10})?");
    let zone = prop_oneof!["", "Z", "z", "[+-][01][0-9]:[0-5][05]", "[+-][01][0-9]([0-5][05])?"];
    (date, "[Tt ]", prop::option::weighted(0.9, (clock, zone, prop::bool::weighted(0.9)))).prop_map(
        |(date, separator, clock)| match clock {
            None => date,
            Some(((h, m, _, _), zone, false)) => format!("{date}{separator}{h:02}:{m:02}{zone}"),
            Some(((h, m, s, fraction), zone, true)) => {
                format!("{date}{separator}{h:02}:{m:02}:{s:02}{fraction}{zone}")
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_timestamp_is_written_as_it_was_sent(text in any_timestamp(), pad in " ?") {
        let sent = json!({"stage_date": format!("{text}{pad}")});
        let entry: StageEntry = read(&sent);
        prop_assert_eq!(&write(&entry)["stage_date"], &sent["stage_date"]);
        if let (Some(date), Some(parsed)) = (entry.stage_date, Timestamp::parse(&text)) {
            prop_assert_eq!(date, parsed);
            prop_assert_eq!(Timestamp::parse(&parsed.to_string()), Some(parsed));
        }
    }
}

#[test]
fn the_service_writes_timestamps_that_sort_as_text() {
    let texts =
        ["2026-03-12T09:30:00.000Z", "2026-03-12T09:30:00.125Z", "2026-03-12T09:30:01.000Z"];
    for text in texts {
        let micros = Timestamp::parse(text).unwrap().micros();
        assert_eq!(write(&Timestamp::from_micros(micros)), text);
    }
    let finer = Timestamp::parse("2026-03-12T10:30:00.125999+01:00").unwrap();
    assert_eq!(write(&finer.to_millis()), texts[1]);
}

#[test]
fn a_date_is_written_as_it_was_sent() {
    for sent in [json!("2019-05-31T00:00:00Z"), json!(2019), json!(" 2019-05 "), json!("2019")] {
        let position: Position = read(&json!({"start_date": sent}));
        assert!(position.start_date.is_some(), "{sent}");
        assert_eq!(write(&position)["start_date"], sent);
    }
}

#[test]
fn dates_may_be_known_to_the_month_or_year_only() {
    for text in ["2019", "2019-05", "2019-05-31"] {
        assert_eq!(Date::parse(text).map(|date| date.to_string()).as_deref(), Some(text));
    }
    assert_eq!(Date::parse("2019-05-31T00:00:00Z").unwrap().to_string(), "2019-05-31");
    assert_eq!(Date::parse("2019-05").unwrap().exact(), None);
    for invalid in ["", "19", "2019-13", "2019-02-30", "2019-5-1", "2019-05-31-1", "+019", "-2019"]
    {
        assert_eq!(Date::parse(invalid), None, "{invalid}");
    }
}

#[test]
fn an_update_contains_only_what_it_changes() {
    let update = UpdatePerson {
        name: Patch::Set("Suharto".into()),
        address: Patch::Clear,
        emails: Patch::Set(vec![]),
        ..UpdatePerson::default()
    };
    let written = write(&update);
    assert_eq!(written, json!({"name": "Suharto", "address": null, "emails": []}));
    assert_eq!(read::<UpdatePerson>(&written), update);
    assert_eq!(write(&CreatePerson::default()), json!({}));
}

#[test]
fn requests_have_exactly_the_fields_of_the_document() {
    fn check_fields<T: Serialize + DeserializeOwned>(
        fields: &[&str],
        sample: impl Fn(&str) -> Value,
    ) {
        let full: Map<String, Value> =
            fields.iter().map(|field| ((*field).to_owned(), sample(field))).collect();
        let written = write(&read::<T>(&Value::Object(full.clone())));
        assert_eq!(written, Value::Object(full));
    }
    let create = |field: &str| match field {
        "emails" | "phone_numbers" => json!(["x"]),
        "enrich_record" => json!(true),
        _ => json!("x"),
    };
    let update = |field: &str| match field {
        "emails" | "phone_numbers" => json!([{"contact_data_type": "work", "value": "x"}]),
        other => create(other),
    };
    check_fields::<CreatePerson>(CreatePerson::FIELDS, create);
    check_fields::<CreatePersonV0>(CreatePersonV0::FIELDS, create);
    check_fields::<UpdatePerson>(UpdatePerson::FIELDS, update);
    assert_eq!(
        (CreatePerson::FIELDS.len(), CreatePersonV0::FIELDS.len(), UpdatePerson::FIELDS.len()),
        (20, 17, 17)
    );
}
