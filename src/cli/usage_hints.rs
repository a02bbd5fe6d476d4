//! What people type who know other tools: clap suggests names with a typing error, this suggests
//! the name that we use. `cli` calls it for every usage error.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Commands of other tools, and ours.
const COMMANDS: [(&str, &str); 18] = [
    ("version", "shortlist --version"),
    ("search", "shortlist find"),
    ("grep", "shortlist find"),
    ("list", "shortlist jobs"),
    ("ls", "shortlist jobs"),
    ("show", "shortlist job, candidate or person"),
    ("people", "shortlist find, or shortlist person"),
    ("persons", "shortlist find, or shortlist person"),
    ("add", "shortlist person create"),
    ("create", "shortlist person create"),
    ("new", "shortlist person create"),
    ("edit", "shortlist person edit"),
    ("note", "shortlist verdict CANDIDATE --note TEXT"),
    ("tag", "shortlist verdict CANDIDATE --tag TAG"),
    ("export", "shortlist candidates --csv, or shortlist db export"),
    ("import", "shortlist db import, or shortlist person create --from"),
    ("server", "shortlist serve"),
    ("update", "shortlist sync"),
];

/// Options of other tools, and ours.
const OPTIONS: [(&str, &str); 8] = [
    ("--format", "--json, --jsonl, --csv or --plain"),
    ("--output", "--json, --jsonl, --csv or --plain"),
    ("-o", "--json, --jsonl, --csv or --plain"),
    ("--query", "--filter"),
    ("--search", "--filter"),
    ("--key", "SHORTLIST_KEY in the environment: other users can see arguments"),
    ("--token", "SHORTLIST_KEY in the environment: other users can see arguments"),
    ("--host", "--url"),
];

pub(super) fn add(mut error: clap::Error) -> clap::Error {
    let (kind, names): (_, &[_]) = match error.kind() {
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, &COMMANDS),
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, &OPTIONS),
        ErrorKind::ArgumentConflict => return with_order(error),
        ErrorKind::ValueValidation => return in_plain_words(error),
        _ => return error,
    };
    if let Some(ContextValue::String(typed)) = error.get(kind)
        && let Some(hint) = hint_for(typed, names)
    {
        let hint = vec![StyledStr::from(format!("use {hint}"))];
        // A name that is merely spelled alike would mislead.
        for guess in [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg] {
            error.remove(guess);
        }
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(hint));
    }
    error
}

/// Options follow the command; only those of the terminal UI stand alone.
fn with_order(mut error: clap::Error) -> clap::Error {
    let command = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => name.clone(),
        _ => return error,
    };
    let hint =
        format!("write options after the command, as in `shortlist {command} --profile NAME`");
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    error
}

/// What Rust says of a number, in words for everyone.
fn in_plain_words(error: clap::Error) -> clap::Error {
    const WORDS: [(&str, &str); 3] = [
        ("invalid digit found in string", "not a whole number"),
        ("cannot parse integer from empty string", "not a whole number"),
        ("number too large to fit in target type", "too large"),
    ];
    let text = error.to_string();
    let Some((theirs, ours)) = WORDS.iter().find(|(theirs, _)| text.contains(theirs)) else {
        return error;
    };
    let text = text.strip_prefix("error: ").unwrap_or(&text).replace(theirs, ours);
    clap::Error::raw(ErrorKind::ValueValidation, text)
}

fn hint_for(typed: &str, names: &[(&str, &'static str)]) -> Option<&'static str> {
    let name = typed.split('=').next().unwrap_or(typed);
    names.iter().find(|(other, _)| *other == name).map(|(_, hint)| *hint)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Arguments;

    fn explain(words: &[&str]) -> String {
        let words = [&["shortlist"], words].concat();
        let error = Arguments::command().try_get_matches_from(words).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        add(error).to_string()
    }

    #[test]
    fn names_of_other_tools_lead_to_ours() {
        for (words, hint) in [
            (&["version"][..], "tip: use shortlist --version"),
            (&["search"], "tip: use shortlist find"),
            (&["jobs", "--format", "json"], "tip: use --json, --jsonl, --csv or --plain"),
            (&["jobs", "--format=json"], "tip: use --json, --jsonl, --csv or --plain"),
            (&["jobs", "--token", "x"], "tip: use SHORTLIST_KEY in the environment"),
            (
                &["--profile", "x", "jobs"],
                "tip: write options after the command, as in `shortlist jobs",
            ),
            (&["jobs", "--limit", "abc"], "'--limit <N>': not a whole number"),
        ] {
            let message = explain(words);
            assert!(message.contains(hint), "{words:?}: {message}");
        }
        assert!(explain(&["candidtes"]).contains("candidates"), "clap suggests the nearest name");
    }

    #[test]
    fn no_hint_is_a_name_of_ours() {
        let command = Arguments::command();
        for (name, _) in COMMANDS {
            assert!(command.find_subcommand(name).is_none(), "{name} exists");
        }
    }
}
