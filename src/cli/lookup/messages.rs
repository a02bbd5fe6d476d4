//! What a lookup says that found several records, or none.

use super::names::NamedRecord;
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::storage::mirror::records::RecordKind;

/// Lists the records that match, so that the user can pick one.
pub(super) fn several(kind: RecordKind, text: &str, records: &[NamedRecord], out: &Output) -> Exit {
    const MAX_LISTED: usize = 20;
    for record in records.iter().take(MAX_LISTED) {
        out.print_message(&format!("  {}", record.describe()));
    }
    let more = match records.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let (count, noun) = (records.len(), plural(kind));
    Exit::not_found(format!("{count} {noun} match {text:?}{more}; give the ID or more of the name"))
}

pub(super) fn no_match(
    kind: RecordKind,
    text: &str,
    guess: Option<String>,
    coverage: Option<String>,
) -> Exit {
    let noun = kind.as_str();
    let exit = match guess {
        Some(name) => {
            Exit::not_found(format!("no {noun} matches {text:?}; did you mean {name:?}?"))
        }
        None => Exit::not_found(format!("no {noun} matches {text:?}; {}", list_hint(kind))),
    };
    coverage.map_or(exit.clone(), |coverage| exit.with_advice(&coverage))
}

pub(super) const fn list_hint(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Job => "`shortlist jobs` lists the jobs with their IDs",
        RecordKind::Candidate => "`shortlist candidates JOB` lists the candidates with their IDs",
        RecordKind::Person => "`shortlist find NAME` lists people with their IDs",
    }
}

pub(super) const fn with_article(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Job => "a job",
        RecordKind::Candidate => "a candidate",
        RecordKind::Person => "a person",
    }
}

const fn plural(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Job => "jobs",
        RecordKind::Candidate => "candidates",
        RecordKind::Person => "people",
    }
}
