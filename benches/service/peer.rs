//! The peer: the same bytes from memory, behind the same middleware.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, RawQuery};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use shortlist::service::pagination;
use shortlist::service::store::record::StoreRecord;
use shortlist::service::store::{Pagination, Store, StoreError};
use shortlist::wire::{CandidateId, JobId};

/// Candidates kept in memory: enough to miss the CPU caches now and then.
const MAX_RECORDS: usize = 20_000;

pub(crate) struct MemoryPeer {
    job: JobId,
    items: Arc<Vec<Box<str>>>,
    records: Arc<HashMap<String, Box<str>>>,
    ids: Vec<String>,
}

impl MemoryPeer {
    pub(crate) async fn load(store: &Store) -> Self {
        let job = only_job(store).await;
        let mut items: Vec<Box<str>> = Vec::new();
        loop {
            let offset = i64::try_from(items.len()).expect("an offset");
            let mut page = Vec::new();
            store
                .candidates_page_json(&job, Pagination { offset, limit: 100 }, &mut page)
                .await
                .expect("a page");
            let rows: Vec<Box<serde_json::value::RawValue>> =
                serde_json::from_slice(&page).expect("rows");
            if rows.is_empty() {
                break;
            }
            items.extend(rows.into_iter().map(|row| Box::<str>::from(row.get())));
        }
        let step = (items.len() / MAX_RECORDS).max(1);
        let ids: Vec<String> = items.iter().step_by(step).map(|item| parse_id(item)).collect();
        let mut records = HashMap::new();
        for id in &ids {
            let mut body = br#"{"success":true,"data":"#.to_vec();
            store
                .candidate_json(&CandidateId::new(id.clone()), &mut body)
                .await
                .expect("a candidate");
            body.push(b'}');
            records.insert(id.clone(), String::from_utf8(body).expect("text").into());
        }
        Self { job, items: Arc::new(items), records: Arc::new(records), ids }
    }

    pub(crate) fn job(&self) -> &str {
        self.job.as_str()
    }

    pub(crate) fn candidate_ids(&self) -> &[String] {
        &self.ids
    }

    pub(crate) fn router(&self) -> Router {
        let (items, records) = (Arc::clone(&self.items), Arc::clone(&self.records));
        let page = async move |RawQuery(query): RawQuery| match pagination::parse(query.as_deref())
        {
            Ok(page) => json(page_body(&items, page)),
            Err(error) => error.into_response(),
        };
        let record = async move |Path(id): Path<String>| match records.get(&id) {
            Some(body) => json(body.to_string()),
            None => StatusCode::NOT_FOUND.into_response(),
        };
        Router::new()
            .route("/v1/jobs/{id}/candidates", get(page))
            .route("/v1/candidates/{id}", get(record))
    }
}

fn page_body(items: &[Box<str>], page: Pagination) -> String {
    let start = usize::try_from(page.offset).expect("an offset").min(items.len());
    let end = (start + usize::try_from(page.limit).expect("a limit")).min(items.len());
    let mut body = String::with_capacity((end - start) * 384 + 128);
    body.push_str(r#"{"success":true,"data":["#);
    for (index, item) in items[start..end].iter().enumerate() {
        if index > 0 {
            body.push(',');
        }
        body.push_str(item);
    }
    let (total, offset, limit) = (items.len(), page.offset, page.limit);
    let _ = write!(body, r#"],"meta":{{"total":{total},"offset":{offset},"limit":{limit}}}}}"#);
    body
}

fn json(body: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

async fn only_job(store: &Store) -> JobId {
    let id = Arc::new(Mutex::new(None));
    let first = Arc::clone(&id);
    // The first record of an export is a job; the error ends the export there.
    let _ = store
        .export(move |record| match record {
            StoreRecord::Job(job) => {
                *first.lock().expect("a lock") = Some(job.id);
                Err(StoreError::Interrupted)
            }
            _ => Ok(()),
        })
        .await;
    id.lock().expect("a lock").clone().expect("a job")
}

fn parse_id(item: &str) -> String {
    let item: serde_json::Value = serde_json::from_str(item).expect("JSON");
    item["id"].as_str().expect("an id").to_owned()
}
