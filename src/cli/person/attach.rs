//! `shortlist person attach`: attaches people to a job.

use std::io;

use clap::Args;
use clap_complete::ArgValueCompleter;

use super::batch_errors::BatchErrors;
use super::edit::{UNKNOWN, carry_out, read_job_choice};
use super::interrupt_handler::InterruptHandler;
use super::quirk_store::QuirkStore;
use super::report::EditReport;
use crate::cli::completions::values;
use crate::cli::exit::Exit;
use crate::cli::id_list::read_ids;
use crate::cli::lookup::Lookup;
use crate::cli::offline;
use crate::cli::output::Output;
use crate::cli::wait_notice::with_wait_notice;
use crate::cli::workspace::{Access, ENVIRONMENT, OpenWorkspace, WorkspaceArgs};
use crate::client::Client;
use crate::recruiting::person::wording::LATE_CHANGES;
use crate::recruiting::person::{JobChoice, Plan};
use crate::storage::mirror::records::RecordKind;
use crate::text::pluralize;
use crate::usecases::recorder::Recorder;

/// Add a person to a job
#[derive(Debug, Args)]
#[command(
    after_help = format!("People who are already candidates for the job are reported and not changed. Checks that everyone\nelse stays a candidate for their other jobs. Prints a line per person; the worst result sets the exit code.\n\nExamples:\n  shortlist person attach PERSON JOB\n  shortlist candidates JOB --json | jq -r '.[].person_id' | shortlist person attach - OTHER-JOB\n\n{ENVIRONMENT}")
)]
pub(super) struct Attach {
    /// Person: the ID, or part of the name; - reads IDs from stdin, one per line
    #[arg(value_name = "PERSON", add = ArgValueCompleter::new(values::people))]
    id: String,
    /// Job: its ID, or part of its name
    #[arg(add = ArgValueCompleter::new(values::jobs))]
    job: String,
    /// Show who would be attached, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object per person with the result
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Attach {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let access = Access::unless_dry_run(self.dry_run);
        let workspace = self.workspace.open_interruptible(out, access).await?;
        let mut recorder = offline::recorder(&workspace);
        let result = self.attach_all(&workspace, recorder.as_mut(), out).await;
        if let Some(recorder) = recorder {
            offline::finish(recorder, out).await;
        }
        result
    }

    /// Stops at a failure that the next person would meet, too.
    async fn attach_all(
        &self,
        workspace: &OpenWorkspace,
        mut recorder: Option<&mut Recorder>,
        out: &Output,
    ) -> Result<(), Exit> {
        let handler = InterruptHandler::install(UNKNOWN, out)?;
        let (client, lookup) = (&workspace.client, Lookup::new(workspace, out));
        let ids = if self.id == "-" {
            read_ids(io::stdin().lock())?
        } else {
            vec![lookup.person(&self.id).await?.to_string()]
        };
        let job = read_job_choice(workspace, &self.job, out).await?;
        let mut quirk_store = QuirkStore::open(workspace);
        let is_single = ids.len() == 1;
        let (mut errors, mut shows_late) = (BatchErrors::default(), false);
        for (id, number) in ids.iter().zip(1..) {
            let remaining = ids.len() - number;
            let person = (id.as_str(), shows_late);
            let report =
                self.attach_person(client, person, &job, &mut quirk_store, (&handler, out)).await?;
            if let Some(recorder) = recorder.as_mut().filter(|_| report.is_applied()) {
                recorder.addition(&id.as_str().into(), &job.id);
            }
            let is_invisible = report.is_invisible();
            let should_continue = match report.into_result().err() {
                None => {
                    errors.record_success();
                    true
                }
                Some(error) if is_single => {
                    return Err(lookup.explain(RecordKind::Person, id, error).await);
                }
                Some(error) => {
                    out.print_message(&format!("{id}: {}", error.message()));
                    let is_unreachable = error.is_unreachable() && !is_invisible;
                    errors.add(error, is_unreachable)
                }
            };
            if is_invisible && !shows_late {
                shows_late = true;
                out.print_message(LATE_CHANGES);
            }
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

    /// Attaches one person and writes the outcome. Waits until the server shows it, unless `is_hasty`.
    async fn attach_person(
        &self,
        client: &Client,
        (id, is_hasty): (&str, bool),
        job: &JobChoice,
        quirk_store: &mut QuirkStore,
        (handler, out): (&InterruptHandler, &Output),
    ) -> Result<EditReport, Exit> {
        let person = id.into();
        let read = match with_wait_notice(client, None, out, client.read_person(&person)).await {
            Ok(read) => read.record,
            Err(error) => {
                let report = EditReport::read_failed(&person, error);
                report.write_attached(&job.id, self.json, out)?;
                return Ok(report);
            }
        };
        let plan = Plan { is_hasty, ..Plan::attach(person, read.name.clone(), job.clone()) };
        let report = if self.dry_run {
            EditReport::dry_run(&plan, &read, quirk_store.quirks())
        } else {
            let saved = carry_out(client, plan.clone(), false, quirk_store, (handler, out)).await;
            EditReport::from_result(&plan, quirk_store.quirks(), saved)
        };
        handler.finish(report.message());
        quirk_store.update(report.learned(), report.refuted(), out);
        report.write_attached(&job.id, self.json, out)?;
        Ok(report)
    }
}

fn describe_untried(count: usize) -> String {
    pluralize(count, "more was not tried", "more were not tried")
}
