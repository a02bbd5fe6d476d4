//! Rejected candidates and archived jobs come last, or are hidden; where the cursor goes after
//! another filter or sort.

use proptest::prelude::*;

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::paging::Hole;
use crate::recruiting::table::{ListField, Row};
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::list::List;
use crate::tui::app::request::{Slot, Ticket};

const REJECTED: &str = "Nguyễn Thị Ánh";

fn list(server: &FakeServer) -> &List<crate::recruiting::table::CandidateTable> {
    &server.state.open_job().unwrap().list
}

fn names(server: &FakeServer) -> Vec<String> {
    let list = list(server);
    let rows = (0..list.len()).filter_map(|at| list.at(at));
    rows.map(|row| list.pages.rows.name(row).to_owned()).collect()
}

fn server_with(count: usize) -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(count);
    server.settle();
    server.act(&[Action::Go(Pane::Candidates)]);
    server
}

fn filter(server: &mut FakeServer, text: &str) {
    server.act(&[Action::Filter, Action::Edit(TextEdit::EraseAll)]).type_text(text);
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
}

#[test]
fn rejected_candidates_come_last_in_every_order() {
    let mut server = server_with(7);
    assert_eq!(names(&server).last().unwrap(), &format!("{REJECTED} 5"));
    for field in [ListField::Name, ListField::Company, ListField::Stage, ListField::Age] {
        for _ in 0..2 {
            server.act(&[Action::Sort(field)]).settle();
            assert_eq!(names(&server).len(), 7);
            assert_eq!(names(&server).last().unwrap(), &format!("{REJECTED} 5"), "{field:?}");
        }
    }
    server.act(&[Action::SortOff]).settle();
    assert_eq!(names(&server).last().unwrap(), &format!("{REJECTED} 5"));
}

#[test]
fn archived_jobs_come_last_unless_they_are_sorted_by() {
    let mut server = FakeServer::loaded(120, 40);
    let last = |server: &FakeServer| {
        let jobs = &server.state.jobs;
        jobs.pages.rows.id(jobs.at(jobs.len() - 1).unwrap()).as_str().to_owned()
    };
    for action in [Action::Sort(ListField::Age), Action::SortReverse, Action::SortOff] {
        server.act(&[action]);
        assert_eq!(last(&server), "job_old", "{action:?}");
    }
    server.act(&[Action::Sort(ListField::Archived), Action::SortReverse]);
    assert_ne!(last(&server), "job_old");
    server.act(&[Action::ToggleClosed]);
    assert_eq!(server.state.jobs.len(), 3);
}

#[test]
fn hidden_rows_are_found_only_by_a_filter_that_asks_for_them() {
    let mut server = server_with(14);
    server.act(&[Action::ToggleClosed]).settle();
    assert_eq!((names(&server).len(), list(&server).closed.count), (12, 2));
    for (text, found, hidden) in [
        ("nguyen", 0, 2),
        ("-stage:offer", 10, 2),
        ("-is:rejected", 12, 0),
        ("is:rejected", 2, 2),
        ("stage:rejected", 2, 2),
        ("id:can_5", 1, 1),
        ("is:active", 12, 0),
    ] {
        filter(&mut server, text);
        let list = list(&server);
        assert_eq!((list.exact(), list.closed.count), (found, hidden), "{text}");
    }
    server.act(&[Action::ClearFilter, Action::ToggleClosed]).settle();
    assert_eq!(names(&server).len(), 14);
}

#[test]
fn the_cursor_stays_with_its_record_when_closed_rows_are_hidden() {
    let mut server = server_with(14);
    server.act(&[Action::Down, Action::Down]);
    let before = server.state.selected();
    server.act(&[Action::ToggleClosed, Action::ToggleClosed, Action::ToggleClosed]).settle();
    assert_eq!(server.state.selected(), before);
    server.act(&[Action::ToggleClosed, Action::Bottom, Action::ToggleClosed]).settle();
    let list = list(&server);
    assert_eq!(list.index(), 11, "a hidden record leaves the cursor on the last row");
    assert!(list.row().is_some_and(|row| !list.is_closed(row)));
}

#[test]
fn a_candidate_who_is_rejected_meanwhile_moves_to_the_end_with_the_cursor() {
    let mut server = server_with(7);
    let before = server.state.selected();
    server.candidates[0].current_pipeline_stage_id = "st_5".into();
    server.candidates[0].current_pipeline_stage_name = "Rejected".into();
    server.act(&[Action::Refresh]).settle();
    server.wait(1000);
    assert_eq!(server.state.selected(), before);
    assert_eq!(list(&server).index(), 5);
}

/// A list whose first row turns out to be rejected once the stages of the job are read.
fn server_without_stages() -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(14);
    server.candidates.swap(0, 5);
    let is_job = |server: &FakeServer| {
        server.in_flight.iter().position(|(slot, ..)| matches!(slot, Slot::Job(_)))
    };
    while let Some(at) = (0..server.in_flight.len()).find(|at| Some(*at) != is_job(&server)) {
        server.answer_at(at);
    }
    assert!(is_job(&server).is_some(), "the record of the job is still in flight");
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_5");
    server
}

#[test]
fn the_cursor_begins_on_an_active_candidate_though_the_stages_come_later() {
    let mut server = server_without_stages();
    server.settle();
    assert_eq!((list(&server).index(), list(&server).top), (0, 0));
    assert_ne!(server.state.selected().unwrap().0.as_str(), "can_5");
}

#[test]
fn the_cursor_stays_on_the_candidate_whose_form_is_open() {
    for action in [Action::EditPerson, Action::Help] {
        let mut server = server_without_stages();
        server.act(&[Action::Go(Pane::Candidates), action]);
        server.settle();
        assert_eq!(server.state.selected().unwrap().0.as_str(), "can_5");
    }
}

#[test]
fn rows_that_are_not_loaded_stand_before_the_closed_ones() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(100);
    server.total = Some(1000);
    for _ in 0..4 {
        server.answer();
    }
    server.wait(1000);
    let list = list(&server);
    assert_eq!((list.len(), list.pages.loaded()), (1000, 100));
    let closed = list.pages.rows.rows().filter(|row| list.is_closed(*row)).count();
    assert_eq!(closed, 14);
    assert!((0..86).all(|at| list.at(at).is_some_and(|row| !list.is_closed(row))));
    assert!((86..986).all(|at| list.at(at).is_none()));
    assert_eq!((list.hole_position(86), list.hole_position(985)), (100, 999));
    assert!((986..1000).all(|at| list.at(at).is_some_and(|row| list.is_closed(row))));
    for row in list.pages.rows.rows() {
        assert_eq!(list.index_of(row).and_then(|at| list.at(at)), Some(row));
    }
}

#[test]
fn a_row_that_arrived_is_loading_until_the_list_settles() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(1000);
    for _ in 0..4 {
        server.answer();
    }
    server.wait(1000);
    // The list settles with the first of two pages at the same time.
    server.answer();
    server.answer();
    let list = list(&server);
    let is_late = |at: &usize| list.pages.row_at(list.hole_position(*at)).is_some();
    let mut late = (0..list.len()).filter(|at| list.at(*at).is_none()).filter(is_late).peekable();
    assert!(late.peek().is_some());
    assert!(late.all(|at| list.hole(at) == Hole::Loading));
}

#[test]
fn another_sort_or_filter_begins_at_the_top() {
    let mut server = server_with(300);
    server.act(&[Action::Bottom, Action::Sort(ListField::Name)]).settle();
    assert_eq!((list(&server).index(), list(&server).top), (0, 0));
    server.act(&[Action::PageDown, Action::PageDown]);
    filter(&mut server, "stage:applied");
    assert_eq!((list(&server).index(), list(&server).top), (0, 0));
}

#[test]
fn a_record_on_the_first_screen_keeps_the_cursor() {
    let mut server = server_with(300);
    server.act(&[Action::Down, Action::Down]);
    let before = server.state.selected();
    filter(&mut server, "stage:applied");
    assert_eq!(server.state.selected(), before);
    assert_eq!((list(&server).index(), list(&server).top), (0, 0));
}

#[test]
fn typing_on_returns_to_the_record_where_typing_began() {
    let mut server = server_with(300);
    server.act(&[Action::Bottom, Action::Up]);
    let before = list(&server).row().unwrap();
    let name = list(&server).pages.rows.name(before).to_owned();
    filter(&mut server, &format!("\"{name}\""));
    assert_eq!(list(&server).row(), Some(before));
    server.act(&[Action::ClearFilter]).settle();
    assert_eq!(list(&server).row(), Some(before), "the record stays when the filter is cleared");
    assert!(list(&server).window().contains(&list(&server).index()));
}

#[test]
fn going_to_a_hidden_candidate_shows_the_closed_rows_again() {
    let mut server = server_with(7);
    server.act(&[Action::ToggleClosed]).settle();
    let row = list(&server).pages.rows.find("can_5").unwrap();
    assert!(server.state.open_job_mut().unwrap().list.select(row));
    assert!(!list(&server).closed.is_hidden);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn closed_rows_are_last_and_no_row_is_lost(
        count in 1..250_usize,
        by in prop::sample::select(vec![None, Some(ListField::Name), Some(ListField::Stage)]),
        text in prop::sample::select(vec!["", "engineer", "stage:rejected", "-is:active", "is:new"]),
    ) {
        let mut server = server_with(count);
        if let Some(field) = by {
            server.act(&[Action::Sort(field)]);
        }
        if !text.is_empty() {
            filter(&mut server, text);
        }
        let list = list(&server);
        let rows: Vec<Row> = (0..list.exact()).filter_map(|at| list.at(at)).collect();
        prop_assert!(rows.iter().is_sorted_by_key(|row| list.is_closed(*row)));
        let closed = rows.iter().filter(|row| list.is_closed(**row)).count();
        prop_assert_eq!(closed, list.closed.count);
        let is_rejected = |row: Row| list.pages.rows.stage_name(row) == "Rejected";
        prop_assert!(rows.iter().all(|row| list.is_closed(*row) == is_rejected(*row)));
        if text.is_empty() {
            prop_assert_eq!(rows.len(), count);
        }
        for row in rows {
            prop_assert_eq!(list.index_of(row).and_then(|at| list.at(at)), Some(row));
        }
    }

    #[test]
    fn a_list_that_grows_and_changes_is_arranged_like_one_that_is_there(
        count in 1..900_usize,
        answers in prop::collection::vec(0..8_usize, 1..40),
        changes in prop::collection::vec((0..7_usize, 0..900_usize, 0..900_usize), 0..30),
    ) {
        let mut server = FakeServer::new(120, 40);
        server.candidates = many_candidates(count);
        let mut changes = changes.into_iter();
        for at in answers {
            answer_all_but_pages(&mut server);
            let in_flight = server.in_flight.len();
            if in_flight == 0 {
                if let Some(change) = changes.next() {
                    make(&mut server, change);
                }
                server.act(&[Action::Refresh]);
            } else {
                server.answer_at(at % in_flight);
            }
            server.wait(200);
            if server.state.open_job().is_some_and(|open| open.list.sort.is_none()) {
                let list = list(&server);
                let visible: Vec<_> = (0..list.len()).map(|at| list.at(at)).collect();
                prop_assert_eq!(visible, arranged(list));
            }
        }
    }
}

/// So that the stages of the job are known.
fn answer_all_but_pages(server: &mut FakeServer) {
    let is_other = |(slot, ..): &(Slot, usize, Ticket)| !matches!(slot, Slot::CandidatePage(..));
    while let Some(at) = server.in_flight.iter().position(is_other) {
        server.answer_at(at);
    }
}

/// A change on the server, or by the user.
fn make(server: &mut FakeServer, (what, from, to): (usize, usize, usize)) {
    let count = server.candidates.len().max(1);
    let (from, to) = (from % count, to % count);
    match what {
        0 => server.candidates.swap(from, to),
        1 => {
            let other = server.candidates[from].clone();
            let item = &mut server.candidates[to];
            item.current_pipeline_stage_id = other.current_pipeline_stage_id;
            item.current_pipeline_stage_name = other.current_pipeline_stage_name;
        }
        2 => server.candidates.truncate(to.max(1)),
        3 => {
            let mut new = server.candidates[from].clone();
            new.id = format!("can_new_{from}_{to}_{count}").into();
            server.candidates.insert(to, new);
        }
        4 => drop(server.act(&[Action::ToggleClosed])),
        5 => drop(server.act(&[Action::Sort(ListField::Name)])),
        _ => drop(server.act(&[Action::SortOff])),
    }
}

/// The open rows, the holes and the closed rows, each in the order of the server.
fn arranged(list: &List<crate::recruiting::table::CandidateTable>) -> Vec<Option<Row>> {
    let all: Vec<_> = (0..list.pages.len()).map(|at| list.pages.row_at(at)).collect();
    let is_rejected =
        |row: &Option<Row>| row.is_some_and(|row| list.pages.rows.stage_name(row) == "Rejected");
    let open = all.iter().filter(|row| row.is_some() && !is_rejected(row));
    let holes = all.iter().filter(|row| row.is_none());
    let closed = all.iter().filter(|row| is_rejected(row) && !list.closed.is_hidden);
    if all.iter().any(is_rejected) {
        return open.chain(holes).chain(closed).copied().collect();
    }
    all
}
