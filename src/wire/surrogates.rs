//! Lone surrogates in JSON text.
//!
//! JSON may contain `"\ud800"`, which no Rust string can hold. The record keeps the original
//! ([`tolerant`](super::tolerant)); this module makes it displayable.

use std::fmt::Write as _;

/// Decodes a JSON string with each lone surrogate written as `\u{d800}`; `None`
/// if it has no lone surrogate.
pub(crate) fn escape_lone(json: &str) -> Option<String> {
    // Nearly every text returns here.
    if !json.starts_with('"') || !json.contains("\\u") {
        return None;
    }
    let mut escaped = String::with_capacity(json.len() + 8);
    let (mut rest, mut has_lone) = (json, false);
    while let Some((before, escape)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        escaped.push_str(before);
        let length = match (code_unit(escape), escape.get(6..).and_then(code_unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(unit @ 0xd800..=0xdfff), _) => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "\\\\u{{{unit:x}}}");
                has_lone = true;
                rest = escape.get(6..)?;
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        escaped.push_str(escape.get(..length)?);
        rest = escape.get(length..)?;
    }
    escaped.push_str(rest);
    has_lone.then(|| serde_json::from_str(&escaped).ok()).flatten()
}

/// The number in `\uXXXX`.
fn code_unit(escape: &str) -> Option<u16> {
    u16::from_str_radix(escape.strip_prefix("\\u")?.get(..4)?, 16).ok()
}
