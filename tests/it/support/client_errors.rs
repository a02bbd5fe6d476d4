//! What a caller is told when a request fails, as the tests of faults ask for it.

use shortlist::client::{Client, ClientError, Delivery, Fault, Retry};
use shortlist::wire::JobId;

use crate::support::scripted_server::Rough;

/// What a caller can ask of an error: was it sent, may it be tried again,
/// whose fault is it, which status, and how does the server name the request.
pub(crate) fn questions(
    error: &ClientError,
) -> (Delivery, Retry, Fault, Option<u16>, Option<&str>) {
    (error.delivery(), error.retry(), error.fault(), error.status(), error.request_id())
}

/// Reads the job `j`, which cannot be had.
pub(crate) async fn fails(client: &Client) -> ClientError {
    client.read_job(&JobId::from("j")).await.expect_err("it cannot be had")
}

/// What the user sees of a read of the job `j` that was tried as often as time
/// allowed. How often that is depends on chance, and is what the server saw;
/// the last one may have been out of time before it arrived.
pub(crate) fn tried(error: &ClientError, server: &Rough) -> String {
    let count = error.attempts();
    assert!(count > 1, "a read is tried again: {error}");
    let (asked, count) = (server.asked(), count as usize);
    assert!((count - 1..=count).contains(&asked.len()), "{count}: {asked:?}");
    assert!(asked.iter().all(|asked| asked == "GET /v1/jobs/j"), "{asked:?}");
    error.to_string().replace(&format!("(tried {count} times)"), "(tried again)")
}
