use super::*;

fn context_set(context: KeyContext) -> &'static [KeyContext] {
    CONTEXT_SETS.iter().find(|contexts| contexts.contains(&context)).unwrap()
}

#[test]
fn no_key_has_two_meanings_in_one_context() {
    assert_eq!(Keymap::default().conflicts(), []);
}

#[test]
fn every_entry_has_valid_keys_and_a_unique_name() {
    for entry in ENTRIES {
        assert!(!entry.keys.is_empty(), "{} has no key", entry.name);
        for keys in entry.keys {
            let chord: Chord =
                keys.parse().unwrap_or_else(|error| panic!("{}: {error}", entry.name));
            assert_eq!(
                chord.to_string(),
                *keys,
                "the keys of {} are in their canonical notation",
                entry.name
            );
        }
        assert_eq!(
            ENTRIES.iter().filter(|other| other.name == entry.name).count(),
            1,
            "{}",
            entry.name
        );
    }
}

#[test]
fn every_chord_prefix_has_a_name_for_its_popup() {
    for entry in ENTRIES {
        for keys in entry.keys.iter().filter(|keys| keys.contains(' ')) {
            let first = keys.split(' ').next().unwrap();
            assert!(PREFIXES.iter().any(|(prefix, _)| *prefix == first), "{keys}");
        }
    }
}

#[test]
fn a_chord_has_a_prefix_and_an_end() {
    let keymap = Keymap::default();
    let contexts = context_set(KeyContext::Candidates);
    let s = Key::char('s');
    assert_eq!(keymap.lookup(contexts, &[], s), KeyMatch::Prefix);
    let sort = Action::Sort(crate::recruiting::table::ListField::Age);
    assert_eq!(keymap.lookup(contexts, &[s], Key::char('a')), KeyMatch::Action(sort));
    assert_eq!(keymap.lookup(contexts, &[s], Key::char('#')), KeyMatch::Unbound);
    let ctrl_c = "ctrl-c".parse().unwrap();
    assert_eq!(keymap.lookup(contexts, &[s], ctrl_c), KeyMatch::Action(Action::QuitNow));
    let continuations = keymap.continuations(contexts, &[s]);
    assert!(continuations.iter().any(|(key, entry)| key == "a" && entry.action == sort));
}

#[test]
fn letters_are_typed_only_in_text_contexts() {
    let keymap = Keymap::default();
    let typing = context_set(KeyContext::Typing);
    assert_eq!(keymap.lookup(typing, &[], Key::char('q')), KeyMatch::Char('q'));
    assert_eq!(keymap.lookup(typing, &[], Key::char(' ')), KeyMatch::Char(' '));
    assert_eq!(
        keymap.lookup(context_set(KeyContext::Jobs), &[], Key::char('Q')),
        KeyMatch::Unbound
    );
}

fn rebinding(action: &str, keys: &[&str]) -> Rebinding {
    Rebinding { action: action.into(), keys: keys.iter().map(|keys| (*keys).into()).collect() }
}

/// The action, the index of the wrong key and the problem.
fn describe(mistake: &KeyMistake) -> String {
    let at = mistake.key.map_or_else(String::new, |at| format!("[{at}]"));
    format!("{}{at}: {}", mistake.action, mistake.problem)
}

#[test]
fn user_keys_replace_the_defaults() {
    let (keymap, mistakes) =
        Keymap::with_bindings(&[rebinding("board", &["z"]), rebinding("zoom", &["b", "ctrl-y"])]);
    assert_eq!(mistakes, []);
    assert_eq!(
        keymap.lookup(context_set(KeyContext::Jobs), &[], Key::char('z')),
        KeyMatch::Action(Action::Board)
    );
    assert_eq!(
        keymap.first_chord(context_set(KeyContext::Jobs), Action::Zoom).as_deref(),
        Some("b")
    );
}

#[test]
fn an_invalid_rebinding_is_reported_and_skipped() {
    let rebindings = [
        rebinding("refersh", &["r"]),
        rebinding("zoom", &["zz"]),
        rebinding("help", &["j"]),
        rebinding("full-record", &["s"]),
    ];
    let (keymap, mistakes) = Keymap::with_bindings(&rebindings);
    let messages: Vec<String> = mistakes.iter().map(describe).collect();
    assert_eq!(
        messages,
        [
            "refersh: unknown action `refersh`, did you mean `refresh`?",
            "zoom[0]: \"zz\" is not a key: use a character or a name such as enter, pgdn or f5, optionally after ctrl-, alt- or shift-",
            "help[0]: `j` is already bound to `down`; rebind that action first",
            "full-record[0]: `s` is already bound to `sort-name`; rebind that action first",
        ]
    );
    assert_eq!(keymap.conflicts(), []);
    assert_eq!(
        keymap.first_chord(context_set(KeyContext::Jobs), Action::Help).as_deref(),
        Some("?")
    );
}

#[test]
fn a_rebinding_that_needs_a_skipped_one_is_skipped_too() {
    let (keymap, mistakes) =
        Keymap::with_bindings(&[rebinding("zoom", &["q"]), rebinding("quit", &["j"])]);
    let messages: Vec<String> = mistakes.iter().map(describe).collect();
    assert_eq!(
        messages,
        [
            "quit[0]: `j` is already bound to `down`; rebind that action first",
            "zoom[0]: `q` is already bound to `quit`; rebind that action first",
        ]
    );
    assert_eq!(keymap.conflicts(), []);
}
