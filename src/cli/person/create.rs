//! `shortlist person create`: creates one person from flags, or many from a file.

mod batch;
mod duplicates;
mod entry_key;
mod field_args;
mod ledger;
mod report;
mod request;

use std::path::PathBuf;

use clap::Args;

use super::fields::{
    ContactArg, check_form, field_names, parse_email, parse_phone, version_differences,
};
use super::interrupt_handler::InterruptHandler;
use super::quirk_store::QuirkStore;
use crate::cli::exit::Exit;
use crate::cli::lookup::{Lookup, looks_like_id};
use crate::cli::offline;
use crate::cli::output::Output;
use crate::cli::wait_notice::with_wait_notice;
use crate::cli::workspace::{Access, ENVIRONMENT, WorkspaceArgs, WorkspaceTarget};
use crate::config;
use crate::recruiting::person::wording::CREATED_NOT_VISIBLE;
use crate::recruiting::person::{Form, FormKind};
use crate::usecases::create_person;
use duplicates::KnownPeople;
use field_args::FieldArgs;
use report::CreateReport;
use request::{Api, RequestArgs, build_form, job_exists};

/// Create one person, or many from a file
#[derive(Debug, Args)]
#[command(
    after_help = format!("Each person is sent with an external ID, by default a new one: if the response is lost, shortlist\nfinds the person by it. A create request is never repeated automatically.\n\nA file contains JSON objects with the field names of the API (an object, an array, or one per line),\nor CSV with field names in the first line (separated by commas, semicolons or tabs; several\naddresses in one cell by `;`). The whole file is checked before anything is sent, with every job.\nIf the server asks it to wait, the command waits. After an interruption, run the same command again:\nit continues where it stopped. After correcting a line, only that person is created.\n\nA person who may exist already, by name or contact, is reported and not created, unless you give\n--external-id or --allow-duplicate. With --from, people with a known contact are reported, but created.\n\nThe fields are {}. Version 0 has {} instead of {}.\n\nExamples:\n  shortlist person create --name 'Ada Obi' --email work:ada@kestrel.example --job JOB\n  shortlist person create --from people.csv --job JOB --dry-run\n\n{ENVIRONMENT}", field_names(FormKind::Create), version_differences().0, version_differences().1)
)]
pub(super) struct Create {
    /// Show what would be sent, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// Create the person even if a possible duplicate is known
    #[arg(long)]
    allow_duplicate: bool,
    /// Print one JSON object per person with the result
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    values: FieldArgs,
    #[command(flatten)]
    lists: ContactArgs,
    #[command(flatten)]
    request: RequestArgs,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

/// What makes lists.
#[derive(Debug, Args)]
#[command(next_help_heading = "Person")]
struct ContactArgs {
    /// An email address; with API v1, the kind is work or personal
    #[arg(long, value_name = "[KIND:]ADDRESS", value_parser = parse_email)]
    email: Vec<ContactArg>,
    /// A phone number; with API v1, the kind is mobile or work
    #[arg(long, value_name = "[KIND:]NUMBER", value_parser = parse_phone)]
    phone: Vec<ContactArg>,
    /// ID of the person in another system [default: a new one]
    #[arg(long, value_name = "ID", aliases = ["external-source-id", "outside-id"])]
    external_id: Option<String>,
}

/// What concerns a file.
#[derive(Debug, Args)]
#[command(next_help_heading = "File")]
struct FileArgs {
    /// Create everyone in this file; - reads stdin
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Ignore columns and fields that the API does not have
    #[arg(long, requires = "from")]
    ignore_unknown: bool,
    /// Send people with an unknown result again; this may create duplicates
    #[arg(long, requires = "from")]
    resend_unknown: bool,
}

impl Create {
    pub(super) async fn run(mut self, out: &Output) -> Result<(), Exit> {
        let kind = self.form_kind()?;
        if let Some(job) = self.request.job.take() {
            self.request.job = Some(self.find_job(job, out).await?);
        }
        match self.file.from.take() {
            Some(file) => self.create_batch(&file, kind, out).await,
            None => self.create_one(kind, out).await,
        }
    }

    fn form_kind(&self) -> Result<FormKind, Exit> {
        let is_v0 = match self.request.api {
            Some(api) => api == Api::V0,
            None => self.workspace.resolve(&config::load())?.creates_v0(),
        };
        Ok(if is_v0 { FormKind::CreateV0 } else { FormKind::Create })
    }

    /// The ID of the job. Only a name needs a request.
    async fn find_job(&self, job: String, out: &Output) -> Result<String, Exit> {
        if looks_like_id(&job) {
            return Ok(job);
        }
        let workspace = self.workspace.open_interruptible(out, Access::Read).await?;
        Ok(Lookup::new(&workspace, out).job(&job).await?.to_string())
    }

    async fn create_one(self, kind: FormKind, out: &Output) -> Result<(), Exit> {
        let mut values = self.values.values(kind).map_err(Exit::usage)?;
        field_args::add_contacts(&mut values, (&self.lists.email, &self.lists.phone), kind)
            .map_err(Exit::usage)?;
        self.request.add(&mut values, kind)?;
        let external_id = match &self.lists.external_id {
            Some(id) if id.trim().is_empty() => return Err(Exit::usage("--external-id is empty")),
            Some(id) => id.clone(),
            None => uuid::Uuid::new_v4().to_string(),
        };
        let form = build_form(kind, &values, &external_id);
        check_form(&form, out)?;
        // An external ID of the caller prevents duplicates by itself.
        let is_checked = !self.allow_duplicate && self.lists.external_id.is_none();
        let report = if self.dry_run {
            self.check_job(&form, out).await?;
            if is_checked {
                refuse_duplicates(&self.known_people(&form, out).await?, &form, out)?;
            }
            CreateReport::dry_run(None, &form)
        } else {
            let workspace = self.workspace.open_interruptible(out, Access::Write).await?;
            if is_checked {
                refuse_duplicates(&KnownPeople::read(&workspace, &form).await?, &form, out)?;
            }
            let client = &workspace.client;
            let unknown = format!(
                "sent, but it is unknown whether the person was created; the external ID is {external_id}"
            );
            let handler = InterruptHandler::install(&unknown, out)?;
            if self.lists.external_id.is_none() {
                // Printed before sending: if the response is lost, the user searches for it.
                out.print_message(&format!("external ID: {external_id}"));
            }
            let on_step = handler.observe(CREATED_NOT_VISIBLE, out);
            let result =
                with_wait_notice(client, None, out, create_person(client, &form, false, &on_step))
                    .await;
            let recorder = result.as_ref().ok().and_then(|created| {
                let mut recorder = offline::recorder(&workspace)?;
                recorder.created(created);
                Some(recorder)
            });
            let report = CreateReport::from_result(None, &form, result);
            handler.finish(report.message());
            if let Some(recorder) = recorder {
                offline::finish(recorder, out).await;
            }
            report
        };
        report.write(self.json, out)?;
        report.into_result()
    }

    /// Those that the command without --dry-run compares. Asks no server.
    async fn known_people(&self, form: &Form, out: &Output) -> Result<KnownPeople, Exit> {
        let resolved = self.workspace.resolve(&config::load())?;
        if matches!(resolved.target, WorkspaceTarget::Server { .. }) {
            return KnownPeople::stored(&self.workspace.local_store_of(&resolved)?);
        }
        KnownPeople::read(&self.workspace.open_interruptible(out, Access::Read).await?, form).await
    }

    async fn check_job(&self, form: &Form, out: &Output) -> Result<(), Exit> {
        let Some(job) = form.job() else { return Ok(()) };
        let workspace = self.workspace.open_interruptible(out, Access::Read).await?;
        if job_exists(&workspace.client, &job.id, out).await? {
            return Ok(());
        }
        let message = format!("no job has the ID {}; `shortlist jobs` lists the valid IDs", job.id);
        Err(Exit::usage(message))
    }

    async fn create_batch(
        self,
        file: &std::path::Path,
        kind: FormKind,
        out: &Output,
    ) -> Result<(), Exit> {
        if !self.values.is_empty() || self.lists.has_any() {
            let message = "--from reads the people from the file: only --job and --enrich can be combined with it";
            return Err(Exit::usage(message));
        }
        let batch =
            batch::CreateBatch::read(file, kind, &self.request, self.file.ignore_unknown, out)?;
        let resolved = self.workspace.resolve(&config::load())?;
        let store = self.workspace.local_store_of(&resolved)?;
        let is_server = matches!(resolved.target, WorkspaceTarget::Server { .. });
        if self.dry_run && is_server && !batch.names_jobs_by_id() {
            let known = (!self.allow_duplicate).then(|| KnownPeople::stored(&store)).transpose()?;
            return batch.report_dry_run((&store, known.as_ref()), self.json, out);
        }
        let access = Access::unless_dry_run(self.dry_run);
        let workspace = self.workspace.open_interruptible(out, access).await?;
        batch.check_jobs(&workspace.client, out).await?;
        let known = if self.allow_duplicate {
            None
        } else {
            Some(KnownPeople::read_sharing_contacts(&workspace, batch.contacts()).await?)
        };
        let known = known.as_ref();
        if self.dry_run {
            return batch.report_dry_run((&store, known), self.json, out);
        }
        let quirk_store = QuirkStore::open(&workspace);
        // Our own service never creates two people with one external id.
        let resend = self.file.resend_unknown || workspace.is_embedded();
        let options = batch::BatchOptions { resend, as_json: self.json };
        let recorder = offline::recorder(&workspace);
        batch.create_all((&workspace.client, recorder), (quirk_store, known), options, out).await
    }
}

/// Fails if this machine knows someone who may be the person.
fn refuse_duplicates(known: &KnownPeople, form: &Form, out: &Output) -> Result<(), Exit> {
    let duplicates = known.duplicates_of(form)?;
    if duplicates.is_empty() {
        return Ok(());
    }
    for duplicate in duplicates {
        out.print_message(&duplicates::describe(&duplicate));
    }
    let add = match form.job() {
        Some(_) => "`shortlist person attach PERSON JOB` adds an existing person to the job, ",
        None => "",
    };
    Err(Exit::conflict(format!(
        "nothing was sent: this person may exist already; {add}--allow-duplicate creates another one"
    )))
}

impl ContactArgs {
    const fn has_any(&self) -> bool {
        !self.email.is_empty() || !self.phone.is_empty() || self.external_id.is_some()
    }
}
