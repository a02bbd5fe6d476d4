//! Creating, reading and updating persons.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::precondition;
use super::response::{self, PathId};
use crate::service::api_error::{ApiError, ErrorCode};
use crate::service::auth::AuthenticatedKey;
use crate::service::fields::{self, BodySchema};
use crate::service::state::AppState;
use crate::service::store::{PersonCreation, PersonEdit};
use crate::service::{body, person_input};
use crate::wire::record::Extra;
use crate::wire::{
    Envelope, EnvelopeV0, PersonCreated, PersonCreatedV0, PersonId, Timestamp, UpdateNotice,
    UpdatePerson,
};

pub(super) async fn read(
    State(app): State<AppState>,
    PathId(id): PathId,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    response::record(&headers, &app.store().person(&PersonId::new(id)).await?)
}

pub(super) async fn create(
    State(app): State<AppState>,
    Extension(key): Extension<AuthenticatedKey>,
    request: Request,
) -> Result<Response, ApiError> {
    let body = read_body(&app, &key, request, fields::CREATE_V1).await?;
    let new = person_input::new_person(body)?;
    let creation = app.store().create_person(new, Timestamp::now()).await?;
    response::json(StatusCode::CREATED, &Envelope::new(created(creation)))
}

pub(super) async fn create_v0(
    State(app): State<AppState>,
    Extension(key): Extension<AuthenticatedKey>,
    request: Request,
) -> Result<Response, ApiError> {
    let body = read_body(&app, &key, request, fields::CREATE_V0).await?;
    let new = person_input::new_person_v0(body)?;
    let creation = app.store().create_person(new, Timestamp::now()).await?;
    let data = Some(created_v0(created(creation)));
    response::json(StatusCode::CREATED, &EnvelopeV0 { error: String::new(), data })
}

pub(super) async fn update(
    State(app): State<AppState>,
    Extension(key): Extension<AuthenticatedKey>,
    PathId(id): PathId,
    request: Request,
) -> Result<Response, ApiError> {
    let if_match = precondition::if_match(request.headers())?;
    let body: UpdatePerson = read_body(&app, &key, request, fields::UPDATE).await?;
    let edit = move |person: &mut PersonEdit| -> Result<(), ApiError> {
        if let Some(if_match) = if_match
            && !if_match.matches_strongly(&response::etag(&person.current)?)
        {
            return Err(ApiError::field(
                ErrorCode::PreconditionFailed,
                "If-Match",
                "the person has changed since; read it again",
            ));
        }
        person.attach_to = person_input::apply_update(&mut person.record, body)?;
        Ok(())
    };
    app.store().update_person(PersonId::new(id), Timestamp::now(), edit).await?;
    let notice =
        UpdateNotice { message: "The person was updated.".to_owned(), extra: Extra::new() };
    response::json(StatusCode::OK, &Envelope::new(notice))
}

async fn read_body<T: DeserializeOwned>(
    app: &AppState,
    key: &AuthenticatedKey,
    request: Request,
    schema: BodySchema,
) -> Result<T, ApiError> {
    if let Err(error) = key.require_write() {
        body::discard(request, app.limits()).await;
        return Err(error);
    }
    let object = body::read_object(request, app.limits()).await?;
    fields::validate(schema, &object)?;
    serde_json::from_value(Value::Object(object)).map_err(|error| {
        ApiError::internal(format!("the table of fields passed what the type refuses: {error}"))
    })
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
