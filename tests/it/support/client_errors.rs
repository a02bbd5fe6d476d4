//! Client errors as their callers see them.

use shortlist::client::{Client, ClientError, Delivery, ErrorKind, Fault, Retry, TimeoutPhase};
use shortlist::wire::JobId;

use crate::support::scripted_server::ScriptedServer;

/// Everything a caller can ask of an error: whether the request was sent, whether
/// to retry, whose fault it is, the status and the server's request id.
pub(crate) fn classify(error: &ClientError) -> (Delivery, Retry, Fault, Option<u16>, Option<&str>) {
    (error.delivery(), error.retry(), error.fault(), error.status(), error.request_id())
}

/// Reads the job `j`, which must fail.
pub(crate) async fn failing_read(client: &Client) -> ClientError {
    client.read_job(&JobId::from("j")).await.expect_err("a failure")
}

/// The message of a request that timed out without a response, with the time it took.
pub(crate) fn no_answer(request: &str, error: &ClientError) -> String {
    let ErrorKind::TimedOut { after, phase: TimeoutPhase::Response } = error.kind() else {
        panic!("{error:?}");
    };
    format!("{request}: no response within {:.1} s", after.as_secs_f64())
}

/// The message of a read of the job `j` that was retried until the deadline. The
/// number of attempts depends on chance; it must match what the server received,
/// except that the last attempt may have run out of time before it arrived.
pub(crate) fn message_without_attempts(error: &ClientError, server: &ScriptedServer) -> String {
    let count = error.attempts();
    assert!(count > 1, "a read is retried: {error}");
    let (requests, count) = (server.requests(), count as usize);
    assert!((count - 1..=count).contains(&requests.len()), "{count}: {requests:?}");
    assert!(requests.iter().all(|request| request == "GET /v1/jobs/j"), "{requests:?}");
    error.to_string().replace(&format!("(tried {count} times)"), "(tried again)")
}
