//! Random keys in the editor, and servers that answer anything.

use super::*;

/// Something that happens while people are edited.
#[derive(Debug, Clone)]
enum Event {
    Act(Action),
    Type(char),
    Wait(u64),
    Answer,
    Outcome(usize),
    Resize(u16, u16),
}

const KEYS: &[Action] = &[
    Action::EditPerson,
    Action::EditField(Field::CurrentJobTitle),
    Action::EditField(Field::Emails),
    Action::CreatePerson,
    Action::Undo,
    Action::Redo,
    Action::Edits,
    Action::Drafts,
    Action::Down,
    Action::Up,
    Action::Open,
    Action::Back,
    Action::Quit,
    Action::Palette,
    Action::Help,
    Action::EditOutside,
    Action::Edit(Edit::Accept),
    Action::Edit(Edit::Leave),
    Action::Edit(Edit::Next),
    Action::Edit(Edit::Before),
    Action::Edit(Edit::Complete),
    Action::Edit(Edit::Erase),
    Action::Edit(Edit::EraseAll),
    Action::Fill(Fill::Review),
    Action::Fill(Fill::AddEntry),
    Action::Fill(Fill::RemoveEntry),
    Action::Fill(Fill::EntryDown),
    Action::Fill(Fill::Undo),
    Action::Fill(Fill::Redo),
    Action::Fill(Fill::Clear),
    Action::Fill(Fill::Reset),
    Action::Fill(Fill::SelectAll),
    Action::Fill(Fill::CutText),
    Action::Decide(Decide::Theirs),
    Action::Decide(Decide::Mine),
    Action::Decide(Decide::Restore),
    Action::Decide(Decide::Discard),
];

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        8 => proptest::sample::select(KEYS).prop_map(Event::Act),
        // The way from the form to the server, so that it is gone often.
        3 => proptest::sample::select(&[Action::Fill(Fill::Review), Action::Open][..]).prop_map(Event::Act),
        6 => proptest::sample::select(&['a', 'ø', '@', ' ', '1'][..]).prop_map(Event::Type),
        3 => (0..600_u64).prop_map(Event::Wait),
        3 => Just(Event::Answer),
        5 => (0..7_usize).prop_map(Event::Outcome),
        1 => (1..130_u16, 1..45_u16).prop_map(|(width, height)| Event::Resize(width, height)),
    ]
}

/// The server does one of the things that servers do.
fn outcome(stage: &mut Stage, which: usize) {
    for effect in std::mem::take(&mut stage.others) {
        match effect {
            Effect::FreshId => _ = stage.send(Message::FreshId("fresh".to_owned())),
            Effect::KeepDraft(draft) => _ = stage.send(Message::DraftKept(draft.id, Ok(()))),
            Effect::Save { ticket, plan, .. } => {
                let mut before = Person { id: plan.person.clone(), ..Person::default() };
                before.current_job_title = "Before".to_owned();
                let mut now = before.clone();
                now.current_job_title = "After".to_owned();
                let lost = Answered::Lost("cut".to_owned());
                let outcome = match which {
                    0 => Outcome::Already(Box::new(now)),
                    1 => {
                        let clashes = plan.wanted.iter().map(|(field, mine)| Clash {
                            field: *field,
                            base: mine.clone(),
                            theirs: mine.clone(),
                            mine: mine.clone(),
                        });
                        Outcome::Clash { clashes: clashes.collect(), now: Box::new(now) }
                    }
                    2 => Outcome::Done(Box::new(Report::new(
                        before.clone(),
                        &plan.wanted,
                        before,
                        lost,
                    ))),
                    3 => {
                        let done = Answered::Done(String::new());
                        Outcome::Done(Box::new(Report::new(before, &plan.wanted, now, done)))
                    }
                    at => {
                        let kind = [Trouble::Key, Trouble::Network, Trouble::Input][at % 3];
                        let failure = Failure::new(kind, "no");
                        Outcome::Failed(Failed { failure, fields: Vec::new(), maybe: at == 4 })
                    }
                };
                stage.send(Message::Saved { ticket, outcome });
            }
            Effect::Create { ticket, .. } => {
                let failure = Failure::new(Trouble::Silence, "no");
                let failed = Failed { failure, fields: Vec::new(), maybe: which.is_multiple_of(2) };
                stage.send(Message::Born { ticket, born: Born::Failed(failed) });
            }
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]
    #[test]
    fn whatever_happens_what_is_typed_is_kept_until_it_is_saved_or_discarded(
        events in proptest::collection::vec(event(), 1..120)
    ) {
        let mut stage = stage();
        for event in events {
            match event {
                Event::Act(action) => _ = stage.act(&[action]),
                Event::Type(letter) => _ = stage.type_text(&letter.to_string()),
                Event::Wait(millis) => _ = stage.wait(millis),
                Event::Answer => _ = stage.answer(),
                Event::Outcome(which) => outcome(&mut stage, which),
                Event::Resize(width, height) => _ = stage.send(Message::Resized(width, height)),
            }
            let Some(editor) = stage.state.editor.as_deref() else { continue };
            let is_done = matches!(editor.stage, Far::Told { .. } | Far::Already | Far::Born(_));
            if editor.keep_at.is_some() || is_done || editor.form.is_untouched() {
                continue;
            }
            let kept = stage.state.memory.drafts.iter().find(|draft| draft.id == editor.draft);
            let is_new = editor.origin != crate::app::editor::Origin::Typing;
            prop_assert!(is_new || kept.is_some_and(|draft| draft.form.typed == editor.form.typed),
                "{:?} is neither on disk nor on its way there", editor.form.typed);
        }
    }
}
