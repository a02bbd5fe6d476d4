//! True answers of the service, made wrong.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

/// What a list was asked for.
#[derive(Clone, Copy)]
pub(crate) struct ListRequest {
    pub(crate) offset: usize,
    pub(crate) limit: usize,
}

/// Counts answers, so that two of them differ.
static ANSWERS: AtomicUsize = AtomicUsize::new(0);

fn number() -> usize {
    ANSWERS.fetch_add(1, Ordering::Relaxed)
}

fn rows(body: &mut Value) -> &mut Vec<Value> {
    if !body["data"].is_array() {
        body["data"] = json!([]);
    }
    body["data"].as_array_mut().expect("an array")
}

pub(crate) fn empty_middle(body: &mut Value, request: ListRequest) {
    if request.offset > 0 {
        rows(body).clear();
    }
}

pub(crate) fn empty(body: &mut Value, _: ListRequest) {
    rows(body).clear();
    body["meta"]["total"] = json!(0);
}

/// Never more than seven rows, whatever the limit.
pub(crate) fn short(body: &mut Value, _: ListRequest) {
    rows(body).truncate(7);
    body["meta"]["limit"] = json!(7);
}

pub(crate) fn without_meta(body: &mut Value, _: ListRequest) {
    body.as_object_mut().expect("an object").remove("meta");
}

pub(crate) fn without_ids(body: &mut Value, request: ListRequest) {
    without_meta(body, request);
    for row in rows(body).iter_mut().filter_map(Value::as_object_mut) {
        row.retain(|key, _| !key.ends_with("id"));
    }
}

pub(crate) fn of_a_million(body: &mut Value, request: ListRequest) {
    body["meta"] = json!({"total": 1_000_000, "offset": request.offset, "limit": request.limit});
}

/// The first page of a million rows; the others fail.
pub(crate) fn failing_pages(body: &mut Value, request: ListRequest) {
    if request.offset == 0 {
        of_a_million(body, request);
    } else {
        *body = json!({"success": false, "error": "the shelf fell over"});
    }
}

/// New rows at every offset, and a total that is always larger.
pub(crate) fn endless(body: &mut Value, request: ListRequest) {
    renumber(body, request);
    let total = request.offset + 100_000;
    body["meta"] = json!({"total": total, "offset": request.offset, "limit": request.limit});
}

pub(crate) fn endless_without_total(body: &mut Value, request: ListRequest) {
    renumber(body, request);
    without_meta(body, request);
}

fn renumber(body: &mut Value, request: ListRequest) {
    for (index, row) in rows(body).iter_mut().enumerate() {
        row["id"] = json!(format!("endless_{}", request.offset + index));
    }
}

pub(crate) fn changing_total(body: &mut Value, _: ListRequest) {
    body["meta"]["total"] = json!(number() * 7919 % 5000);
}

pub(crate) fn absurd_total(body: &mut Value, _: ListRequest) {
    let totals = [json!(-1), json!(u64::MAX), json!(1e300), json!("many"), json!(null), json!([3])];
    body["meta"]["total"] = totals[number() % totals.len()].clone();
}

pub(crate) fn doubled(body: &mut Value, _: ListRequest) {
    let again = rows(body).clone();
    rows(body).extend(again);
}

pub(crate) fn shuffled(body: &mut Value, _: ListRequest) {
    let all = rows(body);
    let middle = (number() * 31) % all.len().max(1);
    all.rotate_left(middle);
    all.reverse();
}

/// A thousand rows, whatever the limit.
pub(crate) fn large(body: &mut Value, request: ListRequest) {
    let some = rows(body).clone();
    rows(body).clear();
    for copy in 0..10 {
        for (index, mut row) in some.iter().cloned().enumerate() {
            row["id"] = json!(format!("large_{}", request.offset + copy * some.len() + index));
            rows(body).push(row);
        }
    }
}

pub(crate) fn null_rows(body: &mut Value, _: ListRequest) {
    for (index, row) in rows(body).iter_mut().enumerate() {
        match index % 4 {
            0 => *row = Value::Null,
            1 => *row = json!([]),
            2 => *row = json!("a row"),
            _ => {}
        }
    }
}

/// Calls the function with the name and value of every text, number and flag.
fn each_value(value: &mut Value, key: &str, change: &mut dyn FnMut(&str, &mut Value)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| each_value(item, key, change)),
        Value::Object(fields) => {
            fields.iter_mut().for_each(|(key, value)| each_value(value, key, change));
        }
        _ => change(key, value),
    }
}

/// Changes every text that people read: no ids, no dates, nothing outside of `data`.
fn each_text(body: &mut Value, mut change: impl FnMut(&mut String)) {
    each_value(&mut body["data"], "", &mut |key, value| {
        let is_text = !["id", "_at", "_date", "_url"].iter().any(|end| key.ends_with(end));
        if let (true, Value::String(text)) = (is_text, value) {
            change(text);
        }
    });
}

/// A megabyte in each text, as many as fit below the limit of a body.
pub(crate) fn megabyte_texts(body: &mut Value) {
    if let Some(rows) = body["data"].as_array_mut() {
        rows.truncate(3);
    }
    let mut left = 24;
    each_text(body, |text| {
        if left > 0 {
            left -= 1;
            let part = format!("{text} Ω佐 ");
            *text = part.repeat((1 << 20) / part.len());
        }
    });
}

pub(crate) fn hostile_texts(body: &mut Value) {
    const HOSTILE: [&str; 12] = [
        "\x1b[2J\x1b[H",
        "\x1b]52;c;aGVsbG8=\x07",
        "\x1b]0;title\x1b\\",
        "\x1bP1$r\x1b\\",
        "\u{9b}31m",
        "\u{202e}\u{2066}",
        "\0\x07\x08\x7f",
        "\r\n\t\x0b\x0c",
        "\u{200b}\u{200d}\u{feff}",
        "👩\u{200d}👩\u{200d}👧\u{200d}👦🏽🇮🇸",
        "é\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}",
        "﷽𒐫",
    ];
    let mut count = number();
    each_text(body, |text| {
        count += 1;
        let hostile = HOSTILE[count % HOSTILE.len()];
        *text = format!("{hostile}{text}{hostile}");
    });
}

/// Two of three ids are no ids.
pub(crate) fn odd_ids(body: &mut Value) {
    let mut count = number();
    each_value(&mut body["data"], "", &mut |key, value| {
        if key.ends_with("id") {
            count += 1;
            *value = match count % 9 {
                0 => json!(""),
                1 => json!(count),
                2 => json!(format!("../../v1/jobs?x={count}#%00")),
                3 => json!(format!("{count}\u{1b}[2J\n佐")),
                4 => json!("x".repeat(10_000)),
                5 => Value::Null,
                _ => value.take(),
            };
        }
    });
}

pub(crate) fn wrong_types(body: &mut Value) {
    let mut count = number();
    each_value(&mut body["data"], "", &mut |key, value| {
        count += 1;
        // Some stay as they are, so that there are rows at all.
        if count.is_multiple_of(3) && key != "id" {
            *value = match count / 3 % 6 {
                0 => json!(count),
                1 => json!({"a": [1, {"b": null}]}),
                2 => json!([]),
                3 => json!(true),
                4 => json!(-1e308),
                _ => Value::Null,
            };
        }
    });
}

pub(crate) fn odd_dates(body: &mut Value) {
    const DATES: [&str; 10] = [
        "0000-00-00T00:00:00Z",
        "9999-12-31T23:59:60Z",
        "-4000-01-01T00:00:00Z",
        "292277026596-12-04T15:30:07Z",
        "2026-02-30",
        "2026",
        "2026-13",
        "yesterday",
        "1970-01-01T00:00:00+99:99",
        "",
    ];
    let mut count = number();
    each_value(&mut body["data"], "", &mut |key, value| {
        count += 1;
        if key.ends_with("_at") || key.ends_with("_date") {
            *value = json!(DATES[count % DATES.len()]);
        } else if key.ends_with("_order") || key.ends_with("months") || key.ends_with("count") {
            *value = json!(i64::MIN + i64::try_from(count % 2).unwrap_or(0) * i64::MAX);
        }
    });
}
