//! Answers of statements that were sent one after the other on a connection. `session` waits for them.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_util::future::join;
use tokio::time::timeout;
use tokio_postgres::Error;

/// A statement that was sent, and whose result was not waited for.
pub(super) type PendingStatement = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// How long answers may wait for the last one.
const UNPOLLED_WAIT: Duration = Duration::from_millis(5);

pub(super) struct Answers<T> {
    pub(super) last: Result<T, Error>,
    /// The first error of the statements before the last one.
    pub(super) earlier: Option<Error>,
}

/// The first poll puts a statement on the connection.
pub(super) fn poll_once<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Waits for the answer to the last statement, and to those that were sent before.
///
/// Their answers come first, so they are there with the last one. Waiting for each would wake this thread
/// each time; but unread answers may block the connection, so this lasts [`UNPOLLED_WAIT`] at most.
pub(super) async fn answers<T>(
    work: impl Future<Output = Result<T, Error>>,
    sent: Vec<PendingStatement>,
) -> Answers<T> {
    let mut work = pin!(work);
    let (last, earlier) = match timeout(UNPOLLED_WAIT, work.as_mut()).await {
        Ok(last) => (last, first_failure(sent).await),
        Err(_elapsed) => join(work, first_failure(sent)).await,
    };
    Answers { last, earlier }
}

/// Waits for all of them: each holds the connection. After the first error, the server refuses the
/// others.
async fn first_failure(sent: Vec<PendingStatement>) -> Option<Error> {
    let mut failure = None;
    for statement in sent {
        failure = failure.or(statement.await.err());
    }
    failure
}
