//! A load generator that costs little itself: raw HTTP/1.1 over keep-alive
//! connections, the length read from the header, the body dropped.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(crate) struct Load {
    requests: Arc<[Vec<u8>]>,
}

impl Load {
    pub(crate) fn fixed(key: &str, path: &str) -> Self {
        Self { requests: Arc::new([request(key, path)]) }
    }

    /// Creates people, each a candidate for the job.
    pub(crate) fn creates(key: &str, job: &str) -> Self {
        let request = |number: u64| {
            let body = format!(
                r#"{{"name":"Person {number}","work_email":"p{number}@bench.example","current_job_title":"Engineer","company_name":"Kestrel","job_id":"{job}"}}"#
            );
            write(key, "POST /v1/persons", &body)
        };
        Self { requests: (0..4096).map(request).collect() }
    }

    pub(crate) fn random_pages(key: &str, job: &str, total: u64) -> Self {
        let path = |offset| format!("/v1/jobs/{job}/candidates?offset={offset}");
        let offsets = pseudo_random().map(|number| number % total.saturating_sub(99).max(1));
        Self { requests: offsets.take(4096).map(|offset| request(key, &path(offset))).collect() }
    }

    /// Reads records of these IDs.
    pub(crate) fn random_records(key: &str, path: &str, ids: &[String]) -> Self {
        let request = |number| request(key, &format!("{path}/{}", pick(ids, number)));
        Self { requests: pseudo_random().take(4096).map(request).collect() }
    }

    /// Changes the titles of these people, each time to another one.
    pub(crate) fn updates(key: &str, ids: &[String]) -> Self {
        let request = |number| {
            let body = format!(r#"{{"current_job_title":"Engineer {number}"}}"#);
            write(key, &format!("PATCH /v1/persons/{}", pick(ids, number)), &body)
        };
        Self { requests: pseudo_random().take(4096).map(request).collect() }
    }
}

/// The same numbers in every run.
fn pseudo_random() -> impl Iterator<Item = u64> {
    let step = |state: &u64| {
        Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
    };
    std::iter::successors(Some(7), step).map(|state| state >> 20)
}

fn pick(ids: &[String], number: u64) -> &str {
    let count = u64::try_from(ids.len()).expect("a count");
    &ids[usize::try_from(number % count).expect("an index")]
}

fn write(key: &str, operation: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{operation} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

fn request(key: &str, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {key}\r\n\r\n")
        .into_bytes()
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Measurement {
    pub(crate) per_second: f64,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    pub(crate) errors: usize,
}

pub(crate) async fn run(
    address: SocketAddr,
    load: &Load,
    connections: usize,
    duration: Duration,
) -> Measurement {
    let started = Instant::now();
    let end = started + duration;
    let tasks: Vec<_> = (0..connections)
        .map(|number| {
            tokio::spawn(send_requests(address, Arc::clone(&load.requests), number * 61, end))
        })
        .collect();
    let (mut times, mut errors) = (Vec::new(), 0);
    for task in tasks {
        match task.await.expect("a client") {
            Ok(mut latencies) => times.append(&mut latencies),
            Err(_) => errors += 1,
        }
    }
    times.sort_unstable();
    let percentile =
        |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default();
    let count = f64::from(u32::try_from(times.len()).expect("a count"));
    Measurement {
        per_second: count / started.elapsed().as_secs_f64(),
        p50: percentile(50),
        p99: percentile(99),
        errors,
    }
}

async fn send_requests(
    address: SocketAddr,
    requests: Arc<[Vec<u8>]>,
    first: usize,
    end: Instant,
) -> std::io::Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = vec![0; 1 << 17];
    let mut times = Vec::with_capacity(1 << 14);
    for request in requests.iter().cycle().skip(first) {
        let sent = Instant::now();
        if sent >= end {
            break;
        }
        stream.write_all(request).await?;
        receive(&mut stream, &mut buffer).await?;
        times.push(sent.elapsed());
    }
    Ok(times)
}

async fn receive(stream: &mut TcpStream, buffer: &mut [u8]) -> std::io::Result<()> {
    let error = |message: &str| std::io::Error::other(message.to_owned());
    let (mut received, mut expected) = (0, None);
    loop {
        let count = stream.read(&mut buffer[received..]).await?;
        if count == 0 {
            return Err(error("hung up"));
        }
        received += count;
        if expected.is_none()
            && let Some(end) = buffer[..received].windows(4).position(|four| four == b"\r\n\r\n")
        {
            let head = std::str::from_utf8(&buffer[..end]).map_err(std::io::Error::other)?;
            let is_unmodified = head.starts_with("HTTP/1.1 304");
            if !is_unmodified && !head.starts_with("HTTP/1.1 20") {
                return Err(error(head));
            }
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: Option<usize> = length.and_then(|text| text.parse().ok());
            let length = length.filter(|_| !is_unmodified).or(is_unmodified.then_some(0));
            expected = Some(end + 4 + length.ok_or_else(|| error("no length"))?);
        }
        if expected == Some(received) {
            return Ok(());
        }
    }
}
