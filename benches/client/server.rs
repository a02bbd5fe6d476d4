//! An in-memory server with one list and an adjustable latency.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::RawQuery;
use axum::http::header;
use axum::routing::get;
use shortlist::service::Limits;
use shortlist::service::server::serve_router;
use tokio::net::TcpListener;

const NAMES: [&str; 6] = [
    "Guðrún Þórðardóttir",
    "佐藤 健太郎",
    "Maria Papadopoulou",
    "Jean-François Lévêque",
    "Aisha Mohammed",
    "Tom O'Brien",
];

pub(crate) struct Server {
    url: String,
    shared: Arc<Shared>,
}

struct Shared {
    rows: Vec<Box<str>>,
    latency: AtomicU64,
}

impl Server {
    pub(crate) async fn start(count: usize) -> Self {
        let shared = Arc::new(Shared { rows: rows(count), latency: AtomicU64::new(0) });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::clone(&shared);
        let page = move |RawQuery(query): RawQuery| {
            let state = Arc::clone(&state);
            async move {
                let latency = state.latency.load(Ordering::Relaxed);
                if latency > 0 {
                    tokio::time::sleep(Duration::from_millis(latency)).await;
                }
                let query = query.unwrap_or_default();
                let number = |name: &str, default: usize| {
                    let value = query.split('&').find_map(|pair| pair.strip_prefix(name));
                    value.and_then(|text| text.parse().ok()).unwrap_or(default)
                };
                let body = state.page(number("offset=", 0), number("limit=", 100));
                ([(header::CONTENT_TYPE, "application/json")], body)
            }
        };
        let router = Router::new().route("/v1/jobs/{id}/candidates", get(page));
        tokio::spawn(serve_router(listener, router, Limits::default(), std::future::pending()));
        Self { url, shared }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn set_latency(&self, latency: Duration) {
        let millis = u64::try_from(latency.as_millis()).expect("a latency");
        self.shared.latency.store(millis, Ordering::Relaxed);
    }

    pub(crate) fn page(&self, offset: usize, limit: usize) -> Vec<u8> {
        self.shared.page(offset, limit)
    }
}

impl Shared {
    fn page(&self, offset: usize, limit: usize) -> Vec<u8> {
        let total = self.rows.len();
        let start = offset.min(total);
        let rows = &self.rows[start..(start + limit).min(total)];
        let mut body = String::with_capacity(rows.len() * 420 + 100);
        body.push_str(r#"{"success":true,"data":["#);
        for (index, row) in rows.iter().enumerate() {
            if index > 0 {
                body.push(',');
            }
            body.push_str(row);
        }
        let meta =
            format_args!(r#"],"meta":{{"total":{total},"offset":{offset},"limit":{limit}}}}}"#)
                .to_string();
        body.push_str(&meta);
        body.into_bytes()
    }
}

fn rows(count: usize) -> Vec<Box<str>> {
    (0..count)
        .map(|number| {
            let mut row = String::new();
            let name = NAMES[number % NAMES.len()];
            let (company, stage) = (number % 977, number % 9);
            write!(
                row,
                r#"{{"id":"can_{number:016x}","person_id":"per_{number:016x}","name":"{name}","current_job_title":"Senior Engineer, Platform {stage}","current_company_name":"Kestrel Instruments {company}","current_company_id":"com_{company:016x}","current_pipeline_stage_name":"Recruiter screen","current_pipeline_stage_id":"stg_{stage:016x}","created_at":"2026-03-{:02}T09:{:02}:00.{:06}Z"}}"#,
                number % 28 + 1,
                number % 60,
                number % 1_000_000
            )
            .expect("a row");
            row.into()
        })
        .collect()
}
