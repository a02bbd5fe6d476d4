//! Shows when the server asks the client to wait. Commands that send many requests call this.

use std::pin::pin;
use std::time::Duration;

use super::output::Output;
use super::progress::Progress;
use crate::client::Client;

/// Interval of the countdown.
const TICK: Duration = Duration::from_millis(100);

/// Runs `work`. While the server throttles the client, shows a countdown beside the bar or, without
/// a bar, prints one message.
pub(super) async fn with_wait_notice<T>(
    client: &Client,
    bar: Option<&Progress>,
    out: &Output,
    work: impl Future<Output = T>,
) -> T {
    let mut work = pin!(work);
    let mut tick = tokio::time::interval(TICK);
    let mut previous = None;
    loop {
        tokio::select! {
            result = &mut work => return result,
            _ = tick.tick() => {}
        }
        let paused = client.load().paused;
        let notice = paused
            .map(|remaining| format!("the server asks us to wait: {} s", remaining.as_secs() + 1));
        match (bar, notice) {
            (Some(bar), notice) => bar.note(&notice.unwrap_or_default()),
            (None, Some(notice)) if previous.is_none() => out.print_message(&notice),
            (None, _) => {}
        }
        previous = paused;
    }
}
