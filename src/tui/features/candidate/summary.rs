use crate::wire::{Candidate, CandidateId, CandidateItem, PersonId, StageId, Timestamp};

/// What a candidate record and a list row have in common.
pub(crate) struct CandidateSummary<'a> {
    pub(crate) id: &'a CandidateId,
    pub(crate) title: &'a str,
    pub(crate) company: &'a str,
    pub(crate) person: &'a PersonId,
    pub(crate) company_id: &'a str,
    pub(crate) name: &'a str,
    pub(crate) stage_id: &'a StageId,
    pub(crate) stage: &'a str,
    pub(crate) added: Option<Timestamp>,
}

macro_rules! summary {
    ($record:expr) => {
        CandidateSummary {
            id: &$record.id,
            title: &$record.current_job_title,
            company: &$record.current_company_name,
            person: &$record.person_id,
            company_id: $record.current_company_id.as_str(),
            name: &$record.name,
            stage_id: &$record.current_pipeline_stage_id,
            stage: &$record.current_pipeline_stage_name,
            added: $record.created_at,
        }
    };
}

/// Prefers the full record, which is newer.
pub(crate) fn summarize<'a>(
    item: Option<&'a CandidateItem>,
    candidate: Option<&'a Candidate>,
) -> Option<CandidateSummary<'a>> {
    candidate.map(|candidate| summary!(candidate)).or_else(|| item.map(|item| summary!(item)))
}
