//! Reads for `shortlist doctor`, which looks at answers as they came, and the way to the server.

use std::time::{Duration, SystemTime};

use reqwest::header::{DATE, HeaderMap, IF_NONE_MATCH};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::Instant;

use super::Client;
use super::address::Address;
use super::error::ClientError;
use super::http::Request;

/// A successful answer as it came.
#[derive(Debug)]
pub(crate) struct RawAnswer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    pub(crate) time: Duration,
    headers: HeaderMap,
}

impl RawAnswer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The clock of the server.
    pub(crate) fn date(&self) -> Option<SystemTime> {
        self.header(DATE.as_str()).and_then(|date| httpdate::parse_http_date(date).ok())
    }
}

impl Client {
    /// Reads a path with this query, and with the tag of an earlier answer.
    pub(crate) async fn read_raw(
        &self,
        path: &[&str],
        query: &str,
        etag: Option<&str>,
    ) -> Result<RawAnswer, ClientError> {
        let mut url = self.transport.url("GET", path)?;
        url.set_query(Some(query).filter(|query| !query.is_empty()));
        let started = Instant::now();
        let request = Request::get(url).with_tag(IF_NONE_MATCH, etag);
        let response = self.send(&request).await?;
        let time = started.elapsed();
        Ok(RawAnswer {
            status: response.status,
            body: response.body,
            time,
            headers: response.headers,
        })
    }
}

impl Address {
    /// How many addresses the name of the host has.
    pub(crate) async fn resolve(&self) -> Result<usize, std::io::Error> {
        Ok(lookup_host(self.endpoint()).await?.count())
    }

    /// The time of a connection without TLS.
    pub(crate) async fn connect(&self) -> Result<Duration, std::io::Error> {
        let started = Instant::now();
        TcpStream::connect(self.endpoint()).await?;
        Ok(started.elapsed())
    }
}
