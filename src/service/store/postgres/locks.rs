//! The locks of writes, beside those of rows. `PostgreSQL` keeps them in memory and releases them when
//! the transaction ends: a row that is only locked would be written to disk.

use twox_hash::XxHash3_64;

use super::session::Session;
use crate::service::store::error::StoreError;
use crate::service::store::values::params;

/// "shor": our locks, beside those of other programs in the same database.
const LOCK_SPACE: i32 = 0x7368_6f72;
/// "shol": the lists of candidates, by the keys of their jobs.
const LIST_LOCK_SPACE: i32 = 0x7368_6f6c;
/// "shop": people, by hashes of their IDs. Equal hashes only cause waiting: a transaction locks one person.
const PERSON_LOCK_SPACE: i32 = 0x7368_6f70;
/// Held shared by every write, and alone by the operator's.
const WRITERS: i32 = 1;
/// Held while a client is added.
const CLIENTS: i32 = 2;
/// Held while migrations run.
const MIGRATION: i32 = 3;

/// The statement that waits until no other one runs migrations.
pub(super) fn lock_migrations() -> String {
    lock_statement(MIGRATION, false)
}

fn lock_statement(lock: i32, is_shared: bool) -> String {
    format!("SELECT {}", lock_call(lock, is_shared))
}

fn lock_call(lock: i32, is_shared: bool) -> String {
    let suffix = if is_shared { "_shared" } else { "" };
    format!("pg_advisory_xact_lock{suffix}({LOCK_SPACE}, {lock})")
}

impl Session {
    /// Waits until no operator's command changes data.
    pub(super) fn lock_writers(&self) -> Result<(), StoreError> {
        if self.needs_writer_lock.replace(false) {
            self.send_now(&lock_statement(WRITERS, true), &[])?;
        }
        Ok(())
    }

    /// Waits until no other writer changes data.
    pub(super) fn lock_out_writers(&self) -> Result<(), StoreError> {
        self.send_now(&lock_statement(WRITERS, false), &[])
    }

    pub(crate) fn lock_clients(&self) -> Result<(), StoreError> {
        self.send_now(&lock_statement(CLIENTS, false), &[])
    }

    /// Waits until no other writer adds to the list of the job. Waiting for its row instead would have
    /// the server evaluate the statement again.
    pub(super) fn lock_list(&self, job_pk: i64) -> Result<(), StoreError> {
        let sql = format!("SELECT pg_advisory_xact_lock({LIST_LOCK_SPACE}, ?1::int)");
        self.send_now(&sql, params![job_pk])
    }

    /// Waits until no other writer changes the person.
    pub(crate) fn lock_person(&self, id: &str) -> Result<(), StoreError> {
        let hash = XxHash3_64::oneshot(id.as_bytes());
        // The upper half.
        let key = i64::from_ne_bytes(hash.to_ne_bytes()) >> 32;
        let person = format!("pg_advisory_xact_lock({PERSON_LOCK_SPACE}, ?1::int)");
        let sql = if self.needs_writer_lock.replace(false) {
            format!("SELECT {}, {person}", lock_call(WRITERS, true))
        } else {
            format!("SELECT {person}")
        };
        self.send_now(&sql, params![key])
    }
}
