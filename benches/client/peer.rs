//! The peer to compare with: plain reqwest.

use futures_util::StreamExt;
use futures_util::stream;
use serde::Deserialize;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    Discarded,
    Decoded,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "decoded for its cost")]
pub(crate) struct Page {
    success: bool,
    pub(crate) data: Vec<Row>,
    meta: Meta,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "decoded for its cost")]
struct Meta {
    total: u64,
    offset: u64,
    limit: u64,
}

/// All fields are strings: the strictest decoding is the cheapest.
#[derive(Deserialize)]
#[expect(dead_code, reason = "decoded for its cost")]
pub(crate) struct Row {
    id: String,
    person_id: String,
    name: String,
    current_job_title: String,
    current_company_name: String,
    current_company_id: String,
    current_pipeline_stage_name: String,
    current_pipeline_stage_id: String,
    created_at: String,
}

pub(crate) struct Peer {
    http: reqwest::Client,
    url: String,
    key: String,
}

impl Peer {
    pub(crate) fn new(url: &str, key: &str) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        Self { http, url: format!("{url}/v1/jobs/job/candidates"), key: format!("Bearer {key}") }
    }

    pub(crate) async fn read_all(&self, rows: usize, in_flight: usize, body: Body) {
        let pages = stream::iter((0..rows).step_by(100)).map(|offset| async move {
            let url = format!("{}?offset={offset}&limit=100", self.url);
            let request = self.http.get(url).header("authorization", &self.key);
            let bytes = request.send().await.expect("an answer").bytes().await.expect("a body");
            if body == Body::Discarded {
                return 100;
            }
            serde_json::from_slice::<Page>(&bytes).expect("a page").data.len()
        });
        let read: usize = pages.buffer_unordered(in_flight).fold(0, async |sum, n| sum + n).await;
        assert_eq!(read, rows);
    }
}
