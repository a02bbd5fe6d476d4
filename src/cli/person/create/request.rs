//! The arguments that apply to every person of one `person create`, and the form they fill.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};
use clap_complete::ArgValueCompleter;

use crate::cli::completions::values;
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::cli::person::input::job_choice;
use crate::client::Client;
use crate::recruiting::person::{FieldValue, Form, FormKind, PersonField};
use crate::wire::JobId;

#[derive(Debug, Args)]
pub(super) struct RequestArgs {
    /// Job to add the person to: its ID, or part of its name; with --from, for people without a job of their own
    #[arg(long, alias = "job-id", add = ArgValueCompleter::new(values::jobs))]
    pub(super) job: Option<String>,
    /// API version of the create request [default: from the profile, or v1]
    #[arg(long, value_enum)]
    pub(super) api: Option<Api>,
    /// Let the server enrich the record from other sources; this may overwrite fields, cost
    /// money and finish later
    #[arg(long)]
    pub(super) enrich: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Api {
    V0,
    V1,
}

impl RequestArgs {
    /// Adds the shared arguments to the values of one person.
    pub(super) fn add(
        &self,
        values: &mut BTreeMap<PersonField, FieldValue>,
        kind: FormKind,
    ) -> Result<(), Exit> {
        if let Some(id) = &self.job
            && !values.contains_key(&PersonField::JobName)
        {
            values
                .entry(PersonField::JobId)
                .or_insert_with(|| FieldValue::Job(Some(job_choice(id))));
        }
        if self.enrich {
            if kind == FormKind::CreateV0 {
                return Err(Exit::usage("a create of version 0 has no enrich_record"));
            }
            values.entry(PersonField::EnrichRecord).or_insert(FieldValue::Switch(true));
        }
        Ok(())
    }

    /// The arguments as text, to compare them with those of an earlier run.
    pub(super) fn flags(&self, kind: FormKind) -> String {
        let api = if kind == FormKind::CreateV0 { "v0" } else { "v1" };
        let job = self.job.as_ref().map(|job| format!(" --job {job}")).unwrap_or_default();
        let enrich = if self.enrich { " --enrich" } else { "" };
        format!("--api {api}{job}{enrich}")
    }
}

/// Reads a job, so that a mistyped ID is found before anyone is created.
pub(super) async fn job_exists(client: &Client, id: &JobId, out: &Output) -> Result<bool, Exit> {
    match client.read_job(id).await {
        Ok(_) => Ok(true),
        Err(error) if error.is_missing() => Ok(false),
        // A server may refuse to show a job and yet accept its candidates.
        Err(error) if error.status().is_some_and(|status| [403, 405, 501].contains(&status)) => {
            out.print_message(&format!("the job {id} could not be checked: {error}"));
            Ok(true)
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) fn build_form(
    kind: FormKind,
    values: &BTreeMap<PersonField, FieldValue>,
    external_id: &str,
) -> Form {
    let mut form = Form::create(kind, None, external_id.to_owned());
    for (field, value) in values {
        form.set(*field, value.clone());
    }
    form.trim();
    form
}
