//! What the recruiter did, entry by entry, and where they are in the inbox.
//!
//! The log only grows. Taking back is an entry too; only a purge deletes.

#[cfg(test)]
pub(crate) mod tests;

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, named_params, params};

use super::open::timestamp;
use super::{Storage, StorageError};
use crate::wire::{CandidateId, JobId, PersonId, Timestamp};

/// An entry as it is kept. `worker` knows what the words mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// Which entry, here and on every other machine.
    pub id: String,
    /// What it was done together with.
    pub step: String,
    /// When.
    pub at: Timestamp,
    /// To whom; nobody when a step is taken back.
    pub candidate: CandidateId,
    /// The person behind.
    pub person: PersonId,
    /// The job they stand in for.
    pub job: JobId,
    /// What they were called.
    pub name: String,
    /// What the job was called.
    pub job_name: String,
    /// What they did.
    pub title: String,
    /// Where they did it.
    pub company: String,
    /// The stage they were in.
    pub stage_id: String,
    /// What it was called.
    pub stage_name: String,
    /// What was done.
    pub kind: String,
    /// What of it is said in words.
    pub text: Option<String>,
    /// What is said beside.
    pub beside: Option<String>,
    /// The day it holds until.
    pub until: Option<String>,
    /// Whose it is, when it came from a colleague.
    pub source: Option<String>,
}

impl Storage {
    /// Writes entries, all or none, and where one is in the inbox after them.
    /// On disk when this returns. Those that are there already are left out.
    pub fn append(
        &mut self,
        server: &str,
        rows: &[LogRow],
        place: Option<&str>,
    ) -> Result<(), StorageError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for row in rows {
            insert(&change, server, row)?;
        }
        if let Some(place) = place {
            put_place(&change, server, place)?;
        }
        Ok(change.commit()?)
    }

    /// Gives `each` what was written after that number, in the order it was. The
    /// number to go on from. Nothing comes before 1.
    pub fn read_log(
        &self,
        server: &str,
        after: i64,
        mut each: impl FnMut(LogRow),
    ) -> Result<i64, StorageError> {
        let mut asked = self.connection.prepare_cached(
            "SELECT seq, id, step, at, candidate, person, job, name, job_name, title, company,
                 stage_id, stage_name, kind, text, beside, until, source
             FROM entry WHERE seq > ?1 AND server = ?2 ORDER BY seq",
        )?;
        let mut rows = asked.query(params![after, server])?;
        let mut last = after;
        while let Some(row) = rows.next()? {
            last = row.get(0)?;
            each(log_row(row)?);
        }
        Ok(last)
    }

    /// Somebody looked at these; who was looked at before keeps that moment.
    pub fn look(
        &mut self,
        server: &str,
        whom: &[(CandidateId, PersonId)],
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (candidate, person) in whom {
            let mut look = change.prepare_cached(
                "INSERT INTO looked (server, candidate, person, at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO NOTHING",
            )?;
            look.execute(params![server, candidate.as_str(), person.as_str(), at.micros()])?;
        }
        Ok(change.commit()?)
    }

    /// Who was looked at, and when first.
    pub fn looked(&self, server: &str) -> Result<Vec<(CandidateId, Timestamp)>, StorageError> {
        let mut asked =
            self.connection.prepare_cached("SELECT candidate, at FROM looked WHERE server = ?1")?;
        let rows = asked.query_map([server], |row| {
            Ok((CandidateId::from(row.get::<_, String>(0)?), timestamp(row.get(1)?)))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Remembers where one is in the inbox.
    pub fn keep_place(&self, server: &str, place: &str) -> Result<(), StorageError> {
        put_place(&self.connection, server, place)
    }

    /// Where one was in the inbox.
    pub fn place(&self, server: &str) -> Result<Option<String>, StorageError> {
        let mut asked =
            self.connection.prepare_cached("SELECT body FROM place WHERE server = ?1")?;
        Ok(asked.query_row([server], |row| row.get(0)).optional()?)
    }
}

fn insert(connection: &Connection, server: &str, row: &LogRow) -> Result<(), StorageError> {
    let mut put = connection.prepare_cached(
        "INSERT INTO entry (server, id, step, at, candidate, person, job, name, job_name, title,
             company, stage_id, stage_name, kind, text, beside, until, source)
         VALUES (:server, :id, :step, :at, :candidate, :person, :job, :name, :job_name, :title,
             :company, :stage_id, :stage_name, :kind, :text, :beside, :until, :source)
         ON CONFLICT DO NOTHING",
    )?;
    put.execute(named_params! {
        ":server": server, ":id": row.id, ":step": row.step, ":at": row.at.micros(),
        ":candidate": row.candidate.as_str(), ":person": row.person.as_str(),
        ":job": row.job.as_str(), ":name": row.name, ":job_name": row.job_name,
        ":title": row.title, ":company": row.company, ":stage_id": row.stage_id,
        ":stage_name": row.stage_name, ":kind": row.kind, ":text": row.text,
        ":beside": row.beside, ":until": row.until, ":source": row.source,
    })?;
    Ok(())
}

fn put_place(connection: &Connection, server: &str, place: &str) -> Result<(), StorageError> {
    let mut put = connection.prepare_cached(
        "INSERT INTO place (server, body) VALUES (?1, ?2)
         ON CONFLICT (server) DO UPDATE SET body = ?2",
    )?;
    put.execute([server, place])?;
    Ok(())
}

fn log_row(row: &Row<'_>) -> rusqlite::Result<LogRow> {
    let id = |place| row.get::<_, String>(place);
    Ok(LogRow {
        id: row.get(1)?,
        step: row.get(2)?,
        at: timestamp(row.get(3)?),
        candidate: id(4)?.into(),
        person: id(5)?.into(),
        job: id(6)?.into(),
        name: row.get(7)?,
        job_name: row.get(8)?,
        title: row.get(9)?,
        company: row.get(10)?,
        stage_id: row.get(11)?,
        stage_name: row.get(12)?,
        kind: row.get(13)?,
        text: row.get(14)?,
        beside: row.get(15)?,
        until: row.get(16)?,
        source: row.get(17)?,
    })
}
