//! Halves of surrogate pairs in JSON text.
//!
//! JSON may write `"\ud800"`; no Rust text can hold it. What was sent is kept
//! elsewhere ([`tolerant`](super::tolerant)); this is how it is shown.

use std::fmt::Write as _;

/// The text of a JSON string that holds halves of surrogate pairs, each half
/// written as `\u{d800}`; none where no such half stands in the way.
pub(crate) fn escape_lone(json: &str) -> Option<String> {
    // Nearly every text leaves here.
    if !json.starts_with('"') || !json.contains("\\u") {
        return None;
    }
    let mut mended = String::with_capacity(json.len() + 8);
    let (mut rest, mut halves) = (json, 0);
    while let Some((before, escape)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        mended.push_str(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(half @ 0xd800..=0xdfff), _) => {
                // Writing to a String cannot fail.
                let _ = write!(mended, "\\\\u{{{half:x}}}");
                halves += 1;
                rest = escape.get(6..)?;
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        mended.push_str(escape.get(..length)?);
        rest = escape.get(length..)?;
    }
    mended.push_str(rest);
    (halves > 0).then(|| serde_json::from_str(&mended).ok()).flatten()
}

/// The number in `\uXXXX`.
fn unit(escape: &str) -> Option<u16> {
    u16::from_str_radix(escape.strip_prefix("\\u")?.get(..4)?, 16).ok()
}
