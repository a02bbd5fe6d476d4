//! The peer: the same bytes from memory, behind the same guard.

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

/// How many single candidates are held: enough to miss the caches a little.
const SINGLES: usize = 20_000;

/// A job's list and some of its candidates, as they are served.
pub(crate) struct Memory {
    job: JobId,
    items: Arc<Vec<Box<str>>>,
    singles: Arc<HashMap<String, Box<str>>>,
    ids: Vec<String>,
}

impl Memory {
    pub(crate) async fn of(store: &Store) -> Self {
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
        let step = (items.len() / SINGLES).max(1);
        let ids: Vec<String> = items.iter().step_by(step).map(|item| id_of(item)).collect();
        let mut singles = HashMap::new();
        for id in &ids {
            let candidate =
                store.candidate_json(&CandidateId::new(id.clone())).await.expect("a candidate");
            let body = format!(r#"{{"success":true,"data":{candidate}}}"#);
            singles.insert(id.clone(), body.into());
        }
        Self { job, items: Arc::new(items), singles: Arc::new(singles), ids }
    }

    pub(crate) fn job(&self) -> &str {
        self.job.as_str()
    }

    pub(crate) fn candidate_ids(&self) -> &[String] {
        &self.ids
    }

    pub(crate) fn router(&self) -> Router {
        let (items, singles) = (Arc::clone(&self.items), Arc::clone(&self.singles));
        let page = async move |RawQuery(query): RawQuery| match pagination::parse(query.as_deref())
        {
            Ok(window) => json(written(&items, window)),
            Err(problem) => problem.into_response(),
        };
        let single = async move |Path(id): Path<String>| match singles.get(&id) {
            Some(body) => json(body.to_string()),
            None => StatusCode::NOT_FOUND.into_response(),
        };
        Router::new()
            .route("/v1/jobs/{id}/candidates", get(page))
            .route("/v1/candidates/{id}", get(single))
    }
}

fn written(items: &[Box<str>], window: Pagination) -> String {
    let from = usize::try_from(window.offset).expect("an offset").min(items.len());
    let until = (from + usize::try_from(window.limit).expect("a limit")).min(items.len());
    let mut body = String::with_capacity((until - from) * 384 + 128);
    body.push_str(r#"{"success":true,"data":["#);
    for (place, item) in items[from..until].iter().enumerate() {
        if place > 0 {
            body.push(',');
        }
        body.push_str(item);
    }
    let (total, offset, limit) = (items.len(), window.offset, window.limit);
    let _ = write!(body, r#"],"meta":{{"total":{total},"offset":{offset},"limit":{limit}}}}}"#);
    body
}

fn json(body: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

async fn only_job(store: &Store) -> JobId {
    let found = Arc::new(Mutex::new(None));
    let into = Arc::clone(&found);
    // The first entry of an export is a job; nothing more is wanted of it.
    let _ = store
        .export(move |entry| match entry {
            StoreRecord::Job(job) => {
                *into.lock().expect("a lock") = Some(job.id);
                Err(StoreError::Interrupted)
            }
            _ => Ok(()),
        })
        .await;
    found.lock().expect("a lock").clone().expect("a job")
}

fn id_of(item: &str) -> String {
    let item: serde_json::Value = serde_json::from_str(item).expect("JSON");
    item["id"].as_str().expect("an id").to_owned()
}
