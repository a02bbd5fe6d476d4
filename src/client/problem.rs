//! What a server says when it refuses, found in whatever shape it says it.
//!
//! The interface does not tell what a failure looks like. The places looked at
//! are those of the common frameworks, in a fixed order; after them the title
//! of an HTML page or the first line of a text.

use std::borrow::Cow;

use serde_json::Value;

use super::error::FieldProblem;

/// The longest text that is kept of a server.
const LONGEST: usize = 500;

/// Field problems beyond these are not kept.
const MOST_FIELDS: usize = 100;

/// Where a message stands, in the order of belief.
const MESSAGES: [&[&str]; 9] = [
    &["error"],
    &["error", "message"],
    &["error", "detail"],
    &["errorInfo", "message"],
    &["message"],
    &["errors"],
    &["detail"],
    &["title"],
    &["data", "message"],
];
const CODES: [&[&str]; 4] =
    [&["error_code"], &["code"], &["error", "code"], &["errorInfo", "code"]];
const REQUEST_IDS: [&[&str]; 4] =
    [&["request_id"], &["requestId"], &["error", "request_id"], &["meta", "request_id"]];

/// What an item of a list of problems calls its field and its text.
const FIELD_KEYS: [&str; 7] = ["field", "path", "loc", "pointer", "param", "name", "source"];
const TEXT_KEYS: [&str; 4] = ["message", "msg", "detail", "error"];

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) code: Option<String>,
    pub(super) fields: Vec<FieldProblem>,
    pub(super) request_id: Option<String>,
}

/// Looks for it in a body. Every text passes through `hide` before it is cut.
pub(super) fn find(body: &str, hide: &dyn Fn(&str) -> String) -> Problem {
    match serde_json::from_str::<Value>(body) {
        Ok(value) => find_in(&hidden(&value, hide)),
        Err(_not_json) => Problem { message: first_words(&hide(body)), ..Problem::default() },
    }
}

/// The same of a body that must tell of a failure: what says it in no known
/// place says it in its first words.
pub(super) fn find_anywhere(body: &str, hide: &dyn Fn(&str) -> String) -> Problem {
    let found = find(body, hide);
    let says_nothing = matches!(body.trim(), "" | "{}" | "[]" | "null" | "\"\"");
    if says_nothing || !found.message.is_empty() || !found.fields.is_empty() {
        return found;
    }
    // Written anew: an escape could hold what must be hidden.
    let value: Value = serde_json::from_str(body).unwrap_or_default();
    Problem { message: first_words(&hidden(&value, hide).to_string()), ..found }
}

fn hidden(value: &Value, hide: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(hide(text)),
        Value::Array(items) => items.iter().map(|item| hidden(item, hide)).collect(),
        Value::Object(map) => {
            map.iter().map(|(key, value)| (hide(key), hidden(value, hide))).collect()
        }
        other => other.clone(),
    }
}

fn find_in(body: &Value) -> Problem {
    if let Value::String(text) = body {
        return Problem { message: brief(text), ..Problem::default() };
    }
    let text = |path: &&[&str]| at(body, path).and_then(scalar);
    Problem {
        message: MESSAGES
            .iter()
            .find_map(|path| at(body, path).and_then(message))
            .unwrap_or_default(),
        code: CODES.iter().find_map(text),
        fields: fields(body),
        request_id: REQUEST_IDS.iter().find_map(text),
    }
}

fn at<'a>(body: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(body, |value, key| value.get(key))
}

/// A scalar that says something.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(brief(text)).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A text, or the first texts of a list of problems.
fn message(value: &Value) -> Option<String> {
    match value {
        Value::String(_) => scalar(value),
        Value::Array(items) => {
            let texts: Vec<String> = items.iter().take(3).filter_map(text_of).collect();
            Some(brief(&texts.join("; "))).filter(|text| !text.is_empty())
        }
        _ => None,
    }
}

fn text_of(item: &Value) -> Option<String> {
    match item {
        Value::Object(map) => TEXT_KEYS.iter().find_map(|key| map.get(*key).and_then(scalar)),
        other => scalar(other),
    }
}

/// Problems of single fields: a list of objects, or a map of lists.
fn fields(body: &Value) -> Vec<FieldProblem> {
    let places = [&["errors"][..], &["error", "errors"], &["error", "details"], &["detail"]];
    let found = places.iter().filter_map(|path| at(body, path)).map(|value| match value {
        Value::Array(items) => items.iter().filter_map(field_of).take(MOST_FIELDS).collect(),
        Value::Object(map) => map
            .iter()
            .filter_map(|(field, told)| {
                message(told).map(|message| FieldProblem { field: brief(field), message })
            })
            .take(MOST_FIELDS)
            .collect(),
        _ => Vec::new(),
    });
    found.into_iter().find(|fields: &Vec<FieldProblem>| !fields.is_empty()).unwrap_or_default()
}

fn field_of(item: &Value) -> Option<FieldProblem> {
    let map = item.as_object()?;
    let field = FIELD_KEYS.iter().find_map(|key| map.get(*key).and_then(place))?;
    Some(FieldProblem { field, message: text_of(item)? })
}

/// `"emails[0]"`, `["body", "emails", 0]` or `{"pointer": "/emails/0"}`.
fn place(value: &Value) -> Option<String> {
    match value {
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().filter_map(scalar).collect();
            Some(brief(&parts.join("."))).filter(|text| !text.is_empty())
        }
        Value::Object(map) => map.get("pointer").and_then(scalar),
        other => scalar(other),
    }
}

/// The title of a page, or the first line of a text.
fn first_words(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let title = lower.find("<title").and_then(|from| {
        let from = from + lower.get(from..)?.find('>')? + 1;
        let until = from + lower.get(from..)?.find("</title")?;
        text.get(from..until)
    });
    if let Some(title) = title.map(brief).filter(|title| !title.is_empty()) {
        return title;
    }
    let is_page = lower.trim_start().starts_with('<');
    let visible = if is_page { Cow::Owned(without_tags(text)) } else { Cow::Borrowed(text) };
    visible.lines().map(brief).find(|line| !line.is_empty()).unwrap_or_default()
}

/// What a page shows, roughly: good enough for its first words.
fn without_tags(page: &str) -> String {
    let mut inside = false;
    let text = page.chars().filter_map(|letter| match letter {
        '<' => {
            inside = true;
            None
        }
        '>' => {
            inside = false;
            Some('\n')
        }
        letter => (!inside).then_some(letter),
    });
    text.collect()
}

/// On one line, at most [`LONGEST`] characters.
pub(super) fn brief(text: &str) -> String {
    let words = text.split_whitespace().take(LONGEST).collect::<Vec<_>>().join(" ");
    if words.chars().count() <= LONGEST {
        return words;
    }
    words.chars().take(LONGEST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(field: &str, message: &str) -> FieldProblem {
        FieldProblem { field: field.into(), message: message.into() }
    }

    #[test]
    fn the_message_is_found_in_any_shape() {
        for (body, message) in [
            (r#"{"success":false,"error":"no such job"}"#, "no such job"),
            (r#"{"error":{"message":"no such job","code":7}}"#, "no such job"),
            (r#"{"errorInfo":{"message":"no such job"}}"#, "no such job"),
            (r#"{"message":"no such job"}"#, "no such job"),
            (r#"{"errors":["no such job","nor person"]}"#, "no such job; nor person"),
            (r#"{"errors":[{"detail":"no such job"}]}"#, "no such job"),
            (r#"{"detail":"no such job"}"#, "no such job"),
            (r#"{"type":"about:blank","title":"no such job"}"#, "no such job"),
            (r#"{"success":false,"data":{"message":"no such job"}}"#, "no such job"),
            (r#"{"error":"","message":"no such job"}"#, "no such job"),
            (r#""no such job""#, "no such job"),
            ("<html><head><TITLE>502\n Bad Gateway</title>", "502 Bad Gateway"),
            ("<html><body><h1>Sign in</h1><p>to go on", "Sign in"),
            ("\n  upstream timed out\nat line 7", "upstream timed out"),
            ("", ""),
            ("[]", ""),
            ("null", ""),
        ] {
            assert_eq!(find(body, &str::to_owned).message, message, "{body}");
        }
    }

    #[test]
    fn what_is_said_in_no_known_place_is_quoted() {
        for (body, message) in [
            (r#"{"reason":"quota used up"}"#, r#"{"reason":"quota used up"}"#),
            (r#"{"error":"no such job","reason":"typo"}"#, "no such job"),
            ("{}", ""),
            ("", ""),
        ] {
            assert_eq!(find_anywhere(body, &str::to_owned).message, message, "{body}");
        }
    }

    #[test]
    fn what_must_be_hidden_is_hidden_behind_escapes_too() {
        let hide = |text: &str| text.replace("a/b+c==", "[the key]");
        for body in [
            r#"{"error":"who is a\/b\u002bc=="}"#,
            r#"{"reason":{"a\/b+c==":"a\/b+c=="}}"#,
            r#"{"errors":[{"field":"a\/b+c==","message":"a\/b+c=="}],"request_id":"a\/b+c=="}"#,
            "who is a/b+c==?",
        ] {
            let told = format!("{:?}", find_anywhere(body, &hide));
            assert!(told.contains("[the key]") && !told.contains("b+c"), "{told}");
        }
    }

    #[test]
    fn each_field_gets_its_own_problem() {
        for (body, fields) in [
            (
                r#"{"errors":[{"field":"emails[0].value","message":"no @"}]}"#,
                vec![problem("emails[0].value", "no @")],
            ),
            (
                r#"{"errors":{"name":["is empty","is odd"]}}"#,
                vec![problem("name", "is empty; is odd")],
            ),
            (
                r#"{"detail":[{"loc":["body","emails",0],"msg":"no @"}]}"#,
                vec![problem("body.emails.0", "no @")],
            ),
            (
                r#"{"errors":[{"source":{"pointer":"/name"},"detail":"is empty"}]}"#,
                vec![problem("/name", "is empty")],
            ),
            (r#"{"errors":["just a text"]}"#, vec![]),
        ] {
            assert_eq!(find(body, &str::to_owned).fields, fields, "{body}");
        }
    }

    #[test]
    fn a_long_text_is_cut_and_a_request_is_named() {
        let body = format!(
            r#"{{"error":"{}","request_id":"req_7","error_code":"odd"}}"#,
            "é ".repeat(9000)
        );
        let problem = find(&body, &str::to_owned);
        assert_eq!(problem.message.chars().count(), LONGEST);
        assert_eq!(problem.request_id.as_deref(), Some("req_7"));
        assert_eq!(problem.code.as_deref(), Some("odd"));
    }
}
