//! Opens another workspace in the same process and terminal. The event loop and the linear mode call
//! this.
//!
//! The open workspace ends as it does when the program quits: drafts and verdicts are on disk, reads
//! are canceled. Nothing of its state reaches the other one.

use std::io;

use super::controller::Controller;
use super::events::Events;
use super::signals::Signals;
use super::terminal::Terminal;
use super::workspace::NextWorkspace;
use crate::tui::app::message::Message;

/// Returns the exit code if a signal ended the program meanwhile. An error means that the terminal is
/// gone.
pub(super) async fn switch(
    choice: usize,
    controller: &mut Controller,
    terminal: &mut Terminal,
    signals: &mut Signals,
    events: &mut Option<Events>,
) -> io::Result<Option<u8>> {
    let next = match prepare(choice, controller) {
        Ok(next) => next,
        Err(reason) => {
            controller.feed(Message::Notice(reason));
            return Ok(None);
        }
    };
    controller.end();
    controller
        .feed(Message::Notice("Saving your data before the other workspace opens".to_owned()));
    terminal.draw_with_links(|frame| controller.draw_with_links(frame))?;
    let size = || terminal.size().map(|size| (size.width, size.height));
    if let Some(code) = open_next(next, controller, signals, size).await? {
        return Ok(Some(code));
    }
    // Keys typed meanwhile were meant for what was on the screen.
    while events.as_mut().and_then(Events::try_next).is_some() {}
    let mouse = controller.state.mouse;
    terminal.capture_mouse(mouse)?;
    if controller.wants_background() {
        terminal.query_background()?;
    }
    Ok(None)
}

/// Waits until the data of the open workspace is on disk, and opens the next one. Returns the exit
/// code if a signal ended the program meanwhile.
pub(crate) async fn open_next(
    next: NextWorkspace,
    controller: &mut Controller,
    signals: &mut Signals,
    size: impl FnOnce() -> io::Result<(u16, u16)>,
) -> io::Result<Option<u8>> {
    let unreported = tokio::select! {
        unreported = controller.finish() => unreported,
        code = wait_for_end(signals) => return Ok(Some(code)),
    };
    let NextWorkspace { config, opener } = next;
    *controller = Controller::with_opener(size()?, config, opener);
    controller.tick();
    for reason in unreported {
        let notice = format!("Previous workspace: {}", crate::text::sanitize(&reason));
        controller.feed(Message::Notice(notice));
    }
    controller.open();
    Ok(None)
}

/// What opens the other workspace, unless this one must stay open.
pub(crate) fn prepare(choice: usize, controller: &Controller) -> Result<NextWorkspace, String> {
    if controller.is_sending() {
        let message = "Not switched: a change is being sent. Switch again when it is saved";
        return Err(message.to_owned());
    }
    if let Some(batch) = controller.state.attach_batch.as_ref().filter(|batch| batch.is_under_way())
    {
        return Err(format!("Not switched: {}", batch.describe_progress()));
    }
    let next = controller.executor.opener.switch_to(choice);
    next.map_err(|reason| format!("Not switched: {}", crate::text::sanitize(&reason)))
}

/// Waits for a signal that ends the program.
async fn wait_for_end(signals: &mut Signals) -> u8 {
    loop {
        if let Some(code) = signals.next().await.exit_code() {
            return code;
        }
    }
}
