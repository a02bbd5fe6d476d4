//! Compares two readings of the same record. `storage` calls it with the mirror's copy and the
//! answer of the server.
//!
//! Servers repeat a record with other spaces, another order of contacts or a longer duration of
//! the current position. None of these is a change.

mod career;
mod person;
#[cfg(test)]
mod tests;

pub(crate) use person::diff_person;

use super::{Change, ChangeKind};
use crate::recruiting::stage::{StageKind, StageRef};
use crate::recruiting::table::JobKind;
use crate::wire::{
    CandidateId, CandidateItem, Job, JobId, JobItem, PersonId, PipelineStage, Timestamp,
};

/// When the two readings took place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ReadTimes {
    /// `None` if the mirror does not know it.
    pub(crate) last_read_at: Option<Timestamp>,
    pub(crate) read_at: Timestamp,
}

impl ReadTimes {
    /// The caller marks its own writes.
    fn change(self, kind: ChangeKind, before: &str, after: &str) -> Change {
        Change {
            kind,
            job: JobId::default(),
            job_name: String::new(),
            candidate: CandidateId::default(),
            person: PersonId::default(),
            name: String::new(),
            field: String::new(),
            before: before.to_owned(),
            after: after.to_owned(),
            is_own: false,
            last_read_at: self.last_read_at,
            read_at: self.read_at,
        }
    }
}

/// `job` is its id and name; `pipeline` may be empty if the job was not read yet.
pub(crate) fn diff_candidate(
    job: (&JobId, &str),
    pipeline: &[PipelineStage],
    before: Option<&CandidateItem>,
    after: &CandidateItem,
    times: ReadTimes,
) -> Vec<Change> {
    let of_candidate = |change| in_job(job, after, change);
    let stage = &after.current_pipeline_stage_name;
    let Some(before) = before else {
        return vec![of_candidate(times.change(ChangeKind::CandidateNew, "", stage))];
    };
    let moved = is_other_stage(before, after, pipeline).then(|| {
        let kind = move_kind(before, after, pipeline);
        of_candidate(times.change(kind, &before.current_pipeline_stage_name, stage))
    });
    let fields = [
        ("name", &before.name, &after.name),
        ("current_job_title", &before.current_job_title, &after.current_job_title),
        ("current_company_name", &before.current_company_name, &after.current_company_name),
    ];
    let fields = fields.into_iter().filter(|(_, before, after)| is_other_text(before, after));
    let fields = fields.map(|(field, before, after)| Change {
        field: field.to_owned(),
        ..of_candidate(times.change(ChangeKind::PersonChanged, before, after))
    });
    moved.into_iter().chain(fields).collect()
}

/// Only after a complete walk of the list, and a single read that confirms it.
pub(crate) fn candidate_gone(
    job: (&JobId, &str),
    before: &CandidateItem,
    times: ReadTimes,
) -> Change {
    let stage = &before.current_pipeline_stage_name;
    in_job(job, before, times.change(ChangeKind::CandidateGone, stage, ""))
}

fn in_job((job, job_name): (&JobId, &str), item: &CandidateItem, change: Change) -> Change {
    Change {
        job: job.clone(),
        job_name: job_name.to_owned(),
        candidate: item.id.clone(),
        person: item.person_id.clone(),
        name: item.name.clone(),
        ..change
    }
}

fn stage_ref(item: &CandidateItem) -> StageRef<'_> {
    StageRef::new(
        item.current_pipeline_stage_id.as_str(),
        item.current_pipeline_stage_name.as_str(),
    )
}

fn is_other_stage(
    before: &CandidateItem,
    after: &CandidateItem,
    pipeline: &[PipelineStage],
) -> bool {
    let is_other_name =
        is_other_text(&before.current_pipeline_stage_name, &after.current_pipeline_stage_name);
    match (stage_ref(before), stage_ref(after)) {
        // A stage that was created again has another id. Two stages may have the same name.
        (StageRef::Id(old), StageRef::Id(new)) if old != new && !is_other_name => {
            [old, new].iter().all(|id| StageRef::Id(id).find(pipeline).is_some())
        }
        // A stage that was renamed is the same one.
        (StageRef::Id(old), StageRef::Id(new)) => old != new,
        _ => is_other_name,
    }
}

fn move_kind(
    before: &CandidateItem,
    after: &CandidateItem,
    pipeline: &[PipelineStage],
) -> ChangeKind {
    let kind = |item: &CandidateItem| {
        let (id, name) = (&item.current_pipeline_stage_id, &item.current_pipeline_stage_name);
        StageKind::find(id.as_str(), name, pipeline)
    };
    match (kind(before), kind(after)) {
        (old, StageKind::Rejection) if old != StageKind::Rejection => ChangeKind::Rejected,
        (old, StageKind::Withdrawal) if old != StageKind::Withdrawal => ChangeKind::Withdrawn,
        (old, new) if old.is_closed() && new.is_step() => ChangeKind::Back,
        _ => ChangeKind::Moved,
    }
}

pub(crate) fn diff_job(before: Option<&JobItem>, after: &JobItem, times: ReadTimes) -> Vec<Change> {
    let kind = JobKind::new(after);
    let is_status_change = before.is_none_or(|before| JobKind::new(before) != kind);
    let status = is_status_change.then(|| {
        let kind = match kind {
            JobKind::Open => ChangeKind::JobOpened,
            JobKind::OnHold => ChangeKind::JobOnHold,
            JobKind::Closed => ChangeKind::JobClosed,
            JobKind::Archived => ChangeKind::JobArchived,
        };
        times.change(kind, before.map_or("", status_text), status_text(after))
    });
    let renamed = before.filter(|before| is_other_text(&before.name, &after.name));
    let renamed =
        renamed.map(|before| times.change(ChangeKind::JobRenamed, &before.name, &after.name));
    let changes = status.into_iter().chain(renamed);
    changes.map(|change| of_job(&after.id, &after.name, change)).collect()
}

/// Only after a complete walk of the list, and a single read that confirms it.
pub(crate) fn job_gone(before: &JobItem, times: ReadTimes) -> Change {
    of_job(&before.id, &before.name, times.change(ChangeKind::JobGone, status_text(before), ""))
}

fn of_job(id: &JobId, name: &str, change: Change) -> Change {
    Change { job: id.clone(), job_name: name.to_owned(), ..change }
}

/// An archived job keeps its status.
fn status_text(job: &JobItem) -> &str {
    if job.is_archived { "Archived" } else { &job.job_status_name }
}

/// The texts name only the stages that differ.
pub(crate) fn diff_pipeline(before: &Job, after: &Job, times: ReadTimes) -> Option<Change> {
    let [old, new] = [before, after].map(|job| {
        let mut stages: Vec<&PipelineStage> = job.pipeline_stages.iter().collect();
        stages.sort_by_key(|stage| stage.stage_order);
        stages
    });
    let key = |stage: &PipelineStage| match StageRef::new(stage.id.as_str(), &stage.name) {
        StageRef::Id(id) => id.to_owned(),
        StageRef::Name(name) => normalize(name),
    };
    let without = |stages: &[&PipelineStage], others: &[&PipelineStage]| -> Vec<String> {
        let is_same = |first: &PipelineStage, second: &PipelineStage| {
            key(first) == key(second) && describe_stage(first) == describe_stage(second)
        };
        let changed =
            stages.iter().filter(|stage| !others.iter().any(|other| is_same(stage, other)));
        changed.map(|stage| describe_stage(stage)).collect()
    };
    let [mut from, mut to] = [without(&old, &new), without(&new, &old)];
    let common = |stages: &[&PipelineStage], others: &[&PipelineStage]| -> Vec<(String, String)> {
        let shared =
            stages.iter().filter(|stage| others.iter().any(|other| key(other) == key(stage)));
        shared.map(|stage| (key(stage), normalize(&stage.name))).collect()
    };
    let [old, new] = [common(&old, &new), common(&new, &old)];
    if !old.iter().map(|(key, _)| key).eq(new.iter().map(|(key, _)| key)) {
        for (texts, stages) in [(&mut from, old), (&mut to, new)] {
            let names: Vec<String> = stages.into_iter().map(|(_, name)| name).collect();
            texts.push(format!("order {}", names.join(" > ")));
        }
    }
    let is_changed = !from.is_empty() || !to.is_empty();
    let change = || times.change(ChangeKind::PipelineChanged, &from.join(", "), &to.join(", "));
    is_changed.then(|| of_job(&after.id, &after.name, change()))
}

/// `Screen (interview)`.
fn describe_stage(stage: &PipelineStage) -> String {
    let flags =
        [(stage.is_interviewing_stage, "interview"), (stage.is_rejection_stage, "rejection")];
    let flags: Vec<&str> =
        flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, it)| it).collect();
    let name = normalize(&stage.name);
    if flags.is_empty() { name } else { format!("{name} ({})", flags.join(", ")) }
}

/// Without the spaces that some servers add.
fn normalize(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_other_text(before: &str, after: &str) -> bool {
    !before.split_whitespace().eq(after.split_whitespace())
}
