//! Every field of the interface is somewhere on its sheet.

use super::*;
use crate::tui::widgets::format;

/// A value for each field, unlike all others, and how a sheet writes it.
#[derive(Default)]
struct Marker {
    number: u32,
    expected: Vec<(String, String)>,
}

impl Marker {
    fn record(&mut self, fields: &[Field]) -> Value {
        let mut object = Map::new();
        for Field { name, shape } in fields {
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
                let shown = match name {
                    "duration_in_months" => format::months(number),
                    "candidate_count" => format::signed(number),
                    _ => number.to_string(),
                };
                (json!(number), shown)
            }
            Shape::Timestamp | Shape::Date => {
                let day = at("2010-01-01").to_utc() + chrono::Days::new(u64::from(n));
                let shown = format::day(day.into());
                let form = if shape == Shape::Date { "%Y-%m-%d" } else { "%Y-%m-%dT09:00:00Z" };
                (json!(day.format(form).to_string()), shown)
            }
        };
        self.expected.push((format!("{name} {n}"), expected));
        value
    }

    fn make<T: Record + serde::de::DeserializeOwned>(&mut self) -> T {
        let value = self.record(T::FIELDS);
        read(value)
    }

    fn all_in(&self, lines: &[RichLine]) {
        assert!(self.expected.len() > 8, "the markers were made");
        let page = page(lines);
        for (field, text) in &self.expected {
            assert!(page.contains(text), "{field} ({text}) is missing from\n{page}");
        }
    }
}

#[test]
fn every_field_of_a_job() {
    let mut marker = Marker::default();
    let full: Job = marker.make();
    let lines =
        job(&JobItem::default(), Some(&full), &StageCounts::default(), &[], now(), 200).lines;
    marker.all_in(&lines);

    let mut marker = Marker::default();
    let item: JobItem = marker.make();
    marker.all_in(&job(&item, None, &StageCounts::default(), &[], now(), 200).lines);
}

#[test]
fn every_field_of_a_candidate_and_its_person() {
    let mut marker = Marker::default();
    let (one, person): (Candidate, Person) = (marker.make(), marker.make());
    marker.all_in(&candidate(None, None, Some(&one), Some(&person), &[], &[], (now(), 200)));

    let mut marker = Marker::default();
    let item: CandidateItem = marker.make();
    marker.all_in(&candidate(None, Some(&item), None, None, &[], &[], (now(), 200)));
}

#[test]
fn every_field_of_a_person_alone() {
    let mut marker = Marker::default();
    let person: Person = marker.make();
    let lines = person_sheet(&person, None, None, now(), 200);
    // The ids of the person itself stand in a part of their own.
    let ids = candidate_ids(None, None, Some(&person), 200);
    marker.all_in(&[lines, ids].concat());
}

#[test]
fn what_the_interface_does_not_know_is_in_the_raw_view() {
    let one: Candidate = read(json!({"id": "can_1", "score": {"by": "<nobody>"}}));
    let value = serde_json::to_value(&one).unwrap();
    let page = page(&raw(&[("candidate", value)], 80));
    assert!(page.contains("\"by\": \"<nobody>\""), "{page}");
}
