//! The version of the schema, and the steps to the version of this program.

use deadpool_postgres::Object;
use tokio_postgres::{Client, GenericClient, IsolationLevel};

use super::address::PostgresAddress;
use super::locks::lock_migrations;
use super::open::cannot_open;
use crate::service::store::error::StoreError;
use crate::service::store::model::IfMissing;

/// The steps, oldest first. Each is applied once, in the transaction that records it.
const MIGRATIONS: [&str; 1] =
    [include_str!("../../../../assets/migrations/postgres/0001_service.sql")];

const CREATE_TABLE: &str = "CREATE TABLE shortlist_schema (
    version    bigint PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now())";

/// What a database contains.
enum Contents {
    Empty,
    /// Tables, none of which are ours.
    Foreign,
    Version(usize),
}

/// Brings the database to this version. Of several processes that start at once, one applies the
/// steps, and the others wait for it.
pub(super) async fn apply(
    client: &mut Object,
    address: &PostgresAddress,
    if_missing: IfMissing,
) -> Result<(), StoreError> {
    if let Contents::Version(version) = find(&***client).await?
        && version == MIGRATIONS.len()
    {
        return Ok(());
    }
    let builder = client.build_transaction().isolation_level(IsolationLevel::ReadCommitted);
    let transaction = builder.read_only(false).start().await?;
    // Another process may take long.
    transaction.batch_execute("SET LOCAL lock_timeout = 0").await?;
    transaction.batch_execute(&lock_migrations()).await?;
    let version = match find(&*transaction).await? {
        Contents::Foreign => return Err(foreign(address)),
        Contents::Empty if if_missing == IfMissing::Fail => return Err(empty(address)),
        Contents::Version(version) if version > MIGRATIONS.len() => return Err(too_new(address)),
        Contents::Version(version) => version,
        Contents::Empty => {
            transaction.batch_execute(CREATE_TABLE).await.map_err(|error| match error.code() {
                Some(&tokio_postgres::error::SqlState::INSUFFICIENT_PRIVILEGE) => {
                    no_rights(address)
                }
                _ => error.into(),
            })?;
            0
        }
    };
    for (number, migration) in (1_i64..).zip(MIGRATIONS).skip(version) {
        transaction.batch_execute(migration).await?;
        let sql = "INSERT INTO shortlist_schema (version) VALUES ($1)";
        transaction.execute(sql, &[&number]).await?;
    }
    Ok(transaction.commit().await?)
}

/// Fails if the database is not of this version: a command that only reads does not change it.
pub(super) async fn require_current(
    client: &Client,
    address: &PostgresAddress,
) -> Result<(), StoreError> {
    match find(client).await? {
        Contents::Empty => Err(empty(address)),
        Contents::Foreign => Err(foreign(address)),
        Contents::Version(version) if version > MIGRATIONS.len() => Err(too_new(address)),
        Contents::Version(version) if version < MIGRATIONS.len() => Err(cannot_open(
            address,
            "was written by an older version of shortlist; `shortlist serve` and every command that changes data upgrade it",
        )),
        Contents::Version(_) => Ok(()),
    }
}

pub(super) async fn is_ours(client: &Client) -> Result<bool, StoreError> {
    Ok(!matches!(find(client).await?, Contents::Empty))
}

async fn find(client: &impl GenericClient) -> Result<Contents, StoreError> {
    let sql = "SELECT count(*), count(*) FILTER (WHERE relname = 'shortlist_schema')
         FROM pg_class
         WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v')
           -- Managed servers install extensions in every database.
           AND NOT EXISTS (SELECT 1 FROM pg_depend
               WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')";
    let row = client.query_one(sql, &[]).await?;
    let (tables, ours): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    if ours == 0 {
        return Ok(if tables == 0 { Contents::Empty } else { Contents::Foreign });
    }
    let row =
        client.query_one("SELECT coalesce(max(version), 0) FROM shortlist_schema", &[]).await?;
    Ok(Contents::Version(usize::try_from(row.try_get::<_, i64>(0)?).unwrap_or(usize::MAX)))
}

fn foreign(address: &PostgresAddress) -> StoreError {
    let reason = "belongs to another application: it has other tables; create an empty database with createdb";
    cannot_open(address, reason)
}

fn empty(address: &PostgresAddress) -> StoreError {
    let reason = "is empty; fill it with `shortlist db demo` or `shortlist db import`, or start `shortlist serve` on it";
    cannot_open(address, reason)
}

fn too_new(address: &PostgresAddress) -> StoreError {
    let reason = "was written by a newer version of shortlist; update this one";
    cannot_open(address, reason)
}

fn no_rights(address: &PostgresAddress) -> StoreError {
    cannot_open(
        address,
        format!(
            "refuses new tables: the role {user} may not create any; as a superuser, run ALTER DATABASE {database} OWNER TO {user}, or, in that database, GRANT CREATE ON SCHEMA public TO {user}",
            user = address.user(),
            database = address.database()
        ),
    )
}
