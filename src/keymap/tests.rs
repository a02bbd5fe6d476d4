mod inbox;

use super::action::Pane;
use super::*;
use crate::recruiting::person::{DraftId, Form, FormKind};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{Editor, EditorStep};
use crate::tui::features::job_picker::state::{JobPicker, PickPurpose};
use crate::tui::widgets::text_input::TextInput;

/// The moment at which this holds.
fn among(context: KeyContext) -> &'static [KeyContext] {
    MOMENTS.iter().find(|moment| moment.contains(&context)).unwrap()
}

#[test]
fn the_moments_are_those_that_the_state_can_be_in() {
    let over: [fn() -> Option<Dialog>; 16] = [
        || None,
        || Some(Dialog::Todo(Box::default())),
        || Some(Dialog::Funnel(Box::default())),
        || Some(Dialog::Compare(Box::default())),
        || Some(Dialog::Apply(Box::default())),
        || Some(Dialog::Help { scroll: 0 }),
        || Some(Dialog::Requests { selected: None }),
        || Some(Dialog::Notices { scroll: 0 }),
        || Some(Dialog::Raw { scroll: 0, parts: Vec::new() }),
        || Some(Dialog::History { at: 0 }),
        || Some(Dialog::Drafts { at: 0, asks: false }),
        || Some(Dialog::Palette(Box::default())),
        || Some(Dialog::PickJob(Box::new(JobPicker::new(PickPurpose::Form)))),
        || Some(Dialog::Batch { at: 0 }),
        || Some(Dialog::Key { field: TextInput::default(), why: String::new() }),
        || Some(Dialog::SaveView { field: TextInput::default(), taken: None }),
    ];
    let mut state = State::new((120, 40));
    let mut seen = Vec::new();
    for focus in Pane::ALL {
        for over in over {
            for filtering in [None, Some(Pane::Jobs), Some(Pane::Candidates)] {
                (state.focus, state.over, state.filtering) = (focus, over(), filtering);
                for editor in [None, Some(EditorStep::Filling), Some(EditorStep::Already)] {
                    state.editor = editor.map(|stage| {
                        let form = Form::create(FormKind::Create, None, String::new());
                        let mut editor = Editor::new(DraftId(String::new()), form);
                        editor.stage = stage;
                        Box::new(editor)
                    });
                    for inbox in [None, Some(Box::default())] {
                        state.inbox = inbox;
                        seen.extend([state.contexts(), state.pane_contexts()]);
                    }
                }
            }
        }
    }
    let is_among = |one: &[KeyContext], all: &[&[KeyContext]]| {
        all.iter().any(|other| {
            one.len() == other.len() && one.iter().all(|context| other.contains(context))
        })
    };
    for moment in &seen {
        assert!(is_among(moment, MOMENTS), "{moment:?} is no moment of the keymap");
    }
    for moment in MOMENTS {
        assert!(is_among(moment, &seen), "{moment:?} never comes");
    }
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

#[test]
fn keys_of_the_lists_say_in_the_details_where_they_work() {
    use crate::tui::app::fixture::FakeServer;
    use crate::tui::app::message::Message;
    let keymap = Keymap::with(&[line("pane-candidates", &["N"], 1), line("mark", &["m"], 2)]).0;
    for pane in [Pane::Job, Pane::Candidate] {
        let mut stage = FakeServer::settled(120, 40);
        stage.state.actions = keymap.doables();
        stage.act(&[Action::Go(pane)]);
        for key in ["s", "@", "m", "v", "*", "ctrl-l"] {
            let key: Key = key.parse().unwrap();
            assert_eq!(keymap.meaning(stage.state.contexts(), &[], key), Meaning::Nothing);
            stage.send(Message::Unbound(key));
            let told = &stage.state.notices.newest_first().next().unwrap().text;
            let begins = format!("{key} ");
            assert!(
                told.starts_with(&begins)
                    && told.ends_with(": 1 goes to the jobs, N to the candidates"),
                "{told}"
            );
        }
    }
}
