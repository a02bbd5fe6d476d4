//! The methods of [`Store`] with which an operator changes their own data: jobs, pipelines,
//! clients, candidates and people. `cli/db` calls them, and the terminal UI on its own database.

#[cfg(test)]
mod tests;

use std::time::Instant;

use super::Store;
use super::changes::{
    ChangedPipeline, ClientSummary, DeletedPerson, JobEdit, MergedPerson, NewJob, Outcome,
    Pipeline, PipelineChange, RemovedCandidate,
};
use super::context::WriteContext;
use super::engine::Engine;
use super::error::StoreError;
use super::model::CompletedMove;
use super::sql::people::NameRow;
use super::sql::{
    Db, clients, erasure, jobs, people, person_merges, pipelines, removals, stage_moves,
};
use crate::wire::{CandidateId, Job, Person, PersonId, StageId};

impl Store {
    /// All jobs without their pipelines, in the order of the list.
    pub async fn jobs(&self) -> Result<Vec<Job>, StoreError> {
        self.engine.read(jobs::all).await
    }

    /// Creates a job, or finds the one with the same ID or external ID.
    pub async fn add_job(
        &self,
        new: NewJob,
        context: WriteContext,
    ) -> Result<Outcome<Job>, StoreError> {
        self.engine.write(context, move |db, context| jobs::add(db, &new, context)).await
    }

    /// Changes the job with that ID, or the only one of that name.
    pub async fn edit_job(
        &self,
        job: String,
        edit: JobEdit,
        context: WriteContext,
    ) -> Result<Outcome<Job>, StoreError> {
        let work = move |db: &Db<'_>, context: &WriteContext| jobs::edit(db, &job, &edit, context);
        self.engine.write(context, work).await
    }

    /// The pipeline of the job with that ID, or the only one of that name.
    pub async fn pipeline(&self, job: String) -> Result<Pipeline, StoreError> {
        self.engine.read(move |db| pipelines::show(db, &job)).await
    }

    pub async fn change_pipeline(
        &self,
        job: String,
        change: PipelineChange,
        context: WriteContext,
    ) -> Result<Outcome<ChangedPipeline>, StoreError> {
        let work = move |db: &Db<'_>, context: &WriteContext| {
            pipelines::change(db, &job, &change, context)
        };
        self.engine.write(context, work).await
    }

    pub async fn clients(&self) -> Result<Vec<ClientSummary>, StoreError> {
        self.engine.read(clients::all).await
    }

    /// The people that `is_wanted` chooses, with their jobs. It sees them without.
    pub(crate) async fn people_where(
        &self,
        is_wanted: impl FnMut(&Person) -> bool + Send + 'static,
    ) -> Result<Vec<Person>, StoreError> {
        self.engine.read(move |db| people::matching(db, is_wanted)).await
    }

    pub(crate) async fn names_of_people(&self) -> Result<Vec<NameRow>, StoreError> {
        self.engine.read(people::names).await
    }

    pub(crate) async fn names_of_candidates(&self) -> Result<Vec<NameRow>, StoreError> {
        self.engine.read(people::candidate_names).await
    }

    /// Creates a client, or finds the one of that name.
    pub async fn add_client(
        &self,
        name: String,
        context: WriteContext,
    ) -> Result<Outcome<ClientSummary>, StoreError> {
        self.engine.write(context, move |db, context| clients::add(db, &name, context)).await
    }

    pub async fn rename_client(
        &self,
        client: String,
        name: String,
        context: WriteContext,
    ) -> Result<Outcome<ClientSummary>, StoreError> {
        let work =
            move |db: &Db<'_>, context: &WriteContext| clients::rename(db, &client, &name, context);
        self.engine.write(context, work).await
    }

    /// Gives the jobs and contacts of one client to another, and deletes it.
    pub async fn merge_clients(
        &self,
        from: String,
        into: String,
        context: WriteContext,
    ) -> Result<Outcome<ClientSummary>, StoreError> {
        let work =
            move |db: &Db<'_>, context: &WriteContext| clients::merge(db, &from, &into, context);
        self.engine.write(context, work).await
    }

    /// Moves candidates to another stage of their job, given by its ID or name.
    pub async fn move_candidates(
        &self,
        ids: Vec<CandidateId>,
        stage: String,
        context: WriteContext,
    ) -> Result<Outcome<Vec<CompletedMove>>, StoreError> {
        let work = move |db: &Db<'_>, context: &WriteContext| {
            stage_moves::move_all(db, &ids, &stage, context)
        };
        self.engine.write(context, work).await
    }

    /// Moves each candidate from the first of two stages to the second, all in one transaction. A
    /// candidate who is no longer in the first one fails alone. `on_progress` takes how many are
    /// done; they are stored when this returns.
    pub(crate) async fn move_each(
        &self,
        moves: Vec<(CandidateId, StageId, StageId)>,
        on_progress: impl Fn(usize) + Send + 'static,
        context: WriteContext,
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let work = move |db: &Db<'_>, context: &WriteContext| {
            stage_moves::move_each(db, &moves, on_progress, context)
        };
        self.engine.write(context, work).await
    }

    /// Removes candidates from their jobs, with their histories.
    pub async fn remove_candidates(
        &self,
        ids: Vec<CandidateId>,
        context: WriteContext,
    ) -> Result<Outcome<Vec<RemovedCandidate>>, StoreError> {
        self.engine.write(context, move |db, context| removals::remove(db, &ids, context)).await
    }

    /// Deletes people with all that is stored about them. Traces may remain in the files of the
    /// database until [`clean`](Self::clean) has rewritten them.
    pub async fn delete_persons(
        &self,
        ids: Vec<PersonId>,
        context: WriteContext,
    ) -> Result<Outcome<Vec<DeletedPerson>>, StoreError> {
        self.engine.write(context, move |db, context| erasure::delete(db, &ids, context)).await
    }

    /// Removes all traces of deleted data from the files of the database; PostgreSQL only vacuums the
    /// tables. Fails with `InUse` if
    /// other processes do not let it before the deadline.
    pub async fn clean(&self, deadline: Instant) -> Result<(), StoreError> {
        match &*self.engine {
            Engine::Sqlite(engine) => engine.clean(deadline).await,
            Engine::Postgres(engine) => engine.clean().await,
        }
    }

    /// Gives the records of one person to another, and deletes the first.
    pub async fn merge_persons(
        &self,
        from: PersonId,
        into: PersonId,
        context: WriteContext,
    ) -> Result<Outcome<MergedPerson>, StoreError> {
        let work = move |db: &Db<'_>, context: &WriteContext| {
            person_merges::merge(db, &from, &into, context)
        };
        self.engine.write(context, work).await
    }
}
