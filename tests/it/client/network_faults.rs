//! Broken connections: the error that the caller gets, and what was sent.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use shortlist::client::{Delivery, ErrorKind, Fault, Retry, TimeoutPhase};
use shortlist::wire::JobId;

use crate::support::client_errors::{classify, failing_read, message_without_attempts};
use crate::support::scripted_server::{
    Log, ScriptedServer, Step, answer, client, job_record, refusing_address, short_deadline,
    spawn_read, wait_for_load,
};

#[tokio::test]
async fn a_refused_connection_is_an_error_and_nothing_was_sent() {
    let (_socket, address) = refusing_address();
    let error = failing_read(&client(address, short_deadline)).await;
    assert!(error.attempts() > 1);
    let message = error.to_string();
    assert!(
        message.starts_with("GET /v1/jobs/j: cannot reach the server: Connection refused"),
        "{message}"
    );
    assert_eq!(classify(&error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    assert!(error.fields().is_empty());
}

#[tokio::test]
async fn a_reset_within_the_body_is_an_error_after_retries() {
    let truncated = vec![
        Step::Write(b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"data\":".to_vec()),
        Step::Reset,
    ];
    let server = ScriptedServer::always(truncated);
    let error = failing_read(&server.client_with(short_deadline)).await;
    let message = message_without_attempts(&error, &server);
    let expected = "GET /v1/jobs/j: the connection broke: Connection reset by peer";
    assert!(message.starts_with(expected), "{message}");
    assert_eq!(classify(&error), (Delivery::Confirmed, Retry::Soon, Fault::Network, None, None));
}

#[tokio::test]
async fn a_read_is_retried_when_the_connection_closes_within_the_body() {
    for truncated in [
        "HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"data\":",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"data\":\r\n",
        "HTTP/1.1 200 OK\r\nContent-Le",
    ] {
        let truncated = vec![Step::Write(truncated.into()), Step::Close];
        let server = ScriptedServer::script(vec![truncated, job_record()]);
        let job = server.client().read_job(&JobId::from("j")).await.unwrap();
        assert_eq!(job.record.name, "Clerk");
        assert_eq!(server.requests(), ["GET /v1/jobs/j"; 2]);
    }
}

#[tokio::test]
async fn a_truncated_body_is_never_accepted() {
    let whole = r#"{"success":true,"data":{"id":"j"}}"#;
    let cuts = [
        (
            format!("HTTP/1.1 200 OK\r\nContent-Length: 35\r\n\r\n{whole}"),
            Delivery::Confirmed,
            "end of file before message length reached",
        ),
        (
            format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n22\r\n{whole}\r\n"),
            Delivery::Confirmed,
            "unexpected EOF during chunk size line",
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Le".to_owned(),
            Delivery::Unknown,
            "connection closed before message completed",
        ),
    ];
    join_all(cuts.map(async |(truncated, sent, why)| {
        let server = ScriptedServer::always(vec![Step::Write(truncated.into()), Step::Close]);
        let error = failing_read(&server.client_with(short_deadline)).await;
        assert_eq!(
            message_without_attempts(&error, &server),
            format!("GET /v1/jobs/j: the connection broke: {why} (tried again)")
        );
        assert_eq!(classify(&error), (sent, Retry::Soon, Fault::Network, None, None));
    }))
    .await;
}

#[tokio::test]
async fn a_slow_answer_ends_at_the_deadline() {
    let mut dribble = answer("200 OK", "", " ".repeat(4000));
    let Some(Step::Write(bytes)) = dribble.pop() else { panic!("{dribble:?}") };
    let head = bytes.len() - 4000;
    dribble = vec![Step::Write(bytes[..head].to_vec()), Step::Dribble(bytes[head..].to_vec())];
    let server = ScriptedServer::always(dribble);
    let client = server.client_with(|options| {
        options.read_timeout = Duration::from_millis(1200);
        options.deadline = Duration::from_millis(1500);
    });
    let start = Instant::now();
    let error = failing_read(&client).await;
    assert!(start.elapsed() >= Duration::from_millis(1500), "every byte restarts the read timeout");
    let ErrorKind::TimedOut { phase: TimeoutPhase::Body { received }, .. } = error.kind() else {
        panic!("{error:?}");
    };
    assert_eq!(
        error.to_string(),
        format!("GET /v1/jobs/j: incomplete response ({received} bytes received) within 1.5 s")
    );
    assert_eq!(classify(&error), (Delivery::Confirmed, Retry::Soon, Fault::Network, None, None));
    assert_eq!(server.requests().len(), 1);
    server.wait_until(|log| log.aborted == 1).await;
    let sent = (server.log().written - head).min(3999);
    assert!((1..=sent).contains(received), "{received} of {sent}");
}

#[tokio::test]
async fn a_server_that_never_answers_times_out() {
    let server = ScriptedServer::always(vec![Step::Hold]);
    let client = server.client_with(|options| {
        options.read_timeout = Duration::from_millis(200);
        options.deadline = Duration::from_millis(350);
    });
    let error = failing_read(&client).await;
    let ErrorKind::TimedOut { after, phase: TimeoutPhase::Response } = error.kind() else {
        panic!("{error:?}");
    };
    let seconds = after.as_secs_f64();
    assert!(seconds >= 0.2, "{seconds}");
    assert_eq!(error.to_string(), format!("GET /v1/jobs/j: no response within {seconds:.1} s"));
    assert_eq!(classify(&error), (Delivery::Unknown, Retry::Soon, Fault::Network, None, None));
    assert_eq!(server.requests().len(), 1);
    server.wait_until(|log| log.aborted == 1).await;
}

#[tokio::test]
async fn endless_headers_are_an_error() {
    let flood = Step::Flood(format!("X-More: {}\r\n", "x".repeat(1000)).into_bytes());
    let server = ScriptedServer::always(vec![Step::Write(b"HTTP/1.1 200 OK\r\n".to_vec()), flood]);
    let error = failing_read(&server.client_with(short_deadline)).await;
    assert_eq!(
        message_without_attempts(&error, &server),
        "GET /v1/jobs/j: the connection broke: message head is too large (tried again)"
    );
    // The last attempt may end at the deadline, before its request is sent.
    server.wait_until(|log| log.aborted == log.requests.len()).await;
    let Log { written, requests, .. } = server.log();
    assert!(written < requests.len() * (16 << 20), "{written}");
}

#[tokio::test]
async fn a_body_with_a_length_over_the_limit_is_not_read() {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", 40 << 20);
    let body = vec![b' '; 40 << 20];
    let server =
        ScriptedServer::always(vec![Step::Write(head.into()), Step::Write(body), Step::Close]);
    let error = failing_read(&server.client()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the response (200) is larger than 32 MiB and was not read"
    );
    assert_eq!(
        classify(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Server, Some(200), None)
    );
    server.wait_until(|log| log.aborted == 1).await;
    assert!(server.log().written < 20 << 20, "{}", server.log().written);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_chunked_body_is_read_up_to_the_limit() {
    let chunk = [b"10000\r\n", &*vec![b' '; 0x10000], b"\r\n"].concat();
    let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    let server = ScriptedServer::always(vec![Step::Write(head), Step::Flood(chunk)]);
    let error = failing_read(&server.client()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the response (200) is larger than 32 MiB and was not read"
    );
    server.wait_until(|log| log.aborted == 1).await;
    let written = server.log().written;
    assert!((32 << 20..64 << 20).contains(&written), "{written}");
    assert_eq!(server.requests().len(), 1);
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn a_compressed_answer_over_the_limit_is_refused() {
    let bomb = gzip(&vec![b' '; 33 << 20]);
    assert!(bomb.len() < 64 << 10, "{}", bomb.len());
    let server = ScriptedServer::always(answer("200 OK", "Content-Encoding: gzip\r\n", bomb));
    let error = failing_read(&server.client()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the response (200) is larger than 32 MiB and was not read"
    );
}

#[tokio::test]
async fn a_compressed_answer_is_decompressed() {
    let compressed = gzip(br#"{"success":true,"data":{"id":"j","name":"Clerk"}}"#);
    let server = ScriptedServer::always(answer("200 OK", "Content-Encoding: gzip\r\n", compressed));
    let job = server.client().read_job(&JobId::from("j")).await.unwrap();
    assert_eq!(job.record.name, "Clerk");
    assert_eq!(server.log().requests[0].header("accept-encoding"), Some("gzip"));
}

#[tokio::test]
async fn consecutive_reads_share_a_connection() {
    let server = ScriptedServer::always(job_record());
    let client = server.client();
    for _ in 0..20 {
        client.read_job(&JobId::from("j")).await.unwrap();
    }
    assert_eq!((server.requests().len(), server.log().connections), (20, 1));
}

#[tokio::test]
async fn an_idle_connection_closed_by_the_server_is_replaced() {
    let server = ScriptedServer::always([job_record(), vec![Step::Close]].concat());
    let client = server.client();
    for _ in 0..5 {
        client.read_job(&JobId::from("j")).await.unwrap();
    }
    assert_eq!(server.log().connections, 5);
}

#[tokio::test]
async fn dropping_a_call_closes_its_connection() {
    let server = ScriptedServer::always(vec![Step::Hold]);
    let client = server.client();
    let call = spawn_read(&client, "j");
    server.wait_until(|log| log.requests.len() == 1).await;
    assert_eq!(server.log().aborted, 0);
    call.abort();
    server.wait_until(|log| log.aborted == 1).await;
    wait_for_load(&client, |load| load.in_flight == 0).await;
}

#[tokio::test]
async fn dropping_a_call_within_the_body_closes_its_connection() {
    let half = Step::Write(b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"data\":".to_vec());
    let server = ScriptedServer::always(vec![half, Step::Hold]);
    let client = server.client();
    let call = tokio::spawn(async move { client.read_job(&JobId::from("j")).await });
    server.wait_until(|log| log.written > 40).await;
    call.abort();
    server.wait_until(|log| log.aborted == 1).await;
}

#[tokio::test]
async fn an_answer_without_a_length_is_read_to_its_end() {
    let body = r#"{"success":true,"data":{"id":"j","name":"Clerk"}}"#;
    let open = format!("HTTP/1.1 200 OK\r\n\r\n{body}");
    let server = ScriptedServer::always(vec![Step::Write(open.into()), Step::Close]);
    let job = server.client().read_job(&JobId::from("j")).await.unwrap();
    assert_eq!(job.record.name, "Clerk");
}
