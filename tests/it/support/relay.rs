//! A service that a test can interfere with: every request is kept, and is
//! passed on to the service behind unless the test answers it itself.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use shortlist::service::ServiceSettings;
use shortlist::service::store::record::{CandidateRecord, PersonRecord, StoreRecord};
use shortlist::wire::{JobId, StageEntry};

use crate::support::harness::{Request, Service, agency};
use crate::support::scripted_server::{Asked, Rough, Step, answer};

/// The job that the crowd stands in for. It is the newest of the agency.
pub(crate) const JOB: &str = "job_rust";

/// The way to a service, and the service.
pub(crate) struct Relay {
    pub(crate) rough: Rough,
    pub(crate) service: Arc<Service>,
}

impl Relay {
    /// To a service where so many people stand in for one job.
    pub(crate) fn crowd(count: usize) -> Self {
        Self::crowd_but(count, |_| None)
    }

    /// The same; what the closure answers is not passed on.
    pub(crate) fn crowd_but(
        count: usize,
        but: impl Fn(&Asked) -> Option<Vec<Step>> + Send + Sync + 'static,
    ) -> Self {
        let service = Arc::new(Service::with(ServiceSettings::default(), crowd(count)));
        let behind = Arc::clone(&service);
        let rough = Rough::start(move |asked| but(asked).unwrap_or_else(|| pass(&behind, asked)));
        Self { rough, service }
    }

    /// Waits until everything was answered that the first screen asks for: two
    /// lists, the job, and three candidates with the people behind them.
    pub(crate) async fn first_screen(&self) {
        self.rough.until(|log| log.asked.len() == 9 && log.in_flight == 0).await;
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.rough.address)
    }

    /// How many requests there were whose target begins like this.
    pub(crate) fn count(&self, beginning: &str) -> usize {
        self.rough.log().asked.iter().filter(|asked| asked.target.starts_with(beginning)).count()
    }
}

/// Whether it asks for the page of the crowd that begins there.
pub(crate) fn is_page_at(asked: &Asked, offset: usize) -> bool {
    is_page(asked) && asked.query("offset") == offset
}

/// Whether it asks for a page of the crowd.
pub(crate) fn is_page(asked: &Asked) -> bool {
    asked.target.starts_with(&format!("/v1/jobs/{JOB}/candidates"))
}

/// Passes a request on, with its mark and its body.
pub(crate) fn pass(service: &Service, asked: &Asked) -> Vec<Step> {
    let mut request = Request::new(&asked.method, &asked.target);
    if !asked.body.is_empty() {
        request = request.bytes(&asked.body);
    }
    let mark = asked.header("if-match").unwrap_or_default();
    let told = request.header("If-Match", mark).send(service.address);
    let mark = told.header("etag").map_or_else(String::new, |mark| format!("ETag: {mark}\r\n"));
    let headers = format!("Content-Type: application/json\r\n{mark}");
    answer(&told.status.to_string(), &headers, told.body)
}

/// The small agency, and so many people who stand in for [`JOB`], each added a
/// minute after the one before.
pub(crate) fn crowd(count: usize) -> Vec<StoreRecord> {
    let mut entries = agency();
    for entry in &mut entries {
        if let StoreRecord::Job(job) = entry {
            let days = if job.id == JobId::from(JOB) { 10 } else { 100 };
            job.created_at = Some((Utc::now() - Duration::days(days)).into());
        }
    }
    let first = Utc::now() - Duration::days(5);
    for number in 0..count {
        let minutes = Duration::minutes(i64::try_from(number).unwrap());
        entries.extend(stands_in(number, &format!("Ada {number}"), first + minutes));
    }
    entries
}

/// A person and their place in [`JOB`]; every third one is in the second stage.
pub(crate) fn stands_in(number: usize, name: &str, added: DateTime<Utc>) -> [StoreRecord; 2] {
    let stage = if number % 3 == 2 { "screen" } else { "applied" };
    let person = PersonRecord {
        id: format!("per_{number}").into(),
        name: name.to_owned(),
        current_job_title: format!("Engineer {number}"),
        current_company_name: "Kestrel".to_owned(),
        ..PersonRecord::default()
    };
    let at = Some(added.into());
    let entered = StageEntry {
        stage_id: stage.into(),
        stage_name: stage.to_uppercase(),
        stage_date: at,
        ..StageEntry::default()
    };
    let candidate = CandidateRecord {
        id: format!("can_{number}").into(),
        person_id: person.id.clone(),
        job_id: JOB.into(),
        current_pipeline_stage_id: stage.into(),
        current_pipeline_stage_date: at,
        created_at: at,
        pipeline_stage_history: vec![entered],
        ..CandidateRecord::default()
    };
    [StoreRecord::Person(Box::new(person)), StoreRecord::Candidate(candidate)]
}
