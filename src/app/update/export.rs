//! Where a paper is written to: it is asked for, and what lay below comes back.

use crate::app::action::Edit;
use crate::app::effect::Effect;
use crate::app::export::{Export, ExportError, proposed};
use crate::app::notice::Weight;
use crate::app::over::Over;
use crate::app::paper::{Format, Paper};
use crate::app::state::State;

/// Asks where this shall be written. The name is what the file is about; the day
/// and an ending are put behind it. What lies over the panes now comes back after.
pub(in crate::app::update) fn ask(state: &mut State, paper: Paper, name: &str) {
    let day = state.clock.date.to_utc().with_timezone(&state.clock.zone);
    let name = proposed(name, day.date_naive());
    let below = state.over.take();
    state.over = Some(Over::Export(Box::new(Export::new(paper, &name, below))));
}

pub(super) fn edit(state: &mut State, edit: Edit, effects: &mut Vec<Effect>) {
    let Some(Over::Export(export)) = &mut state.over else { return };
    match edit {
        Edit::Accept => accept(export, effects),
        Edit::Leave => leave(state),
        Edit::Complete | Edit::Next => export.turn(false),
        Edit::Before => export.turn(true),
        edit => export.field.edit(edit),
    }
}

fn accept(export: &mut Export, effects: &mut Vec<Effect>) {
    if export.sent.is_some() {
        return;
    }
    let name = export.name().to_owned();
    let wrong = |why: &str| Some((name.clone(), why.to_owned()));
    if name.is_empty() {
        export.wrong = wrong("A file needs a name.");
        return;
    }
    let Some(format) = Format::of(&name) else {
        export.wrong =
            wrong("The name must end in .md, .csv, .json or .html: that says how it is written.");
        return;
    };
    let replace = export.is_taken();
    export.wrong = None;
    export.sent = Some(name.clone());
    effects.push(Effect::Export { path: name, text: export.paper.render(format), replace });
}

/// Back to what lay below.
fn leave(state: &mut State) {
    if let Some(Over::Export(export)) = state.over.take() {
        state.over = export.below.map(|below| *below);
    }
}

pub(super) fn exported(state: &mut State, outcome: Result<String, ExportError>) {
    let waits = match &mut state.over {
        Some(Over::Export(export)) => export.sent.take().map(|name| (export, name)),
        _ => None,
    };
    match (waits, outcome) {
        (None, Ok(told)) => state.tell(Weight::Info, told),
        (None, Err(error)) => state.tell(Weight::Error, error.to_string()),
        (Some(_), Ok(told)) => {
            leave(state);
            state.tell(Weight::Info, told);
        }
        (Some((export, name)), Err(ExportError::Taken(_))) => export.taken = Some(name),
        (Some((export, name)), Err(ExportError::Failed(told))) => {
            export.wrong = Some((name, told));
        }
    }
}
