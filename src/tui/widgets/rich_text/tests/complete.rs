//! Every field of the API appears in the rich text of its record.

use super::*;
use crate::tui::widgets::format;

/// A unique value for each field, and how the rich text writes it.
#[derive(Default)]
struct Marker {
    number: u32,
    expected: Vec<(String, String)>,
}

impl Marker {
    fn record(&mut self, fields: &[Field]) -> Value {
        let mut object = Map::new();
        for Field { name, shape, .. } in fields {
            object.insert((*name).to_owned(), self.value(name, *shape));
        }
        Value::Object(object)
    }

    fn value(&mut self, name: &str, shape: Shape) -> Value {
        self.number += 1;
        let n = self.number;
        let (value, expected) = match shape {
            Shape::Nullable(inner) => return self.value(name, *inner),
            Shape::Record { fields, .. } => return self.record(fields),
            Shape::List(item) => return json!([self.value(name, *item), self.value(name, *item)]),
            Shape::Text => (json!(format!("<{n}>")), format!("<{n}>")),
            Shape::Boolean => {
                let word = name.strip_prefix("is_").unwrap().strip_suffix("_stage");
                let word = word.unwrap_or("archived").replace("interviewing", "interview");
                (json!(true), word)
            }
            Shape::Integer => {
                let number = i64::from(7_000 + n);
                let text = match name {
                    "duration_in_months" => format::months(number),
                    "candidate_count" => format::signed(number),
                    _ => number.to_string(),
                };
                (json!(number), text)
            }
            Shape::Timestamp | Shape::Date => {
                let day = timestamp("2010-01-01").to_utc() + chrono::Days::new(u64::from(n));
                let text = format::day(day.into());
                let form = if shape == Shape::Date { "%Y-%m-%d" } else { "%Y-%m-%dT09:00:00Z" };
                (json!(day.format(form).to_string()), text)
            }
        };
        self.expected.push((format!("{name} {n}"), expected));
        value
    }

    fn build<T: Record + serde::de::DeserializeOwned>(&mut self) -> T {
        let value = self.record(T::FIELDS);
        parse_record(value)
    }

    /// Without what only the raw view and the title of the pane show.
    fn without_ids_and_name(mut self) -> Self {
        let is_id = |field: &str| field.starts_with("id ") || field.contains("_id ");
        self.expected.retain(|(field, _)| !is_id(field));
        let name = self.expected.iter().position(|(field, _)| field.starts_with("name "));
        self.expected.remove(name.unwrap());
        self
    }

    fn assert_all_in(&self, lines: &[RichLine]) {
        assert!(self.expected.len() > 4, "every field has a marker value");
        let page = page(lines);
        for (field, text) in &self.expected {
            assert!(page.contains(text), "{field} ({text}) is missing from\n{page}");
        }
    }
}

#[test]
fn every_field_of_a_job() {
    let mut marker = Marker::default();
    let full: Job = marker.build();
    let lines =
        job_details(&JobItem::default(), Some(&full), &StageCounts::default(), &[], now(), 200)
            .lines;
    marker.without_ids_and_name().assert_all_in(&lines);

    let mut marker = Marker::default();
    let item: JobItem = marker.build();
    let lines = job_details(&item, None, &StageCounts::default(), &[], now(), 200).lines;
    marker.without_ids_and_name().assert_all_in(&lines);
}

#[test]
fn every_field_of_a_candidate_and_its_person() {
    let mut marker = Marker::default();
    let (record, person): (Candidate, Person) = (marker.build(), marker.build());
    marker.assert_all_in(&candidate_details(None, Some(&record), Some(&person), &[], (now(), 200)));

    let mut marker = Marker::default();
    let item: CandidateItem = marker.build();
    marker.assert_all_in(&candidate_details(Some(&item), None, None, &[], (now(), 200)));
}

#[test]
fn every_field_of_a_person_alone() {
    let mut marker = Marker::default();
    let person: Person = marker.build();
    let lines = person_details(&person, None, None, now(), 200);
    // The ids of the person are in a section of their own.
    let ids = candidate_ids(None, None, Some(&person), 200);
    marker.assert_all_in(&[lines, ids].concat());
}

#[test]
fn unknown_fields_are_in_the_raw_view() {
    let record: Candidate = parse_record(json!({"id": "can_1", "score": {"by": "<nobody>"}}));
    let value = serde_json::to_value(&record).unwrap();
    let page = page(&raw_json(&[("candidate", value)], 80));
    assert!(page.contains("\"by\": \"<nobody>\""), "{page}");
}
