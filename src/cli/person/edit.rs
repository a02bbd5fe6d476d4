//! `shortlist person edit`: what is to be changed, and what became of it.

use clap::Args;

use super::care::Care;
use super::fields::{ListChange, Typed, address, number};
use super::memory::Memory;
use super::report::Told;
use super::{checks, fields};
use crate::cli::exit::Exit;
use crate::cli::out::Out;
use crate::cli::patience::patiently;
use crate::cli::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::client::Client;
use crate::recruiting::person::{
    FieldKind, FieldValue, Form, FormKind, JobChoice, PersonField, Plan,
};
use crate::usecases::{SaveResult, WriteError, save};
use crate::wire::{Contact, JobId};

/// How often a change of somebody else is written over before it is told.
const ROUNDS: usize = 3;

/// What there is to say of a change that was not waited for.
pub(super) const UNKNOWN: &str =
    "it was sent, and whether it was saved is not known; the record tells";

/// Change a person, and tell what the server did
#[derive(Debug, Args)]
#[command(
    after_help = format!("The record is read, what differs is sent, and the record is read again: each field is told as\nsaved and seen, as never shown by the server, or as something else. Fields are called as in the\ninterface or as in the terminal (current_job_title or title).\n\n--set and --clear take {}; --clear also takes {}.\n\nExample:\n  shortlist person edit PERSON --set title='Staff Engineer' --clear address --dry-run\n  shortlist person edit PERSON --email work:ada@kestrel.example --remove-email ada@old.example\n\n{ENVIRONMENT}", fields::changeable().0, fields::changeable().1)
)]
pub(super) struct Edit {
    /// Their id
    id: String,
    #[command(flatten)]
    changes: Changes,
    /// Send nothing: show what would change, and the body
    #[arg(long)]
    dry_run: bool,
    /// One JSON object that tells the outcome
    #[arg(long)]
    json: bool,
    /// Send it even if somebody changed the same fields meanwhile
    #[arg(long)]
    force_mine: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

/// What is to be changed.
#[derive(Debug, Clone, Args)]
struct Changes {
    /// Put a value into a field
    #[arg(long, value_name = "FIELD=VALUE", value_parser = setting)]
    set: Vec<(PersonField, String)>,
    /// Empty a field, or a list
    #[arg(long, value_name = "FIELD", value_parser = clearable)]
    clear: Vec<PersonField>,
    /// Add an address; the kind is any text (work, personal, …)
    #[arg(long, value_name = "[KIND:]ADDRESS", value_parser = address)]
    email: Vec<Typed>,
    /// Take an address out
    #[arg(long, value_name = "ADDRESS")]
    remove_email: Vec<String>,
    /// Add a number; the kind is any text (mobile, work, …)
    #[arg(long, value_name = "[KIND:]NUMBER", value_parser = number)]
    phone: Vec<Typed>,
    /// Take a number out
    #[arg(long, value_name = "NUMBER")]
    remove_phone: Vec<String>,
    /// Put them forward for this job too
    #[arg(long)]
    job: Option<String>,
    /// Let the server look them up elsewhere: it may overwrite fields, cost money and finish later
    #[arg(long)]
    enrich: bool,
}

impl Edit {
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
        self.changes.check()?;
        let workspace = self.workspace.open_with_care(out).await?;
        let care = Care::begin(UNKNOWN, out)?;
        let client = &workspace.client;
        let mut memory = Memory::open(&workspace);
        let person = self.id.as_str().into();
        let read = match patiently(client, None, out, client.read_person(&person)).await {
            Ok(read) => read.record,
            Err(error) => {
                let told = Told::unread(&person, error);
                // There is nothing to show but why.
                if self.json {
                    told.write(true, out)?;
                }
                return told.end();
            }
        };
        let job = match &self.changes.job {
            Some(id) => Some(existing(client, id, out).await?),
            None => None,
        };
        let mut form = Form::update(&read);
        self.changes.fill(&mut form, job)?;
        checks::form(&form, out)?;
        let Some(plan) = form.plan() else { return Ok(()) };
        let told = if self.dry_run {
            Told::dry(&plan, &read, memory.habits())
        } else {
            let saved =
                carry_out(client, plan.clone(), self.force_mine, &memory, (&care, out)).await;
            Told::of(&plan, memory.habits(), saved)
        };
        care.ended(told.message());
        memory.learn(told.learned(), out);
        told.write(self.json, out)?;
        told.end()
    }
}

/// Carries a plan out; with force, over what somebody else changed meanwhile.
pub(super) async fn carry_out(
    client: &Client,
    mut plan: Plan,
    force: bool,
    memory: &Memory,
    (care, out): (&Care, &Out),
) -> Result<SaveResult, WriteError> {
    let mut rounds = if force { ROUNDS } else { 0 };
    let tell = |step| care.step(step);
    loop {
        let saving = save(client, &plan, memory.habits(), &tell);
        match patiently(client, None, out, saving).await {
            Ok(SaveResult::Clash { clashes, .. }) if rounds > 0 => {
                rounds -= 1;
                let theirs = clashes.into_iter().map(|clash| (clash.field, clash.theirs));
                plan.base.extend(theirs);
            }
            other => return other,
        }
    }
}

/// The job of an id, with its name.
pub(super) async fn existing(client: &Client, id: &str, out: &Out) -> Result<JobChoice, Exit> {
    let id = JobId::from(id);
    let read = patiently(client, None, out, client.read_job(&id)).await;
    let job = read.map_err(|error| Exit::from(error).at("the job"))?.record;
    Ok(JobChoice { id, name: job.name })
}

impl Changes {
    /// Whether each field is said once, and anything at all.
    fn check(&self) -> Result<(), Exit> {
        let lists = [
            (PersonField::Emails, !self.email.is_empty() || !self.remove_email.is_empty()),
            (PersonField::PhoneNumbers, !self.phone.is_empty() || !self.remove_phone.is_empty()),
        ];
        let listed = lists.into_iter().filter(|(_, is_said)| *is_said).map(|(field, _)| field);
        let said = self.set.iter().map(|(field, _)| *field).chain(self.clear.iter().copied());
        let mut all: Vec<PersonField> = said.chain(listed).collect();
        all.sort_unstable();
        let twice = all.windows(2).find(|pair| pair.first() == pair.last());
        if let Some(field) = twice.and_then(|pair| pair.first()) {
            return Err(Exit::usage(format!("{} is changed twice", field.spec().wire)));
        }
        if all.is_empty() && self.job.is_none() && !self.enrich {
            let told =
                "nothing is to be changed; --set FIELD=VALUE, --email and their like say what";
            return Err(Exit::usage(told));
        }
        Ok(())
    }

    /// Fills the form with what was asked for. What is to be taken out must be
    /// there: a slip of a letter would leave it in unseen.
    fn fill(&self, form: &mut Form, job: Option<JobChoice>) -> Result<(), Exit> {
        for (field, value) in &self.set {
            form.set(*field, FieldValue::Text(value.clone()));
        }
        for field in &self.clear {
            if form.base.contains_key(field) {
                let nothing = match field.spec().kind {
                    FieldKind::Emails | FieldKind::Phones => FieldValue::Contacts(Vec::new()),
                    _ => FieldValue::Text(String::new()),
                };
                form.set(*field, nothing);
            } else {
                form.clear(*field);
            }
        }
        let emails = ListChange { add: self.email.clone(), remove: self.remove_email.clone() };
        let phones = ListChange { add: self.phone.clone(), remove: self.remove_phone.clone() };
        for (field, change, noun) in
            [(PersonField::Emails, emails, "e-mail"), (PersonField::PhoneNumbers, phones, "phone")]
        {
            if change.add.is_empty() && change.remove.is_empty() {
                continue;
            }
            let before = contacts(form, field);
            let (after, missing) = change.applied(before);
            if !missing.is_empty() {
                let there: Vec<&str> = before.iter().map(|entry| entry.value.as_str()).collect();
                let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
                let missing = missing.join(", ");
                return Err(Exit::usage(format!(
                    "nothing was sent; there is no {noun} {missing} to remove; there is {there}"
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

/// Reads `FIELD=VALUE`.
fn setting(text: &str) -> Result<(PersonField, String), String> {
    let (name, value) = text.split_once('=').ok_or("must be FIELD=VALUE")?;
    let field = fields::named(name, FormKind::Update)?;
    let instead = match field.spec().kind {
        FieldKind::Emails => "--email and --remove-email change it",
        FieldKind::Phones => "--phone and --remove-phone change it",
        FieldKind::Job => "--job puts them forward for a job",
        FieldKind::Switch => "--enrich asks for it",
        // A script that left out a value does not mean that all shall go.
        _ if value.is_empty() => "an empty value is not set: --clear empties a field",
        _ => return Ok((field, value.to_owned())),
    };
    Err(instead.to_owned())
}

/// Reads the name of a field that can be emptied.
fn clearable(name: &str) -> Result<PersonField, String> {
    let field = fields::named(name, FormKind::Update)?;
    match field.spec().kind {
        FieldKind::Job => Err("nobody is taken out of a job by an update".to_owned()),
        FieldKind::Switch => Err("it is off unless --enrich asks for it".to_owned()),
        _ => Ok(field),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::wire::Person;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        changes: Changes,
    }

    fn typed(arguments: &[&str]) -> Result<Changes, String> {
        let line = Line::try_parse_from([&["edit"], arguments].concat());
        let changes = line.map_err(|error| error.to_string())?.changes;
        changes.check().map_err(|exit| exit.message().to_owned())?;
        Ok(changes)
    }

    #[test]
    fn only_what_was_asked_for_is_changed() {
        let person = Person {
            current_job_title: "Engineer".to_owned(),
            current_company_name: "Kestrel".to_owned(),
            ..Person::default()
        };
        for (arguments, changed) in [
            (&["--set", "title=Staff=Engineer"][..], "title: Staff=Engineer"),
            (&["--set", "title=Engineer"], ""),
            (&["--clear", "company", "--clear", "address"], "company:  address: "),
            (&["--clear", "last_name"], ""),
            (&["--email", "work:a@b.example"], "e-mails: a@b.example (work)"),
            (&["--phone", "+44 1", "--enrich"], "phones: +44 1 (other) enrich: yes"),
        ] {
            let mut form = Form::update(&person);
            typed(arguments).unwrap().fill(&mut form, None).unwrap();
            let told = form
                .changed()
                .map(|spec| format!("{}: {}", spec.label, form.value(spec.field).told()));
            assert_eq!(told.collect::<Vec<_>>().join(" "), changed);
        }
    }

    #[test]
    fn what_is_to_be_taken_out_must_be_there() {
        let there = Contact { value: "a@b.example".to_owned(), ..Contact::default() };
        let person = Person { emails: vec![there], ..Person::default() };
        for (arguments, told) in [
            (
                ["--remove-email", "b@b.example"],
                "there is no e-mail b@b.example to remove; there is a@b.example",
            ),
            (["--remove-phone", "1"], "there is no phone 1 to remove; there is none"),
        ] {
            let filled = typed(&arguments).unwrap().fill(&mut Form::update(&person), None);
            let told = format!("nothing was sent; {told}");
            assert_eq!(filled, Err(Exit::usage(told)));
        }
    }

    #[test]
    fn what_cannot_be_meant_is_told() {
        for (arguments, told) in [
            (&[][..], "nothing is to be changed"),
            (&["--set", "title"], "must be FIELD=VALUE"),
            (&["--set", "titel=x"], "did you mean \"title\"?"),
            (&["--set", "emails=a@b.example"], "--email and --remove-email"),
            (&["--set", "phones=1"], "--phone and --remove-phone"),
            (&["--set", "job=1"], "--job puts them forward"),
            (&["--set", "enrich=yes"], "--enrich asks for it"),
            (&["--set", "title="], "--clear empties a field"),
            (&["--clear", "job"], "nobody is taken out"),
            (
                &["--set", "title=a", "--clear", "current_job_title"],
                "current_job_title is changed twice",
            ),
            (&["--clear", "emails", "--email", "a@b.example"], "emails is changed twice"),
            (&["--email", "work:"], "is empty"),
        ] {
            let found = typed(arguments).unwrap_err();
            assert!(found.contains(told), "{found}");
        }
    }
}
