//! The service behind a server that records every request and forwards it,
//! unless the test answers it itself.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use shortlist::service::ServiceSettings;
use shortlist::service::store::record::{CandidateRecord, PersonRecord, StoreRecord};
use shortlist::wire::{JobId, StageEntry};

use crate::support::harness::{Service, agency};
use crate::support::http::Request;
use crate::support::scripted_server::{ReceivedRequest, ScriptedServer, Step, answer};

/// The job of all candidates, the newest one.
pub(crate) const JOB: &str = "job_rust";

pub(crate) struct Relay {
    pub(crate) http: ScriptedServer,
    pub(crate) service: Arc<Service>,
}

impl Relay {
    /// With this many candidates for [`JOB`].
    pub(crate) fn start(count: usize) -> Self {
        Self::intercepting(count, |_| None)
    }

    /// The same; a request that the closure answers is not forwarded.
    pub(crate) fn intercepting(
        count: usize,
        intercept: impl Fn(&ReceivedRequest) -> Option<Vec<Step>> + Send + Sync + 'static,
    ) -> Self {
        let service = Arc::new(Service::with(ServiceSettings::default(), entries(count)));
        let target = Arc::clone(&service);
        let http = ScriptedServer::start(move |request| {
            intercept(request).unwrap_or_else(|| forward(&target, request))
        });
        Self { http, service }
    }

    /// Waits until the requests of the first screen are answered: two lists, the
    /// job, and three candidates with their people.
    pub(crate) async fn wait_for_first_screen(&self) {
        self.http.wait_until(|log| log.requests.len() == 9 && log.in_flight == 0).await;
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.http.address)
    }

    /// The number of requests whose target starts with this.
    pub(crate) fn request_count(&self, start: &str) -> usize {
        let log = self.http.log();
        log.requests.iter().filter(|request| request.target.starts_with(start)).count()
    }
}

/// Whether the request is for the page of candidates at this offset.
pub(crate) fn is_page_at(request: &ReceivedRequest, offset: usize) -> bool {
    is_page(request) && request.query("offset") == offset
}

/// Whether the request is for a page of candidates.
pub(crate) fn is_page(request: &ReceivedRequest) -> bool {
    request.target.starts_with(&format!("/v1/jobs/{JOB}/candidates"))
}

/// Sends a request to the service, with its conditions and body.
pub(crate) fn forward(service: &Service, received: &ReceivedRequest) -> Vec<Step> {
    let mut request = Request::new(&received.method, &received.target);
    if !received.body.is_empty() {
        request = request.bytes(&received.body);
    }
    let etag = received.header("if-match").unwrap_or_default();
    let known = received.header("if-none-match").unwrap_or_default();
    let request = request.header("If-Match", etag).header("If-None-Match", known);
    let response = request.send(service.address);
    let etag = response.header("etag").map_or_else(String::new, |etag| format!("ETag: {etag}\r\n"));
    let headers = format!("Content-Type: application/json\r\n{etag}");
    answer(&response.status.to_string(), &headers, response.body)
}

/// The agency, and this many candidates for [`JOB`], each created a minute after
/// the previous one.
pub(crate) fn entries(count: usize) -> Vec<StoreRecord> {
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
        entries.extend(candidate_entries(number, &format!("Ada {number}"), first + minutes));
    }
    entries
}

/// A person and their candidate for [`JOB`]; every third is in the second stage.
pub(crate) fn candidate_entries(
    number: usize,
    name: &str,
    created: DateTime<Utc>,
) -> [StoreRecord; 2] {
    let stage = if number % 3 == 2 { "screen" } else { "applied" };
    let person = PersonRecord {
        id: format!("per_{number}").into(),
        name: name.to_owned(),
        current_job_title: format!("Engineer {number}"),
        current_company_name: "Kestrel".to_owned(),
        ..PersonRecord::default()
    };
    let at = Some(created.into());
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
