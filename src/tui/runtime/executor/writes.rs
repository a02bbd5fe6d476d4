//! Writes to the server that are in progress, by ticket.
//!
//! Browsing never stops a write, and the user can stop one only before it is sent. The
//! executor starts them; the order of requests is in `usecases`.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use super::event::WorkerEvent;
use crate::client::{Client, Priority};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::{
    CreateOutcome, Draft, DraftId, Plan, ResponseKind, SaveOutcome, SaveStep, ServerQuirks,
    Settlement, WriteFailure,
};
use crate::tui::app::message::Message;
use crate::tui::app::request::Ticket;
use crate::usecases;
use crate::usecases::SaveResult;

/// Marks a draft on disk as sent, perhaps with a warning. Without the mark the person is
/// not created: it could happen twice.
pub(crate) type DraftMark = Pin<Box<dyn Future<Output = Result<Option<String>, String>> + Send>>;

#[derive(Default)]
pub(crate) struct Writes {
    tasks: JoinSet<()>,
    running: HashMap<Ticket, Running>,
}

pub(crate) struct Ended {
    /// The text for the shell if the screen is gone.
    pub(crate) untold: Option<String>,
    pub(crate) draft: Option<DraftId>,
}

struct Running {
    /// For the user: "the change of NAME".
    what: String,
    draft: Option<DraftId>,
    /// The server may have received it.
    is_out: Arc<AtomicBool>,
    /// Stops it while it is not sent.
    stop: Option<oneshot::Sender<()>>,
}

struct ProgressSender {
    sender: UnboundedSender<WorkerEvent>,
    is_out: Arc<AtomicBool>,
    stopped: Option<oneshot::Receiver<()>>,
}

impl Writes {
    pub(crate) fn save(
        &mut self,
        client: &Client,
        sender: &UnboundedSender<WorkerEvent>,
        (ticket, draft): (Ticket, Option<DraftId>),
        plan: Box<Plan>,
        habits: ServerQuirks,
    ) {
        let client = client.with_priority(Priority::Interactive);
        let what = format!("the change of {}", plan.name);
        let (mut teller, tell) = self.begin(ticket, what, draft, sender);
        self.tasks.spawn(async move {
            let saving = usecases::save(&client, &plan, habits, &tell);
            let outcome = match teller.unless_stopped(saving).await {
                Some(Ok(saved)) => outcome(saved),
                Some(Err(error)) => SaveOutcome::Failed(error.failed()),
                None => SaveOutcome::Failed(stopped()),
            };
            teller.end(Message::Saved { ticket, outcome });
        });
    }

    /// Creates a person once the draft is marked.
    pub(crate) fn create(
        &mut self,
        client: &Client,
        sender: &UnboundedSender<WorkerEvent>,
        ticket: Ticket,
        draft: Box<Draft>,
        marking: DraftMark,
    ) {
        let client = client.with_priority(Priority::Interactive);
        let what = format!("the creation of {}", draft.form.name);
        let (mut teller, tell) = self.begin(ticket, what, Some(draft.id.clone()), sender);
        self.tasks.spawn(async move {
            let creating = async {
                let warning = match marking.await {
                    Ok(warning) => warning,
                    Err(why) => return CreateOutcome::Failed(unmarked(&why, draft.sent)),
                };
                match usecases::create(&client, &draft.form, draft.sent, &tell).await {
                    Ok(mut birth) => {
                        birth.warnings.extend(warning);
                        CreateOutcome::Made(Box::new(birth))
                    }
                    Err(error) => CreateOutcome::Failed(error.failed(draft.form.kind)),
                }
            };
            let born = teller.unless_stopped(creating).await;
            let born = born.unwrap_or_else(|| CreateOutcome::Failed(stopped()));
            teller.end(Message::Born { ticket, born });
        });
    }

    /// Stops a write that was not sent.
    pub(crate) fn stop(&mut self, ticket: Ticket) {
        if let Some(stop) = self.running.get_mut(&ticket).and_then(|running| running.stop.take()) {
            // The write may have just ended.
            let _ = stop.send(());
        }
    }

    /// Removes a write that ended.
    pub(crate) fn heed(&mut self, message: &Message) -> Option<Ended> {
        let (Message::Saved { ticket, .. } | Message::Born { ticket, .. }) = message else {
            return None;
        };
        let running = self.running.remove(ticket)?;
        while self.tasks.try_join_next().is_some() {}
        Some(Ended { untold: untold(&running.what, message), draft: running.draft })
    }

    pub(crate) fn is_any(&self) -> bool {
        !self.running.is_empty()
    }

    pub(crate) async fn finish(&mut self) {
        while self.tasks.join_next().await.is_some() {}
    }

    /// Texts about writes that have not ended, for the shell.
    pub(crate) fn unended(&self) -> impl Iterator<Item = String> {
        self.running.values().map(|Running { what, is_out, .. }| {
            if is_out.load(Ordering::Relaxed) {
                format!("{what} was sent, and no answer came in time: it is not known whether it was saved")
            } else {
                format!("{what} was not sent: the server did not answer in time")
            }
        })
    }

    fn begin(
        &mut self,
        ticket: Ticket,
        what: String,
        draft: Option<DraftId>,
        sender: &UnboundedSender<WorkerEvent>,
    ) -> (ProgressSender, impl Fn(SaveStep) + Send + Sync + use<>) {
        let is_out = Arc::new(AtomicBool::new(false));
        let (stop, stopped) = oneshot::channel();
        let running = Running { what, draft, is_out: Arc::clone(&is_out), stop: Some(stop) };
        self.running.insert(ticket, running);
        let (told, flag) = (sender.clone(), Arc::clone(&is_out));
        let tell = move |step| {
            match step {
                SaveStep::Sending => flag.store(true, Ordering::Relaxed),
                // A new round: the server did nothing in the last one.
                SaveStep::Reading | SaveStep::Looking => flag.store(false, Ordering::Relaxed),
                SaveStep::Proving | SaveStep::Settling => {}
            }
            let _ = told.send(WorkerEvent::Message(Message::Saving { ticket, step }));
        };
        (ProgressSender { sender: sender.clone(), is_out, stopped: Some(stopped) }, tell)
    }
}

impl ProgressSender {
    /// None if it is stopped before it is sent.
    async fn unless_stopped<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let Self { is_out, stopped, .. } = self;
        let mut work = pin!(work);
        // Both are polled in one task, so nothing is sent between check and stop.
        poll_fn(|context| {
            if !is_out.load(Ordering::Relaxed)
                && let Some(stop) = stopped
                && let Poll::Ready(stop) = Pin::new(stop).poll(context)
            {
                *stopped = None;
                if stop.is_ok() {
                    return Poll::Ready(None);
                }
            }
            work.as_mut().poll(context).map(Some)
        })
        .await
    }

    fn end(self, message: Message) {
        // The receiver is gone when the program ends.
        let _ = self.sender.send(WorkerEvent::Message(message));
    }
}

pub(crate) fn unopened() -> WriteFailure {
    let failure = Failure::new(FailureKind::Network, "not sent: the workspace is not open");
    WriteFailure { failure, fields: Vec::new(), maybe: false }
}

/// The draft could not be marked. An earlier attempt may still have succeeded.
fn unmarked(why: &str, sent_before: bool) -> WriteFailure {
    let told =
        format!("not sent: it could not be noted on this machine that it is being sent ({why})");
    let failure = Failure::new(FailureKind::Cancelled, &told);
    WriteFailure { failure, fields: Vec::new(), maybe: sent_before }
}

fn stopped() -> WriteFailure {
    let failure = Failure::new(FailureKind::Cancelled, "stopped before anything was sent");
    WriteFailure { failure, fields: Vec::new(), maybe: false }
}

fn outcome(saved: SaveResult) -> SaveOutcome {
    match saved {
        SaveResult::Already(person) => SaveOutcome::Already(person),
        SaveResult::Clash { now, clashes } => SaveOutcome::Clash { now, clashes },
        SaveResult::Done(report) => SaveOutcome::Done(report),
    }
}

/// The text for the shell about a write whose end the screen does not show.
fn untold(what: &str, message: &Message) -> Option<String> {
    let failed = |WriteFailure { failure, maybe, .. }: &WriteFailure| {
        let fate = if *maybe { "may have come about or not" } else { "did not come about" };
        Some(format!("{what} {fate}: {}", failure.told))
    };
    match message {
        Message::Saved { outcome: SaveOutcome::Failed(error), .. }
        | Message::Born { born: CreateOutcome::Failed(error), .. } => failed(error),
        Message::Saved { outcome: SaveOutcome::Clash { .. }, .. } => {
            Some(format!("{what} was not sent: somebody else changed the same fields meanwhile"))
        }
        Message::Saved { outcome: SaveOutcome::Done(report), .. }
            if matches!(report.answered, ResponseKind::Lost(_))
                && report.settled() == Settlement::Unknowable =>
        {
            Some(format!("{what} was sent, and the answer was lost: it may be saved or not"))
        }
        Message::Saved { outcome: SaveOutcome::Done(report), .. } if !report.is_as_meant() => {
            Some(match report.settled() {
                Settlement::NotApplied => {
                    format!("{what} was sent, but the server kept what it had")
                }
                _ => format!("{what} was sent, but the server made something else of it"),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    #[test]
    fn what_has_not_ended_is_told_by_how_far_it_was() {
        let mut writes = Writes::default();
        let (sender, _news) = unbounded_channel();
        for (step, told) in [
            (
                SaveStep::Reading,
                "the change of Ada was not sent: the server did not answer in time",
            ),
            (
                SaveStep::Sending,
                "the change of Ada was sent, and no answer came in time: it is not known whether it was saved",
            ),
        ] {
            let (_teller, tell) =
                writes.begin(Ticket(1), "the change of Ada".to_owned(), None, &sender);
            tell(step);
            assert_eq!(writes.unended().collect::<Vec<_>>(), [told]);
        }
    }

    #[test]
    fn an_end_that_nobody_sees_is_told_unless_it_is_as_it_was_meant() {
        let ticket = Ticket(1);
        let failed = |maybe| WriteFailure { maybe, ..stopped() };
        let table = [
            (SaveOutcome::Already(Box::default()), None),
            (
                SaveOutcome::Failed(failed(false)),
                Some("it did not come about: stopped before anything was sent"),
            ),
            (
                SaveOutcome::Failed(failed(true)),
                Some("it may have come about or not: stopped before anything was sent"),
            ),
            (
                SaveOutcome::Clash { now: Box::default(), clashes: Vec::new() },
                Some("it was not sent: somebody else changed the same fields meanwhile"),
            ),
        ];
        for (outcome, told) in table {
            assert_eq!(untold("it", &Message::Saved { ticket, outcome }).as_deref(), told);
        }
    }
}
