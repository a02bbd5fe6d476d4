//! `shortlist person edit`: changes a person and reports the outcome.

use std::ffi::OsStr;

use clap::Args;
use clap_complete::{ArgValueCompleter, CompletionCandidate};

use super::fields;
use super::fields::{ContactArg, ContactListChange, parse_email, parse_phone};
use super::interrupt_handler::InterruptHandler;
use super::quirk_store::QuirkStore;
use super::report::EditReport;
use crate::cli::completions::matching::{Value, matching};
use crate::cli::completions::values;
use crate::cli::exit::Exit;
use crate::cli::lookup::Lookup;
use crate::cli::offline;
use crate::cli::output::Output;
use crate::cli::wait_notice::with_wait_notice;
use crate::cli::workspace::{Access, ENVIRONMENT, OpenWorkspace, WorkspaceArgs};
use crate::client::Client;
use crate::recruiting::person::wording::NOT_VISIBLE;
use crate::recruiting::person::{
    FIELDS, FieldKind, FieldValue, Form, FormKind, JobChoice, PersonField, Plan, SaveOutcome,
};
use crate::storage::mirror::records::RecordKind;
use crate::usecases::{WriteError, save_person};
use crate::wire::Contact;

/// With `--force`: how many conflicts in a row to overwrite.
const MAX_FORCE_ATTEMPTS: usize = 3;

/// Printed if the user does not wait for the outcome.
pub(super) const UNKNOWN: &str =
    "may have been saved: it was sent, but no response came; read the record to check";

/// Change a person and report what the server stored
#[derive(Debug, Args)]
#[command(
    after_help = format!("Reads the record, sends what differs, and reads the record again. The report says for each\nfield whether it was saved and verified, sent but not verified (write-only), not saved, or\nsaved as another value. Use the field names of the API or of the terminal UI\n(current_job_title or title).\n\n--set and --clear take {}; --clear also takes {}.\n\nExamples:\n  shortlist person edit PERSON --set title='Staff Engineer' --clear address --dry-run\n  shortlist person edit PERSON --email work:ada@kestrel.example --remove-email ada@old.example\n\n{ENVIRONMENT}", fields::updatable_fields().0, fields::updatable_fields().1)
)]
pub(super) struct Edit {
    /// Person: the ID, or part of the name
    #[arg(value_name = "PERSON", add = ArgValueCompleter::new(values::people))]
    id: String,
    #[command(flatten)]
    changes: Changes,
    /// Show what would change, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Overwrite the fields even if another user changed them meanwhile
    #[arg(long)]
    force_mine: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

/// What is to be changed.
#[derive(Debug, Clone, Args)]
struct Changes {
    /// Set a field
    #[arg(long, value_name = "FIELD=VALUE", value_parser = parse_setting, add = ArgValueCompleter::new(settings))]
    set: Vec<(PersonField, String)>,
    /// Clear a field or a list
    #[arg(long, value_name = "FIELD", value_parser = parse_clearable, add = ArgValueCompleter::new(clearable))]
    clear: Vec<PersonField>,
    /// Add an address; the kind is any text (work, personal, …)
    #[arg(long, value_name = "[KIND:]ADDRESS", value_parser = parse_email)]
    email: Vec<ContactArg>,
    /// Remove an address
    #[arg(long, value_name = "ADDRESS")]
    remove_email: Vec<String>,
    /// Add a number; the kind is any text (mobile, work, …)
    #[arg(long, value_name = "[KIND:]NUMBER", value_parser = parse_phone)]
    phone: Vec<ContactArg>,
    /// Remove a number
    #[arg(long, value_name = "NUMBER")]
    remove_phone: Vec<String>,
    /// Add the person to this job as well: its ID, or part of its name
    #[arg(long, add = ArgValueCompleter::new(values::jobs))]
    job: Option<String>,
    /// Let the server enrich the record from other sources; this may overwrite fields, cost
    /// money and finish later
    #[arg(long)]
    enrich: bool,
}

impl Edit {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        self.changes.check()?;
        let access = Access::unless_dry_run(self.dry_run);
        let workspace = self.workspace.open_interruptible(out, access).await?;
        let handler = InterruptHandler::install(UNKNOWN, out)?;
        let client = &workspace.client;
        let mut quirk_store = QuirkStore::open(&workspace);
        let lookup = Lookup::new(&workspace, out);
        let person = lookup.person(&self.id).await?;
        let read = match with_wait_notice(client, None, out, client.read_person(&person)).await {
            Ok(read) => read.record,
            Err(error) => {
                let report = EditReport::read_failed(&person, error);
                // There is nothing to print but the error.
                if self.json {
                    report.write(true, out)?;
                }
                let Err(exit) = report.into_result() else { return Ok(()) };
                return Err(lookup.explain(RecordKind::Person, person.as_str(), exit).await);
            }
        };
        let job = match &self.changes.job {
            Some(job) => Some(read_job_choice(&workspace, job, out).await?),
            None => None,
        };
        let mut form = Form::update(&person, &read);
        self.changes.apply(&mut form, job)?;
        form.trim();
        fields::check_form(&form, out)?;
        let Some(plan) = form.plan() else { return Ok(()) };
        let report = if self.dry_run {
            EditReport::dry_run(&plan, &read, quirk_store.quirks())
        } else {
            let saved =
                carry_out(client, plan.clone(), self.force_mine, &quirk_store, (&handler, out))
                    .await;
            if let Ok(saved) = &saved {
                offline::record_own(&workspace, saved, out).await;
            }
            EditReport::from_result(&plan, quirk_store.quirks(), saved)
        };
        handler.finish(report.message());
        quirk_store.update(report.learned(), report.refuted(), out);
        report.write(self.json, out)?;
        report.into_result()
    }
}

/// Saves a plan; with `force`, over conflicting changes.
pub(super) async fn carry_out(
    client: &Client,
    mut plan: Plan,
    force: bool,
    quirk_store: &QuirkStore,
    (handler, out): (&InterruptHandler, &Output),
) -> Result<SaveOutcome, WriteError> {
    let mut attempts = if force { MAX_FORCE_ATTEMPTS } else { 0 };
    let on_step = handler.observe(NOT_VISIBLE, out);
    loop {
        let saving = save_person(client, &plan, quirk_store.quirks(), &on_step);
        match with_wait_notice(client, None, out, saving).await {
            Ok(SaveOutcome::Conflict { conflicts, .. }) if attempts > 0 => {
                attempts -= 1;
                let theirs =
                    conflicts.into_iter().map(|conflict| (conflict.field, conflict.theirs));
                plan.base.extend(theirs);
            }
            other => return other,
        }
    }
}

/// Reads the job, for its name.
pub(super) async fn read_job_choice(
    workspace: &OpenWorkspace,
    job: &str,
    out: &Output,
) -> Result<JobChoice, Exit> {
    let (client, lookup) = (&workspace.client, Lookup::new(workspace, out));
    let id = lookup.job(job).await?;
    match with_wait_notice(client, None, out, client.read_job(&id)).await {
        Ok(read) => Ok(JobChoice { id, name: read.record.name }),
        Err(error) => {
            let exit = lookup.explain(RecordKind::Job, id.as_str(), error.into()).await;
            Err(exit.with_prefix("the job"))
        }
    }
}

impl Changes {
    /// Fails if a field is named twice, or none at all.
    fn check(&self) -> Result<(), Exit> {
        let lists = [
            (PersonField::Emails, !self.email.is_empty() || !self.remove_email.is_empty()),
            (PersonField::PhoneNumbers, !self.phone.is_empty() || !self.remove_phone.is_empty()),
        ];
        let listed = lists.into_iter().filter(|(_, is_set)| *is_set).map(|(field, _)| field);
        let fields = self.set.iter().map(|(field, _)| *field).chain(self.clear.iter().copied());
        let mut all: Vec<PersonField> = fields.chain(listed).collect();
        all.sort_unstable();
        let duplicate = all.windows(2).find(|pair| pair.first() == pair.last());
        if let Some(field) = duplicate.and_then(|pair| pair.first()) {
            return Err(Exit::usage(format!("{} is changed twice", field.spec().wire)));
        }
        if all.is_empty() && self.job.is_none() && !self.enrich {
            let message = "nothing to change: use --set FIELD=VALUE, --email and similar options";
            return Err(Exit::usage(message));
        }
        Ok(())
    }

    /// Applies the arguments to the form. A value to remove must exist: otherwise a typo would
    /// silently keep it.
    fn apply(&self, form: &mut Form, job: Option<JobChoice>) -> Result<(), Exit> {
        for (field, value) in &self.set {
            form.set(*field, FieldValue::Text(value.clone()));
        }
        for field in &self.clear {
            if form.base.contains_key(field) {
                let empty = match field.spec().kind {
                    FieldKind::Emails | FieldKind::Phones => FieldValue::Contacts(Vec::new()),
                    _ => FieldValue::Text(String::new()),
                };
                form.set(*field, empty);
            } else {
                form.clear(*field);
            }
        }
        let emails =
            ContactListChange { add: self.email.clone(), remove: self.remove_email.clone() };
        let phones =
            ContactListChange { add: self.phone.clone(), remove: self.remove_phone.clone() };
        for (field, change, noun) in
            [(PersonField::Emails, emails, "email"), (PersonField::PhoneNumbers, phones, "phone")]
        {
            if change.add.is_empty() && change.remove.is_empty() {
                continue;
            }
            let before = contacts(form, field);
            let (after, missing) = change.apply(before);
            if !missing.is_empty() {
                let present: Vec<&str> = before.iter().map(|entry| entry.value.as_str()).collect();
                let present =
                    if present.is_empty() { "none".to_owned() } else { present.join(", ") };
                let missing = missing.join(", ");
                return Err(Exit::usage(format!(
                    "nothing was sent; no {noun} {missing} to remove; existing: {present}"
                )));
            }
            form.set(field, FieldValue::Contacts(after));
        }
        if job.is_some() {
            form.set(PersonField::JobId, FieldValue::Job(job));
        }
        if self.enrich {
            form.set(PersonField::EnrichRecord, FieldValue::Switch(true));
        }
        Ok(())
    }
}

fn contacts(form: &Form, field: PersonField) -> &[Contact] {
    match form.base.get(&field) {
        Some(FieldValue::Contacts(entries)) => entries,
        _ => &[],
    }
}

/// Parses `FIELD=VALUE`.
/// The beginnings of settings, to complete `--set`.
fn settings(current: &OsStr) -> Vec<CompletionCandidate> {
    let settings = FIELDS.iter().map(|spec| format!("{}=", spec.wire));
    let is_valid = |setting: &String| parse_setting(&format!("{setting}x")).is_ok();
    matching(current, settings.filter(is_valid).map(Value::named))
}

/// The fields that `--clear` takes.
fn clearable(current: &OsStr) -> Vec<CompletionCandidate> {
    let names = FIELDS.iter().map(|spec| spec.wire).filter(|name| parse_clearable(name).is_ok());
    matching(current, names.map(|name| Value::named(name.to_owned())))
}

fn parse_setting(text: &str) -> Result<(PersonField, String), String> {
    let (name, value) = text.split_once('=').ok_or("must be FIELD=VALUE")?;
    let field = fields::parse_field(name, FormKind::Update)?;
    let hint = match field.spec().kind {
        FieldKind::Emails => "--email and --remove-email change it",
        FieldKind::Phones => "--phone and --remove-phone change it",
        FieldKind::Job => "--job adds them for a job",
        FieldKind::Switch => "--enrich requests it",
        // A script with an empty variable must not clear the field.
        _ if value.is_empty() => "the value is empty; use --clear to clear a field",
        _ => return Ok((field, value.to_owned())),
    };
    Err(hint.to_owned())
}

/// Parses the name of a field that can be cleared.
fn parse_clearable(name: &str) -> Result<PersonField, String> {
    let field = fields::parse_field(name, FormKind::Update)?;
    match field.spec().kind {
        FieldKind::Job => Err("an update cannot remove a person from a job".to_owned()),
        FieldKind::Switch => Err("it is off unless --enrich requests it".to_owned()),
        _ => Ok(field),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::wire::Person;

    #[derive(Debug, Parser)]
    struct TestArgs {
        #[command(flatten)]
        changes: Changes,
    }

    fn parse(arguments: &[&str]) -> Result<Changes, String> {
        let args = TestArgs::try_parse_from([&["edit"], arguments].concat());
        let changes = args.map_err(|error| error.to_string())?.changes;
        changes.check().map_err(|exit| exit.message().to_owned())?;
        Ok(changes)
    }

    #[test]
    fn only_requested_fields_change() {
        let person = Person {
            current_job_title: "Engineer".to_owned(),
            current_company_name: "Kestrel".to_owned(),
            ..Person::default()
        };
        for (arguments, expected) in [
            (&["--set", "title=Staff=Engineer"][..], "title: Staff=Engineer"),
            (&["--set", "title=Engineer"], ""),
            (&["--clear", "company", "--clear", "address"], "company:  address: "),
            (&["--clear", "last_name"], ""),
            (&["--email", "work:a@b.example"], "emails: a@b.example (work)"),
            (&["--phone", "+44 1", "--enrich"], "phones: +44 1 (other) enrich: yes"),
        ] {
            let mut form = Form::update(&person.id, &person);
            parse(arguments).unwrap().apply(&mut form, None).unwrap();
            let changes = form
                .changed()
                .map(|spec| format!("{}: {}", spec.label, form.value(spec.field).describe()));
            assert_eq!(changes.collect::<Vec<_>>().join(" "), expected);
        }
    }

    #[test]
    fn a_contact_to_remove_must_exist() {
        let contact = Contact { value: "a@b.example".to_owned(), ..Contact::default() };
        let person = Person { emails: vec![contact], ..Person::default() };
        for (arguments, message) in [
            (
                ["--remove-email", "b@b.example"],
                "no email b@b.example to remove; existing: a@b.example",
            ),
            (["--remove-phone", "1"], "no phone 1 to remove; existing: none"),
        ] {
            let result =
                parse(&arguments).unwrap().apply(&mut Form::update(&person.id, &person), None);
            let message = format!("nothing was sent; {message}");
            assert_eq!(result, Err(Exit::usage(message)));
        }
    }

    #[test]
    fn invalid_combinations_are_rejected() {
        for (arguments, message) in [
            (&[][..], "nothing to change"),
            (&["--set", "title"], "must be FIELD=VALUE"),
            (&["--set", "titel=x"], "did you mean \"title\"?"),
            (&["--set", "emails=a@b.example"], "--email and --remove-email"),
            (&["--set", "phones=1"], "--phone and --remove-phone"),
            (&["--set", "job=1"], "--job adds them"),
            (&["--set", "enrich=yes"], "--enrich requests it"),
            (&["--set", "title="], "use --clear to clear a field"),
            (&["--clear", "job"], "cannot remove a person"),
            (
                &["--set", "title=a", "--clear", "current_job_title"],
                "current_job_title is changed twice",
            ),
            (&["--clear", "emails", "--email", "a@b.example"], "emails is changed twice"),
            (&["--email", "work:"], "is empty"),
        ] {
            let error = parse(arguments).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
