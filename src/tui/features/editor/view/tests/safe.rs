//! The editor with hostile text in the record.

use super::*;
use crate::text::hostile;
use crate::tui::features::editor::state::EditorStep;

fn hostile_editor(texts: &[String], open: OpenEditor, server: &mut FakeServer) -> Editor {
    let mut editor = open(server);
    editor.form.name.clone_from(&texts[0]);
    for (at, value) in editor.form.typed.values_mut().enumerate() {
        let text = &texts[at % texts.len()];
        match value {
            FieldValue::Text(old) => old.clone_from(text),
            FieldValue::Contacts(all) => all.push(contact(text, text)),
            FieldValue::Texts(all) => all.push(text.clone()),
            FieldValue::Job(Some(job)) => job.name.clone_from(text),
            FieldValue::Job(None) | FieldValue::Switch(_) => {}
        }
    }
    for field_error in &mut editor.field_errors {
        field_error.message.clone_from(&texts[1]);
    }
    match &mut editor.step {
        EditorStep::Review { duplicates, .. } => duplicates.iter_mut().for_each(|duplicate| {
            duplicate.name.clone_from(&texts[1]);
            duplicate.jobs.push(texts[2].clone());
        }),
        EditorStep::Conflict { conflicts, .. } => {
            for conflict in conflicts {
                conflict.theirs = FieldValue::Text(texts[1].clone());
            }
        }
        EditorStep::Report { report, .. } => {
            for field_report in &mut report.fields {
                field_report.now = Some(FieldValue::Text(texts[2].clone()));
            }
        }
        EditorStep::Created(created) => created.warnings.push(texts[1].clone()),
        _ => {}
    }
    let line = editor.line;
    editor.go(line, LineCell::Value);
    editor
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_at_any_size_stays_harmless(
        texts in prop::collection::vec(hostile::text(), 3),
        size in (1..=200_u16, 1..=60_u16),
    ) {
        let mut server = FakeServer::loaded(size.0, size.1);
        server.act(&[Action::Go(Pane::Candidates)]).settle();
        for (name, open) in ALL {
            let editor = hostile_editor(&texts, open, &mut server);
            server.state.editor = Some(Box::new(editor));
            let buf = cells(&server.state, ThemeName::Dark, Symbols::unicode());
            for cell in buf.content() {
                let bad = cell.symbol().chars().find(|letter| hostile::is_offending(*letter));
                prop_assert_eq!(bad, None, "{}", name);
            }
            // The terminal may have shrunk before the state knows.
            let smaller = (size.0 * 2 / 3 + 1, size.1 / 2 + 1);
            cells_at(&server.state, smaller, ThemeName::Plain, Symbols::ascii());
        }
    }
}
