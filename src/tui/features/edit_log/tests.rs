//! Snapshots of the dialogs of saved and of unsaved edits.

use std::collections::BTreeMap;

use insta::assert_snapshot;
use ratatui::layout::Rect;

use super::view::edits;
use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit};
use crate::recruiting::person::{Draft, DraftId};
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::timestamp;
use crate::tui::app::view::tests::{render_with, text};
use crate::tui::features::editor::view::drafts::drafts;
use crate::tui::features::editor::view::tests::{editor_with_changes, server_with_editor};

#[test]
fn the_edits_of_a_session_and_the_unsaved_ones_are_listed() {
    let mut server = server_with_editor((100, 30), editor_with_changes);
    let editor = server.state.editor.take().unwrap();
    let at = timestamp("2026-11-15T11:40:00Z");
    let saved_edit = |name: &str, message: &str, is_fine: bool, state: EditStatus| SavedEdit {
        person: "per_0".into(),
        name: name.into(),
        at,
        before: BTreeMap::default(),
        after: editor.form.typed.clone(),
        message: message.into(),
        is_fine,
        status: state,
        report: None,
    };
    server.state.edit_log.edits = vec![
        saved_edit("Guðrún Þórðardóttir", "title: saved and verified", true, EditStatus::Undone),
        saved_edit(
            "佐藤 健太郎",
            "title: saved and verified; also changed by the server: name",
            false,
            EditStatus::Applied,
        ),
        saved_edit("Zoë Müller", "created", true, EditStatus::Final),
    ];
    let form = editor.form.clone();
    let draft = Draft { sent: true, ..Draft::new(DraftId("d".into()), form, at) };
    let older = Draft { at: timestamp("2026-11-12T08:00:00Z"), sent: false, ..draft.clone() };
    server.state.edit_session.drafts = vec![draft, older];
    for size in [(100, 6), (40, 6)] {
        let buf = render_with(size, ThemeName::Dark, Symbols::unicode(), |context, frame| {
            let (area, buf) = (frame.area(), frame.buffer_mut());
            let half = Rect { height: 3, ..area };
            edits(&server.state, 1, context, half, buf);
            let rest = Rect { y: 3, height: 3, ..area };
            drafts(&server.state, 0, context, rest, buf);
        });
        assert_snapshot!(format!("edits_and_drafts_{}", size.0), text(&buf));
    }
}
