//! Random keys in the editor, against a server that answers anything.

use super::*;
use crate::tui::app::effect::{ComputeEffect, HttpEffect, StorageEffect};
use crate::tui::features::editor::state::EditorStep;

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
    Action::EditField(PersonField::CurrentJobTitle),
    Action::EditField(PersonField::Emails),
    Action::CreatePerson,
    Action::Undo,
    Action::Redo,
    Action::EditLog,
    Action::Drafts,
    Action::Down,
    Action::Up,
    Action::Open,
    Action::Back,
    Action::Quit,
    Action::Palette,
    Action::Help,
    Action::EditExternally,
    Action::Edit(TextEdit::Accept),
    Action::Edit(TextEdit::Cancel),
    Action::Edit(TextEdit::Next),
    Action::Edit(TextEdit::Previous),
    Action::Edit(TextEdit::Complete),
    Action::Edit(TextEdit::Erase),
    Action::Edit(TextEdit::EraseAll),
    Action::Form(FormAction::Save),
    Action::Form(FormAction::AddEntry),
    Action::Form(FormAction::RemoveEntry),
    Action::Form(FormAction::EntryDown),
    Action::Form(FormAction::Undo),
    Action::Form(FormAction::Redo),
    Action::Form(FormAction::Clear),
    Action::Form(FormAction::Reset),
    Action::Form(FormAction::SelectAll),
    Action::Form(FormAction::CutText),
    Action::SaveFlow(SaveFlowAction::Theirs),
    Action::SaveFlow(SaveFlowAction::Mine),
    Action::SaveFlow(SaveFlowAction::Restore),
    Action::SaveFlow(SaveFlowAction::Discard),
];

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        8 => proptest::sample::select(KEYS).prop_map(Event::Act),
        // The keys that lead to a save, so that saves are frequent.
        3 => proptest::sample::select(&[Action::Form(FormAction::Save), Action::Open][..]).prop_map(Event::Act),
        6 => proptest::sample::select(&['a', 'ø', '@', ' ', '1'][..]).prop_map(Event::Type),
        3 => (0..600_u64).prop_map(Event::Wait),
        3 => Just(Event::Answer),
        5 => (0..7_usize).prop_map(Event::Outcome),
        1 => (1..130_u16, 1..45_u16).prop_map(|(width, height)| Event::Resize(width, height)),
    ]
}

fn save_result(plan: &Plan, choice: usize) -> Result<SaveOutcome, WriteFailure> {
    let mut before = Person { id: plan.person.clone(), ..Person::default() };
    before.current_job_title = "Before".to_owned();
    let mut now = before.clone();
    now.current_job_title = "After".to_owned();
    let lost = ResponseKind::Lost("cut".to_owned());
    Ok(match choice {
        0 => SaveOutcome::AlreadySaved(Box::new(now)),
        1 => {
            let conflicts = plan.wanted.iter().map(|(field, mine)| Conflict {
                field: *field,
                base: mine.clone(),
                theirs: mine.clone(),
                mine: mine.clone(),
                is_stale: false,
            });
            SaveOutcome::Conflict { conflicts: conflicts.collect(), current: Box::new(now) }
        }
        2 => SaveOutcome::Saved(Box::new(Report::new(before.clone(), &plan.wanted, before, lost))),
        3 => {
            let done = ResponseKind::Accepted(String::new());
            SaveOutcome::Saved(Box::new(Report::new(before, &plan.wanted, now, done)))
        }
        at => {
            let kind =
                [FailureKind::InvalidKey, FailureKind::Network, FailureKind::Invalid][at % 3];
            let failure = Failure::new(kind, "no");
            return Err(WriteFailure { is_uncertain: at == 4, ..WriteFailure::not_sent(failure) });
        }
    })
}

fn send_outcome(server: &mut FakeServer, choice: usize) {
    for effect in std::mem::take(&mut server.others) {
        match effect {
            Effect::Compute(ComputeEffect::GenerateId) => {
                _ = server.send(Message::IdGenerated("fresh".to_owned()));
            }
            Effect::Storage(StorageEffect::SaveDraft(draft)) => {
                _ = server.send(Message::DraftSaved(draft.id, Ok(())));
            }
            Effect::Http(HttpEffect::Save { ticket, plan, .. }) => {
                let result = save_result(&plan, choice);
                server.send(Message::Saved { ticket, result });
            }
            Effect::Http(HttpEffect::Create { ticket, .. }) => {
                let failure = Failure::new(FailureKind::Timeout, "no");
                let is_uncertain = choice.is_multiple_of(2);
                let failed = WriteFailure { is_uncertain, ..WriteFailure::not_sent(failure) };
                server.send(Message::Created { ticket, result: Err(failed) });
            }
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]
    #[test]
    fn input_survives_until_it_is_saved_or_discarded(
        events in proptest::collection::vec(event(), 1..120)
    ) {
        let mut server = stage();
        for event in events {
            match event {
                Event::Act(action) => _ = server.act(&[action]),
                Event::Type(letter) => _ = server.type_text(&letter.to_string()),
                Event::Wait(millis) => _ = server.wait(millis),
                Event::Answer => _ = server.answer(),
                Event::Outcome(choice) => send_outcome(&mut server, choice),
                Event::Resize(width, height) => _ = server.send(Message::Resized(width, height)),
            }
            let Some(editor) = server.state.editor.as_deref() else { continue };
            let is_done = matches!(editor.step, EditorStep::Report { .. } | EditorStep::Done(_) | EditorStep::Created(_));
            if editor.write_draft_at.is_some() || is_done || editor.form.is_untouched() {
                continue;
            }
            let stored = server.state.edit_session.drafts.iter().find(|draft| draft.id == editor.draft);
            let is_new = editor.origin != crate::tui::features::editor::state::EditorOrigin::Typing;
            prop_assert!(is_new || stored.is_some_and(|draft| draft.form.typed == editor.form.typed),
                "{:?} is neither written nor scheduled to be written", editor.form.typed);
        }
    }
}
