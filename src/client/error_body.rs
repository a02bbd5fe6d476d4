//! Finds the error message in the body of an error response, in whatever form the server wrote it.
//!
//! The API does not define error bodies. This module looks in the places that common frameworks
//! use, in a fixed order, and falls back to the title of an HTML page or the first line of a text.

use std::borrow::Cow;

use serde_json::Value;

use super::error::ServerFieldError;

/// In characters.
const MAX_TEXT: usize = 500;
const MAX_FIELDS: usize = 100;

/// Paths to a message, most reliable first.
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
const FIELD_LISTS: [&[&str]; 4] =
    [&["errors"], &["error", "errors"], &["error", "details"], &["detail"]];

/// Keys for the name of the field, in an item of a list of errors.
const FIELD_KEYS: [&str; 7] = ["field", "path", "loc", "pointer", "param", "name", "source"];
const TEXT_KEYS: [&str; 4] = ["message", "msg", "detail", "error"];

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ErrorBody {
    pub(super) message: String,
    pub(super) code: Option<String>,
    pub(super) fields: Vec<ServerFieldError>,
    pub(super) request_id: Option<String>,
}

/// Extracts the message from a known place of the body. Every text passes through `redact` before
/// it is truncated.
pub(super) fn find(body: &str, redact: &dyn Fn(&str) -> String) -> ErrorBody {
    match serde_json::from_str::<Value>(body) {
        Ok(value) => find_in(&redact_all(&value, redact)),
        Err(_not_json) => ErrorBody { message: first_words(&redact(body)), ..ErrorBody::default() },
    }
}

/// Like [`find`], for a body that must describe an error: without a message in a known place,
/// quotes its first words.
pub(super) fn find_or_quote(body: &str, redact: &dyn Fn(&str) -> String) -> ErrorBody {
    let result = find(body, redact);
    let is_blank = matches!(body.trim(), "" | "{}" | "[]" | "null" | "\"\"");
    if is_blank || !result.message.is_empty() || !result.fields.is_empty() {
        return result;
    }
    // Serialized again, because escapes may hide the key.
    let value: Value = serde_json::from_str(body).unwrap_or_default();
    ErrorBody { message: first_words(&redact_all(&value, redact).to_string()), ..result }
}

fn redact_all(value: &Value, redact: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(redact(text)),
        Value::Array(items) => items.iter().map(|item| redact_all(item, redact)).collect(),
        Value::Object(map) => {
            map.iter().map(|(key, value)| (redact(key), redact_all(value, redact))).collect()
        }
        other => other.clone(),
    }
}

fn find_in(body: &Value) -> ErrorBody {
    if let Value::String(text) = body {
        return ErrorBody { message: shorten(text), ..ErrorBody::default() };
    }
    let text = |path: &&[&str]| get_path(body, path).and_then(scalar);
    ErrorBody {
        message: MESSAGES
            .iter()
            .find_map(|path| get_path(body, path).and_then(message))
            .unwrap_or_default(),
        code: CODES.iter().find_map(text),
        fields: fields(body),
        request_id: REQUEST_IDS.iter().find_map(text),
    }
}

fn get_path<'a>(body: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(body, |value, key| value.get(key))
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => non_empty(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn non_empty(text: &str) -> Option<String> {
    Some(shorten(text)).filter(|text| !text.is_empty())
}

/// A text, or the first texts of a list of errors.
fn message(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => non_empty(text),
        Value::Array(items) => {
            let texts: Vec<String> = items.iter().take(3).filter_map(item_text).collect();
            non_empty(&texts.join("; "))
        }
        _ => None,
    }
}

fn item_text(item: &Value) -> Option<String> {
    match item {
        Value::Object(map) => TEXT_KEYS.iter().find_map(|key| map.get(*key).and_then(scalar)),
        other => scalar(other),
    }
}

/// Errors of single fields: a list of objects, or a map from field to messages.
fn fields(body: &Value) -> Vec<ServerFieldError> {
    let lists =
        FIELD_LISTS.iter().filter_map(|path| get_path(body, path)).map(|value| match value {
            Value::Array(items) => items.iter().filter_map(field_error).take(MAX_FIELDS).collect(),
            Value::Object(map) => map
                .iter()
                .filter_map(|(field, messages)| {
                    Some(ServerFieldError { field: shorten(field), message: message(messages)? })
                })
                .take(MAX_FIELDS)
                .collect(),
            _ => Vec::new(),
        });
    lists.into_iter().find(|fields: &Vec<ServerFieldError>| !fields.is_empty()).unwrap_or_default()
}

fn field_error(item: &Value) -> Option<ServerFieldError> {
    let map = item.as_object()?;
    let field = FIELD_KEYS.iter().find_map(|key| map.get(*key).and_then(field_name))?;
    Some(ServerFieldError { field, message: item_text(item)? })
}

/// `"emails[0]"`, `["body", "emails", 0]` or `{"pointer": "/emails/0"}`.
fn field_name(value: &Value) -> Option<String> {
    match value {
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().filter_map(scalar).collect();
            non_empty(&parts.join("."))
        }
        Value::Object(map) => map.get("pointer").and_then(scalar),
        other => scalar(other),
    }
}

/// The title of an HTML page, or the first line of a text.
fn first_words(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let title = lower.find("<title").and_then(|from| {
        let from = from + lower.get(from..)?.find('>')? + 1;
        let until = from + lower.get(from..)?.find("</title")?;
        text.get(from..until)
    });
    if let Some(title) = title.and_then(non_empty) {
        return title;
    }
    let is_html = lower.trim_start().starts_with('<');
    let visible = if is_html { Cow::Owned(strip_tags(text)) } else { Cow::Borrowed(text) };
    visible.lines().find_map(non_empty).unwrap_or_default()
}

/// A rough rendering of HTML, good enough for its first words.
fn strip_tags(html: &str) -> String {
    let mut is_tag = false;
    let text = html.chars().filter_map(|c| match c {
        '<' => {
            is_tag = true;
            None
        }
        '>' => {
            is_tag = false;
            Some('\n')
        }
        c => (!is_tag).then_some(c),
    });
    text.collect()
}

/// Puts a text on one line of at most [`MAX_TEXT`] characters.
pub(super) fn shorten(text: &str) -> String {
    let words = text.split_whitespace().take(MAX_TEXT).collect::<Vec<_>>().join(" ");
    if words.chars().count() <= MAX_TEXT {
        return words;
    }
    words.chars().take(MAX_TEXT - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field_error(field: &str, message: &str) -> ServerFieldError {
        ServerFieldError { field: field.into(), message: message.into() }
    }

    #[test]
    fn the_message_is_found_in_every_common_form() {
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
    fn an_unknown_body_is_quoted() {
        for (body, message) in [
            (r#"{"reason":"quota used up"}"#, r#"{"reason":"quota used up"}"#),
            (r#"{"error":"no such job","reason":"typo"}"#, "no such job"),
            ("{}", ""),
            ("", ""),
        ] {
            assert_eq!(find_or_quote(body, &str::to_owned).message, message, "{body}");
        }
    }

    #[test]
    fn the_key_is_redacted_behind_escapes_too() {
        let redact = |text: &str| text.replace("a/b+c==", "[the key]");
        for body in [
            r#"{"error":"who is a\/b\u002bc=="}"#,
            r#"{"reason":{"a\/b+c==":"a\/b+c=="}}"#,
            r#"{"errors":[{"field":"a\/b+c==","message":"a\/b+c=="}],"request_id":"a\/b+c=="}"#,
            "who is a/b+c==?",
        ] {
            let result = format!("{:?}", find_or_quote(body, &redact));
            assert!(result.contains("[the key]") && !result.contains("b+c"), "{result}");
        }
    }

    #[test]
    fn each_field_gets_its_own_error() {
        for (body, fields) in [
            (
                r#"{"errors":[{"field":"emails[0].value","message":"no @"}]}"#,
                vec![field_error("emails[0].value", "no @")],
            ),
            (
                r#"{"errors":{"name":["is empty","is odd"]}}"#,
                vec![field_error("name", "is empty; is odd")],
            ),
            (
                r#"{"detail":[{"loc":["body","emails",0],"msg":"no @"}]}"#,
                vec![field_error("body.emails.0", "no @")],
            ),
            (
                r#"{"errors":[{"source":{"pointer":"/name"},"detail":"is empty"}]}"#,
                vec![field_error("/name", "is empty")],
            ),
            (r#"{"errors":["just a text"]}"#, vec![]),
        ] {
            assert_eq!(find(body, &str::to_owned).fields, fields, "{body}");
        }
    }

    #[test]
    fn a_long_text_is_cut_and_code_and_request_id_are_found() {
        let body = format!(
            r#"{{"error":"{}","request_id":"req_7","error_code":"odd"}}"#,
            "é ".repeat(9000)
        );
        let result = find(&body, &str::to_owned);
        assert_eq!(result.message.chars().count(), MAX_TEXT);
        assert_eq!(result.request_id.as_deref(), Some("req_7"));
        assert_eq!(result.code.as_deref(), Some("odd"));
    }
}
