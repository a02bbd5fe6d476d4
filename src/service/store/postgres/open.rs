//! Connecting: the pool, what a connection is set to, and what is wrong if it fails.

use std::io::ErrorKind;
use std::time::Duration;

use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime, Timeouts,
};
use secrecy::SecretString;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error};

use super::address::PostgresAddress;
use super::connect::Hosts;
use super::error::io_error;
use super::tls;
use crate::service::store::error::{StorageFailure, StoreError};
use crate::service::store::tables::TABLES;

/// How long a read waits for its answer, or a new connection for the server.
pub(super) const ANSWER_WAIT: Duration = Duration::from_secs(10);

const PASSWORD_ADVICE: &str =
    "give it in SHORTLIST_DATABASE_PASSWORD, SHORTLIST_DATABASE_PASSWORD_COMMAND or ~/.pgpass";

/// The newest feature in use: the aggregate `bit_xor`, for the tags of lists.
const MIN_VERSION: i32 = 140_000;

pub(super) fn pool(
    address: &PostgresAddress,
    password: Option<&SecretString>,
    max_size: usize,
) -> Result<Pool, StoreError> {
    let connector = tls::connector(address.tls())
        .map_err(|error| StoreError::InvalidArgument(error.to_string()))?;
    let recycling_method = RecyclingMethod::Fast;
    let configs = address.configs(password);
    let config = configs.first().cloned().unwrap_or_default();
    let hosts = Hosts::new(configs, connector);
    let manager = Manager::from_connect(config, hosts, ManagerConfig { recycling_method });
    Pool::builder(manager)
        .max_size(max_size)
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(|error| cannot_connect(address, error.to_string()))
}

/// The first connection, with an explanation if there is none.
pub(super) async fn connect(pool: &Pool, address: &PostgresAddress) -> Result<Object, StoreError> {
    let timeouts =
        Timeouts { wait: Some(ANSWER_WAIT), create: Some(ANSWER_WAIT), recycle: Some(ANSWER_WAIT) };
    let client = Box::pin(pool.timeout_get(&timeouts)).await.map_err(|error| match error {
        PoolError::Backend(error) => cannot_connect(address, explain(&error, address)),
        PoolError::Timeout(_) => {
            cannot_connect(address, "PostgreSQL does not answer; check the host and the port")
        }
        other => cannot_connect(address, other.to_string()),
    })?;
    check_server(&client, address).await?;
    Ok(client)
}

async fn check_server(client: &Client, address: &PostgresAddress) -> Result<(), StoreError> {
    let sql =
        "SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),
             current_schema() IS NOT NULL";
    let row = client.query_one(sql, &[]).await?;
    let (version, encoding, has_schema): (i32, String, bool) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    if version < MIN_VERSION {
        let (found, needed) = (version / 10_000, MIN_VERSION / 10_000);
        let reason = format!("is on PostgreSQL {found}; shortlist needs version {needed} or newer");
        return Err(cannot_open(address, reason));
    }
    if encoding != "UTF8" {
        let reason = format!(
            "is encoded in {encoding}; create one with createdb --encoding UTF8 --template template0"
        );
        return Err(cannot_open(address, reason));
    }
    if !has_schema {
        let reason = format!(
            "has no schema in the search_path that {user} may use; create a schema, or allow it with GRANT USAGE ON SCHEMA public TO {user}",
            user = address.user()
        );
        return Err(cannot_open(address, reason));
    }
    Ok(())
}

/// What an operator should know: with these settings, a write that was confirmed can be lost.
pub(super) async fn warnings(client: &Client) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT current_setting('synchronous_commit'), current_setting('fsync'),
             current_setting('synchronous_standby_names'),
             (SELECT count(*) FROM pg_stat_replication WHERE state IN ('streaming', 'catchup')
              AND application_name <> 'pg_receivewal')";
    let row = client.query_one(sql, &[]).await?;
    let (commit, fsync, standbys): (String, String, String) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let replicas: i64 = row.try_get(3)?;
    let mut warnings = Vec::new();
    if commit == "off" {
        warnings.push("synchronous_commit is off: the server confirms writes before they are on disk, and a crash can lose the last ones; set it to on".to_owned());
    }
    if fsync == "off" {
        warnings.push("fsync is off: a crash can damage the database; set it to on".to_owned());
    }
    if replicas > 0 && commit == "local" {
        warnings.push("synchronous_commit is local: COMMIT does not wait for the standby, and a failover can lose the last confirmed writes; set it to on".to_owned());
    } else if replicas > 0 && standbys.is_empty() {
        warnings.push("replication is asynchronous: no standby confirms writes, and a failover can lose the last ones; set synchronous_standby_names".to_owned());
    }
    Ok(warnings)
}

/// Fails on a server that takes no writes.
pub(super) async fn require_primary(client: &Client) -> Result<(), StoreError> {
    let sql = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool";
    let is_standby: bool = client.query_one(sql, &[]).await?.try_get(0)?;
    if is_standby { Err(StorageFailure::Standby.into()) } else { Ok(()) }
}

/// Fails if a table is missing, or may not be read and written.
pub(super) async fn require_tables(client: &Object) -> Result<(), StoreError> {
    let sql = "SELECT count(DISTINCT c.oid), bool_and(has_table_privilege(c.oid, privilege))
         FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) privilege
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1)";
    let tables: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
    let statement = client.prepare_cached(sql).await?;
    let row = client.query_one(&statement, &[&tables]).await?;
    let (count, is_allowed): (i64, Option<bool>) = (row.try_get(0)?, row.try_get(1)?);
    if usize::try_from(count) != Ok(tables.len()) {
        return Err(StorageFailure::Missing.into());
    }
    if is_allowed == Some(true) { Ok(()) } else { Err(StorageFailure::Forbidden.into()) }
}

/// What is wrong with a connection, and what to do about it.
fn explain(error: &Error, address: &PostgresAddress) -> String {
    let cause = match error.as_db_error() {
        Some(refusal) => refusal.message().to_owned(),
        None => {
            std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
        }
    };
    let (user, database) = (address.user(), address.database());
    let advice = match error.code() {
        Some(code) => explain_refusal(code, user, database),
        None if cause == "password missing" => {
            return format!("the server asks for the password of {user}; {PASSWORD_ADVICE}");
        }
        None => explain_network(error, &cause),
    };
    match advice {
        Some(advice) => format!("{cause}; {advice}"),
        None => cause,
    }
}

/// Why the server refused.
fn explain_refusal(code: &SqlState, user: &str, database: &str) -> Option<String> {
    Some(match *code {
        SqlState::INVALID_PASSWORD => format!("check the password; {PASSWORD_ADVICE}"),
        SqlState::INVALID_CATALOG_NAME => {
            format!(
                "create it with createdb --encoding UTF8 --template template0 --owner {user} {database}"
            )
        }
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            "check the role and the pg_hba.conf of the server".to_owned()
        }
        SqlState::INSUFFICIENT_PRIVILEGE => {
            format!("allow it with GRANT CONNECT ON DATABASE {database} TO {user}")
        }
        SqlState::TOO_MANY_CONNECTIONS => {
            "raise max_connections on the server, or run fewer processes".to_owned()
        }
        SqlState::CANNOT_CONNECT_NOW => "try again in a moment".to_owned(),
        _ => return None,
    })
}

/// Why there is no connection. The driver has no codes for it, but messages.
fn explain_network(error: &Error, cause: &str) -> Option<String> {
    let advice = match io_error(error).map(std::io::Error::kind) {
        _ if cause.contains("does not support TLS") => {
            "turn on ssl on the server, or use sslmode=disable on a network that you trust"
        }
        // Of another authority, with or without the same name.
        Some(ErrorKind::InvalidData)
            if cause.contains("UnknownIssuer") || cause.contains("BadSignature") =>
        {
            "name the certificate authority of the server with sslrootcert=FILE"
        }
        Some(ErrorKind::InvalidData) if cause.contains("not valid for name") => {
            "use the name in the certificate of the server as the host"
        }
        Some(ErrorKind::InvalidData) if cause.contains("CaUsedAsEndEntity") => {
            "the server uses a certificate of an authority as its own (CA:TRUE); issue one for the server, with CA:FALSE"
        }
        Some(ErrorKind::InvalidData) => "check the certificate of the server",
        Some(ErrorKind::PermissionDenied) if cause.contains("does not allow writes") => {
            "it is a standby or read-only; name the primary, or all hosts as HOST1,HOST2"
        }
        Some(ErrorKind::ConnectionRefused) => "start PostgreSQL, or check the host and the port",
        Some(ErrorKind::NotFound) => "check the directory of the socket",
        Some(ErrorKind::TimedOut) => "check the host and the firewall",
        _ if cause.contains("lookup address") => "check the host",
        _ => return None,
    };
    Some(advice.to_owned())
}

/// The server answers, but the database cannot be used.
pub(super) fn cannot_open(address: &PostgresAddress, reason: impl Into<String>) -> StoreError {
    StoreError::CannotOpen { database: address.to_string(), reason: reason.into() }
}

fn cannot_connect(address: &PostgresAddress, reason: impl Into<String>) -> StoreError {
    StoreError::CannotConnect { database: address.to_string(), reason: reason.into() }
}
