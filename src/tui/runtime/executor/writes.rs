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

use super::worker_event::WorkerEvent;
use crate::client::{Client, Priority};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::wording::WriteKind;
use crate::recruiting::person::{Draft, DraftId, Plan, SaveStep, ServerQuirks, WriteFailure};
use crate::text::clip;
use crate::tui::app::connection::status::ReadOnlyReason;
use crate::tui::app::message::Message;
use crate::tui::app::request::Ticket;
use crate::usecases;

/// In characters, for the shell.
const MAX_NAME: usize = 200;

/// Marks a draft on disk as sent, perhaps with a warning. Without the mark the person is
/// not created: it could happen twice.
pub(crate) type DraftMark = Pin<Box<dyn Future<Output = Result<Option<String>, String>> + Send>>;

#[derive(Default)]
pub(crate) struct Writes {
    tasks: JoinSet<()>,
    running: HashMap<Ticket, RunningWrite>,
}

pub(crate) struct FinishedWrite {
    /// The text for the shell if the screen is gone.
    pub(crate) unreported: Option<String>,
    pub(crate) draft: Option<DraftId>,
}

struct RunningWrite {
    /// For the user: "the change to NAME".
    description: String,
    draft: Option<DraftId>,
    /// The server may have received it.
    is_sent: Arc<AtomicBool>,
    /// The server accepted it, but does not show it yet.
    is_accepted: Arc<AtomicBool>,
    /// Stops it while it is not sent.
    stop: Option<oneshot::Sender<()>>,
}

struct ProgressSender {
    sender: UnboundedSender<WorkerEvent>,
    is_sent: Arc<AtomicBool>,
    stopped: Option<oneshot::Receiver<()>>,
}

impl Writes {
    /// Saves an edit once its draft is written.
    pub(crate) fn save(
        &mut self,
        (client, sender): (&Client, &UnboundedSender<WorkerEvent>),
        (ticket, draft): (Ticket, Option<DraftId>),
        (plan, quirks): (Box<Plan>, ServerQuirks),
        written: impl Future<Output = ()> + Send + 'static,
    ) {
        let client = client.with_priority(Priority::Interactive);
        let description = format!("the change to {}", clip(&plan.name, MAX_NAME).0);
        let (mut progress, report) = self.begin(ticket, description, draft, sender);
        self.tasks.spawn(async move {
            let saving = async {
                written.await;
                usecases::save_person(&client, &plan, quirks, &report).await
            };
            let result = match progress.unless_stopped(saving).await {
                Some(saved) => saved.map_err(|error| error.to_write_failure()),
                None => Err(stopped_failure()),
            };
            progress.end(Message::Saved { ticket, result });
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
        let description = format!("the creation of {}", clip(&draft.form.name, MAX_NAME).0);
        let (mut progress, report) =
            self.begin(ticket, description, Some(draft.id.clone()), sender);
        self.tasks.spawn(async move {
            let creating = async {
                let marked = marking.await;
                let warning = marked.map_err(|why| not_marked_failure(&why, draft.sent))?;
                let created =
                    usecases::create_person(&client, &draft.form, draft.sent, &report).await;
                let mut created =
                    created.map_err(|error| error.to_write_failure(draft.form.kind))?;
                created.warnings.extend(warning);
                Ok(Box::new(created))
            };
            let result = progress.unless_stopped(creating).await;
            let result = result.unwrap_or_else(|| Err(stopped_failure()));
            progress.end(Message::Created { ticket, result });
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
    pub(crate) fn handle(&mut self, message: &Message) -> Option<FinishedWrite> {
        let (Message::Saved { ticket, .. } | Message::Created { ticket, .. }) = message else {
            return None;
        };
        let running = self.running.remove(ticket)?;
        while self.tasks.try_join_next().is_some() {}
        Some(FinishedWrite {
            unreported: describe_unreported(&running.description, message),
            draft: running.draft,
        })
    }

    pub(crate) fn has_running(&self) -> bool {
        !self.running.is_empty()
    }

    pub(crate) async fn finish(&mut self) {
        while self.tasks.join_next().await.is_some() {}
    }

    /// Texts about writes that have not ended, for the shell.
    pub(crate) fn describe_unfinished(&self) -> impl Iterator<Item = String> {
        self.running.values().map(|RunningWrite { description, is_sent, is_accepted, .. }| {
            if is_accepted.load(Ordering::Relaxed) {
                format!("the server accepted {description} but did not show it yet")
            } else if is_sent.load(Ordering::Relaxed) {
                format!(
                    "{description} was sent, but no response came in time; it may have been saved"
                )
            } else {
                format!("{description} was not sent: the server did not answer in time")
            }
        })
    }

    fn begin(
        &mut self,
        ticket: Ticket,
        description: String,
        draft: Option<DraftId>,
        sender: &UnboundedSender<WorkerEvent>,
    ) -> (ProgressSender, impl Fn(SaveStep) + Send + Sync + use<>) {
        let (is_sent, is_accepted) = <(Arc<AtomicBool>, Arc<AtomicBool>)>::default();
        let (stop, stopped) = oneshot::channel();
        let running = RunningWrite {
            description,
            draft,
            is_sent: Arc::clone(&is_sent),
            is_accepted: Arc::clone(&is_accepted),
            stop: Some(stop),
        };
        self.running.insert(ticket, running);
        let (progress, sent) = (sender.clone(), Arc::clone(&is_sent));
        let report = move |step| {
            // Once sent, a request may have been applied, even if a new round sends it again.
            match step {
                SaveStep::Sending => sent.store(true, Ordering::Relaxed),
                SaveStep::Awaiting => is_accepted.store(true, Ordering::Relaxed),
                _ => {}
            }
            let _ = progress.send(WorkerEvent::Message(Message::Saving { ticket, step }));
        };
        (ProgressSender { sender: sender.clone(), is_sent, stopped: Some(stopped) }, report)
    }
}

impl ProgressSender {
    /// None if it is stopped before it is sent.
    async fn unless_stopped<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let Self { is_sent, stopped, .. } = self;
        let mut work = pin!(work);
        // Both are polled in one task, so nothing is sent between check and stop.
        poll_fn(|context| {
            if !is_sent.load(Ordering::Relaxed)
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

pub(crate) fn not_open_failure() -> WriteFailure {
    let failure = Failure::new(FailureKind::Network, "not sent: the workspace is not open");
    WriteFailure::not_sent(failure)
}

/// The keys that change something are off already; this is for drafts of earlier sessions.
pub(crate) fn read_only_failure(reason: ReadOnlyReason) -> WriteFailure {
    let message = format!("not sent: {}", reason.describe());
    WriteFailure::not_sent(Failure::new(FailureKind::Forbidden, &message))
}

/// The draft could not be marked. An earlier attempt may still have succeeded.
fn not_marked_failure(why: &str, sent_before: bool) -> WriteFailure {
    let message = format!("not sent: could not record the request on this machine ({why})");
    let failure = Failure::new(FailureKind::Cancelled, &message);
    WriteFailure { is_uncertain: sent_before, ..WriteFailure::not_sent(failure) }
}

fn stopped_failure() -> WriteFailure {
    let failure = Failure::new(FailureKind::Cancelled, "stopped before anything was sent");
    WriteFailure::not_sent(failure)
}

/// The text for the shell about a write whose end the screen does not show.
fn describe_unreported(description: &str, message: &Message) -> Option<String> {
    let outcome = match message {
        Message::Saved { result: Err(failed), .. } => failed.describe(WriteKind::Save),
        Message::Created { result: Err(failed), .. } => failed.describe(WriteKind::Create),
        Message::Saved { result: Ok(saved), .. } if !saved.is_fine() => saved.describe(),
        _ => return None,
    };
    Some(format!("{description}: {outcome}"))
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;
    use crate::recruiting::person::SaveOutcome;

    #[test]
    fn an_unfinished_write_is_reported_by_how_far_it_got() {
        let mut writes = Writes::default();
        let (sender, _events) = unbounded_channel();
        for (step, expected) in [
            (
                SaveStep::Reading,
                "the change to Ada was not sent: the server did not answer in time",
            ),
            (
                SaveStep::Sending,
                "the change to Ada was sent, but no response came in time; it may have been saved",
            ),
            (SaveStep::Awaiting, "the server accepted the change to Ada but did not show it yet"),
        ] {
            let (_progress, report) =
                writes.begin(Ticket(1), "the change to Ada".to_owned(), None, &sender);
            report(step);
            assert_eq!(writes.describe_unfinished().collect::<Vec<_>>(), [expected]);
        }
    }

    #[test]
    fn an_unseen_outcome_is_reported_unless_it_is_as_intended() {
        let ticket = Ticket(1);
        let failed = |maybe| WriteFailure { is_uncertain: maybe, ..stopped_failure() };
        let table = [
            (Ok(SaveOutcome::AlreadySaved(Box::default())), None),
            (Err(failed(false)), Some("it: not saved: stopped before anything was sent")),
            (Err(failed(true)), Some("it: may have been saved: stopped before anything was sent")),
            (
                Ok(SaveOutcome::Conflict { current: Box::default(), conflicts: Vec::new() }),
                Some(
                    "it: not saved: another user changed the same fields meanwhile; nothing was overwritten",
                ),
            ),
        ];
        for (result, expected) in table {
            assert_eq!(
                describe_unreported("it", &Message::Saved { ticket, result }).as_deref(),
                expected
            );
        }
    }
}
