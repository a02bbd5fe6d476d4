//! The preconditions of requests: `If-Match` of updates and `If-None-Match` of reads.

use axum::http::header::{IF_MATCH, IF_NONE_MATCH, ToStrError};
use axum::http::{HeaderMap, HeaderName};

use crate::service::api_error::{ApiError, ErrorCode};
use crate::service::compression::COMPRESSED_MARK;

/// The entity tags in a header.
pub(super) enum Tags {
    Any,
    List(Vec<String>),
}

impl Tags {
    /// A weak tag never matches: it starts with W/.
    pub(super) fn matches_strongly(&self, etag: &str) -> bool {
        match self {
            Self::Any => true,
            Self::List(tags) => tags.iter().any(|tag| tag == etag),
        }
    }

    fn matches_weakly(&self, etag: &str) -> bool {
        match self {
            Self::Any => true,
            Self::List(tags) => {
                tags.iter().any(|tag| tag.strip_prefix("W/").unwrap_or(tag) == etag)
            }
        }
    }
}

pub(super) fn if_match(headers: &HeaderMap) -> Result<Option<Tags>, ApiError> {
    let message = "must be * or a list of entity tags";
    tags(headers, &IF_MATCH)
        .map_err(|_not_ascii| ApiError::field(ErrorCode::Invalid, "If-Match", message))
}

pub(super) fn is_conditional(headers: &HeaderMap) -> bool {
    headers.contains_key(IF_NONE_MATCH)
}

/// Whether the client already has what has this tag. A header that cannot be read does not match:
/// the client then gets the whole answer.
pub(super) fn is_unmodified(headers: &HeaderMap, etag: &str) -> bool {
    tags(headers, &IF_NONE_MATCH).ok().flatten().is_some_and(|tags| tags.matches_weakly(etag))
}

fn tags(headers: &HeaderMap, name: &HeaderName) -> Result<Option<Tags>, ToStrError> {
    let mut tags = Vec::new();
    for value in headers.get_all(name) {
        tags.extend(value.to_str()?.split(',').map(|tag| uncompressed(tag.trim())));
    }
    Ok(match &tags[..] {
        [] => None,
        [any] if any == "*" => Some(Tags::Any),
        _ => Some(Tags::List(tags)),
    })
}

/// The tag without the mark of a compressed response: it names the same state of the record.
fn uncompressed(tag: &str) -> String {
    match tag.strip_suffix(&format!("{COMPRESSED_MARK}\"")) {
        Some(start) => format!("{start}\""),
        None => tag.to_owned(),
    }
}
