//! Sends the people of a batch: which of them are looked for first, sent again or waited for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::cli::interrupt::StopFlag;
use crate::cli::output::Output;
use crate::cli::person::create::ledger::Ledger;
use crate::cli::progress::Progress;
use crate::cli::wait_notice::with_wait_notice;
use crate::client::{Client, ErrorKind};
use crate::recruiting::person::wording::CREATED_NOT_VISIBLE;
use crate::recruiting::person::{CreatedPerson, Form, SaveStep};
use crate::storage::CreationState;
use crate::usecases::recorder::Recorder;
use crate::usecases::{CreateError, create_person};

const SHOWN_LATE: &str =
    "this server shows new people late: the following ones are not checked again";

/// The longest wait for one person; the user continues the batch after a longer one.
const MAX_WAIT: Duration = Duration::from_mins(15);

/// The wait after a refusal that names none.
const DEFAULT_WAIT: Duration = Duration::from_secs(5);

/// How soon a signal ends a wait.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(200);

/// How long the server asks to wait, if it throttles the requests.
fn throttled_for(result: &Result<CreatedPerson, CreateError>) -> Option<Duration> {
    match result.as_ref().err()?.error()?.kind() {
        ErrorKind::Paused { remaining } => Some(*remaining),
        ErrorKind::Refused(refusal) if refusal.status == 429 => {
            Some(refusal.retry_after.unwrap_or(DEFAULT_WAIT))
        }
        _ => None,
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct BatchOptions {
    /// Whether to resend people whose outcome is unknown.
    pub(crate) resend: bool,
    pub(crate) as_json: bool,
}

pub(super) struct BatchContext<'a> {
    client: &'a Client,
    /// Marks the people added to a job as own changes.
    recorder: Option<Mutex<Recorder>>,
    /// Whether the server showed a new person late.
    shows_late: AtomicBool,
    pub(super) ledger: &'a Ledger,
    pub(super) options: BatchOptions,
    pub(super) bar: Option<&'a Progress>,
    pub(super) stop: &'a StopFlag,
    pub(super) out: &'a Output,
}

impl<'a> BatchContext<'a> {
    pub(super) fn new(
        (client, recorder): (&'a Client, Option<Recorder>),
        ledger: &'a Ledger,
        options: BatchOptions,
        bar: Option<&'a Progress>,
        (stop, out): (&'a StopFlag, &'a Output),
    ) -> Self {
        let (recorder, shows_late) = (recorder.map(Mutex::new), AtomicBool::new(false));
        Self { client, recorder, shows_late, ledger, options, bar, stop, out }
    }

    pub(super) fn into_recorder(self) -> Option<Recorder> {
        Some(self.recorder?.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits as long as the server asks for, and goes on.
    pub(super) async fn create_person(
        &self,
        form: &Form,
        mut state: Option<CreationState>,
    ) -> Result<CreatedPerson, CreateError> {
        let mut waited = Duration::ZERO;
        loop {
            let result = self.attempt(form, state).await;
            let Some(wait) = throttled_for(&result) else { return result };
            waited += wait;
            if waited > MAX_WAIT || !self.wait(wait).await {
                return result;
            }
            if matches!(result, Err(CreateError::Unsettled { .. })) {
                // The search was throttled, too: it is repeated before the form is sent again.
                state = Some(CreationState::Unconfirmed);
            }
        }
    }

    /// False if a signal ended the wait.
    async fn wait(&self, wait: Duration) -> bool {
        let seconds = wait.as_secs().max(1);
        self.out.print_message(&format!("the server asks us to wait: continuing in {seconds} s"));
        let end = tokio::time::Instant::now() + wait;
        while tokio::time::Instant::now() < end && !self.stop.is_raised() {
            let next = tokio::time::Instant::now() + STOP_POLL_INTERVAL;
            tokio::time::sleep_until(next.min(end)).await;
        }
        !self.stop.is_raised()
    }

    /// Searches first if an earlier run sent the form. After a refusal that could not be confirmed,
    /// or if the user wants it, sends the form again unless the person is found.
    async fn attempt(
        &self,
        form: &Form,
        state: Option<CreationState>,
    ) -> Result<CreatedPerson, CreateError> {
        let was_refused = state == Some(CreationState::Unconfirmed);
        let sent_before = was_refused || state == Some(CreationState::Sent);
        match self.create(form, sent_before).await {
            Err(CreateError::Unsettled { error: None, .. })
                if sent_before && (was_refused || self.options.resend) =>
            {
                self.create(form, false).await
            }
            result => result,
        }
    }

    /// Waits for the record of a new person only until the server turns out to show them late.
    async fn create(&self, form: &Form, sent_before: bool) -> Result<CreatedPerson, CreateError> {
        let client = if self.shows_late.load(Ordering::Relaxed) {
            self.client.without_visibility_wait()
        } else {
            self.client.clone()
        };
        let was_awaited = AtomicBool::new(false);
        let on_step = |step| {
            if step == SaveStep::Awaiting {
                was_awaited.store(true, Ordering::Relaxed);
                self.out.print_message(&format!("{CREATED_NOT_VISIBLE}; looking again"));
            }
        };
        // Boxed, because the future is large.
        let request = Box::pin(create_person(&client, form, sent_before, &on_step));
        let result = with_wait_notice(self.client, self.bar, self.out, request).await;
        let is_visible = result.as_ref().is_ok_and(|created| created.person.is_some());
        if was_awaited.load(Ordering::Relaxed) && !is_visible {
            self.shows_late.store(true, Ordering::Relaxed);
            self.out.print_message(SHOWN_LATE);
        }
        if let (Some(recorder), Ok(created)) = (&self.recorder, &result) {
            recorder.lock().unwrap_or_else(PoisonError::into_inner).created(created);
        }
        result
    }
}
