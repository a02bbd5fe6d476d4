//! Hostile text and any width keep the guarantees of rich text.

use proptest::prelude::*;

use super::*;
use crate::text::{hostile, sanitize};
use crate::wire::PipelineStage;

/// Valid, missing or hostile values.
fn hostile_value(shape: Shape) -> BoxedStrategy<Value> {
    match shape {
        Shape::Text => prop_oneof![
            3 => hostile::text().prop_map(Value::from),
            1 => "s[1-3]".prop_map(Value::from),
        ]
        .boxed(),
        Shape::Integer => prop_oneof![
            any::<i64>().prop_map(Value::from),
            (0_i64..5).prop_map(Value::from),
            Just(Value::Null),
        ]
        .boxed(),
        Shape::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        Shape::Timestamp => prop::sample::select(&TIMES[..]).prop_map(Value::from).boxed(),
        Shape::Date => prop::sample::select(&DATES[..]).prop_map(Value::from).boxed(),
        Shape::Nullable(inner) => {
            prop_oneof![1 => Just(Value::Null), 2 => hostile_value(*inner)].boxed()
        }
        Shape::List(item) => {
            prop::collection::vec(hostile_value(*item), 0..3).prop_map(Value::Array).boxed()
        }
        Shape::Record { fields, .. } => hostile_object(fields),
    }
}

const TIMES: [&str; 6] = [
    "",
    "2026-04-30T10:00:00Z",
    "2026-01-30T10:00:00Z",
    "2031-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "+262142-12-31T23:59:59Z",
];
const DATES: [&str; 6] = ["", "2019", "2020-02", "2021-03-31", "9999-12-31", "0000-01-01"];

fn hostile_object(fields: &'static [Field]) -> BoxedStrategy<Value> {
    let field = |field: &Field| {
        let name = field.name.to_owned();
        hostile_value(field.shape).prop_map(move |value| (name.clone(), value))
    };
    let pairs = fields.iter().map(field).collect::<Vec<_>>();
    pairs.prop_map(|pairs| Value::Object(pairs.into_iter().collect())).boxed()
}

pub(crate) fn hostile_record<T: Record + serde::de::DeserializeOwned + std::fmt::Debug>()
-> impl Strategy<Value = T> {
    hostile_object(T::FIELDS).prop_map(parse_record)
}

pub(crate) fn widths() -> impl Strategy<Value = usize> {
    prop_oneof![1_usize..=200, 1_usize..20]
}

pub(crate) fn check_lines(lines: &[RichLine], width: usize) -> Result<(), TestCaseError> {
    for line in lines {
        prop_assert!(line.width() <= width, "{} > {width}: {line:?}", line.width());
        for span in &line.0 {
            if let Span::Text(_, text) = span {
                prop_assert_eq!(sanitize(text).into_owned(), text.as_str());
                prop_assert_eq!(text.chars().find(|letter| hostile::is_offending(*letter)), None);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_job_fits_the_width(
        full in hostile_record::<Job>(),
        named in prop::collection::vec(("(|s[1-3])", hostile::text(), any::<usize>()), 0..4),
        (loaded, total, is_complete) in any::<(usize, Option<u64>, bool)>(),
        width in widths(),
    ) {
        let counts = named.into_iter().map(|(id, name, count)| (id.into(), name, count)).collect();
        let counts = StageCounts { counts, loaded, total, is_complete, ..StageCounts::default() };
        let item = JobItem::from(full.clone());
        check_lines(&job_details(&item, Some(&full), &counts, &[], now(), width).lines, width)?;
        check_lines(&job_details(&item, None, &counts, &[], now(), width).lines, width)?;
    }

    #[test]
    fn any_candidate_fits_the_width(
        item in hostile_record::<CandidateItem>(),
        record in hostile_record::<Candidate>(),
        person in hostile_record::<Person>(),
        pipeline in prop::collection::vec(hostile_record::<PipelineStage>(), 0..4),
        width in widths(),
    ) {
        let lines = candidate_details(Some(&item), Some(&record), Some(&person), &pipeline,  (now(), width));
        check_lines(&lines, width)?;
        check_lines(&candidate_details(None, Some(&record), None, &pipeline,  (now(), width)), width)?;
        check_lines(&candidate_details(Some(&item), None, None, &pipeline,  (now(), width)), width)?;
        check_lines(&person_details(&person, None, None, now(), width), width)?;
    }

    #[test]
    fn any_raw_view_fits_the_width(
        value in hostile_object(Person::FIELDS),
        key in hostile::text(),
        text in hostile::text(),
        width in widths(),
    ) {
        let parts = [("person", value), ("other", json!({ key: [text, 1.5, null, true, {}, []] }))];
        check_lines(&raw_json(&parts, width), width)?;
    }

    #[test]
    fn every_stage_has_its_line_and_every_candidate_is_counted(
        full in hostile_record::<Job>(),
        named in prop::collection::vec(("(|s[1-3])", "(|s[1-3]|x)", 0_usize..100), 0..6),
    ) {
        // A client may be called "1".
        let full = Job { client_company_name: String::new(), job_status_name: String::new(), ..full };
        let total: usize = named.iter().map(|(_, _, count)| count).sum();
        let counts = named.into_iter().map(|(id, name, count)| (id.into(), name, count)).collect();
        let counts = StageCounts { counts, loaded: total, is_complete: true, ..StageCounts::default() };
        let lines = job_details(&JobItem::default(), Some(&full), &counts, &[], now(), 200).lines;
        let figures: Vec<usize> = lines
            .iter()
            .filter_map(|line| {
                line.0.iter().rev().find_map(|span| match span {
                    Span::Text(TextRole::Strong, figure) => figure.replace(',', "").parse().ok(),
                    _ => None,
                })
            })
            .collect();
        prop_assert!(figures.len() >= full.pipeline_stages.len());
        prop_assert_eq!(figures.iter().sum::<usize>(), total);
    }
}

#[test]
fn zero_width_does_not_panic() {
    let record: Candidate = parse_record(json!({"name": "x", "pipeline_stage_history": [{}]}));
    check_lines(
        &candidate_details(None, Some(&record), Some(&Person::default()), &[], (now(), 0)),
        0,
    )
    .unwrap();
    check_lines(
        &job_details(&JobItem::default(), None, &counts(&[("", "", 1)], 1, 2), &[], now(), 0).lines,
        0,
    )
    .unwrap();
    check_lines(&raw_json(&[("x", json!({"a": ["b", 1]}))], 0), 0).unwrap();
}

#[test]
fn huge_texts_are_cut_and_say_so() {
    let huge = "long words ".repeat(100_000);
    let person: Person = parse_record(json!({
        "name": huge, "work_experience": [{"positions": [{"description": huge}]}],
    }));
    let lines = person_details(&person, None, None, now(), 70);
    assert!(lines.len() < 300, "{}", lines.len());
    assert!(page(&lines).contains("… cut; 1,100,000 bytes in all"));

    let lines = raw_json(&[("person", json!({ "a": huge, huge.as_str(): 1 }))], 70);
    assert!(lines.len() < 100, "{}", lines.len());
    assert!(page(&lines).contains("… cut; 1,100,000 bytes in all"));
}

#[test]
fn endless_lists_are_cut_and_say_so() {
    let lines = raw_json(&[("numbers", json!(vec![1; 50_000])), ("more", json!(1))], 70);
    assert_eq!(lines.len(), 20_001);
    assert_eq!(plain(lines.last().unwrap()), "cut after 20,000 lines");
}
