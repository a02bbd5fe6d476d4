//! `shortlist person attach`: attaches people to a job.

use std::collections::HashSet;
use std::io;
use std::io::Read;

use clap::Args;

use super::batch_errors::BatchErrors;
use super::edit::{UNKNOWN, carry_out, read_job_choice};
use super::interrupt_handler::InterruptHandler;
use super::quirk_store::QuirkStore;
use super::report::EditReport;
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::cli::wait_notice::with_wait_notice;
use crate::cli::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::client::Client;
use crate::recruiting::person::{FieldValue, Form, JobChoice, PersonField};
use crate::text::pluralize;

const MAX_LENGTH: u64 = 16 << 20;

/// Put a person forward for a job
#[derive(Debug, Args)]
#[command(
    after_help = format!("Whoever stands in for the job already is told so and left alone; the jobs they stand in for are\nchecked to be still there. Of several people, each has a line, and the worst tells the exit code.\n\nExample:\n  shortlist person attach PERSON JOB\n  shortlist candidates JOB --json | jq -r '.[].person_id' | shortlist person attach - OTHER-JOB\n\n{ENVIRONMENT}")
)]
pub(super) struct Attach {
    /// Their id, or - for ids on stdin, one a line
    id: String,
    /// The job's id; `shortlist jobs` shows it
    job: String,
    /// Send nothing: tell who would be attached
    #[arg(long)]
    dry_run: bool,
    /// A JSON object a person that tells the outcome
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Attach {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let workspace = self.workspace.open_interruptible(out).await?;
        let handler = InterruptHandler::install(UNKNOWN, out)?;
        let client = &workspace.client;
        let ids =
            if self.id == "-" { read_ids(io::stdin().lock())? } else { vec![self.id.clone()] };
        let job = read_job_choice(client, &self.job, out).await?;
        let mut quirk_store = QuirkStore::open(&workspace);
        let is_single = ids.len() == 1;
        let mut errors = BatchErrors::default();
        for (id, number) in ids.iter().zip(1..) {
            let remaining = ids.len() - number;
            let error =
                self.attach_person(client, id, &job, &mut quirk_store, (&handler, out)).await?;
            let should_continue = match error {
                None => {
                    errors.record_success();
                    true
                }
                Some(error) if is_single => return Err(error),
                Some(error) => {
                    out.print_message(&format!("{id}: {}", error.message()));
                    errors.add(error)
                }
            };
            if remaining > 0 && handler.is_interrupted() {
                return Err(Exit::stopped().with_advice(&describe_untried(remaining)));
            }
            if !should_continue {
                out.print_message(&describe_untried(remaining));
                break;
            }
            if !is_single {
                handler.finish(&describe_untried(remaining));
            }
        }
        errors.into_result("not all of them were attached")
    }

    /// Attaches one person and writes the outcome; returns the error, if any.
    async fn attach_person(
        &self,
        client: &Client,
        id: &str,
        job: &JobChoice,
        quirk_store: &mut QuirkStore,
        (handler, out): (&InterruptHandler, &Output),
    ) -> Result<Option<Exit>, Exit> {
        let person = id.into();
        let read = match with_wait_notice(client, None, out, client.read_person(&person)).await {
            Ok(read) => read.record,
            Err(error) => {
                let report = EditReport::read_failed(&person, error);
                report.write_attached(&job.id, self.json, out)?;
                return Ok(report.into_result().err());
            }
        };
        let mut form = Form::update(&read);
        form.set(PersonField::JobId, FieldValue::Job(Some(job.clone())));
        let Some(plan) = form.plan() else { return Ok(None) };
        let report = if self.dry_run {
            EditReport::dry_run(&plan, &read, quirk_store.quirks())
        } else {
            let saved = carry_out(client, plan.clone(), false, quirk_store, (handler, out)).await;
            EditReport::from_result(&plan, quirk_store.quirks(), saved)
        };
        handler.finish(report.message());
        quirk_store.update(report.learned(), report.refuted(), out);
        report.write_attached(&job.id, self.json, out)?;
        Ok(report.into_result().err())
    }
}

fn describe_untried(count: usize) -> String {
    pluralize(count, "more was not tried", "more were not tried")
}

pub(crate) fn read_ids(stdin: impl Read) -> Result<Vec<String>, Exit> {
    let mut text = String::new();
    let read = stdin.take(MAX_LENGTH + 1).read_to_string(&mut text);
    let length = read.map_err(|error| Exit::usage(format!("stdin: {error}")))?;
    // A truncated id could be the id of another person.
    if u64::try_from(length).is_ok_and(|length| length > MAX_LENGTH) {
        return Err(Exit::usage("stdin: is larger than 16 MiB; split it"));
    }
    let (mut ids, mut seen) = (Vec::new(), HashSet::new());
    for line in text.lines() {
        match line.trim() {
            "" => {}
            id if id.contains(char::is_whitespace) || id.len() > 1000 => {
                return Err(Exit::usage(format!("stdin: {id:?} is no id; one a line is wanted")));
            }
            id if !seen.insert(id.to_owned()) => {}
            id => ids.push(id.to_owned()),
        }
    }
    if ids.is_empty() { Err(Exit::usage("stdin names nobody")) } else { Ok(ids) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_deduplicated_and_an_invalid_list_is_rejected() {
        let parse =
            |text: &str| read_ids(text.as_bytes()).map_err(|exit| exit.message().to_owned());
        assert_eq!(parse("per_1\r\n\n per_2 \nper_1\nper_3").unwrap(), ["per_1", "per_2", "per_3"]);
        for (text, message) in [("", "names nobody"), ("Ada Obi\n", "is no id")] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        let full = "per_1234\n".repeat(1 + (16 << 20) / 9);
        assert!(parse(&full).unwrap_err().contains("larger than 16 MiB"));
        let (at_limit, _) = full.split_at(16 << 20);
        assert_eq!(
            parse(at_limit).unwrap().len(),
            2,
            "input at the limit is read whole, including its shorter last id"
        );
    }
}
