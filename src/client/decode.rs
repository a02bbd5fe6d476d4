//! Decodes responses into records. Success means a 2xx status and JSON in which `success` is not
//! false. A record must have the id that was requested: ids in a response are checked, never used.

use std::borrow::Cow;

use serde_json::Value;

use super::error::{ClientError, Delivery, ErrorKind};
use super::http::{Request, Response};
use super::list::{ListEndpoint, ListItem};
use crate::wire::record::extra_id;
use crate::wire::tolerant::Tolerant;
use crate::wire::{Candidate, Items, Job, Page, ParsedEnvelope, Person, UpdateNotice};

/// A record, or a page of a list, with its version.
#[derive(Debug, Clone, PartialEq)]
pub struct Versioned<T> {
    pub record: T,
    /// None if the server sends no version.
    pub etag: Option<String>,
}

/// A record that is read by its id.
pub(super) trait Identified: Tolerant {
    fn id(&self) -> &str;
}

impl Identified for Job {
    fn id(&self) -> &str {
        self.id.as_str()
    }
}

impl Identified for Candidate {
    fn id(&self) -> &str {
        self.id.as_str()
    }
}

impl Identified for Person {
    fn id(&self) -> &str {
        self.id.as_str()
    }
}

/// None if the server reports no change since the version that the request names.
pub(super) fn if_changed<T>(
    response: &Response,
    decode: impl FnOnce() -> Result<T, ClientError>,
) -> Result<Option<Versioned<T>>, ClientError> {
    if response.is_not_modified() {
        return Ok(None);
    }
    let record = decode()?;
    Ok(Some(Versioned { record, etag: response.etag() }))
}

/// The record with this id.
pub(super) fn requested<T: Identified>(
    request: &Request,
    response: &Response,
    id: &str,
) -> Result<T, ClientError> {
    let record: T = record(request, response)?;
    check_id(request, response, id, record.id())?;
    Ok(record)
}

pub(super) fn record<T: Tolerant>(
    request: &Request,
    response: &Response,
) -> Result<T, ClientError> {
    let text = std::str::from_utf8(&response.body).map_err(|error| {
        invalid_response(request, response, format!("it is not UTF-8 ({error})"))
    })?;
    data(request, response, envelope(request, response, text)?, "a record")
}

/// A record of API version 0, where a text in `error` means failure.
pub(super) fn record_v0<T: Tolerant>(
    request: &Request,
    response: &Response,
) -> Result<T, ClientError> {
    let body = serde_json::from_slice::<Value>(&response.body).unwrap_or_default();
    let is_error =
        |error: &Value| !matches!(error, Value::Null | Value::Bool(false)) && error != "";
    if body.get("error").is_some_and(is_error) {
        return Err(refusal_error(request, response));
    }
    record(request, response)
}

/// The response to the update of the person with this id. A 204 without a body is a success too.
/// Most servers name no person; one that names another may have changed that one.
pub(super) fn update_notice(
    request: &Request,
    response: &Response,
    id: &str,
) -> Result<UpdateNotice, ClientError> {
    if response.body.is_empty() {
        return Ok(UpdateNotice::default());
    }
    let notice: UpdateNotice = record(request, response)?;
    if let Some(received) = extra_id(&notice.extra, "id") {
        check_id(request, response, id, &received)?;
    }
    Ok(notice)
}

fn check_id(
    request: &Request,
    response: &Response,
    requested: &str,
    received: &str,
) -> Result<(), ClientError> {
    if requested == received {
        return Ok(());
    }
    let kind = ErrorKind::WrongRecord {
        status: response.status,
        requested: requested.to_owned(),
        received: response.quote(received),
        request_id: response.request_id(),
    };
    Err(error(request, kind))
}

/// A page of a list. Items without an id cannot be distinguished, and items with invalid UTF-8
/// would differ from what the server has: both count as unreadable. Items of another job are left
/// out, too.
pub(super) fn page<T: ListItem>(
    request: &Request,
    response: &Response,
    list: &ListEndpoint<T>,
) -> Result<Page<T>, ClientError> {
    let (text, is_lossy) = match std::str::from_utf8(&response.body) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_invalid) => (String::from_utf8_lossy(&response.body), true),
    };
    let envelope: ParsedEnvelope<Items<T>> = envelope(request, response, &text)?;
    let meta = envelope.meta.clone();
    let mut items = data(request, response, envelope, "a list")?;
    items.empty += items.good.iter().filter(|item| is_empty(*item)).count();
    items.retain(|item| !(item.id().is_empty() || is_lossy && has_replacement_char(item)));
    items.split_off_foreign(|item| list.is_foreign(item));
    let count = |number: Option<i64>| number.and_then(|number| u64::try_from(number).ok());
    Ok(Page {
        items,
        total: count(meta.total),
        offset: count(meta.offset),
        limit: count(meta.limit),
    })
}

/// Whether an item has no fields at all.
fn is_empty<T: ListItem>(item: &T) -> bool {
    let text = |item: &T| serde_json::to_string(item).ok();
    item.id().is_empty() && text(item) == text(&T::absent())
}

fn has_replacement_char<T: ListItem>(item: &T) -> bool {
    serde_json::to_string(item).is_ok_and(|text| text.contains(char::REPLACEMENT_CHARACTER))
}

fn envelope<T: Tolerant>(
    request: &Request,
    response: &Response,
    text: &str,
) -> Result<ParsedEnvelope<T>, ClientError> {
    let envelope = ParsedEnvelope::parse(text)
        .map_err(|error| invalid_response(request, response, error.to_string()))?;
    if envelope.success == Some(false) {
        return Err(refusal_error(request, response));
    }
    Ok(envelope)
}

fn data<T>(
    request: &Request,
    response: &Response,
    envelope: ParsedEnvelope<T>,
    expected: &str,
) -> Result<T, ClientError> {
    match envelope.data {
        Some(data) => Ok(data),
        None if !envelope.error.is_empty() => Err(refusal_error(request, response)),
        None => Err(invalid_response(request, response, format!("`data` is not {expected}"))),
    }
}

/// The body reports a failure, although the status reports success.
fn refusal_error(request: &Request, response: &Response) -> ClientError {
    error(request, ErrorKind::Refused(response.refusal(None)))
}

fn invalid_response(request: &Request, response: &Response, detail: String) -> ClientError {
    let (status, message) = (response.status, response.message());
    let (request_id, is_web_page) = (response.request_id(), response.is_web_page());
    error(request, ErrorKind::InvalidResponse { status, detail, is_web_page, message, request_id })
}

fn error(request: &Request, kind: ErrorKind) -> ClientError {
    ClientError::new(request.describe(), kind, Delivery::Confirmed, 1)
}
