use super::*;

fn among(context: KeyContext) -> &'static [KeyContext] {
    CONTEXT_SETS.iter().find(|moment| moment.contains(&context)).unwrap()
}

#[test]
fn no_key_means_two_things_at_one_moment() {
    assert_eq!(Keymap::default().clashes(), []);
}

#[test]
fn every_key_of_the_table_can_be_read_and_every_name_is_its_own() {
    for entry in ENTRIES {
        assert!(!entry.keys.is_empty(), "{} has no key", entry.name);
        for keys in entry.keys {
            let chord: Chord =
                keys.parse().unwrap_or_else(|wrong| panic!("{}: {wrong}", entry.name));
            assert_eq!(chord.to_string(), *keys, "{} is written as it is shown", entry.name);
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
fn every_beginning_of_a_chord_has_a_name_for_its_popup() {
    for entry in ENTRIES {
        for keys in entry.keys.iter().filter(|keys| keys.contains(' ')) {
            let first = keys.split(' ').next().unwrap();
            assert!(PREFIXES.iter().any(|(prefix, _)| *prefix == first), "{keys}");
        }
    }
}

#[test]
fn a_chord_begins_and_ends() {
    let keymap = Keymap::default();
    let moment = among(KeyContext::Candidates);
    let s = Key::char('s');
    assert_eq!(keymap.meaning(moment, &[], s), Meaning::Begins);
    let sort = Action::Sort(crate::recruiting::table::ListField::Age);
    assert_eq!(keymap.meaning(moment, &[s], Key::char('a')), Meaning::Act(sort));
    assert_eq!(keymap.meaning(moment, &[s], Key::char('#')), Meaning::Nothing);
    let ctrl_c = "ctrl-c".parse().unwrap();
    assert_eq!(keymap.meaning(moment, &[s], ctrl_c), Meaning::Act(Action::QuitNow));
    assert!(keymap.following(moment, &[s]).contains(&("a".to_owned(), "by age in stage")));
}

#[test]
fn letters_are_typed_only_where_a_text_is() {
    let keymap = Keymap::default();
    let typing = among(KeyContext::Typing);
    assert_eq!(keymap.meaning(typing, &[], Key::char('q')), Meaning::Typed('q'));
    assert_eq!(keymap.meaning(typing, &[], Key::char(' ')), Meaning::Typed(' '));
    assert_eq!(keymap.meaning(among(KeyContext::Jobs), &[], Key::char('Q')), Meaning::Nothing);
}

fn line(action: &str, keys: &[&str], line: usize) -> Rebinding {
    Rebinding {
        action: action.into(),
        keys: keys.iter().map(|keys| (*keys).into()).collect(),
        line,
    }
}

#[test]
fn the_users_keys_replace_those_of_the_table() {
    let (keymap, wrong) =
        Keymap::with(&[line("board", &["z"], 2), line("zoom", &["b", "ctrl-y"], 3)]);
    assert_eq!(wrong, []);
    assert_eq!(
        keymap.meaning(among(KeyContext::Jobs), &[], Key::char('z')),
        Meaning::Act(Action::Board)
    );
    assert_eq!(keymap.first(among(KeyContext::Jobs), Action::Zoom).as_deref(), Some("b"));
}

#[test]
fn a_wrong_line_is_told_and_left_out() {
    let lines = [
        line("refersh", &["r"], 4),
        line("zoom", &["zz"], 5),
        line("help", &["j"], 6),
        line("raw", &["s"], 7),
    ];
    let (keymap, wrong) = Keymap::with(&lines);
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "line 4: no action is called \"refersh\"; did you mean \"refresh\"?",
            "line 5: \"zz\" is no key: write a character, a name such as enter, pgdn or f5, with ctrl-, alt- or shift- before it",
            "line 6: \"j\" is already \"down\"; give that one another key first",
            "line 7: \"s\" is already \"sort-name\"; give that one another key first",
        ]
    );
    assert_eq!(keymap.clashes(), []);
    assert_eq!(keymap.first(among(KeyContext::Jobs), Action::Help).as_deref(), Some("?"));
}

#[test]
fn a_line_that_took_the_keys_of_one_that_is_left_out_is_left_out_too() {
    let (keymap, wrong) = Keymap::with(&[line("zoom", &["q"], 1), line("quit", &["j"], 2)]);
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "line 2: \"j\" is already \"down\"; give that one another key first",
            "line 1: \"q\" is already \"quit\"; give that one another key first",
        ]
    );
    assert_eq!(keymap.clashes(), []);
}
