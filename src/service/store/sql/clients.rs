//! The table `client`, as the operator changes it.

use super::rows::text;
use super::{Db, Row, audit};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::changes::{ClientSummary, Outcome, checked_name};
use crate::service::store::context::WriteContext;
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::ids::{self, name_key};
use crate::service::store::lookup::{self, Match};
use crate::service::store::values::params;

/// The client with that ID, or the only one of that name.
pub(super) fn find(db: &Db<'_>, id_or_name: &str) -> Result<i64, StoreError> {
    lookup::only(RecordKind::Client, id_or_name, &matches(db, id_or_name)?)
}

fn matches(db: &Db<'_>, id_or_name: &str) -> Result<Vec<Match>, StoreError> {
    db.query(
        "SELECT client_pk, id FROM client WHERE id = ?1 OR name_key = ?2 ORDER BY id",
        params![id_or_name, name_key(id_or_name)],
        |row| Ok(Match { key: row.get(0)?, id: row.get(1)? }),
    )
}

pub(super) fn find_or_insert(
    db: &Db<'_>,
    id_or_name: &str,
    context: &WriteContext,
) -> Result<i64, StoreError> {
    if matches(db, id_or_name)?.is_empty() {
        return insert(db, id_or_name, context);
    }
    find(db, id_or_name)
}

fn insert(db: &Db<'_>, name: &str, context: &WriteContext) -> Result<i64, StoreError> {
    let name = checked_name("client", name)?;
    let id = new_id(db, &name)?;
    let client_pk = db.query_one(
        "INSERT INTO client (id, name, name_key) VALUES (?1, ?2, ?3) RETURNING client_pk",
        params![id, name, name_key(&name)],
        |row| row.get(0),
    )?;
    record(db, context, AuditOperation::CreateClient, &id)?;
    Ok(client_pk)
}

/// Derived from the name, unless a client that has another name since was created with it.
pub(super) fn new_id(db: &Db<'_>, name: &str) -> Result<String, StoreError> {
    let id = ids::client_id(name);
    let is_taken = db.exists("SELECT 1 FROM client WHERE id = ?1", params![id])?;
    Ok(if is_taken { ids::new_id("cli")? } else { id })
}

pub(crate) fn add(
    db: &Db<'_>,
    name: &str,
    context: &WriteContext,
) -> Result<Outcome<ClientSummary>, StoreError> {
    if matches(db, name)?.is_empty() {
        let client_pk = insert(db, name, context)?;
        return Ok(Outcome::changed(summary(db, client_pk)?));
    }
    Ok(Outcome::unchanged(summary(db, find(db, name)?)?))
}

pub(crate) fn rename(
    db: &Db<'_>,
    client: &str,
    name: &str,
    context: &WriteContext,
) -> Result<Outcome<ClientSummary>, StoreError> {
    let name = checked_name("client", name)?;
    let client_pk = match find(db, client) {
        Err(error @ StoreError::NotFound { .. }) => return find_renamed(db, &name)?.ok_or(error),
        found => found?,
    };
    let before = summary(db, client_pk)?;
    if before.name == name {
        return Ok(Outcome::unchanged(before));
    }
    let other: Option<String> = db.query_opt(
        "SELECT id FROM client WHERE name_key = ?1 AND client_pk <> ?2",
        params![name_key(&name), client_pk],
        |row| row.get(0),
    )?;
    if let Some(other) = other {
        return Err(StoreError::Conflict(format!(
            "another client is called {name}; merge them with `shortlist db client merge {} {other}`",
            before.id
        )));
    }
    db.write(
        "UPDATE client SET name = ?2, name_key = ?3 WHERE client_pk = ?1",
        params![client_pk, name, name_key(&name)],
    )?;
    db.renew_jobs_tag()?;
    record(db, &context.with_fields(&["name"]), AuditOperation::UpdateClient, before.id.as_str())?;
    Ok(Outcome::changed(summary(db, client_pk)?))
}

/// Gives the jobs and contacts of one client to another, and deletes it.
pub(crate) fn merge(
    db: &Db<'_>,
    from: &str,
    into: &str,
    context: &WriteContext,
) -> Result<Outcome<ClientSummary>, StoreError> {
    let into_pk = find(db, into)?;
    let from_pk = match find(db, from) {
        Err(error @ StoreError::NotFound { .. }) => {
            let client = summary(db, into_pk)?;
            // A client that a command created has the ID that its name makes.
            let is_merged = audit::has_client_merge(db, from, &client.id)?
                || audit::has_client_merge(db, &ids::client_id(from), &client.id)?;
            return if is_merged { Ok(Outcome::unchanged(client)) } else { Err(error) };
        }
        found => found?,
    };
    if from_pk == into_pk {
        let message = format!("{from} and {into} are the same client");
        return Err(StoreError::InvalidArgument(message));
    }
    let merged = summary(db, from_pk)?;
    for statement in [
        "UPDATE job SET client_pk = ?2 WHERE client_pk = ?1",
        // A person who is a contact of both keeps the contact of the second.
        "UPDATE client_contact SET client_pk = ?2
         WHERE client_pk = ?1 AND NOT EXISTS (
             SELECT 1 FROM client_contact other
             WHERE other.client_pk = ?2 AND other.person_pk = client_contact.person_pk)",
    ] {
        db.write(statement, params![from_pk, into_pk])?;
    }
    for statement in [
        "DELETE FROM client_contact WHERE client_pk = ?1",
        "DELETE FROM client WHERE client_pk = ?1",
    ] {
        db.write(statement, params![from_pk])?;
    }
    db.renew_jobs_tag()?;
    let client = summary(db, into_pk)?;
    for id in [&merged.id, &client.id] {
        record(db, context, AuditOperation::MergeClients, id.as_str())?;
    }
    Ok(Outcome::changed(client))
}

/// The client of a repeated rename: no client has the old name any more, and the client with the new
/// one was renamed.
fn find_renamed(db: &Db<'_>, name: &str) -> Result<Option<Outcome<ClientSummary>>, StoreError> {
    let found = matches(db, name)?;
    let [Match { key, id }] = found.as_slice() else { return Ok(None) };
    let client = summary(db, *key)?;
    let is_renamed =
        client.name == name && audit::has_rename(db, AuditOperation::UpdateClient, id)?;
    Ok(is_renamed.then(|| Outcome::unchanged(client)))
}

const SUMMARY: &str = "SELECT cl.id, cl.name,
    (SELECT count(*) FROM job j WHERE j.client_pk = cl.client_pk),
    (SELECT count(*) FROM client_contact cc WHERE cc.client_pk = cl.client_pk)
    FROM client cl";

fn summary(db: &Db<'_>, client_pk: i64) -> Result<ClientSummary, StoreError> {
    db.query_one(&format!("{SUMMARY} WHERE cl.client_pk = ?1"), params![client_pk], summary_row)
}

pub(crate) fn all(db: &Db<'_>) -> Result<Vec<ClientSummary>, StoreError> {
    db.query(&format!("{SUMMARY} ORDER BY cl.name_key, cl.id"), params![], summary_row)
}

fn summary_row(row: &Row<'_>) -> Result<ClientSummary, StoreError> {
    Ok(ClientSummary {
        id: text(row, 0)?,
        name: row.get(1)?,
        jobs: row.get(2)?,
        contacts: row.get(3)?,
    })
}

fn record(
    db: &Db<'_>,
    context: &WriteContext,
    operation: AuditOperation,
    id: &str,
) -> Result<(), StoreError> {
    audit::record(db, context, &AuditSubject { operation, record_id: id, person_id: None })
}
