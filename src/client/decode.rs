//! Whole answers read as records: success is 2xx, JSON, and not `false`.

use std::borrow::Cow;

use super::error::{ClientError, Sent, What};
use super::exchange::{Ask, Whole};
use super::list::{Listed, Page};
use crate::wire::tolerant::Tolerant;
use crate::wire::{Answer, Items, UpdateNotice};

/// One record of version 1.
pub(super) fn record<T: Tolerant>(ask: &Ask, whole: &Whole) -> Result<T, ClientError> {
    let text = std::str::from_utf8(&whole.body)
        .map_err(|error| unfit(ask, whole, format!("it is not UTF-8 ({error})")))?;
    data(ask, whole, answer(ask, whole, text)?, "a record")
}

/// One record of version 0, where a text in `error` is the failure.
pub(super) fn record_v0<T: Tolerant>(ask: &Ask, whole: &Whole) -> Result<T, ClientError> {
    let said = serde_json::from_slice::<serde_json::Value>(&whole.body).ok();
    let failed = said.is_some_and(|body| {
        body.get("error").is_some_and(|error| {
            !(error.is_null() || error.as_str() == Some("") || *error == serde_json::json!(false))
        })
    });
    if failed {
        return Err(refused(ask, whole));
    }
    record(ask, whole)
}

/// The notice of an update. 204 says it all.
pub(super) fn notice(ask: &Ask, whole: &Whole) -> Result<UpdateNotice, ClientError> {
    if whole.body.is_empty() {
        return Ok(UpdateNotice::default());
    }
    record(ask, whole)
}

/// A page of a list. An item without an id cannot be kept apart from others,
/// and one that is not UTF-8 would not be what the server has: both are bad.
pub(super) fn page<T: Listed>(ask: &Ask, whole: &Whole) -> Result<Page<T>, ClientError> {
    let (text, broken) = match std::str::from_utf8(&whole.body) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_broken) => (String::from_utf8_lossy(&whole.body), true),
    };
    let answer: Answer<Items<T>> = answer(ask, whole, &text)?;
    let meta = answer.meta.clone();
    let mut items = data(ask, whole, answer, "a list")?;
    let is_bad = |item: &T| item.id().is_empty() || broken && has_broken_letter(item);
    items.keep(|item| !is_bad(item));
    let number = |number: Option<i64>| number.and_then(|number| u64::try_from(number).ok());
    Ok(Page {
        items,
        total: number(meta.total),
        offset: number(meta.offset),
        limit: number(meta.limit),
    })
}

fn has_broken_letter<T: Listed>(item: &T) -> bool {
    serde_json::to_string(item).is_ok_and(|text| text.contains(char::REPLACEMENT_CHARACTER))
}

fn answer<T: Tolerant>(ask: &Ask, whole: &Whole, text: &str) -> Result<Answer<T>, ClientError> {
    let answer = Answer::parse(text).map_err(|error| unfit(ask, whole, error.to_string()))?;
    if answer.success == Some(false) {
        return Err(refused(ask, whole));
    }
    Ok(answer)
}

/// What the envelope holds. Without it, an error text is the answer.
fn data<T>(ask: &Ask, whole: &Whole, answer: Answer<T>, what: &str) -> Result<T, ClientError> {
    match answer.data {
        Some(data) => Ok(data),
        None if !answer.error.is_empty() => Err(refused(ask, whole)),
        None => Err(unfit(ask, whole, format!("`data` is not {what}"))),
    }
}

/// A failure that came with a status of success.
fn refused(ask: &Ask, whole: &Whole) -> ClientError {
    told(ask, What::Refused(whole.refusal(None)))
}

fn unfit(ask: &Ask, whole: &Whole, detail: String) -> ClientError {
    let (message, request_id) = (whole.message(), whole.request_id());
    told(ask, What::Unfit { status: whole.status, detail, message, request_id })
}

fn told(ask: &Ask, what: What) -> ClientError {
    ClientError::new(ask.name(), what, Sent::Yes, 1)
}
