//! Everybody in a file: checked whole, then made one after the other.

use std::collections::{BTreeMap, HashMap};
use std::io::IsTerminal;
use std::path::Path;

use super::key::Key;
use super::ledger::{Ledger, Past};
use super::request::{Request, form};
use super::told::{Outcome, Told};
use crate::cli::exit::Exit;
use crate::cli::interrupt::{Ending, Stop};
use crate::cli::out::Out;
use crate::cli::patience::patiently;
use crate::cli::person::ends::Ends;
use crate::cli::person::input::{Entry, Found, Mistake, Place, Reading, Source};
use crate::cli::person::memory::Memory;
use crate::cli::person::{fields, input};
use crate::cli::progress::Progress;
use crate::client::Client;
use crate::recruiting::person;
use crate::recruiting::person::{CreatedPerson, FieldValue, Form, FormKind, PersonField};
use crate::storage::{Creation, CreationState};
use crate::tui::runtime::storage_thread::local_store::LocalStore;
use crate::usecases::{CreateError, create};

/// So many remarks are said; the rest is counted.
const ENOUGH: usize = 50;

/// How to go on.
const RESUME: &str = "run the same command again to go on; nobody is made twice";

/// What is said besides where nobody knows of somebody.
const UNKNOWN: &str =
    "look for those who are unknown in the recruiting system; --resend-unknown sends them again";

/// Of whom nobody knows.
const UNSURE: &str = "they may have been sent before: they are looked for, and not sent again";

/// Everybody in a file, checked.
#[derive(Debug)]
pub(super) struct Batch {
    kind: FormKind,
    mark: String,
    entries: Vec<Entry>,
    /// Who they are, one for each entry.
    keys: Vec<Key>,
    /// Who may be somebody else of the same file, by number.
    twins: HashMap<usize, String>,
}

/// How everybody is made and told.
#[derive(Debug, Clone, Copy)]
pub(super) struct How {
    /// Whether those are sent again of whom nobody knows.
    pub(super) resend: bool,
    /// Whether the outcome is told as JSON.
    pub(super) as_json: bool,
}

impl Batch {
    /// Reads a file. Every mistake in it is told, and then nothing is done.
    pub(super) fn read(
        file: &Path,
        kind: FormKind,
        request: &Request,
        ignore_unknown: bool,
        out: &Out,
    ) -> Result<Self, Exit> {
        let source = Source::read(file)?;
        let how = Reading { form: kind, ignore_unknown };
        let mut found = match source.text() {
            Ok(text) => input::read(text, source.format(text), how),
            Err(mistake) => Found { mistakes: vec![mistake], ..Found::default() },
        };
        let keys = Key::all(&found.entries);
        for entry in &mut found.entries {
            request.add(&mut entry.given, kind)?;
        }
        check(&mut found, kind, out);
        let Found { entries, mistakes, has_strange } = found;
        if mistakes.is_empty() {
            let twins = twins(&entries);
            return Ok(Self { kind, mark: request.mark(kind), entries, keys, twins });
        }
        let told = mistakes.iter().map(|mistake| format!("{}: {mistake}", source.name));
        say(told, out);
        if has_strange {
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

    /// Tells who would be made, and who was.
    pub(super) fn told(&self, memories: &LocalStore, as_json: bool, out: &Out) -> Result<(), Exit> {
        let past = Past::open(memories, &self.mark).unwrap_or_else(|why| {
            out.say(&format!("who was created before cannot be told: {why}"));
            Past::nothing(memories, &self.mark)
        });
        self.check(&past)?;
        let mut before = 0;
        for (number, (entry, key)) in self.entries.iter().zip(&self.keys).enumerate() {
            let (form, known) = self.known(entry, key, &past)?;
            let state = known.as_ref().map(|known| known.state);
            let told = match state {
                Some(CreationState::Made) => {
                    before += 1;
                    Told::before(entry.place, &form, known.and_then(|known| known.person))
                }
                _ => Told::dry(Some(entry.place), &form),
            };
            let unsure = (state == Some(CreationState::Sent)).then(|| UNSURE.to_owned());
            told.and(unsure).and(self.twins.get(&number).cloned()).write(as_json, out)?;
        }
        let new = self.entries.len() - before;
        let before = if before > 0 { format!(", {before} were before") } else { String::new() };
        out.say(&format!("{new} would be created{before}; nothing was sent"));
        Ok(())
    }

    /// Whether everybody goes on as they were begun.
    fn check(&self, past: &Past) -> Result<(), Exit> {
        let mut all = self.entries.iter().zip(&self.keys);
        all.try_for_each(|(entry, key)| past.check(entry.place, key))
    }

    /// The form of somebody, and how far they came before.
    fn known(
        &self,
        entry: &Entry,
        key: &Key,
        past: &Past,
    ) -> Result<(Form, Option<Creation>), Exit> {
        let outside = match entry.given.get(&PersonField::ExternalSourceId) {
            Some(FieldValue::Text(own)) => own.clone(),
            _ => past.outside(key),
        };
        Ok((form(self.kind, &entry.given, &outside), past.at(key)?))
    }

    /// Makes everybody who is not made yet.
    pub(super) async fn make(
        &self,
        client: &Client,
        memory: Memory,
        how: How,
        out: &Out,
    ) -> Result<(), Exit> {
        let ledger = Ledger::open(memory, &self.mark)?;
        self.check(&ledger.past)?;
        let lines = self.entries.iter().enumerate();
        say(
            lines.filter_map(|(number, entry)| {
                Some(format!("{}: {}", entry.place, self.twins.get(&number)?))
            }),
            out,
        );
        let stop = Stop::default();
        let total = u64::try_from(self.entries.len()).ok();
        // A line each is progress enough for whoever sees them.
        let progress = (!std::io::stdout().is_terminal()).then(|| Progress::new(total, "people"));
        let bar = progress.as_ref();
        let work = Work { client, ledger: &ledger, how, bar, stop: &stop, out };
        let tell = || out.say("it ends after this one; Ctrl-C once more ends it at once");
        let done = Ending::listen()?.raise_and(&stop, tell, self.each(&work)).await;
        if let Some(bar) = bar {
            bar.end();
        }
        done
    }

    async fn each(&self, work: &Work<'_>) -> Result<(), Exit> {
        let (mut ends, mut count) = (Ends::default(), BTreeMap::<&'static str, usize>::new());
        let mut stopped = None;
        for (entry, key) in self.entries.iter().zip(&self.keys) {
            if work.stop.is_raised() {
                stopped = Some(Exit::stopped().and(RESUME));
                break;
            }
            let told = self.one(entry, key, work).await?;
            *count.entry(told.outcome().word()).or_default() += 1;
            match told.write(work.how.as_json, work.out) {
                // Whoever read it has seen enough; the work is not done yet.
                Err(exit) if exit.code() != 0 => return Err(exit),
                _ => {}
            }
            if let Some(bar) = work.bar {
                bar.step();
            }
            let stops = told.stops();
            let goes_on = match told.end() {
                Ok(()) => {
                    ends.went_well();
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
        let told: Vec<String> =
            count.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let tried: usize = count.values().sum();
        work.out.say(&format!("{} of {} ({})", tried, self.entries.len(), told.join(", ")));
        match stopped {
            Some(exit) => Err(exit),
            None if count.contains_key(Outcome::Unknown.word()) => {
                ends.worst(&format!("not everybody was created; {RESUME}; {UNKNOWN}"))
            }
            None => ends.worst(&format!("not everybody was created; {RESUME}")),
        }
    }

    /// Makes somebody, unless they are made already.
    async fn one(&self, entry: &Entry, key: &Key, work: &Work<'_>) -> Result<Told, Exit> {
        let (form, known) = self.known(entry, key, &work.ledger.past)?;
        let state = known.as_ref().map(|known| known.state);
        if state == Some(CreationState::Made) {
            let person = known.and_then(|known| known.person);
            return Ok(Told::before(entry.place, &form, person));
        }
        work.ledger.begin(key, form.outside())?;
        let made = work.make(&form, state == Some(CreationState::Sent)).await;
        let told = Told::of(Some(entry.place), &form, made);
        let state = match told.outcome() {
            Outcome::Created | Outcome::Found | Outcome::Before => Some(CreationState::Made),
            Outcome::Refused => Some(CreationState::Refused),
            // It was sent: the next run looks before it sends again.
            Outcome::Unknown | Outcome::DryRun => None,
        };
        if let Some(state) = state {
            work.ledger.put(key, form.outside(), state, told.person())?;
        }
        Ok(told)
    }
}

/// What making somebody needs.
struct Work<'a> {
    client: &'a Client,
    ledger: &'a Ledger,
    how: How,
    bar: Option<&'a Progress>,
    stop: &'a Stop,
    out: &'a Out,
}

impl Work<'_> {
    async fn make(&self, form: &Form, sent_before: bool) -> Result<CreatedPerson, CreateError> {
        let create = |sent_before| {
            let making = create(self.client, form, sent_before, &|_| {});
            patiently(self.client, self.bar, self.out, making)
        };
        match create(sent_before).await {
            Err(CreateError::Unsettled { error: None, .. }) if sent_before && self.how.resend => {
                create(false).await
            }
            made => made,
        }
    }
}

/// Adds what is impossible to the mistakes; what is odd is said.
fn check(found: &mut Found, kind: FormKind, out: &Out) {
    let mut odd = Vec::new();
    let mut outside: HashMap<&str, Place> = HashMap::new();
    for entry in &found.entries {
        let Entry { place, given } = entry;
        for finding in person::check(&form(kind, given, "")) {
            let wire = finding.field.spec().wire;
            if finding.blocks {
                found.mistakes.push(Mistake::at(*place, wire, finding.told));
            } else {
                odd.push(format!("{place}, {wire}: {}", finding.told));
            }
        }
        if let Some(FieldValue::Text(id)) = given.get(&PersonField::ExternalSourceId)
            && let Some(first) = outside.insert(id, *place)
        {
            let told = format!("is that of {first} too");
            found.mistakes.push(Mistake::at(*place, "external_source_id", told));
        }
    }
    found.mistakes.sort_by_key(|mistake| mistake.place);
    say(odd, out);
}

/// Who has an address that somebody before them in the file has.
fn twins(entries: &[Entry]) -> HashMap<usize, String> {
    let mut seen: HashMap<String, (usize, Place)> = HashMap::new();
    let mut twins = HashMap::new();
    for (number, entry) in entries.iter().enumerate() {
        for address in addresses(&entry.given) {
            match seen.get(&address) {
                Some((first, place)) if *first != number => {
                    twins.entry(number).or_insert_with(|| {
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
    twins
}

fn addresses(given: &BTreeMap<PersonField, FieldValue>) -> Vec<String> {
    let of = |field: &PersonField| match given.get(field) {
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

/// Says remarks, up to a bound.
fn say(remarks: impl IntoIterator<Item = String>, out: &Out) {
    let mut rest = 0_usize;
    for (number, remark) in remarks.into_iter().enumerate() {
        if number < ENOUGH {
            out.say(&remark);
        } else {
            rest += 1;
        }
    }
    if rest > 0 {
        out.say(&format!("and {rest} more"));
    }
}
