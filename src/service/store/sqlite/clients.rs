//! The table `client`, as the operator changes it.

use rusqlite::{Connection, OptionalExtension, params};

use super::rows::text;
use super::{audit, candidates};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::changes::{ClientSummary, Outcome, checked_name};
use crate::service::store::context::WriteContext;
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::ids::{self, name_key};
use crate::service::store::lookup::{self, Match};

/// The client with that ID, or the only one of that name.
pub(super) fn find(db: &Connection, id_or_name: &str) -> Result<i64, StoreError> {
    lookup::only(RecordKind::Client, id_or_name, &matches(db, id_or_name)?)
}

fn matches(db: &Connection, id_or_name: &str) -> Result<Vec<Match>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT client_pk, id FROM client WHERE id = ?1 OR name_key = ?2 ORDER BY id",
    )?;
    let found = query.query_map([id_or_name, &name_key(id_or_name)], |row| {
        Ok(Match { key: row.get(0)?, id: row.get(1)? })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}

pub(super) fn find_or_insert(
    db: &Connection,
    id_or_name: &str,
    context: &WriteContext,
) -> Result<i64, StoreError> {
    if matches(db, id_or_name)?.is_empty() {
        return insert(db, id_or_name, context);
    }
    find(db, id_or_name)
}

fn insert(db: &Connection, name: &str, context: &WriteContext) -> Result<i64, StoreError> {
    let name = checked_name("client", name)?;
    let id = new_id(db, &name)?;
    db.prepare_cached("INSERT INTO client (id, name, name_key) VALUES (?1, ?2, ?3)")?
        .execute(params![id, name, name_key(&name)])?;
    let client_pk = db.last_insert_rowid();
    record(db, context, AuditOperation::CreateClient, &id)?;
    Ok(client_pk)
}

/// Derived from the name, unless a client that has another name since was created with it.
pub(super) fn new_id(db: &Connection, name: &str) -> Result<String, StoreError> {
    let id = ids::client_id(name);
    let is_taken = db.prepare_cached("SELECT 1 FROM client WHERE id = ?1")?.exists([&id])?;
    Ok(if is_taken { ids::random_id("cli")? } else { id })
}

pub(crate) fn add(
    db: &Connection,
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
    db: &Connection,
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
    let other: Option<String> = db
        .prepare_cached("SELECT id FROM client WHERE name_key = ?1 AND client_pk <> ?2")?
        .query_row(params![name_key(&name), client_pk], |row| row.get(0))
        .optional()?;
    if let Some(other) = other {
        return Err(StoreError::Conflict(format!(
            "another client is called {name}; merge them with `shortlist db client merge {} {other}`",
            before.id
        )));
    }
    db.prepare_cached("UPDATE client SET name = ?2, name_key = ?3 WHERE client_pk = ?1")?
        .execute(params![client_pk, name, name_key(&name)])?;
    candidates::renew_jobs_tag(db)?;
    record(db, &context.with_fields(&["name"]), AuditOperation::UpdateClient, before.id.as_str())?;
    Ok(Outcome::changed(summary(db, client_pk)?))
}

/// Gives the jobs and contacts of one client to another, and deletes it.
pub(crate) fn merge(
    db: &Connection,
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
        "UPDATE OR IGNORE client_contact SET client_pk = ?2 WHERE client_pk = ?1",
    ] {
        db.execute(statement, [from_pk, into_pk])?;
    }
    for statement in [
        "DELETE FROM client_contact WHERE client_pk = ?1",
        "DELETE FROM client WHERE client_pk = ?1",
    ] {
        db.execute(statement, [from_pk])?;
    }
    candidates::renew_jobs_tag(db)?;
    let client = summary(db, into_pk)?;
    for id in [&merged.id, &client.id] {
        record(db, context, AuditOperation::MergeClients, id.as_str())?;
    }
    Ok(Outcome::changed(client))
}

/// The client of a repeated rename: nobody has the old name any more, and the client with the new
/// one was renamed.
fn find_renamed(db: &Connection, name: &str) -> Result<Option<Outcome<ClientSummary>>, StoreError> {
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

fn summary(db: &Connection, client_pk: i64) -> Result<ClientSummary, StoreError> {
    Ok(db.query_row(&format!("{SUMMARY} WHERE cl.client_pk = ?1"), [client_pk], summary_row)?)
}

pub(crate) fn all(db: &Connection) -> Result<Vec<ClientSummary>, StoreError> {
    let mut query = db.prepare(&format!("{SUMMARY} ORDER BY cl.name_key, cl.id"))?;
    Ok(query.query_map([], summary_row)?.collect::<Result<_, _>>()?)
}

fn summary_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<ClientSummary> {
    Ok(ClientSummary {
        id: text(row, 0)?,
        name: row.get(1)?,
        jobs: row.get(2)?,
        contacts: row.get(3)?,
    })
}

fn record(
    db: &Connection,
    context: &WriteContext,
    operation: AuditOperation,
    id: &str,
) -> Result<(), StoreError> {
    audit::record(db, context, &AuditSubject { operation, record_id: id, person_id: None })
}
