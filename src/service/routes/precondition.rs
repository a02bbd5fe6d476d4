//! The preconditions of requests: `If-Match` of updates and `If-None-Match` of reads.

use axum::http::HeaderMap;
use axum::http::header::{IF_MATCH, IF_NONE_MATCH};

use crate::service::api_error::{ApiError, ErrorCode};
use crate::service::compression::COMPRESSED_MARK;

/// The tags of `If-Match`.
pub(super) enum ExpectedTags {
    Any,
    List(Vec<String>),
}

impl ExpectedTags {
    /// A weak tag never matches: it starts with W/.
    pub(super) fn include(&self, etag: &str) -> bool {
        match self {
            Self::Any => true,
            Self::List(tags) => tags.iter().any(|tag| is_same_state(tag, etag)),
        }
    }
}

pub(super) fn if_match(headers: &HeaderMap) -> Result<Option<ExpectedTags>, ApiError> {
    let mut tags = Vec::new();
    for value in headers.get_all(IF_MATCH) {
        let value = value.to_str().map_err(|_not_ascii| {
            let message = "must be * or a list of entity tags";
            ApiError::field(ErrorCode::Invalid, "If-Match", message)
        })?;
        tags.extend(value.split(',').map(|tag| tag.trim().to_owned()));
    }
    Ok(match &tags[..] {
        [] => None,
        [any] if any == "*" => Some(ExpectedTags::Any),
        _ => Some(ExpectedTags::List(tags)),
    })
}

/// Whether the client asks only for what it does not have yet.
pub(super) fn is_conditional(headers: &HeaderMap) -> bool {
    headers.contains_key(IF_NONE_MATCH)
}

/// Whether the client already has what has this tag. A header that cannot be read does not match:
/// the client then gets the whole answer.
pub(super) fn is_unmodified(headers: &HeaderMap, etag: &str) -> bool {
    let values = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = values.flat_map(|value| value.split(',')).map(str::trim).peekable();
    let is_any = tags.next_if_eq(&"*").is_some();
    if is_any {
        return tags.next().is_none();
    }
    tags.any(|tag| is_same_state(tag.strip_prefix("W/").unwrap_or(tag), etag))
}

/// Whether a tag is this one, or that of the same record in a compressed response.
fn is_same_state(tag: &str, etag: &str) -> bool {
    let of_compressed = || tag.strip_suffix('"')?.strip_suffix(COMPRESSED_MARK);
    tag == etag || of_compressed().is_some_and(|start| etag.strip_suffix('"') == Some(start))
}
