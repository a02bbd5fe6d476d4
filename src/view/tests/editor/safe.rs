//! The editor with whatever can stand in a record.

use super::*;
use crate::text::hostile;

fn hostile_editor(texts: &[String], open: Opens, stage: &mut Stage) -> Editor {
    let mut editor = open(stage);
    editor.form.name.clone_from(&texts[0]);
    for (at, value) in editor.form.typed.values_mut().enumerate() {
        let text = &texts[at % texts.len()];
        match value {
            Value::Text(old) => old.clone_from(text),
            Value::Contacts(all) => all.push(contact(text, text)),
            Value::Texts(all) => all.push(text.clone()),
            Value::Job(Some(job)) => job.name.clone_from(text),
            Value::Job(None) | Value::Switch(_) => {}
        }
    }
    for trouble in &mut editor.troubles {
        trouble.told.clone_from(&texts[1]);
    }
    match &mut editor.stage {
        At::Review { twins, .. } => twins.iter_mut().for_each(|twin| {
            twin.name.clone_from(&texts[1]);
            twin.jobs.push(texts[2].clone());
        }),
        At::Clash { clashes, .. } => {
            for clash in clashes {
                clash.theirs = Value::Text(texts[1].clone());
            }
        }
        At::Told { report, .. } => {
            for line in &mut report.lines {
                line.now = Some(Value::Text(texts[2].clone()));
            }
        }
        At::Born(birth) => birth.warnings.push(texts[1].clone()),
        _ => {}
    }
    let line = editor.line;
    editor.go(line, Cell::Value);
    editor
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_at_any_size_stays_harmless(
        texts in prop::collection::vec(hostile::text(), 3),
        size in (1..=200_u16, 1..=60_u16),
    ) {
        let mut stage = Stage::settled(size.0, size.1);
        stage.act(&[Action::Go(Pane::Candidates)]).settle();
        for (name, open) in ALL {
            let editor = hostile_editor(&texts, open, &mut stage);
            stage.state.editor = Some(Box::new(editor));
            let buf = cells(&stage.state, Name::Dark, Symbols::unicode());
            for cell in buf.content() {
                let bad = cell.symbol().chars().find(|letter| hostile::offends(*letter));
                prop_assert_eq!(bad, None, "{}", name);
            }
            // The terminal may have shrunk before anybody was told.
            let smaller = (size.0 * 2 / 3 + 1, size.1 / 2 + 1);
            cells_of(&stage.state, smaller, Name::Plain, Symbols::ascii());
        }
    }
}
