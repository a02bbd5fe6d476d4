//! Waiting for a server, and telling when it asks for more of that.

use std::pin::pin;
use std::time::Duration;

use super::out::Out;
use super::progress::Progress;
use crate::client::Client;

/// How often a pause is counted down.
const TICK: Duration = Duration::from_millis(100);

/// Does the work. A wait that the server asks for is counted down beside the
/// bar, where there is one, and else said once.
pub(super) async fn patiently<T>(
    client: &Client,
    bar: Option<&Progress>,
    out: &Out,
    work: impl Future<Output = T>,
) -> T {
    let mut work = pin!(work);
    let mut tick = tokio::time::interval(TICK);
    let mut before = None;
    loop {
        tokio::select! {
            done = &mut work => return done,
            _ = tick.tick() => {}
        }
        let paused = client.load().paused;
        let told = paused.map(|left| format!("the server asks to wait: {} s", left.as_secs() + 1));
        match (bar, told) {
            (Some(bar), told) => bar.note(&told.unwrap_or_default()),
            (None, Some(told)) if before.is_none() => out.say(&told),
            (None, _) => {}
        }
        before = paused;
    }
}
