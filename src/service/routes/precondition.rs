//! The preconditions of requests: `If-Match` of updates and `If-None-Match` of reads.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{IF_MATCH, IF_NONE_MATCH, ToStrError};
use axum::http::request::Parts;
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

/// `If-None-Match` alone: an extractor of all headers would copy them.
pub(super) struct IfNoneMatch(Option<Tags>);

impl IfNoneMatch {
    pub(super) const fn is_present(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn matches(&self, etag: &str) -> bool {
        self.0.as_ref().is_some_and(|tags| tags.matches_weakly(etag))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfNoneMatch {
    type Rejection = Infallible;

    /// A header that cannot be read does not match: the client then gets the whole answer.
    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self(tags(&parts.headers, &IF_NONE_MATCH).ok().flatten()))
    }
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
    let start = tag.strip_suffix('"').and_then(|tag| tag.strip_suffix(COMPRESSED_MARK));
    start.map_or_else(|| tag.to_owned(), |start| format!("{start}\""))
}
