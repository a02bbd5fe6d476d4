//! Creating, reading and updating persons.

use std::time::Instant;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::precondition;
use super::response::{self, PathId};
use crate::service::api_error::{ApiError, ErrorCode};
use crate::service::fields::{self, BodySchema};
use crate::service::middleware::{Caller, take_slot};
use crate::service::slots::Slot;
use crate::service::state::AppState;
use crate::service::store::{ChangedFields, Origin, PersonCreation, PersonEdit, WriteContext};
use crate::service::{body, person_input};
use crate::wire::record::Extra;
use crate::wire::{
    Envelope, EnvelopeV0, Person, PersonCreated, PersonCreatedV0, PersonId, Timestamp,
    UpdateNotice, UpdatePerson,
};

pub(super) async fn read(
    State(app): State<AppState>,
    PathId(id): PathId,
    request: Request,
) -> Result<Response, ApiError> {
    response::record(request.headers(), &app.store.person(&PersonId::new(id)).await?)
}

pub(super) async fn create(
    State(app): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let write = AcceptedWrite::read(&app, &caller, request, fields::CREATE_V1).await?;
    let new = person_input::new_person(write.body)?;
    let creation = app.store.create_person(new, write.context).await?;
    let person = creation.person.clone();
    let response = response::json(StatusCode::CREATED, &Envelope::new(created(creation)))?;
    with_location(response, &person)
}

pub(super) async fn create_v0(
    State(app): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let write = AcceptedWrite::read(&app, &caller, request, fields::CREATE_V0).await?;
    let new = person_input::new_person_v0(write.body)?;
    let creation = app.store.create_person(new, write.context).await?;
    let person = creation.person.clone();
    let data = Some(created_v0(created(creation)));
    let envelope = EnvelopeV0 { error: String::new(), data };
    with_location(response::json(StatusCode::CREATED, &envelope)?, &person)
}

/// Everything but what RFC 3986 calls unreserved.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Adds the path and the tag of the person to the response to its creation.
fn with_location(mut response: Response, person: &Person) -> Result<Response, ApiError> {
    // Ids that an import brought may contain anything.
    let id = utf8_percent_encode(person.id.as_str(), RESERVED);
    if let Ok(path) = HeaderValue::from_str(&format!("/v1/persons/{id}")) {
        response.headers_mut().insert(header::LOCATION, path);
    }
    Ok(response::with_etag(response, &response::etag(person)?))
}

pub(super) async fn update(
    State(app): State<AppState>,
    Extension(caller): Extension<Caller>,
    PathId(id): PathId,
    request: Request,
) -> Result<Response, ApiError> {
    let if_match = precondition::if_match(request.headers())?;
    let write: AcceptedWrite<UpdatePerson> =
        AcceptedWrite::read(&app, &caller, request, fields::UPDATE).await?;
    let body = write.body;
    let edit = move |person: &mut PersonEdit| -> Result<(), ApiError> {
        if let Some(if_match) = &if_match
            && !if_match.include(&response::etag(&person.current)?)
        {
            return Err(ApiError::field(
                ErrorCode::PreconditionFailed,
                "If-Match",
                "the person has changed since; read it again",
            ));
        }
        person.attach_to = person_input::apply_update(&mut person.record, body.clone())?;
        Ok(())
    };
    let person = app.store.update_person(PersonId::new(id), write.context, edit).await?;
    let notice =
        UpdateNotice { message: "The person was updated.".to_owned(), extra: Extra::new() };
    let response = response::json(StatusCode::OK, &Envelope::new(notice))?;
    Ok(response::with_etag(response, &response::etag(&person)?))
}

/// A write whose body is complete and valid, with a slot.
struct AcceptedWrite<T> {
    body: T,
    context: WriteContext,
    _slot: Slot,
}

impl<T: DeserializeOwned> AcceptedWrite<T> {
    /// Takes the slot last: a slow or wrong body holds up no other write.
    async fn read(
        app: &AppState,
        caller: &Caller,
        mut request: Request,
        schema: BodySchema,
    ) -> Result<Self, ApiError> {
        if let Err(error) = caller.key.require_write() {
            body::discard(&mut request, app.limits).await;
            return Err(error);
        }
        let object = body::read_object(request, app).await?;
        fields::validate(schema, &object)?;
        let change = ChangedFields(fields::known(schema, &object));
        let body = serde_json::from_value(Value::Object(object)).map_err(|error| {
            ApiError::internal(format!("the table of fields passed what the type refuses: {error}"))
        })?;
        let origin = Origin {
            actor: caller.key.name.to_string(),
            request_id: Some(caller.request_id.as_str().to_owned()),
            address: Some(caller.address),
        };
        let context = WriteContext {
            deadline: Instant::now() + app.limits.write_wait,
            audit: app.audit,
            change,
            ..WriteContext::new(origin, Timestamp::now())
        };
        let slot = take_slot(app.write_slots.acquire(&caller.key.name))?;
        Ok(Self { body, context, _slot: slot })
    }
}

fn created(creation: PersonCreation) -> PersonCreated {
    let person = creation.record;
    PersonCreated {
        id: person.id,
        name: person.name,
        social_public_id: person.social_public_id,
        current_job_title: person.current_job_title,
        company_name: person.current_company_name,
        social_location: person.social_location,
        emails: person.emails,
        phones: person.phones,
        candidate_id: creation.candidate_id,
        client_contact_id: creation.client_contact_id,
        external_source_id: person.external_source_id,
        extra: Extra::new(),
    }
}

fn created_v0(person: PersonCreated) -> PersonCreatedV0 {
    PersonCreatedV0 {
        id: person.id,
        name: person.name,
        social_public_id: person.social_public_id,
        current_job_title: person.current_job_title,
        company_name: person.company_name,
        social_location: person.social_location,
        emails: person.emails,
        phones: person.phones,
        candidate_id: person.candidate_id.unwrap_or_default(),
        client_contact_id: person.client_contact_id.unwrap_or_default(),
        external_source_id: person.external_source_id.unwrap_or_default(),
        extra: Extra::new(),
    }
}
