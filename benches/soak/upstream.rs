//! The service of this crate on the demo data: what the server says when it is healthy.

use shortlist::service::demo::{DemoConfig, generate};
use shortlist::service::store::{DatabaseUrl, IfMissing, Origin, Store, StoreError, WriteContext};
use shortlist::service::{ServiceSettings, serve};
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::connection::Received;

pub(crate) const KEY: &str = "soak";

pub(crate) struct Upstream {
    http: reqwest::Client,
    url: String,
    _folder: TempDir,
}

/// An answer of the service.
#[derive(Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) etag: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Upstream {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let url = DatabaseUrl::Sqlite(folder.path().join("service.db"));
        let store = Store::open(&url, IfMissing::Create).await.expect("a database");
        let now = chrono::Utc::now();
        let records = generate(&DemoConfig::standard(now)).map(Ok::<_, StoreError>);
        store
            .import(WriteContext::new(Origin::default(), now.into()), records)
            .await
            .expect("the demo");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let settings = ServiceSettings { key: Some(KEY.to_owned()), ..ServiceSettings::default() };
        tokio::spawn(async move {
            serve(listener, store, &settings, std::future::pending()).await.expect("the service");
        });
        // reqwest asks for one even without TLS; a second one would be an error, and is none.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        Self { http, url, _folder: folder }
    }

    pub(crate) async fn send(&self, received: &Received) -> Answer {
        self.send_to(received, &received.target).await
    }

    /// Sends the request to another target.
    pub(crate) async fn send_to(&self, received: &Received, target: &str) -> Answer {
        let method = received.method.parse().expect("a method");
        let mut request = self
            .http
            .request(method, format!("{}{target}", self.url))
            .header("authorization", format!("Bearer {KEY}"));
        if !received.body.is_empty() {
            request =
                request.header("content-type", "application/json").body(received.body.clone());
        }
        if let Some(etag) = &received.if_match {
            request = request.header("if-match", etag);
        }
        let response = request.send().await.expect("the service answers");
        let etag = response.headers().get("etag").and_then(|etag| etag.to_str().ok());
        let (status, etag) = (response.status().as_u16(), etag.map(str::to_owned));
        let body = response.bytes().await.expect("a body").to_vec();
        Answer { status, etag, body }
    }
}
