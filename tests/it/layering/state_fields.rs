//! Writes to the state: a feature changes only those fields of `State` that it owns, and fields
//! that all features share.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Spacing, TokenTree};

use super::paths::{is_punct, is_word, module_of, tokens};

/// A field of `State`, and the feature that owns it. All other fields are shared.
#[rustfmt::skip]
const OWNERS: &[(&str, &str)] = &[
    ("attach_batch", "attach"), ("column_needs", "lists"), ("contacts", "duplicates"), ("edit_log", "edit_log"), ("edit_session", "editor"),
    ("editor", "editor"),
    ("filter_prompt", "filter"), ("inbox", "inbox"), ("inbox_position", "inbox"), ("job_changes", "job_editor"), ("navigation", "navigation"),
    ("pending_copy", "copy"),
    ("requests", "requests"), ("shortlist", "shortlist"), ("sync", "sync"), ("stage_moves", "stage_moves"), ("today", "today"), ("todo_counter", "todo"),
    ("triage", "triage"), ("triage_session", "triage"), ("unsaved_note", "prompt"),
    ("views", "saved_views"),
];

/// Methods of the standard library that change what they are called on.
#[rustfmt::skip]
const MUTATORS: &[&str] = &[
    "append", "as_deref_mut", "as_mut", "clear", "clone_from", "drain", "entry", "extend", "get_mut", "get_or_insert",
    "get_or_insert_with", "insert", "iter_mut", "pop", "pop_back", "pop_front", "push", "push_back", "push_front",
    "push_str", "remove", "replace", "retain", "sort", "sort_by", "sort_by_key", "swap", "take", "take_if", "truncate",
    "values_mut",
];

/// All names of methods that change what they are called on: those above, and those that the sources
/// declare with `&mut self`.
pub(super) fn mutators<'a>(sources: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = MUTATORS.iter().map(|&name| name.to_owned()).collect();
    for source in sources {
        collect_mutators(&tokens(source), &mut names);
    }
    names
}

fn collect_mutators(tokens: &[TokenTree], names: &mut BTreeSet<String>) {
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            collect_mutators(&inner, names);
        } else if is_word(token, "fn")
            && let Some(TokenTree::Ident(name)) = tokens.get(at + 1)
            && let Some(TokenTree::Group(arguments)) =
                tokens[at + 2..].iter().find(|token| matches!(token, TokenTree::Group(_)))
        {
            let first: Vec<TokenTree> = arguments.stream().into_iter().take(3).collect();
            if matches!(&first[..], [sign, keyword, receiver] if is_punct(sign, '&')
                && is_word(keyword, "mut") && is_word(receiver, "self"))
            {
                names.insert(name.to_string());
            }
        }
    }
}

/// The writes to a field of another feature. Test code is left out.
pub(super) fn violations(file: &str, source: &str, mutators: &BTreeSet<String>) -> Vec<String> {
    let module = module_of(file);
    let [tui, features, feature, inner @ ..] = module.as_slice() else { return Vec::new() };
    if tui != "tui" || features != "features" || inner.iter().any(|part| part == "tests") {
        return Vec::new();
    }
    let mut found = Vec::new();
    let search = Search { mutators, receiver: "state" };
    search.visit(&tokens(source), false, &mut |line, field| {
        let owner = OWNERS.iter().find(|(name, _)| *name == field).map(|(_, owner)| owner);
        if let Some(owner) = owner.filter(|owner| *owner != feature) {
            found.push(format!("{file}:{line}: {feature} may not change `{field}` of {owner}"));
        }
    });
    found
}

#[derive(Clone, Copy)]
struct Search<'a> {
    mutators: &'a BTreeSet<String>,
    /// The name of the state: `self` in its own methods.
    receiver: &'a str,
}

impl Search<'_> {
    /// Visits each field of the state that is written. `is_target` says that the tokens are on the
    /// left of an assignment.
    fn visit(self, tokens: &[TokenTree], is_target: bool, found: &mut impl FnMut(usize, &str)) {
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    let is_tuple = group.delimiter() == Delimiter::Parenthesis;
                    let is_of_state = matches!(&tokens[..at], [.., start, name]
                        if is_word(start, "impl") && is_word(name, "State"));
                    let search = if is_of_state { Self { receiver: "self", ..self } } else { self };
                    search.visit(&inner, is_tuple && is_assignment(&tokens[at + 1..]), found);
                }
                TokenTree::Ident(word) if word == self.receiver => {
                    let is_borrowed = at > 0 && is_word(&tokens[at - 1], "mut");
                    let is_target = is_target || is_borrowed;
                    if let Some(field) = self.written_field(&tokens[at + 1..], is_target) {
                        found(word.span().start().line, &field);
                    }
                }
                _ => {}
            }
        }
    }

    /// The field in `.field.inner[0] = `, in `.field.push(` or, if the whole path is a target, in
    /// `.field.inner`.
    fn written_field(self, mut rest: &[TokenTree], is_target: bool) -> Option<String> {
        let mut field = None;
        let mut last = String::new();
        loop {
            match rest {
                [dot, TokenTree::Ident(word), tail @ ..] if is_punct(dot, '.') => {
                    last = word.to_string();
                    field.get_or_insert_with(|| last.clone());
                    rest = tail;
                }
                [TokenTree::Group(group), tail @ ..] if group.delimiter() == Delimiter::Bracket => {
                    rest = tail;
                }
                [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Parenthesis => {
                    return field.filter(|_| self.mutators.contains(&last));
                }
                _ => return field.filter(|_| is_target || is_assignment(rest)),
            }
        }
    }
}

/// Whether the tokens begin with `=`, `+=`, `|=` or the like.
fn is_assignment(rest: &[TokenTree]) -> bool {
    let is_equals = |token: &TokenTree| {
        is_punct(token, '=')
            && matches!(token, TokenTree::Punct(sign) if sign.spacing() == Spacing::Alone)
    };
    match rest {
        [first, ..] if is_equals(first) => true,
        [TokenTree::Punct(sign), second, ..] => {
            sign.spacing() == Spacing::Joint
                && "+-*/%&|^".contains(sign.as_char())
                && is_equals(second)
        }
        _ => false,
    }
}

#[test]
fn every_owned_field_exists() {
    let state = include_str!("../../../src/tui/app/state.rs");
    let is_field = |name: &str| {
        state.lines().any(|line| {
            line.strip_prefix("    pub").is_some_and(|rest| rest.contains(&format!(" {name}: ")))
        })
    };
    let unknown: Vec<&str> =
        OWNERS.iter().map(|row| row.0).filter(|name| !is_field(name)).collect();
    assert_eq!(unknown, [""; 0], "not a field of State");
}

#[test]
fn a_write_names_file_line_and_owner() {
    let writes = [
        "state.inbox.at = 1;",
        "state.inbox = None;",
        "state.inbox.items[0].count += 1;",
        "if let Some(it) = state.inbox.as_deref_mut() {}",
        "std::mem::take(&mut state.inbox.items);",
        "(state.focus, state.inbox.at) = (1, 2);",
        "state.inbox.leave(here);",
        "} impl State { fn g(&mut self) { self.inbox.at = 1; }",
    ];
    let mutators = mutators(["impl History { pub(crate) fn leave(&mut self, from: Location) {} }"]);
    for write in writes {
        let source = format!("fn f() {{\n{write} }}");
        assert_eq!(
            violations("src/tui/features/todo/update.rs", &source, &mutators),
            ["src/tui/features/todo/update.rs:2: todo may not change `inbox` of inbox"],
            "{write}"
        );
        assert_eq!(violations("src/tui/features/inbox/queue.rs", &source, &mutators), [""; 0]);
        assert_eq!(violations("src/tui/features/todo/tests/apply.rs", &source, &mutators), [""; 0]);
    }
    let reads = "fn f() { if state.inbox == None && state.inbox.is_some() {} state.focus = 1; }";
    assert_eq!(violations("src/tui/features/todo/update.rs", reads, &mutators), [""; 0]);
}
