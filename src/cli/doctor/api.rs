//! Whether responses conform to the API: pure checks over their JSON.

use serde_json::Value;

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text,
    Flag,
    Count,
    List,
}

use Kind::{Count, Flag, List, Text};

pub(super) type Fields = &'static [(&'static str, Kind)];

pub(super) const JOB_ROW: Fields = &[
    ("id", Text),
    ("name", Text),
    ("created_at", Text),
    ("is_archived", Flag),
    ("client_company_name", Text),
    ("client_company_id", Text),
    ("job_status_name", Text),
    ("job_status_id", Text),
    ("candidate_count", Count),
];

pub(super) const JOB: Fields = &[("id", Text), ("name", Text), ("pipeline_stages", List)];

pub(super) const CANDIDATE_ROW: Fields = &[
    ("id", Text),
    ("person_id", Text),
    ("name", Text),
    ("current_pipeline_stage_name", Text),
    ("current_pipeline_stage_id", Text),
    ("created_at", Text),
];

pub(super) const CANDIDATE: Fields = &[
    ("id", Text),
    ("person_id", Text),
    ("job_id", Text),
    ("current_pipeline_stage_date", Text),
    ("pipeline_stage_history", List),
];

pub(super) const PERSON: Fields = &[
    ("id", Text),
    ("name", Text),
    ("emails", List),
    ("phones", List),
    ("work_experience", List),
    ("education_experience", List),
    ("jobs", List),
];

/// A JSON body and what is wrong with its envelope.
pub(super) fn parse(body: &[u8]) -> (Value, Vec<String>) {
    let Ok(body) = serde_json::from_slice::<Value>(body) else {
        return (Value::Null, vec!["the body is not JSON".to_owned()]);
    };
    let mut wrong = Vec::new();
    if body["success"] != Value::Bool(true) {
        wrong.push("`success` is not true".to_owned());
    }
    if body.get("data").is_none() {
        wrong.push("`data` is missing".to_owned());
    }
    (body, wrong)
}

/// What is wrong with a page of a list that was requested with this offset and limit.
pub(super) fn page(body: &Value, fields: Fields, offset: u64, limit: u64) -> Vec<String> {
    let mut wrong = Vec::new();
    let Some(rows) = body["data"].as_array() else {
        return vec!["`data` is not an array".to_owned()];
    };
    let Some(total) = body["meta"]["total"].as_u64() else {
        return vec!["`meta.total` is not a number".to_owned()];
    };
    for (name, requested) in [("offset", offset), ("limit", limit)] {
        if body["meta"][name].as_u64() != Some(requested) {
            wrong.push(format!("`meta.{name}` differs from the requested {requested}"));
        }
    }
    let expected = total.saturating_sub(offset).min(limit);
    if rows.len() as u64 != expected {
        wrong.push(format!("{} rows instead of {expected} at offset {offset}", rows.len()));
    }
    for row in rows {
        wrong.extend(record(row, fields));
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

/// What is wrong with a record. Names fields, never values.
pub(super) fn record(record: &Value, fields: Fields) -> Vec<String> {
    let is_wrong = |(name, kind): &&(&str, Kind)| match (kind, &record[*name]) {
        (Text, Value::String(text)) => text.is_empty() && *name == "id",
        (Flag, Value::Bool(_)) | (List, Value::Array(_)) => false,
        (Count, value) => !value.is_u64(),
        _ => true,
    };
    let word = |kind: Kind| match kind {
        Text => "a string",
        Flag => "a boolean",
        Count => "a number",
        List => "an array",
    };
    let wrong = fields.iter().filter(is_wrong);
    wrong.map(|(name, kind)| format!("`{name}` is not {}", word(*kind))).collect()
}

/// The ids of the rows of a page.
pub(super) fn ids(body: &Value) -> Vec<&str> {
    let rows = body["data"].as_array().map(Vec::as_slice).unwrap_or_default();
    rows.iter().filter_map(|row| row["id"].as_str()).collect()
}

/// Two pages of two rows, one row apart: the second must begin with the last row of the first.
pub(super) fn overlap(first: &Value, second: &Value) -> Vec<String> {
    match (ids(first).as_slice(), ids(second).as_slice()) {
        ([_, last, ..], [next, ..]) if last != next => {
            vec![
                "overlapping pages have different rows: the order of the list is not stable"
                    .to_owned(),
            ]
        }
        ([one, other, ..], _) if one == other => vec!["a page contains a row twice".to_owned()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn job(id: &str) -> Value {
        json!({
            "id": id, "name": "", "created_at": "2026-01-02T03:04:05Z", "is_archived": false,
            "client_company_name": "", "client_company_id": "", "job_status_name": "",
            "job_status_id": "", "candidate_count": 3,
        })
    }

    fn list(rows: &[Value], total: u64, offset: u64) -> Value {
        json!({"success": true, "data": rows, "meta": {"total": total, "offset": offset, "limit": 2}})
    }

    #[test]
    fn an_envelope_says_success_and_has_data() {
        for (body, expected) in [
            (r#"{"success":true,"data":[]}"#, vec![]),
            (r#"{"data":[]}"#, vec!["`success` is not true"]),
            (r#"{"success":false}"#, vec!["`success` is not true", "`data` is missing"]),
            ("<html>", vec!["the body is not JSON"]),
        ] {
            assert_eq!(parse(body.as_bytes()).1, expected, "{body}");
        }
    }

    #[test]
    fn deviations_of_a_page_are_named_once() {
        let (one, two) = (job("job_1"), job("job_2"));
        let mut odd = job("job_3");
        odd["candidate_count"] = json!("3");
        odd["is_archived"] = json!(null);
        let mut without_id = job("");
        without_id["name"] = json!(null);
        for (body, offset, expected) in [
            (list(&[one.clone(), two.clone()], 5, 0), 0, vec![]),
            (list(std::slice::from_ref(&one), 5, 4), 4, vec![]),
            (list(&[], 5, 1_005), 1_005, vec![]),
            (
                list(&[one.clone(), two.clone()], 5, 1_005),
                1_005,
                vec!["2 rows instead of 0 at offset 1005"],
            ),
            (
                list(&[one.clone(), two], 5, 1),
                0,
                vec!["`meta.offset` differs from the requested 0"],
            ),
            (
                list(&[odd.clone(), odd], 5, 0),
                0,
                vec!["`candidate_count` is not a number", "`is_archived` is not a boolean"],
            ),
            (
                list(&[without_id, one], 5, 0),
                0,
                vec!["`id` is not a string", "`name` is not a string"],
            ),
            (json!({"data": {}}), 0, vec!["`data` is not an array"]),
            (json!({"data": []}), 0, vec!["`meta.total` is not a number"]),
        ] {
            assert_eq!(page(&body, JOB_ROW, offset, 2), expected, "{body}");
        }
    }

    #[test]
    fn overlapping_pages_share_a_row() {
        let page = |ids: &[&str]| list(&ids.iter().map(|id| job(id)).collect::<Vec<_>>(), 5, 0);
        assert_eq!(overlap(&page(&["a", "b"]), &page(&["b", "c"])), [""; 0]);
        assert_eq!(overlap(&page(&["a"]), &page(&[])), [""; 0]);
        assert!(overlap(&page(&["a", "b"]), &page(&["c", "d"]))[0].contains("not stable"));
        assert!(overlap(&page(&["a", "a"]), &page(&["a", "d"]))[0].contains("twice"));
    }
}
