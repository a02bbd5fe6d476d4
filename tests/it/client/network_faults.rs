//! The way to a server breaks: what the caller is told, and what was sent.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use shortlist::client::{Delivery, ErrorKind, Fault, Retry, TimeoutPhase};
use shortlist::wire::JobId;

use crate::support::client_errors::{fails, questions, tried};
use crate::support::scripted_server::{
    Rough, Step, answer, client, hasty, record, refusing, until_load,
};

fn a_job() -> Vec<Step> {
    record(&json!({"id": "j", "name": "Clerk"}))
}

#[tokio::test]
async fn a_refused_connection_is_told_and_nothing_was_sent() {
    let (_held, address) = refusing();
    let error = fails(&client(address, hasty)).await;
    assert!(error.attempts() > 1);
    let told = error.to_string();
    assert!(
        told.starts_with("GET /v1/jobs/j: the server cannot be reached: Connection refused"),
        "{told}"
    );
    assert_eq!(questions(&error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    assert!(error.fields().is_empty());
}

#[tokio::test]
async fn a_reset_in_mid_body_is_told_when_it_goes_on() {
    let cut = vec![
        Step::Write(b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"data\":".to_vec()),
        Step::Reset,
    ];
    let server = Rough::always(cut);
    let error = fails(&server.client_with(hasty)).await;
    let told = tried(&error, &server);
    let wanted = "GET /v1/jobs/j: the connection broke: Connection reset by peer";
    assert!(told.starts_with(wanted), "{told}");
    assert_eq!(questions(&error), (Delivery::Confirmed, Retry::Soon, Fault::Network, None, None));
}

#[tokio::test]
async fn a_connection_cut_in_mid_body_is_asked_again() {
    for cut in [
        "HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"data\":",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"data\":\r\n",
        "HTTP/1.1 200 OK\r\nContent-Le",
    ] {
        let cut = vec![Step::Write(cut.into()), Step::Close];
        let server = Rough::script(vec![cut, a_job()]);
        let job = server.client().read_job(&JobId::from("j")).await.unwrap();
        assert_eq!(job.record.name, "Clerk");
        assert_eq!(server.asked(), ["GET /v1/jobs/j"; 2]);
    }
}

#[tokio::test]
async fn a_body_that_ends_early_is_never_taken_for_a_whole_one() {
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
    join_all(cuts.map(async |(cut, sent, why)| {
        let server = Rough::always(vec![Step::Write(cut.into()), Step::Close]);
        let error = fails(&server.client_with(hasty)).await;
        assert_eq!(
            tried(&error, &server),
            format!("GET /v1/jobs/j: the connection broke: {why} (tried again)")
        );
        assert_eq!(questions(&error), (sent, Retry::Soon, Fault::Network, None, None));
    }))
    .await;
}

#[tokio::test]
async fn an_answer_that_dribbles_ends_at_the_deadline() {
    let mut dribble = answer("200 OK", "", " ".repeat(4000));
    if let Some(Step::Write(bytes)) = dribble.pop() {
        let body = bytes.len() - 4000;
        dribble = vec![Step::Write(bytes[..body].to_vec()), Step::Dribble(bytes[body..].to_vec())];
    }
    let server = Rough::always(dribble);
    let client = server.client_with(|options| {
        options.read_timeout = Duration::from_millis(400);
        options.deadline = Duration::from_millis(500);
    });
    let begun = Instant::now();
    let error = fails(&client).await;
    assert!(begun.elapsed() >= Duration::from_millis(500), "the bytes kept it going until then");
    let ErrorKind::TimedOut { phase: TimeoutPhase::Body { received }, .. } = error.kind() else {
        panic!("{error:?}");
    };
    assert!((1..40).contains(received), "{received}");
    assert_eq!(
        error.to_string(),
        format!(
            "GET /v1/jobs/j: the answer did not end (its first {received} bytes came) within 0.5 s"
        )
    );
    assert_eq!(questions(&error), (Delivery::Confirmed, Retry::Soon, Fault::Network, None, None));
    assert_eq!(server.asked().len(), 1);
    server.until(|log| log.hung_up == 1).await;
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up() {
    let server = Rough::always(vec![Step::Hold]);
    let client = server.client_with(|options| {
        options.read_timeout = Duration::from_millis(200);
        options.deadline = Duration::from_millis(350);
    });
    let error = fails(&client).await;
    let ErrorKind::TimedOut { after, phase: TimeoutPhase::Response } = error.kind() else {
        panic!("{error:?}");
    };
    let seconds = after.as_secs_f64();
    assert!(seconds >= 0.2, "{seconds}");
    assert_eq!(error.to_string(), format!("GET /v1/jobs/j: no answer came within {seconds:.1} s"));
    assert_eq!(questions(&error), (Delivery::Unknown, Retry::Soon, Fault::Network, None, None));
    assert_eq!(server.asked().len(), 1);
    server.until(|log| log.hung_up == 1).await;
}

#[tokio::test]
async fn headers_without_end_are_not_listened_to() {
    let flood = Step::Flood(format!("X-More: {}\r\n", "x".repeat(1000)).into_bytes());
    let server = Rough::always(vec![Step::Write(b"HTTP/1.1 200 OK\r\n".to_vec()), flood]);
    let error = fails(&server.client_with(hasty)).await;
    assert_eq!(
        tried(&error, &server),
        "GET /v1/jobs/j: the connection broke: message head is too large (tried again)"
    );
    let tries = error.attempts() as usize;
    server.until(|log| log.hung_up == tries).await;
    assert!(server.log().written < tries * (16 << 20), "{}", server.log().written);
}

#[tokio::test]
async fn a_body_that_is_announced_too_large_is_not_read() {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", 40 << 20);
    let body = vec![b' '; 40 << 20];
    let server = Rough::always(vec![Step::Write(head.into()), Step::Write(body), Step::Close]);
    let error = fails(&server.client()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the answer (200) is larger than 32 MiB and was not read"
    );
    assert_eq!(
        questions(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Server, Some(200), None)
    );
    server.until(|log| log.hung_up == 1).await;
    assert!(server.log().written < 20 << 20, "{}", server.log().written);
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn a_body_that_grows_too_large_is_read_no_further() {
    let chunk = [b"10000\r\n", &*vec![b' '; 0x10000], b"\r\n"].concat();
    let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    let server = Rough::always(vec![Step::Write(head), Step::Flood(chunk)]);
    let error = fails(&server.client()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the answer (200) is larger than 32 MiB and was not read"
    );
    server.until(|log| log.hung_up == 1).await;
    let written = server.log().written;
    assert!((32 << 20..64 << 20).contains(&written), "{written}");
    assert_eq!(server.asked().len(), 1);
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

#[tokio::test]
async fn a_small_answer_that_unpacks_to_a_huge_one_is_refused() {
    let bomb = gzip(&vec![b' '; 33 << 20]);
    assert!(bomb.len() < 64 << 10, "{}", bomb.len());
    let server = Rough::always(answer("200 OK", "Content-Encoding: gzip\r\n", bomb));
    let error = fails(&server.client()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the answer (200) is larger than 32 MiB and was not read"
    );
}

#[tokio::test]
async fn a_packed_answer_is_unpacked() {
    let packed = gzip(br#"{"success":true,"data":{"id":"j","name":"Clerk"}}"#);
    let server = Rough::always(answer("200 OK", "Content-Encoding: gzip\r\n", packed));
    let job = server.client().read_job(&JobId::from("j")).await.unwrap();
    assert_eq!(job.record.name, "Clerk");
    assert_eq!(server.log().asked[0].header("accept-encoding"), Some("gzip"));
}

#[tokio::test]
async fn many_reads_one_after_another_share_a_connection() {
    let server = Rough::always(a_job());
    let client = server.client();
    for _ in 0..20 {
        client.read_job(&JobId::from("j")).await.unwrap();
    }
    assert_eq!((server.asked().len(), server.log().connections), (20, 1));
}

#[tokio::test]
async fn a_connection_that_the_server_ends_while_idle_is_replaced() {
    let server = Rough::always([a_job(), vec![Step::Close]].concat());
    let client = server.client();
    for _ in 0..5 {
        client.read_job(&JobId::from("j")).await.unwrap();
    }
    assert_eq!(server.log().connections, 5);
}

#[tokio::test]
async fn a_call_that_is_dropped_drops_its_connection() {
    let server = Rough::always(vec![Step::Hold]);
    let client = server.client();
    let call = tokio::spawn({
        let client = client.clone();
        async move { client.read_job(&JobId::from("j")).await }
    });
    server.until(|log| log.asked.len() == 1).await;
    assert_eq!(server.log().hung_up, 0);
    call.abort();
    server.until(|log| log.hung_up == 1).await;
    until_load(&client, |load| load.in_flight == 0).await;
}

#[tokio::test]
async fn a_call_that_is_dropped_in_mid_body_drops_its_connection() {
    let begun = Step::Write(b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"data\":".to_vec());
    let server = Rough::always(vec![begun, Step::Hold]);
    let client = server.client();
    let call = tokio::spawn(async move { client.read_job(&JobId::from("j")).await });
    server.until(|log| log.written > 40).await;
    call.abort();
    server.until(|log| log.hung_up == 1).await;
}

#[tokio::test]
async fn an_answer_that_closes_without_a_length_is_read_to_its_end() {
    let body = r#"{"success":true,"data":{"id":"j","name":"Clerk"}}"#;
    let open = format!("HTTP/1.1 200 OK\r\n\r\n{body}");
    let server = Rough::always(vec![Step::Write(open.into()), Step::Close]);
    let job = server.client().read_job(&JobId::from("j")).await.unwrap();
    assert_eq!(job.record.name, "Clerk");
}
