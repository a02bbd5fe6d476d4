//! Creates the people of a file: validates the whole file, then sends one after the other.

use std::collections::{BTreeMap, HashMap};
use std::io::IsTerminal;
use std::path::Path;

use super::entry_key::EntryKey;
use super::ledger::{CreationHistory, Ledger};
use super::report::{CreateReport, Outcome};
use super::request::{Request, form};
use crate::cli::exit::Exit;
use crate::cli::interrupt::{Signals, StopFlag};
use crate::cli::output::Output;
use crate::cli::person::batch_errors::BatchErrors;
use crate::cli::person::input::{Entry, EntryPosition, FileContents, Mistake, ReadOptions, Source};
use crate::cli::person::quirk_store::QuirkStore;
use crate::cli::person::{fields, input};
use crate::cli::progress::Progress;
use crate::cli::wait_notice::with_wait_notice;
use crate::client::Client;
use crate::recruiting::person;
use crate::recruiting::person::{CreatedPerson, FieldValue, Form, FormKind, PersonField};
use crate::storage::{Creation, CreationState};
use crate::tui::runtime::storage_thread::local_store::LocalStore;
use crate::usecases::{CreateError, create};

/// Prints at most this many remarks and the count of the rest.
const MAX_REMARKS: usize = 50;

const RESUME: &str = "run the same command again to go on; nobody is made twice";

const UNKNOWN: &str =
    "look for those who are unknown in the recruiting system; --resend-unknown sends them again";

const MAYBE_SENT: &str = "they may have been sent before: they are looked for, and not sent again";

/// The validated people of a file.
#[derive(Debug)]
pub(super) struct Batch {
    kind: FormKind,
    mark: String,
    entries: Vec<Entry>,
    /// One per entry.
    keys: Vec<EntryKey>,
    /// A warning for each entry that may duplicate an earlier one, by index.
    duplicates: HashMap<usize, String>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct BatchOptions {
    /// Whether to resend people whose outcome is unknown.
    pub(super) resend: bool,
    pub(super) as_json: bool,
}

impl Batch {
    /// Reads a file. Prints every mistake and fails if there is one.
    pub(super) fn read(
        file: &Path,
        kind: FormKind,
        request: &Request,
        ignore_unknown: bool,
        out: &Output,
    ) -> Result<Self, Exit> {
        let source = Source::read(file)?;
        let how = ReadOptions { form: kind, ignore_unknown };
        let mut found = match source.text() {
            Ok(text) => input::read(text, source.format(text), how),
            Err(mistake) => FileContents { mistakes: vec![mistake], ..FileContents::default() },
        };
        let keys = EntryKey::all(&found.entries);
        for entry in &mut found.entries {
            request.add(&mut entry.values, kind)?;
        }
        check(&mut found, kind, out);
        let FileContents { entries, mistakes, has_unknown_field } = found;
        if mistakes.is_empty() {
            let duplicates = duplicates(&entries);
            return Ok(Self { kind, mark: request.mark(kind), entries, keys, duplicates });
        }
        let messages = mistakes.iter().map(|mistake| format!("{}: {mistake}", source.name));
        say(messages, out);
        if has_unknown_field {
            let names = fields::names(kind);
            out.say(&format!(
                "{}: the fields are {names}; --ignore-unknown passes over others",
                source.name
            ));
        }
        let count = mistakes.len();
        let noun = if count == 1 { "mistake" } else { "mistakes" };
        Err(Exit::usage(format!("{}: {count} {noun}; nothing was sent", source.name)))
    }

    /// Prints who would be created and who was created before.
    pub(super) fn report_dry_run(
        &self,
        local_store: &LocalStore,
        as_json: bool,
        out: &Output,
    ) -> Result<(), Exit> {
        let past = CreationHistory::open(local_store, &self.mark).unwrap_or_else(|why| {
            out.say(&format!("who was created before cannot be told: {why}"));
            CreationHistory::nothing(local_store, &self.mark)
        });
        self.check(&past)?;
        let mut before = 0;
        for (number, (entry, key)) in self.entries.iter().zip(&self.keys).enumerate() {
            let (form, known) = self.known(entry, key, &past)?;
            let state = known.as_ref().map(|known| known.state);
            let report = match state {
                Some(CreationState::Made) => {
                    before += 1;
                    CreateReport::before(entry.place, &form, known.and_then(|known| known.person))
                }
                _ => CreateReport::dry(Some(entry.place), &form),
            };
            let unsure = (state == Some(CreationState::Sent)).then(|| MAYBE_SENT.to_owned());
            report.and(unsure).and(self.duplicates.get(&number).cloned()).write(as_json, out)?;
        }
        let new = self.entries.len() - before;
        let before = if before > 0 { format!(", {before} were before") } else { String::new() };
        out.say(&format!("{new} would be created{before}; nothing was sent"));
        Ok(())
    }

    /// Fails if an earlier run began an entry with other options.
    fn check(&self, past: &CreationHistory) -> Result<(), Exit> {
        let mut all = self.entries.iter().zip(&self.keys);
        all.try_for_each(|(entry, key)| past.check(entry.place, key))
    }

    /// The form of an entry, and its state from earlier runs.
    fn known(
        &self,
        entry: &Entry,
        key: &EntryKey,
        past: &CreationHistory,
    ) -> Result<(Form, Option<Creation>), Exit> {
        let outside = match entry.values.get(&PersonField::ExternalSourceId) {
            Some(FieldValue::Text(own)) => own.clone(),
            _ => past.outside(key),
        };
        Ok((form(self.kind, &entry.values, &outside), past.at(key)?))
    }

    /// Creates everyone who was not created by an earlier run.
    pub(super) async fn make(
        &self,
        client: &Client,
        memory: QuirkStore,
        how: BatchOptions,
        out: &Output,
    ) -> Result<(), Exit> {
        let ledger = Ledger::open(memory, &self.mark)?;
        self.check(&ledger.past)?;
        let lines = self.entries.iter().enumerate();
        say(
            lines.filter_map(|(number, entry)| {
                Some(format!("{}: {}", entry.place, self.duplicates.get(&number)?))
            }),
            out,
        );
        let stop = StopFlag::default();
        let total = u64::try_from(self.entries.len()).ok();
        // On a terminal the line per person is progress enough.
        let progress = (!std::io::stdout().is_terminal()).then(|| Progress::new(total, "people"));
        let bar = progress.as_ref();
        let work = Work { client, ledger: &ledger, how, bar, stop: &stop, out };
        let tell = || out.say("it ends after this one; Ctrl-C once more ends it at once");
        let done = Signals::listen()?.run_until_signal_then(&stop, tell, self.each(&work)).await;
        if let Some(bar) = bar {
            bar.end();
        }
        done
    }

    async fn each(&self, work: &Work<'_>) -> Result<(), Exit> {
        let (mut ends, mut count) =
            (BatchErrors::default(), BTreeMap::<&'static str, usize>::new());
        let mut stopped = None;
        for (entry, key) in self.entries.iter().zip(&self.keys) {
            if work.stop.is_raised() {
                stopped = Some(Exit::stopped().and(RESUME));
                break;
            }
            let report = self.one(entry, key, work).await?;
            *count.entry(report.outcome().word()).or_default() += 1;
            match report.write(work.how.as_json, work.out) {
                // A closed pipe does not stop the work.
                Err(exit) if exit.code() != 0 => return Err(exit),
                _ => {}
            }
            if let Some(bar) = work.bar {
                bar.step();
            }
            let stops = report.stops();
            let goes_on = match report.end() {
                Ok(()) => {
                    ends.record_success();
                    true
                }
                Err(exit) => ends.add(exit) && !stops,
            };
            if !goes_on {
                work.out.say(&format!("stopped after {}", entry.place));
                break;
            }
        }
        if let Some(bar) = work.bar {
            bar.end();
        }
        let counts: Vec<String> =
            count.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let tried: usize = count.values().sum();
        work.out.say(&format!("{} of {} ({})", tried, self.entries.len(), counts.join(", ")));
        match stopped {
            Some(exit) => Err(exit),
            None if count.contains_key(Outcome::Unknown.word()) => {
                ends.worst(&format!("not everybody was created; {RESUME}; {UNKNOWN}"))
            }
            None => ends.worst(&format!("not everybody was created; {RESUME}")),
        }
    }

    /// Creates a person, unless an earlier run did.
    async fn one(
        &self,
        entry: &Entry,
        key: &EntryKey,
        work: &Work<'_>,
    ) -> Result<CreateReport, Exit> {
        let (form, known) = self.known(entry, key, &work.ledger.past)?;
        let state = known.as_ref().map(|known| known.state);
        if state == Some(CreationState::Made) {
            let person = known.and_then(|known| known.person);
            return Ok(CreateReport::before(entry.place, &form, person));
        }
        work.ledger.begin(key, form.outside())?;
        let made = work.make(&form, state == Some(CreationState::Sent)).await;
        let report = CreateReport::of(Some(entry.place), &form, made);
        let state = match report.outcome() {
            Outcome::Created | Outcome::Found | Outcome::Before => Some(CreationState::Made),
            Outcome::Refused => Some(CreationState::Refused),
            // The next run searches before it sends again.
            Outcome::Unknown | Outcome::DryRun => None,
        };
        if let Some(state) = state {
            work.ledger.put(key, form.outside(), state, report.person())?;
        }
        Ok(report)
    }
}

struct Work<'a> {
    client: &'a Client,
    ledger: &'a Ledger,
    how: BatchOptions,
    bar: Option<&'a Progress>,
    stop: &'a StopFlag,
    out: &'a Output,
}

impl Work<'_> {
    async fn make(&self, form: &Form, sent_before: bool) -> Result<CreatedPerson, CreateError> {
        let create = |sent_before| {
            let making = create(self.client, form, sent_before, &|_| {});
            with_wait_notice(self.client, self.bar, self.out, making)
        };
        match create(sent_before).await {
            Err(CreateError::Unsettled { error: None, .. }) if sent_before && self.how.resend => {
                create(false).await
            }
            made => made,
        }
    }
}

/// Adds invalid fields to the mistakes and prints warnings.
fn check(found: &mut FileContents, kind: FormKind, out: &Output) {
    let mut odd = Vec::new();
    let mut outside: HashMap<&str, EntryPosition> = HashMap::new();
    for entry in &found.entries {
        let Entry { place, values } = entry;
        for finding in person::check(&form(kind, values, "")) {
            let wire = finding.field.spec().wire;
            if finding.blocks {
                found.mistakes.push(Mistake::at(*place, wire, finding.told));
            } else {
                odd.push(format!("{place}, {wire}: {}", finding.told));
            }
        }
        if let Some(FieldValue::Text(id)) = values.get(&PersonField::ExternalSourceId)
            && let Some(first) = outside.insert(id, *place)
        {
            let message = format!("is that of {first} too");
            found.mistakes.push(Mistake::at(*place, "external_source_id", message));
        }
    }
    found.mistakes.sort_by_key(|mistake| mistake.place);
    say(odd, out);
}

/// Entries that share an address with an earlier entry.
fn duplicates(entries: &[Entry]) -> HashMap<usize, String> {
    let mut seen: HashMap<String, (usize, EntryPosition)> = HashMap::new();
    let mut duplicates = HashMap::new();
    for (number, entry) in entries.iter().enumerate() {
        for address in addresses(&entry.values) {
            match seen.get(&address) {
                Some((first, place)) if *first != number => {
                    duplicates.entry(number).or_insert_with(|| {
                        format!("may be the same person as in {place}: {address}")
                    });
                }
                Some(_) => {}
                None => {
                    seen.insert(address, (number, entry.place));
                }
            }
        }
    }
    duplicates
}

fn addresses(values: &BTreeMap<PersonField, FieldValue>) -> Vec<String> {
    let of = |field: &PersonField| match values.get(field) {
        Some(FieldValue::Text(text)) => vec![text.trim().to_lowercase()],
        Some(FieldValue::Texts(texts)) => {
            texts.iter().map(|text| text.trim().to_lowercase()).collect()
        }
        _ => Vec::new(),
    };
    [PersonField::Emails, PersonField::WorkEmail, PersonField::PersonalEmail, PersonField::Email]
        .iter()
        .flat_map(of)
        .collect()
}

/// Prints remarks, up to [`MAX_REMARKS`].
fn say(remarks: impl IntoIterator<Item = String>, out: &Output) {
    let mut rest = 0_usize;
    for (number, remark) in remarks.into_iter().enumerate() {
        if number < MAX_REMARKS {
            out.say(&remark);
        } else {
            rest += 1;
        }
    }
    if rest > 0 {
        out.say(&format!("and {rest} more"));
    }
}
