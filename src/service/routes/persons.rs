//! Creating, reading and updating persons.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use chrono::Utc;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answer::{self, PathId};
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
) -> Result<Response, ApiError> {
    answer::record(&app.store().person(&PersonId::new(id)).await?)
}

pub(super) async fn create(
    State(app): State<AppState>,
    Extension(access): Extension<AuthenticatedKey>,
    request: Request,
) -> Result<Response, ApiError> {
    let body = checked(&app, &access, request, fields::CREATE_V1).await?;
    let made = app.store().create_person(person_input::from_v1(body)?, now()).await?;
    answer::value(StatusCode::CREATED, &Envelope::of(created(made)))
}

pub(super) async fn create_v0(
    State(app): State<AppState>,
    Extension(access): Extension<AuthenticatedKey>,
    request: Request,
) -> Result<Response, ApiError> {
    let body = checked(&app, &access, request, fields::CREATE_V0).await?;
    let made = app.store().create_person(person_input::from_v0(body)?, now()).await?;
    let answer = EnvelopeV0 { error: String::new(), data: Some(created_v0(created(made))) };
    answer::value(StatusCode::CREATED, &answer)
}

pub(super) async fn update(
    State(app): State<AppState>,
    Extension(access): Extension<AuthenticatedKey>,
    PathId(id): PathId,
    request: Request,
) -> Result<Response, ApiError> {
    let expected = if_match(request.headers())?;
    let body: UpdatePerson = checked(&app, &access, request, fields::UPDATE).await?;
    let edit = move |draft: &mut PersonEdit| -> Result<(), ApiError> {
        if let Some(expected) = expected
            && !expected.admits(&answer::tag_of(&draft.shown)?)
        {
            return Err(ApiError::of_field(
                ErrorCode::PreconditionFailed,
                "If-Match",
                "the person has changed since; read it again",
            ));
        }
        draft.attach = person_input::apply(&mut draft.record, body)?;
        Ok(())
    };
    app.store().update_person(PersonId::new(id), now(), edit).await?;
    let notice =
        UpdateNotice { message: "The person was updated.".to_owned(), extra: Extra::new() };
    answer::value(StatusCode::OK, &Envelope::of(notice))
}

/// The clock that stamps what is written.
fn now() -> Timestamp {
    Utc::now().into()
}

/// A body that the table has passed, as the type it describes.
async fn checked<T: DeserializeOwned>(
    app: &AppState,
    access: &AuthenticatedKey,
    request: Request,
    fields: BodySchema,
) -> Result<T, ApiError> {
    if let Err(problem) = access.may_write() {
        body::discard(request, app.limits()).await;
        return Err(problem);
    }
    let object = body::object(request, app.limits()).await?;
    fields::check(fields, &object)?;
    serde_json::from_value(Value::Object(object)).map_err(|error| {
        let cause = Some(format!("the table of fields passed what the type refuses: {error}"));
        ApiError { cause, ..ApiError::new(ErrorCode::Internal, ErrorCode::Internal.meaning()) }
    })
}

/// What `If-Match` asks for.
enum Expected {
    Anything,
    OneOf(Vec<String>),
}

impl Expected {
    fn admits(&self, tag: &str) -> bool {
        match self {
            Self::Anything => true,
            // A weak tag never matches here: it starts with W/.
            Self::OneOf(tags) => tags.iter().any(|expected| expected == tag),
        }
    }
}

fn if_match(headers: &HeaderMap) -> Result<Option<Expected>, ApiError> {
    let mut tags = Vec::new();
    for value in headers.get_all(header::IF_MATCH) {
        let text = value.to_str().map_err(|_odd| {
            ApiError::of_field(ErrorCode::Invalid, "If-Match", "must be * or a list of entity tags")
        })?;
        tags.extend(text.split(',').map(|tag| tag.trim().to_owned()));
    }
    Ok(match &tags[..] {
        [] => None,
        [any] if any == "*" => Some(Expected::Anything),
        _ => Some(Expected::OneOf(tags)),
    })
}

fn created(made: PersonCreation) -> PersonCreated {
    let person = made.record;
    PersonCreated {
        id: person.id,
        name: person.name,
        social_public_id: person.social_public_id,
        current_job_title: person.current_job_title,
        company_name: person.current_company_name,
        social_location: person.social_location,
        emails: person.emails,
        phones: person.phones,
        candidate_id: made.candidate_id,
        client_contact_id: made.client_contact_id,
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
