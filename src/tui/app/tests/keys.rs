//! The keys together with the state: which contexts a state is in, what an unbound key says,
//! what the help screen and the palette list in the inbox.

use crate::keymap::action::{Action, KeyContext, Pane, TriageAction};
use crate::keymap::key::Key;
use crate::keymap::{CONTEXT_SETS, KeyMatch, Keymap, Rebinding};
use crate::recruiting::document::Document;
use crate::recruiting::person::{DraftId, Form, FormKind};
use crate::recruiting::triage::{Snapshot, Subject};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{Editor, EditorStep};
use crate::tui::features::export::state::ExportPrompt;
use crate::tui::features::help::rich_text;
use crate::tui::features::job_picker::state::{JobPicker, PickPurpose};
use crate::tui::features::notes::state::NotesDialog;
use crate::tui::features::prompt::state::{Prompt, PromptKind, PromptSubjects};
use crate::tui::widgets::rich_text::{RichLine, Span};
use crate::tui::widgets::text_input::TextInput;

/// Defines [`DIALOGS`] from one pattern and one value per variant. The `match` has no wildcard:
/// a new dialog does not compile until it has a value here.
macro_rules! dialogs {
    ($($pattern:pat => $value:expr,)*) => {
        pub(crate) const DIALOGS: &[fn() -> Dialog] = &[$(|| $value),*];

        #[test]
        fn every_dialog_is_in_the_list() {
            const fn cover(dialog: &Dialog) {
                match dialog {
                    $($pattern)|* => {}
                }
            }
            let mut values = DIALOGS.iter();
            $(assert!(matches!(values.next().unwrap()(), $pattern));)*
            cover(&Dialog::Help(Box::default()));
        }
    };
}

dialogs! {
    Dialog::Help(_) => Dialog::Help(Box::default()),
    Dialog::Requests { .. } => Dialog::Requests { selected: None },
    Dialog::Notices { .. } => Dialog::Notices { scroll: 0 },
    Dialog::Json { .. } => Dialog::Json { scroll: 0, parts: Vec::new() },
    Dialog::History { .. } => Dialog::History { at: 0 },
    Dialog::EditLog { .. } => Dialog::EditLog { at: 0 },
    Dialog::Drafts { .. } => Dialog::Drafts { at: 0, is_confirming: false },
    Dialog::Palette(_) => Dialog::Palette(Box::default()),
    Dialog::PickJob(_) => Dialog::PickJob(Box::new(JobPicker::new(PickPurpose::Form))),
    Dialog::PickStage(_) => Dialog::PickStage(Box::default()),
    Dialog::EditJob(_) => Dialog::EditJob(Box::default()),
    Dialog::Attach { .. } => Dialog::Attach { at: 0 },
    Dialog::Prompt(_) => {
        Dialog::Prompt(Box::new(Prompt::new(PromptKind::Note, PromptSubjects::default())))
    },
    Dialog::Notes(_) => Dialog::Notes(Box::new(NotesDialog {
        subject: Subject::default(),
        snapshot: Snapshot::default(),
        at: 0,
    })),
    Dialog::Todo(_) => Dialog::Todo(Box::default()),
    Dialog::Apply(_) => Dialog::Apply(Box::default()),
    Dialog::Export(_) => Dialog::Export(Box::new(ExportPrompt::new(Document::default(), ""))),
    Dialog::Funnel(_) => Dialog::Funnel(Box::default()),
    Dialog::Compare(_) => Dialog::Compare(Box::default()),
    Dialog::Duplicates(_) => Dialog::Duplicates(Box::default()),
    Dialog::Mail(_) => Dialog::Mail(Box::default()),
    Dialog::Key { .. } => Dialog::Key { field: TextInput::default(), why: String::new() },
    Dialog::Changes(_) => Dialog::Changes(Box::default()),
    Dialog::Today(_) => Dialog::Today(Box::default()),
    Dialog::SaveView { .. } => Dialog::SaveView { field: TextInput::default(), taken_name: None },
}

#[test]
fn the_context_sets_of_the_keymap_are_those_the_state_can_be_in() {
    let mut state = State::new((120, 40));
    let mut seen = Vec::new();
    for focus in Pane::ALL {
        for dialog in std::iter::once(None).chain(DIALOGS.iter().map(Some)) {
            for filtering in [None, Some(Pane::Jobs), Some(Pane::Candidates)] {
                (state.focus, state.filter_prompt.pane) = (focus, filtering);
                state.dialogs.clear();
                if let Some(dialog) = dialog {
                    state.dialogs.open(dialog());
                }
                for editor in
                    [None, Some(EditorStep::Filling), Some(EditorStep::Done(String::new()))]
                {
                    state.editor = editor.map(|step| {
                        let form = Form::create(FormKind::Create, None, String::new());
                        let mut editor = Editor::new(DraftId(String::new()), form);
                        editor.step = step;
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
    let is_among = |set: &[KeyContext], all: &[&[KeyContext]]| {
        all.iter().any(|other| {
            set.len() == other.len() && set.iter().all(|context| other.contains(context))
        })
    };
    for set in &seen {
        assert!(is_among(set, CONTEXT_SETS), "the keymap does not know {set:?}");
    }
    for set in CONTEXT_SETS {
        assert!(is_among(set, &seen), "{set:?} never occurs");
    }
}

fn rebind(action: &str, key: &str) -> Rebinding {
    Rebinding { action: action.into(), keys: vec![key.into()] }
}

#[test]
fn keys_of_the_lists_say_in_the_details_where_they_work() {
    let keymap = Keymap::with_bindings(&[rebind("pane-candidates", "L"), rebind("mark", "Q")]).0;
    for pane in [Pane::Job, Pane::Candidate] {
        let mut server = FakeServer::loaded(120, 40);
        server.state.actions = keymap.action_infos();
        server.act(&[Action::Go(pane)]);
        for key in ["s", "@", "Q", "v", "*", "ctrl-l"] {
            let key: Key = key.parse().unwrap();
            assert_eq!(keymap.lookup(server.state.contexts(), &[], key), KeyMatch::Unbound);
            server.send(Message::Unbound(key));
            let message = &server.state.notices.newest_first().next().unwrap().text;
            let begins = format!("{key} ");
            assert!(
                message.starts_with(&begins)
                    && message.ends_with(": 1 goes to the jobs, L to the candidates"),
                "{message}"
            );
        }
    }
}

/// The inbox, with the actions of the default keymap.
fn inbox_with_keys() -> FakeServer {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Triage(TriageAction::Inbox)]).settle();
    server.state.actions = Keymap::default().action_infos();
    server
}

#[test]
fn in_the_inbox_help_begins_with_the_verdicts_and_the_palette_with_screens() {
    let mut server = inbox_with_keys();
    let lines = rich_text::help(&server.state, 90);
    let text = |line: &RichLine| match line.0.first() {
        Some(Span::Text(_, text)) => text.clone(),
        _ => String::new(),
    };
    let headings: Vec<String> = lines.iter().map(text).collect();
    let place = |title: &str| headings.iter().position(|line| line.trim() == title).unwrap();
    assert_eq!(place("Decide"), 0);
    assert!(place("Decide") < place("Screens") && place("Screens") < place("Move"));
    server.act(&[Action::Palette]);
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else {
        panic!("the palette is closed")
    };
    let first = palette.hits.iter().find(|hit| hit.target.kind() == "action").unwrap();
    assert!(first.name.starts_with("Screens: "), "{first:?}");
}

#[test]
fn todo_funnel_duplicates_and_shortlist_open_from_the_inbox() {
    for action in [TriageAction::Todo, TriageAction::Funnel, TriageAction::Duplicates] {
        let mut server = inbox_with_keys();
        server.act(&[Action::Triage(action)]);
        assert!(!server.state.dialogs.is_empty() && server.state.inbox.is_some(), "{action:?}");
    }
    let mut server = inbox_with_keys();
    server.act(&[Action::Triage(TriageAction::Star), Action::Triage(TriageAction::Shortlist)]);
    let shortlist_job = server.state.shortlist.as_ref().map(|list| list.job.clone());
    let copied = server
        .others
        .iter()
        .any(|effect| matches!(effect, Effect::Terminal(TerminalEffect::Copy(_))));
    assert!(
        shortlist_job == Some("job_sales".into()) || copied,
        "the shortlist is of the job on the card"
    );
}

#[test]
fn an_unbound_key_says_how_to_reach_the_pane_it_works_in() {
    let mut server = inbox_with_keys();
    for (key, expected) in [
        (
            "space",
            "space marks rows of a list: q closes the inbox, 1 goes to the jobs, 3 to the candidates",
        ),
        ("b", "b works in the panes: q closes the inbox"),
    ] {
        server.send(Message::Unbound(key.parse::<Key>().unwrap()));
        let message = &server.state.notices.newest_first().next().unwrap().text;
        assert_eq!(message, expected);
    }
}
