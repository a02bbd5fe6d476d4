//! Snapshots of the palette, and what it finds.

use std::collections::BTreeSet;

use insta::assert_snapshot;

use super::state::{Palette, PaletteHit, PaletteTarget};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::{ENTRIES, KeymapEntry};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::{popup_text, popups, server};

pub(crate) fn open(server: &mut FakeServer) {
    server.act(&[Action::Palette]).type_text("eng");
}

fn palette(server: &FakeServer) -> &Palette {
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else {
        panic!("the palette is closed")
    };
    palette
}

#[test]
fn it_lists_what_it_found() {
    for (name, text) in popups("palette", open) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn without_a_text_it_offers_recent_records_and_what_can_be_done_here() {
    for (pane, is_offered) in [(Pane::Jobs, false), (Pane::Candidates, true)] {
        let mut server = server(120, 40);
        server.act(&[Action::Go(Pane::Candidate), Action::Go(Pane::Jobs), Action::Down]).settle();
        server.act(&[Action::Go(pane), Action::Palette]);
        let hits = &palette(&server).hits;
        let kinds: Vec<&str> = hits.iter().map(|hit| hit.target.kind()).collect();
        assert_eq!(kinds[..3], ["candidate", "job", "action"], "{hits:#?}");
        let edit = PaletteTarget::Action(Action::EditPerson);
        assert_eq!(hits.iter().any(|hit| hit.target == edit), is_offered, "{pane:?}");
        let moves = |hit: &PaletteHit| hit.target == PaletteTarget::Action(Action::Down);
        assert!(!hits.iter().any(moves), "the cursor keys need no palette");
    }
}

#[test]
fn only_actions_that_work_here_are_offered() {
    for pane in Pane::ALL {
        let mut server = server(120, 40);
        server.act(&[Action::Go(pane)]).settle().act(&[Action::Palette]);
        let contexts = server.state.pane_contexts();
        for entry in ENTRIES.iter().filter(|entry| entry.keys.iter().all(|key| key.len() < 9)) {
            server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text(entry.name);
            for hit in &palette(&server).hits {
                let PaletteTarget::Action(action) = &hit.target else { continue };
                let is_here = |entry: &&KeymapEntry| {
                    entry.action == *action && contexts.contains(&entry.context)
                };
                assert!(ENTRIES.iter().any(|entry| is_here(&entry)), "{pane:?}: {hit:?}");
            }
        }
    }
}

#[test]
fn hits_show_where_they_are() {
    let mut server = server(120, 40);
    server.act(&[Action::Palette]).type_text("eng");
    let hits = &palette(&server).hits;
    let detail =
        |kind: &str| hits.iter().find(|hit| hit.target.kind() == kind).unwrap().detail.as_str();
    let rows = &server.state.jobs.pages.rows;
    let job = rows.rows().find(|row| detail("job").starts_with(rows.client(*row)));
    assert!(job.is_some_and(|row| detail("job").ends_with(rows.status(row))), "{hits:#?}");
    let names: Vec<&str> = rows.rows().map(|row| rows.name(row)).collect();
    let (stage, job) = detail("candidate").split_once(", ").unwrap();
    assert!(names.contains(&job) && !stage.is_empty(), "{hits:#?}");
}

#[test]
fn the_palette_finds_an_action_by_its_group() {
    let mut server = server(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Palette]).type_text("lists time");
    assert!(popup_text(&server.state).contains("Lists and marks: Sort by time in stage"));
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("refresh");
    assert!(
        popup_text(&server.state).contains("Program: Refresh: read again"),
        "an action is found by its name in the config"
    );
}

#[test]
fn an_empty_result_says_so() {
    let mut server = server(80, 24);
    server.act(&[Action::Palette]).type_text("zzzz");
    assert!(popup_text(&server.state).contains("No match (searched 1 of "));
}

#[test]
fn on_a_narrow_screen_actions_are_still_distinguishable() {
    let mut server = server(40, 10);
    server.act(&[Action::Go(Pane::Candidates)]).settle().act(&[Action::Palette]);
    let hits: BTreeSet<String> = palette(&server).hits.iter().map(|hit| hit.name.clone()).collect();
    let (steps, mut seen) = (palette(&server).hits.len(), BTreeSet::new());
    for _ in 0..steps {
        let rendered = popup_text(&server.state);
        let row = rendered.lines().find_map(|line| line.split_once('▌')).unwrap().1;
        // Skip the kind of the hit; keep its text.
        seen.insert(row.chars().skip(6).collect::<String>());
        server.act(&[Action::Edit(TextEdit::Next)]);
    }
    assert_eq!(seen.len(), hits.len(), "{seen:#?}");
}
