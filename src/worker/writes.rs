//! The changes that are on their way to the server, told by their tickets.
//!
//! Browsing never stops one. One that nobody waits for any more is stopped only
//! as long as it was not sent. Called by the worker; what is asked and in which
//! order is `people`'s business.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use super::News;
use super::people::{self, Saved};
use crate::app::edit::{
    Answered, Born, Draft, DraftId, Failed, Habits, Outcome, Plan, Settled, Step,
};
use crate::app::failure::{Failure, Trouble};
use crate::app::message::{Message, Ticket};
use crate::client::{Client, Priority};

/// A draft being marked on disk as sent; there may be a warning. One that is not
/// marked is not sent: it could be made twice.
pub(super) type Marking = Pin<Box<dyn Future<Output = Result<Option<String>, String>> + Send>>;

/// The changes that are on their way.
#[derive(Default)]
pub(super) struct Writes {
    tasks: JoinSet<()>,
    running: HashMap<Ticket, Running>,
}

/// One that ended.
pub(super) struct Ended {
    /// What there is to say of it if nobody will see it.
    pub(super) untold: Option<String>,
    /// What it was typed as.
    pub(super) draft: Option<DraftId>,
}

/// One that is on its way.
struct Running {
    /// What it is, for people: the change of somebody.
    what: String,
    /// What it was typed as.
    draft: Option<DraftId>,
    /// Whether the server may have got it.
    is_out: Arc<AtomicBool>,
    /// Stops it, as long as it is not out.
    stop: Option<oneshot::Sender<()>>,
}

/// Where one tells how it goes.
struct Teller {
    sender: UnboundedSender<News>,
    is_out: Arc<AtomicBool>,
    stopped: Option<oneshot::Receiver<()>>,
}

impl Writes {
    /// Changes a person.
    pub(super) fn save(
        &mut self,
        client: &Client,
        sender: &UnboundedSender<News>,
        (ticket, draft): (Ticket, Option<DraftId>),
        plan: Box<Plan>,
        habits: Habits,
    ) {
        let client = client.with_priority(Priority::Interactive);
        let what = format!("the change of {}", plan.name);
        let (mut teller, tell) = self.begin(ticket, what, draft, sender);
        self.tasks.spawn(async move {
            let saving = people::save(&client, &plan, habits, &tell);
            let outcome = match teller.unless_stopped(saving).await {
                Some(Ok(saved)) => outcome(saved),
                Some(Err(error)) => Outcome::Failed(error.failed()),
                None => Outcome::Failed(stopped()),
            };
            teller.end(Message::Saved { ticket, outcome });
        });
    }

    /// Makes somebody new, when the draft is marked.
    pub(super) fn create(
        &mut self,
        client: &Client,
        sender: &UnboundedSender<News>,
        ticket: Ticket,
        draft: Box<Draft>,
        marking: Marking,
    ) {
        let client = client.with_priority(Priority::Interactive);
        let what = format!("the creation of {}", draft.form.name);
        let (mut teller, tell) = self.begin(ticket, what, Some(draft.id.clone()), sender);
        self.tasks.spawn(async move {
            let creating = async {
                let warning = match marking.await {
                    Ok(warning) => warning,
                    Err(why) => return Born::Failed(unmarked(&why, draft.sent)),
                };
                match people::create(&client, &draft.form, draft.sent, &tell).await {
                    Ok(mut birth) => {
                        birth.warnings.extend(warning);
                        Born::Made(Box::new(birth))
                    }
                    Err(error) => Born::Failed(error.failed(draft.form.kind)),
                }
            };
            let born = teller.unless_stopped(creating).await;
            let born = born.unwrap_or_else(|| Born::Failed(stopped()));
            teller.end(Message::Born { ticket, born });
        });
    }

    /// Stops one that was not sent.
    pub(super) fn stop(&mut self, ticket: Ticket) {
        if let Some(stop) = self.running.get_mut(&ticket).and_then(|running| running.stop.take()) {
            // One that has just ended needs no stopping.
            let _ = stop.send(());
        }
    }

    /// Hears of an end.
    pub(super) fn heed(&mut self, message: &Message) -> Option<Ended> {
        let (Message::Saved { ticket, .. } | Message::Born { ticket, .. }) = message else {
            return None;
        };
        let running = self.running.remove(ticket)?;
        while self.tasks.try_join_next().is_some() {}
        Some(Ended { untold: untold(&running.what, message), draft: running.draft })
    }

    /// Whether one is on its way.
    pub(super) fn is_any(&self) -> bool {
        !self.running.is_empty()
    }

    /// Waits until all have ended.
    pub(super) async fn finish(&mut self) {
        while self.tasks.join_next().await.is_some() {}
    }

    /// What there is to say of those that have not ended.
    pub(super) fn unended(&self) -> impl Iterator<Item = String> {
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
        sender: &UnboundedSender<News>,
    ) -> (Teller, impl Fn(Step) + Send + Sync + use<>) {
        let is_out = Arc::new(AtomicBool::new(false));
        let (stop, stopped) = oneshot::channel();
        let running = Running { what, draft, is_out: Arc::clone(&is_out), stop: Some(stop) };
        self.running.insert(ticket, running);
        let (told, flag) = (sender.clone(), Arc::clone(&is_out));
        let tell = move |step| {
            match step {
                Step::Sending => flag.store(true, Ordering::Relaxed),
                // The server said that it did nothing: it begins anew.
                Step::Reading | Step::Looking => flag.store(false, Ordering::Relaxed),
                Step::Proving | Step::Settling => {}
            }
            let _ = told.send(News::Message(Message::Saving { ticket, step }));
        };
        (Teller { sender: sender.clone(), is_out, stopped: Some(stopped) }, tell)
    }
}

impl Teller {
    /// Does it, unless it is stopped before it is out.
    async fn unless_stopped<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let Self { is_out, stopped, .. } = self;
        let mut work = pin!(work);
        // Looked at in one task, so that nothing goes out between the two.
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
        // Nobody listens any more when the program ends.
        let _ = self.sender.send(News::Message(message));
    }
}

/// Nothing is open yet that it could be sent to.
pub(super) fn unopened() -> Failed {
    let failure = Failure::new(Trouble::Network, "not sent: the workspace is not open");
    Failed { failure, fields: Vec::new(), maybe: false }
}

/// The draft could not be marked. One that was sent before may have come about.
fn unmarked(why: &str, sent_before: bool) -> Failed {
    let told =
        format!("not sent: it could not be noted on this machine that it is being sent ({why})");
    let failure = Failure::new(Trouble::Cancelled, &told);
    Failed { failure, fields: Vec::new(), maybe: sent_before }
}

fn stopped() -> Failed {
    let failure = Failure::new(Trouble::Cancelled, "stopped before anything was sent");
    Failed { failure, fields: Vec::new(), maybe: false }
}

fn outcome(saved: Saved) -> Outcome {
    match saved {
        Saved::Already(person) => Outcome::Already(person),
        Saved::Clash { now, clashes } => Outcome::Clash { now, clashes },
        Saved::Done(report) => Outcome::Done(report),
    }
}

/// What there is to say of an end that nobody will see.
fn untold(what: &str, message: &Message) -> Option<String> {
    let failed = |Failed { failure, maybe, .. }: &Failed| {
        let fate = if *maybe { "may have come about or not" } else { "did not come about" };
        Some(format!("{what} {fate}: {}", failure.told))
    };
    match message {
        Message::Saved { outcome: Outcome::Failed(error), .. }
        | Message::Born { born: Born::Failed(error), .. } => failed(error),
        Message::Saved { outcome: Outcome::Clash { .. }, .. } => {
            Some(format!("{what} was not sent: somebody else changed the same fields meanwhile"))
        }
        Message::Saved { outcome: Outcome::Done(report), .. }
            if matches!(report.answered, Answered::Lost(_))
                && report.settled() == Settled::Unknowable =>
        {
            Some(format!("{what} was sent, and the answer was lost: it may be saved or not"))
        }
        Message::Saved { outcome: Outcome::Done(report), .. } if !report.is_as_meant() => {
            Some(match report.settled() {
                Settled::NotApplied => format!("{what} was sent, but the server kept what it had"),
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
            (Step::Reading, "the change of Ada was not sent: the server did not answer in time"),
            (
                Step::Sending,
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
        let failed = |maybe| Failed { maybe, ..stopped() };
        let table = [
            (Outcome::Already(Box::default()), None),
            (
                Outcome::Failed(failed(false)),
                Some("it did not come about: stopped before anything was sent"),
            ),
            (
                Outcome::Failed(failed(true)),
                Some("it may have come about or not: stopped before anything was sent"),
            ),
            (
                Outcome::Clash { now: Box::default(), clashes: Vec::new() },
                Some("it was not sent: somebody else changed the same fields meanwhile"),
            ),
        ];
        for (outcome, told) in table {
            assert_eq!(untold("it", &Message::Saved { ticket, outcome }).as_deref(), told);
        }
    }
}
