//! Creates the people of a file: validates the whole file, then sends one after the other.

mod context;

use std::collections::{BTreeMap, HashMap};
use std::io::IsTerminal;
use std::path::Path;

use context::BatchContext;
pub(super) use context::BatchOptions;

use super::duplicates;
use super::duplicates::KnownPeople;
use super::entry_key::EntryKey;
use super::ledger::{CreationHistory, Ledger};
use super::report::{CreateReport, Outcome};
use super::request::{RequestArgs, build_form, job_exists};
use crate::cli::exit::Exit;
use crate::cli::interrupt::{StopFlag, TerminationSignals};
use crate::cli::offline;
use crate::cli::output::Output;
use crate::cli::person::batch_errors::BatchErrors;
use crate::cli::person::input::{
    EntryPosition, FileContents, InputMistake, PersonEntry, ReadOptions, Source,
};
use crate::cli::person::quirk_store::QuirkStore;
use crate::cli::person::{fields, input};
use crate::cli::progress::Progress;
use crate::client::{Client, Delivery};
use crate::recruiting::duplicates::contact_key::{ContactKey, keys_of_form};
use crate::recruiting::person;
use crate::recruiting::person::{FieldValue, Form, FormKind, PersonField};
use crate::storage::{Creation, CreationState, LocalStore};
use crate::text::pluralize;
use crate::usecases::CreateError;
use crate::usecases::recorder::Recorder;
use crate::wire::JobId;

const MAX_MESSAGES: usize = 50;

const RESUME: &str = "run the same command again to continue; nobody is created twice";

const UNKNOWN: &str =
    "look for the people with an unknown result in the ATS; --resend-unknown sends them again";

const UNCONFIRMED: &str =
    "the next run looks for the people that the server refused, and sends them again";

const REFUSED_BEFORE: &str =
    "refused by the server before: looking for the person, sending again if not found";

const MAYBE_SENT: &str = "may have been sent before: looking for the person, not sending again";

/// The validated people of a file.
#[derive(Debug)]
pub(super) struct CreateBatch {
    kind: FormKind,
    flags: String,
    entries: Vec<PersonEntry>,
    /// One per entry.
    keys: Vec<EntryKey>,
    /// A warning for each entry that may duplicate an earlier one, by index.
    duplicates: HashMap<usize, String>,
}

impl CreateBatch {
    /// Reads a file. Prints every mistake and fails if there is one.
    pub(super) fn read(
        file: &Path,
        kind: FormKind,
        request: &RequestArgs,
        ignore_unknown: bool,
        out: &Output,
    ) -> Result<Self, Exit> {
        let source = Source::read(file)?;
        let options = ReadOptions { form: kind, ignore_unknown };
        let mut contents = match source.text() {
            Ok(text) => input::read(text, source.detect_format(text), options),
            Err(mistake) => FileContents { mistakes: vec![mistake], ..FileContents::default() },
        };
        let keys = EntryKey::for_entries(&contents.entries);
        for entry in &mut contents.entries {
            request.add(&mut entry.values, kind)?;
        }
        check_entries(&mut contents, kind, out);
        let FileContents { entries, mistakes, has_unknown_field } = contents;
        if mistakes.is_empty() {
            let duplicates = duplicates::within_file(&entries, kind);
            return Ok(Self { kind, flags: request.flags(kind), entries, keys, duplicates });
        }
        let messages = mistakes.iter().map(|mistake| format!("{}: {mistake}", source.name));
        print_messages(messages, out);
        if has_unknown_field {
            let names = fields::field_names(kind);
            out.print_message(&format!(
                "{}: the fields are {names}; --ignore-unknown ignores others",
                source.name
            ));
        }
        let count = pluralize(mistakes.len(), "mistake", "mistakes");
        Err(Exit::usage(format!("{}: {count}; nothing was sent", source.name)))
    }

    /// Reads every job that the file names.
    pub(super) async fn check_jobs(&self, client: &Client, out: &Output) -> Result<(), Exit> {
        let mut positions: BTreeMap<&JobId, Vec<EntryPosition>> = BTreeMap::new();
        for entry in &self.entries {
            if let Some(FieldValue::Job(Some(job))) = entry.values.get(&PersonField::JobId) {
                positions.entry(&job.id).or_default().push(entry.position);
            }
        }
        let mut mistakes = Vec::new();
        for (id, entries) in positions {
            if !job_exists(client, id, out).await? {
                let message =
                    |at| InputMistake::at_field(at, "job_id", format!("no job has the ID {id}"));
                mistakes.extend(entries.into_iter().map(message));
            }
        }
        if mistakes.is_empty() {
            return Ok(());
        }
        mistakes.sort_by_key(|mistake| mistake.position);
        print_messages(mistakes.iter().map(ToString::to_string), out);
        let count = pluralize(mistakes.len(), "mistake", "mistakes");
        Err(Exit::usage(format!("{count}; nothing was sent; `shortlist jobs` lists the valid IDs")))
    }

    /// Of everyone in the file.
    pub(super) fn contacts(&self) -> Vec<ContactKey> {
        let form = |entry: &PersonEntry| build_form(self.kind, &entry.values, "");
        self.entries.iter().flat_map(|entry| keys_of_form(&form(entry))).collect()
    }

    pub(super) fn names_jobs_by_id(&self) -> bool {
        self.entries.iter().any(|entry| entry.values.contains_key(&PersonField::JobId))
    }

    /// Prints who would be created and who was created before.
    pub(super) fn report_dry_run(
        &self,
        (local_store, known): (&LocalStore, Option<&KnownPeople>),
        as_json: bool,
        out: &Output,
    ) -> Result<(), Exit> {
        let history = CreationHistory::open(local_store, &self.flags).unwrap_or_else(|reason| {
            out.print_message(&format!("cannot read who was created before: {reason}"));
            CreationHistory::empty(local_store, &self.flags)
        });
        self.check(&history)?;
        let warnings = self.warnings(known, &history)?;
        let mut already_created = 0;
        for (number, (entry, key)) in self.entries.iter().zip(&self.keys).enumerate() {
            let (form, creation) = self.lookup(entry, key, &history)?;
            let state = creation.as_ref().map(|creation| creation.state);
            let report = match state {
                Some(CreationState::Created) => {
                    already_created += 1;
                    CreateReport::already_created(
                        entry.position,
                        &form,
                        creation.and_then(|creation| creation.person),
                    )
                }
                _ => CreateReport::dry_run(Some(entry.position), &form),
            };
            let warning = match state {
                Some(CreationState::Sent) => Some(MAYBE_SENT.to_owned()),
                Some(CreationState::Unconfirmed) => Some(REFUSED_BEFORE.to_owned()),
                _ => None,
            };
            report
                .with_warnings(warning)
                .with_warnings(warnings.get(&number).cloned())
                .write(as_json, out)?;
        }
        let new = self.entries.len() - already_created;
        let suffix = if already_created > 0 {
            format!(", {already_created} already created")
        } else {
            String::new()
        };
        out.print_message(&format!("{new} would be created{suffix}; nothing was sent"));
        Ok(())
    }

    /// A warning for each entry that may duplicate an earlier one or an existing person, by index.
    fn warnings(
        &self,
        known: Option<&KnownPeople>,
        history: &CreationHistory,
    ) -> Result<HashMap<usize, String>, Exit> {
        let mut warnings = self.duplicates.clone();
        let Some(known) = known else { return Ok(warnings) };
        for (number, (entry, key)) in self.entries.iter().zip(&self.keys).enumerate() {
            let (form, creation) = self.lookup(entry, key, history)?;
            // Who was created by an earlier run, or may have been, is no other person.
            if creation.is_none()
                && let Some(duplicate) = known.sharing_a_contact(&form)?.first()
            {
                warnings.entry(number).or_insert_with(|| duplicates::describe(duplicate));
            }
        }
        Ok(warnings)
    }

    /// Fails if an earlier run began an entry with other options.
    fn check(&self, history: &CreationHistory) -> Result<(), Exit> {
        let mut all = self.entries.iter().zip(&self.keys);
        all.try_for_each(|(entry, key)| history.check(entry.position, key))
    }

    /// The form of an entry, and its state from earlier runs.
    fn lookup(
        &self,
        entry: &PersonEntry,
        key: &EntryKey,
        history: &CreationHistory,
    ) -> Result<(Form, Option<Creation>), Exit> {
        let external_id = match entry.values.get(&PersonField::ExternalSourceId) {
            Some(FieldValue::Text(id)) => id.clone(),
            _ => history.external_id(key),
        };
        Ok((build_form(self.kind, &entry.values, &external_id), history.get(key)?))
    }

    /// Creates everyone who was not created by an earlier run.
    pub(super) async fn create_all(
        &self,
        (client, recorder): (&Client, Option<Recorder>),
        (quirk_store, known): (QuirkStore, Option<&KnownPeople>),
        options: BatchOptions,
        out: &Output,
    ) -> Result<(), Exit> {
        let ledger = Ledger::open(quirk_store, &self.flags)?;
        self.check(&ledger.history)?;
        let warnings = self.warnings(known, &ledger.history)?;
        let lines = self.entries.iter().enumerate();
        print_messages(
            lines.filter_map(|(number, entry)| {
                Some(format!("{}: {}", entry.position, warnings.get(&number)?))
            }),
            out,
        );
        let stop = StopFlag::default();
        let total = u64::try_from(self.entries.len()).ok();
        // On a terminal the line per person is progress enough.
        let progress = (!std::io::stdout().is_terminal()).then(|| Progress::new(total, "people"));
        let bar = progress.as_ref();
        let context = BatchContext::new((client, recorder), &ledger, options, bar, (&stop, out));
        let on_interrupt =
            || out.print_message("stopping after this person; press Ctrl-C again to stop now");
        let result = TerminationSignals::listen()?
            .run_until_signal_then(&stop, on_interrupt, self.create_each(&context))
            .await;
        if let Some(bar) = bar {
            bar.finish();
        }
        if let Some(recorder) = context.into_recorder() {
            offline::finish(recorder, out).await;
        }
        result
    }

    async fn create_each(&self, context: &BatchContext<'_>) -> Result<(), Exit> {
        let (mut errors, mut count) =
            (BatchErrors::default(), BTreeMap::<&'static str, usize>::new());
        let (mut stopped, mut unconfirmed) = (None, 0);
        for (entry, key) in self.entries.iter().zip(&self.keys) {
            if context.stop.is_raised() {
                stopped = Some(Exit::stopped().with_advice(RESUME));
                break;
            }
            let report = self.create_entry(entry, key, context).await?;
            *count.entry(report.outcome().as_str()).or_default() += 1;
            match report.write(context.options.as_json, context.out) {
                // A closed pipe does not stop the run.
                Err(exit) if exit.code() != 0 => return Err(exit),
                _ => {}
            }
            if let Some(bar) = context.bar {
                bar.step();
            }
            let (is_fatal, is_unreachable) = (report.is_fatal(), report.is_unreachable());
            unconfirmed += usize::from(report.is_unconfirmed());
            let should_continue = match report.into_result() {
                Ok(()) => {
                    errors.record_success();
                    true
                }
                Err(exit) => errors.add(exit, is_unreachable) && !is_fatal,
            };
            if !should_continue {
                context.out.print_message(&format!("stopped after {}", entry.position));
                break;
            }
        }
        if let Some(bar) = context.bar {
            bar.finish();
        }
        let counts: Vec<String> =
            count.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let attempted: usize = count.values().sum();
        context.out.print_message(&format!(
            "{} of {} people: {}",
            attempted,
            self.entries.len(),
            counts.join(", ")
        ));
        let unknown = count.get(Outcome::Unknown.as_str()).copied().unwrap_or_default();
        let advice = [(unconfirmed > 0, UNCONFIRMED), (unknown > unconfirmed, UNKNOWN)];
        let advice = advice.iter().filter(|(applies, _)| *applies).map(|(_, text)| *text);
        let message: Vec<&str> =
            ["not all people were created", RESUME].into_iter().chain(advice).collect();
        stopped.map_or_else(|| errors.into_result(&message.join("; ")), Err)
    }

    /// Creates a person, unless an earlier run did.
    async fn create_entry(
        &self,
        entry: &PersonEntry,
        key: &EntryKey,
        context: &BatchContext<'_>,
    ) -> Result<CreateReport, Exit> {
        let (form, creation) = self.lookup(entry, key, &context.ledger.history)?;
        let state = creation.as_ref().map(|creation| creation.state);
        if state == Some(CreationState::Created) {
            let person = creation.and_then(|creation| creation.person);
            return Ok(CreateReport::already_created(entry.position, &form, person));
        }
        context.ledger.begin(key, form.external_id())?;
        let result = context.create_person(&form, state).await;
        let is_unsent = matches!(&result, Err(CreateError::Refused(error))
            if error.delivery() == Delivery::NotSent);
        let report = CreateReport::from_result(Some(entry.position), &form, result);
        let state = match report.outcome() {
            Outcome::Created | Outcome::Found | Outcome::AlreadyCreated => {
                Some(CreationState::Created)
            }
            // An earlier run may have created the person.
            Outcome::Refused if is_unsent && state.is_some() => state,
            Outcome::Refused => Some(CreationState::Refused),
            Outcome::Unknown if report.is_unconfirmed() => Some(CreationState::Unconfirmed),
            // The next run only searches.
            Outcome::Unknown | Outcome::DryRun => None,
        };
        if let Some(state) = state {
            context.ledger.put(key, form.external_id(), state, report.person())?;
        }
        Ok(report)
    }
}

/// Adds invalid fields to the mistakes and prints warnings.
fn check_entries(contents: &mut FileContents, kind: FormKind, out: &Output) {
    let mut warnings = Vec::new();
    let mut external_ids: HashMap<&str, EntryPosition> = HashMap::new();
    for entry in &contents.entries {
        let PersonEntry { position, values } = entry;
        for issue in person::check(&build_form(kind, values, "")) {
            let wire = issue.field.spec().wire;
            if issue.is_blocking {
                contents.mistakes.push(InputMistake::at_field(*position, wire, issue.message));
            } else {
                warnings.push(format!("{position}, {wire}: {}", issue.message));
            }
        }
        if let Some(FieldValue::Text(id)) = values.get(&PersonField::ExternalSourceId)
            && let Some(first) = external_ids.insert(id, *position)
        {
            let message = format!("also used in {first}");
            contents.mistakes.push(InputMistake::at_field(
                *position,
                "external_source_id",
                message,
            ));
        }
    }
    contents.mistakes.sort_by_key(|mistake| mistake.position);
    print_messages(warnings, out);
}

/// Prints up to [`MAX_MESSAGES`] messages and the count of the rest.
fn print_messages(messages: impl IntoIterator<Item = String>, out: &Output) {
    let mut messages = messages.into_iter();
    messages.by_ref().take(MAX_MESSAGES).for_each(|message| out.print_message(&message));
    let rest = messages.count();
    if rest > 0 {
        out.print_message(&format!("and {rest} more"));
    }
}
