//! Creates a person: sends once, and searches for the person unless the server confirms it.

use serde_json::Value as Json;
use tokio::time::sleep;

use super::error::CreateError;
use super::find_created::{SearchResult, search};
use super::visibility::{Waits, read_until_visible};
use super::{ProgressFn, is_contradictory, is_invalid_request, is_refusal};
use crate::client::{Client, ClientError, Delivery, Versioned};
use crate::recruiting::person::wording::CREATED_NOT_VISIBLE;
use crate::recruiting::person::{CreatedPerson, Form, FormKind, SaveStep, describe_differences};
use crate::wire::{CandidateId, Person, PersonId, Timestamp};

/// Creates a person. The form must have an external ID, which identifies the person after a lost
/// response. If an earlier attempt may have sent the form, only searches and never sends it again:
/// a search without a result does not prove that the person does not exist.
pub async fn create_person(
    client: &Client,
    form: &Form,
    was_sent: bool,
    progress: ProgressFn<'_>,
) -> Result<CreatedPerson, CreateError> {
    if was_sent {
        progress(SaveStep::Searching);
        match search(client, form, None, false).await {
            SearchResult::Found(created) => return Ok(*created),
            SearchResult::NotFound(details) => {
                let (error, is_unreachable) = (None, false);
                return Err(CreateError::Unsettled { error, details, is_unreachable });
            }
            SearchResult::Unclear { reason: details, is_unreachable } => {
                return Err(CreateError::Unsettled { error: None, details, is_unreachable });
            }
        }
    }
    progress(SaveStep::Sending);
    let at = Timestamp::now();
    let error = match send(client, form).await {
        Ok((id, candidate)) if !id.is_empty() => {
            progress(SaveStep::Verifying);
            return Ok(read_created(client, form, (id, candidate), progress).await);
        }
        Ok(_) => None,
        Err(error) if error.delivery() == Delivery::NotSent => {
            return Err(CreateError::Refused(error));
        }
        // Without a job there is no list that could show more.
        Err(error) if form.job().is_none() && is_invalid_request(&error) => {
            return Err(CreateError::Refused(error));
        }
        Err(error) => Some(error),
    };
    progress(SaveStep::Settling);
    settle(client, form, at, error, progress).await
}

/// Searches for the person after an error or an empty response. A refusal is final if the list shows
/// that the person was not created.
async fn settle(
    client: &Client,
    form: &Form,
    at: Timestamp,
    error: Option<ClientError>,
    progress: ProgressFn<'_>,
) -> Result<CreatedPerson, CreateError> {
    let is_refused = error.as_ref().is_some_and(is_refusal);
    let waits = match &error {
        // The user waits for the refusal: one search is enough if it agrees.
        Some(_) if is_refused => Waits::NONE,
        // Every search reads a list and many records: at most two.
        Some(_) => Waits::after_lost_create(client),
        None => Waits::after_nameless_create(client),
    };
    if error.as_ref().is_none_or(|error| !is_refused || is_contradictory(error)) {
        sleep(Waits::after_acceptance(client).first()).await;
    }
    let search = || search(client, form, Some(at), is_refused);
    let is_missing = |result: &SearchResult| matches!(result, SearchResult::NotFound(_));
    let mut result = search().await;
    if is_missing(&result) {
        if error.is_none() && !waits.is_zero() {
            progress(SaveStep::Awaiting);
        }
        result =
            read_until_visible(result, waits, is_missing, || async { Some(search().await) }).await;
    }
    let details = match result {
        SearchResult::Found(mut created) => {
            let refusal = error.filter(|_| is_refused);
            created.warnings.extend(refusal.map(|error| error.kind().to_string()));
            return Ok(*created);
        }
        SearchResult::NotFound(details) => details,
        SearchResult::Unclear { reason: details, is_unreachable } => {
            return Err(CreateError::Unsettled { error, details, is_unreachable });
        }
    };
    let details = match error {
        Some(error) if is_refused => return Err(CreateError::Refused(error)),
        Some(_) => details,
        None => format!("the server accepted the new person but returned no ID; {details}"),
    };
    Err(CreateError::Unsettled { error, details, is_unreachable: false })
}

async fn send(
    client: &Client,
    form: &Form,
) -> Result<(PersonId, Option<CandidateId>), ClientError> {
    let body = Json::Object(form.body());
    // The body has exactly the fields of the request type.
    if form.kind == FormKind::CreateV0 {
        let body = serde_json::from_value(body).unwrap_or_default();
        let created = client.create_person_v0(&body).await?;
        let candidate = created.candidate_id;
        return Ok((created.id, (!candidate.is_empty()).then_some(candidate)));
    }
    let body = serde_json::from_value(body).unwrap_or_default();
    let created = client.create_person(&body).await?;
    Ok((created.id, created.candidate_id.filter(|candidate| !candidate.is_empty())))
}

/// Reads the created person, to warn about fields that differ from the form. A server that does not
/// know the person yet is asked again for a while.
async fn read_created(
    client: &Client,
    form: &Form,
    (id, candidate): (PersonId, Option<CandidateId>),
    progress: ProgressFn<'_>,
) -> CreatedPerson {
    let mut person = client.read_person(&id).await;
    let waits = Waits::after_acceptance(client);
    if is_missing(&person) && !waits.is_zero() {
        progress(SaveStep::Awaiting);
        let read_again = || async { Some(client.read_person(&id).await) };
        person = read_until_visible(person, waits, is_missing, read_again).await;
    }
    let is_invisible = is_missing(&person);
    let mut created = CreatedPerson {
        id,
        name: form.name.clone(),
        candidate,
        job: form.job().cloned(),
        was_recovered: false,
        warnings: Vec::new(),
        person: None,
    };
    match person {
        Ok(read) => created.apply_record(form, read.record),
        Err(error) => {
            created.warnings.extend(describe_differences(form, &created, None));
            created.warnings.push(if is_invisible {
                CREATED_NOT_VISIBLE.to_owned()
            } else {
                format!("the record could not be read again: {}", error.kind())
            });
        }
    }
    created
}

fn is_missing(read: &Result<Versioned<Person>, ClientError>) -> bool {
    read.as_ref().is_err_and(ClientError::is_missing)
}
