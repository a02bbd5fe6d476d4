//! Searches the mirror: everyone in every job that was read, by name, contact, title, company, job,
//! and with `text:` by career and own notes. `shortlist find` calls it.

use std::collections::{HashMap, HashSet};

use crate::recruiting::coverage::Coverage;
use crate::recruiting::paging::restore::StoredRows;
use crate::recruiting::search::{MatchRank, SearchWords};
use crate::recruiting::triage::TriageState;
use crate::storage::mirror::records::RecordKind;
use crate::storage::mirror::search::PeopleQuery;
use crate::storage::mirror::stored_lists::PageChoice;
use crate::storage::{Storage, StorageError};
use crate::usecases::sync::order::JobPlan;
use crate::usecases::sync::records::PeopleCount;
use crate::wire::{CandidateId, CandidateItem, JobId, JobItem, Person, PersonId, Timestamp};

/// People that the index returns at most.
const MAX_PEOPLE: u32 = 500;

/// A candidate, or a person in no job that was read, or a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SearchHit {
    pub(crate) rank: MatchRank,
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) company: String,
    pub(crate) job_name: String,
    pub(crate) stage: String,
    /// When the candidate was added, or the job was opened.
    pub(crate) created_at: Option<Timestamp>,
    /// The contact or the note that matches.
    pub(crate) found: String,
    pub(crate) job: JobId,
    pub(crate) candidate: CandidateId,
    pub(crate) person: PersonId,
    /// When it was read from the server.
    pub(crate) read_at: Timestamp,
}

#[derive(Debug, Default)]
pub(crate) struct SearchResult {
    /// Best first.
    pub(crate) hits: Vec<SearchHit>,
    pub(crate) coverage: Coverage,
}

/// What the index and the notes say about a person.
struct KnownPerson {
    rank: MatchRank,
    found: String,
    record: Option<(Person, Timestamp)>,
}

pub(crate) fn find(
    storage: &Storage,
    server: &str,
    search: &SearchWords,
    triage: &TriageState,
) -> Result<SearchResult, StorageError> {
    let jobs = storage.mirrored_list::<JobItem>(server, &JobId::default(), PageChoice::All)?;
    let read_at = jobs.as_ref().map(|jobs| jobs.read_at);
    let jobs: Vec<JobItem> = jobs.iter().flat_map(StoredRows::items).collect();
    let mut people = matching_people(storage, server, search)?;
    add_notes(&mut people, search, triage);
    let mut hits = Vec::new();
    let mut in_lists = HashSet::new();
    // By their contacts and careers only people whose records are stored are found.
    let stored: HashSet<String> =
        storage.record_ids(server, RecordKind::Person)?.into_iter().collect();
    let mut counted = PeopleCount::default();
    for job in &jobs {
        // Words after `text:` are in no list.
        let rank = search.rank(&job.name, &[&job.client_company_name]);
        let rank = rank.filter(|_| search.texts.is_empty());
        if let (Some(rank), Some(read_at)) = (rank, read_at) {
            hits.push(job_hit(job, rank, read_at));
        }
        let list = storage.mirrored_list::<CandidateItem>(server, &job.id, PageChoice::All)?;
        let Some(list) = list else { continue };
        for row in list.items() {
            counted.add(row.person_id.as_str(), |id| stored.contains(id));
            let known = people.get(&row.person_id);
            let texts = [row.current_job_title.as_str(), &row.current_company_name];
            let rank = search.rank(&row.name, &texts).filter(|_| search.texts.is_empty());
            let rank = rank.into_iter().chain(known.map(|known| known.rank)).min();
            if let Some(rank) = rank {
                in_lists.insert(row.person_id.clone());
                let found = known.map_or("", |known| &known.found);
                hits.push(candidate_hit(job, &row, (rank, found), list.read_at));
            }
        }
    }
    people.retain(|person, _| !in_lists.contains(person));
    hits.extend(people.into_values().filter_map(person_hit));
    hits.sort_by(|left, right| {
        (left.rank, &left.name, &left.job_name).cmp(&(right.rank, &right.name, &right.job_name))
    });
    let coverage = JobPlan::new(jobs, &storage.coverage(server)?).coverage();
    Ok(SearchResult { hits, coverage: Coverage { people: counted.share, ..coverage } })
}

fn matching_people(
    storage: &Storage,
    server: &str,
    search: &SearchWords,
) -> Result<HashMap<PersonId, KnownPerson>, StorageError> {
    let query = PeopleQuery { words: search.words.clone(), career: search.texts.clone() };
    let rows = storage.search_people(server, &query, MAX_PEOPLE)?;
    let known = rows.into_iter().filter_map(|row| {
        let person: Person = serde_json::from_str(&row.body).ok()?;
        let rank = if search.texts.is_empty() { MatchRank::Contact } else { MatchRank::Text };
        let rank = search.rank(&person.name, &[]).map_or(rank, |by_name| by_name.min(rank));
        let found = search.matching_contact(&person).to_owned();
        Some((row.person, KnownPerson { rank, found, record: Some((person, row.read_at)) }))
    });
    Ok(known.collect())
}

/// Own notes count for `text:`.
fn add_notes(
    people: &mut HashMap<PersonId, KnownPerson>,
    search: &SearchWords,
    triage: &TriageState,
) {
    for person in triage.people().filter(|person| !person.subject.person.is_empty()) {
        let note = person.notes.iter().find(|note| search.is_in_text(&note.text));
        let has_words =
            search.words.is_empty() || search.rank(&person.snapshot.name, &[]).is_some();
        if let Some(note) = note.filter(|_| has_words) {
            let found = note.text.clone();
            let known = KnownPerson { rank: MatchRank::Text, found, record: None };
            people.entry(person.subject.person.clone()).or_insert(known);
        }
    }
}

fn candidate_hit(
    job: &JobItem,
    row: &CandidateItem,
    (rank, found): (MatchRank, &str),
    read_at: Timestamp,
) -> SearchHit {
    SearchHit {
        rank,
        name: row.name.clone(),
        title: row.current_job_title.clone(),
        company: row.current_company_name.clone(),
        job_name: job.name.clone(),
        stage: row.current_pipeline_stage_name.clone(),
        created_at: row.created_at,
        found: found.to_owned(),
        job: job.id.clone(),
        candidate: row.id.clone(),
        person: row.person_id.clone(),
        read_at,
    }
}

/// A person in none of the lists. A note without a record has no name to show.
fn person_hit(known: KnownPerson) -> Option<SearchHit> {
    let (person, read_at) = known.record?;
    let association = person.jobs.into_iter().next().unwrap_or_default();
    Some(SearchHit {
        rank: known.rank,
        name: person.name,
        title: person.current_job_title,
        company: person.current_company_name,
        job_name: association.job_name,
        stage: association.current_pipeline_stage_name,
        created_at: None,
        found: known.found,
        job: association.job_id,
        candidate: association.candidate_id,
        person: person.id,
        read_at,
    })
}

fn job_hit(job: &JobItem, rank: MatchRank, read_at: Timestamp) -> SearchHit {
    SearchHit {
        rank,
        name: String::new(),
        title: String::new(),
        company: job.client_company_name.clone(),
        job_name: job.name.clone(),
        stage: job.job_status_name.clone(),
        created_at: job.created_at,
        found: String::new(),
        job: job.id.clone(),
        candidate: CandidateId::default(),
        person: PersonId::default(),
        read_at,
    }
}
