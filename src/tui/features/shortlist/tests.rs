//! The shortlist as a document.

mod waiting;

use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::triage::{EntryKind, Verdict};
use crate::tui::app::dialog::Dialog;
use crate::tui::features::compare::tests::{add_entry, copied, messages, open_candidates};

#[test]
fn a_shortlist_waits_for_records_and_leaves_out_who_is_rejected_or_declined() {
    let mut server = open_candidates();
    server.act(&[Action::Triage(TriageAction::Shortlist)]);
    assert!(messages(&server)[0].starts_with("No starred candidates in this job"));
    // In the rejection stage.
    add_entry(&mut server, 5, EntryKind::Star);
    server.act(&[Action::Triage(TriageAction::Shortlist)]);
    assert!(messages(&server)[0].starts_with("All starred candidates"));
    add_entry(&mut server, 2, EntryKind::Star);
    let decline = EntryKind::Verdict { verdict: Verdict::Decline, reason: None };
    add_entry(&mut server, 2, decline);
    for at in [3, 1] {
        add_entry(&mut server, at, EntryKind::Star);
        add_entry(&mut server, at, EntryKind::Note { text: "Free from March".into() });
        add_entry(&mut server, at, EntryKind::Tag { tag: "secret".into() });
        add_entry(&mut server, at, EntryKind::Verdict { verdict: Verdict::Advance, reason: None });
    }
    server.act(&[Action::Triage(TriageAction::Shortlist)]);
    assert_eq!(copied(&server), None, "{:?}", messages(&server));
    server.settle();
    let text = copied(&server).unwrap();
    insta::assert_snapshot!("shortlist", text);
    for hidden in ["secret", "dvance", "Nguy", "ukasz"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
    let message = "Copied the shortlist: 2 candidates, with contacts and notes";
    assert_eq!(messages(&server)[0], message);
}

#[test]
fn missing_records_are_named_and_the_file_is_named_after_the_job() {
    let mut server = open_candidates();
    add_entry(&mut server, 4, EntryKind::Star);
    server.act(&[Action::Triage(TriageAction::ShortlistFile)]);
    server.fail_all(FailureKind::NotFound);
    let Some(Dialog::Export(export)) = server.state.dialogs.top() else {
        panic!("{:?}", server.state.dialogs.top())
    };
    assert!(export.field.text().starts_with("shortlist-"), "{}", export.field.text());
    assert!(export.field.text().ends_with("2026-11-15.html"), "{}", export.field.text());
    assert!(
        messages(&server)[0].contains("no career and contact of أميرة الحسن"),
        "{:?}",
        messages(&server)
    );
}
