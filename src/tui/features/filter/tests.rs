//! Filter, sort, marks, palette and saved views.

use crate::config::{SavedView, ViewPane};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::query::Direction;
use crate::recruiting::table::ListField;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::message::Message;

fn names(server: &FakeServer) -> Vec<String> {
    let list = &server.state.open_job().unwrap().list;
    (0..list.len())
        .filter_map(|at| list.at(at))
        .map(|row| list.pages.rows.name(row).to_owned())
        .collect()
}

#[test]
fn a_filter_narrows_the_candidates_as_it_is_typed() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Filter]).type_text("lukasz").settle();
    assert_eq!(names(&server), ["Łukasz Wiśniewski"]);
    assert_eq!(server.state.focus, Pane::Candidates);
    server.act(&[Action::Edit(TextEdit::Cancel)]).settle();
    assert_eq!(names(&server).len(), 7, "cancel drops the typed filter");
}

#[test]
fn a_typo_finds_near_matches_after_the_exact_ones() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Filter]).type_text("wisniewksi").settle();
    assert_eq!(names(&server), ["Łukasz Wiśniewski"]);
    assert_eq!(server.state.open_job().unwrap().list.exact(), 0);
}

#[test]
fn a_mark_on_a_row_that_matches_nearly_is_not_hidden() {
    let mut server = FakeServer::loaded(120, 40);
    server
        .act(&[Action::Open, Action::MarkInvert, Action::Filter])
        .type_text("wisniewksi")
        .settle();
    let list = &server.state.open_job().unwrap().list;
    assert_eq!((list.exact(), list.len(), list.marks.len()), (0, 1, 7));
    assert_eq!(list.hidden_marks(), 6);
}

/// A search for near matches is in flight.
fn server_while_searching() -> FakeServer {
    let mut server = FakeServer::loaded(120, 40);
    server.holds_searches = true;
    server.act(&[Action::Open, Action::Filter]).type_text("wisniewksi");
    assert_eq!(server.searches.len(), 1, "each letter replaces the previous search");
    server
}

#[test]
fn an_edit_that_leaves_the_filter_unchanged_keeps_the_search() {
    let mut server = server_while_searching();
    server.type_text(" ").act(&[Action::Edit(TextEdit::Home), Action::Edit(TextEdit::Accept)]);
    assert_eq!(server.searches.len(), 1);
    server.run_searches();
    assert_eq!(names(&server), ["Łukasz Wiśniewski"]);
}

#[test]
fn a_stopped_search_does_not_count_as_complete() {
    let server = server_while_searching();
    let [(_, search)] = server.searches.as_slice() else { panic!("not exactly one search") };
    let mut matches = 0;
    assert!(!search.run(&true.into(), &mut |rows| matches += rows.len()));
    assert!(search.run(&false.into(), &mut |rows| matches += rows.len()));
    assert_eq!(matches, 1);
}

#[test]
fn search_results_reach_their_list_after_another_job_was_opened() {
    let mut server = server_while_searching();
    server.act(&[Action::Edit(TextEdit::Accept), Action::Go(Pane::Jobs), Action::Down]);
    server.run_searches().act(&[Action::Up]);
    server.settle();
    assert_eq!(names(&server), ["Łukasz Wiśniewski"]);
    assert_eq!(server.state.open_job().unwrap().list.searching, None);
}

#[test]
fn jobs_and_candidates_are_searched_side_by_side() {
    let mut server = server_while_searching();
    server.act(&[Action::Edit(TextEdit::Accept), Action::Go(Pane::Jobs), Action::Filter]);
    server.type_text("enginere");
    assert_eq!(server.searches.len(), 2);
    server.act(&[Action::Edit(TextEdit::Cancel)]);
    assert_eq!(server.searches.len(), 1, "cancelling the filter stops its search");
    server.run_searches();
    assert_eq!(names(&server), ["Łukasz Wiśniewski"]);
}

#[test]
fn the_stage_under_the_cursor_of_the_job_filters_the_candidates() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Go(Pane::Job), Action::Down, Action::Down, Action::Open]).settle();
    assert_eq!(names(&server), ["Guðrún Þórðardóttir", "佐藤 健太郎"]);
    server.act(&[Action::Back]).settle();
    assert_eq!(names(&server).len(), 7);
}

#[test]
fn rows_like_this_share_its_stage_or_the_sorted_column() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::LikeThis]).settle();
    assert_eq!(names(&server).len(), 2);
    server.act(&[Action::ClearFilter, Action::Sort(ListField::Company), Action::Top]);
    server.act(&[Action::Down, Action::LikeThis]).settle();
    assert_eq!(names(&server), ["Guðrún Þórðardóttir", "Nguyễn Thị Ánh"], "both are at Kestrel");
}

#[test]
fn rows_like_this_job_share_its_status_in_the_default_order() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::LikeThis]).settle();
    assert_eq!((server.state.jobs.field.text(), server.state.jobs.len()), ("status:Open", 2));
    server.act(&[Action::ClearFilter, Action::Sort(ListField::Client), Action::LikeThis]).settle();
    assert_eq!(server.state.jobs.field.text(), "client:Northwind");
}

#[test]
fn sorting_twice_reverses_and_the_cursor_stays_with_the_person() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open]);
    let before = server.state.selected();
    server.act(&[Action::Sort(ListField::Name)]);
    let ascending = names(&server);
    assert_eq!(server.state.selected(), before);
    server.act(&[Action::Sort(ListField::Name)]);
    assert_eq!(server.state.sort_of(Pane::Candidates).unwrap().direction, Direction::Descending);
    let (rejected, others) = ascending.split_last().unwrap();
    let expected: Vec<&String> = others.iter().rev().chain([rejected]).collect();
    assert_eq!(names(&server).iter().collect::<Vec<_>>(), expected, "the rejected one stays last");
    assert_eq!(server.state.selected(), before);
    server.act(&[Action::SortOff]);
    assert_eq!(names(&server)[0], "Guðrún Þórðardóttir");
}

#[test]
fn stages_sort_in_the_order_of_the_pipeline_with_and_without_ids() {
    for has_ids in [true, false] {
        let mut server = FakeServer::new(120, 40);
        for candidate in server.candidates.iter_mut().filter(|_| !has_ids) {
            candidate.current_pipeline_stage_id = "".into();
        }
        server.settle().act(&[Action::Open, Action::Sort(ListField::Stage)]);
        let list = &server.state.open_job().unwrap().list;
        let rows = (0..list.len()).filter_map(|at| list.at(at));
        let mut stages: Vec<&str> = rows.map(|row| list.pages.rows.stage_name(row)).collect();
        stages.dedup();
        let pipeline = ["Applied", "Recruiter screen", "Client interview", "Offer", "Rejected"];
        assert_eq!(stages, pipeline, "with ids: {has_ids}");
    }
}

#[test]
fn a_filter_over_a_partial_list_completes_itself() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(900);
    server.answer();
    server.answer();
    server.answer();
    server.act(&[Action::Open, Action::Filter]).type_text("stage:offer");
    let early = names(&server).len();
    server.settle();
    assert!(early < names(&server).len());
    assert_eq!(names(&server).len(), 900 / 7);
}

#[test]
fn completions_offered_while_typing_can_be_accepted() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Filter]).type_text("st");
    assert_eq!(server.state.filter_prompt.completions[0].text, "stage:");
    server.act(&[Action::Edit(TextEdit::Complete)]).type_text("cli");
    assert!(
        server.state.filter_prompt.completions[0].text.contains("Client interview"),
        "{:?}",
        server.state.filter_prompt.completions
    );
    server.act(&[Action::Edit(TextEdit::Complete)]).settle();
    assert_eq!(names(&server), ["أميرة الحسن"]);
}

#[test]
fn leaving_a_filter_restores_the_selection() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Down, Action::Filter]).type_text("xyzzyx").settle();
    assert_eq!(
        server.state.job.as_ref().unwrap().as_str(),
        "job_sales",
        "without a match the selected job stays"
    );
    server.act(&[Action::Edit(TextEdit::Cancel)]).settle();
    assert_eq!(server.state.jobs.id(), Some("job_sales"));
}

#[test]
fn after_the_last_row_the_cursor_stays_with_the_person_too() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Bottom]);
    let before = server.state.selected();
    server.act(&[Action::Sort(ListField::Name)]).settle();
    assert_eq!(server.state.selected(), before);
}

#[test]
fn a_sort_by_unread_histories_says_so() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Sort(ListField::Age)]).settle();
    assert!(server.state.has_estimated_ages());
    let record = server.state.candidate().unwrap().whole().cloned().unwrap();
    let open = server.state.open_job_mut().unwrap();
    for at in 0..open.list.len() {
        let row = open.list.at(at).unwrap();
        open.update_history(row, &record);
    }
    assert!(!server.state.has_estimated_ages());
}

#[test]
fn a_mistake_in_the_filter_is_explained_and_the_rest_applies() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Filter]).type_text("stag:x kestrel").settle();
    let list = &server.state.open_job().unwrap().list;
    assert_eq!(list.mistakes.len(), 1);
    assert_eq!(names(&server).len(), 2);
}

#[test]
fn pasting_outside_a_field_only_shows_a_message() {
    let mut server = FakeServer::loaded(120, 40);
    let before = (server.state.focus, server.state.selected());
    server.send(Message::Pasted("dGxqyRu\n".into()));
    assert_eq!((server.state.focus, server.state.selected()), before);
    assert_eq!(server.others, []);
    assert_eq!(server.state.notices.newest_first().len(), 1);
    server.act(&[Action::Filter]).send(Message::Pasted("rust\n\u{1b}[2J".into()));
    assert_eq!(server.state.jobs.field.text(), "rust  [2J");
}

#[test]
fn the_palette_finds_jobs_people_and_actions_and_goes_there() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Palette]).type_text("zoe");
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else { panic!("no palette") };
    assert_eq!(palette.hits[0].name, "Zoë Müller");
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_eq!(server.state.focus, Pane::Candidate);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_3");
    server.act(&[Action::Palette]).type_text("head of");
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_eq!(server.state.job.as_ref().unwrap().as_str(), "job_sales");
    assert_eq!(server.state.jobs.id(), Some("job_sales"));
    server.act(&[Action::Previous]).settle();
    assert_eq!(server.state.job.as_ref().unwrap().as_str(), "job_rust");
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_3");
}

#[test]
fn rows_that_arrive_while_the_palette_is_open_are_found() {
    let mut server = FakeServer::new(120, 40);
    server.act(&[Action::Palette]).type_text("rust");
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else { panic!("no palette") };
    assert_eq!(palette.hits.len(), 0);
    server.answer();
    server.wait(300);
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else { panic!("no palette") };
    assert_eq!(palette.hits[0].name, "Senior Rust Engineer");
}

#[test]
fn a_view_is_saved_under_a_name_and_applied_again() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::SaveView]);
    assert!(server.state.dialogs.is_empty(), "without filter or sort there is nothing to save");
    server.act(&[Action::Open, Action::Filter]).type_text("kestrel");
    server.act(&[
        Action::Edit(TextEdit::Accept),
        Action::Sort(ListField::Age),
        Action::SortReverse,
        Action::SaveView,
    ]);
    server.type_text("mine").act(&[Action::Edit(TextEdit::Accept)]);
    let view = server.state.views[0].clone();
    assert_eq!(
        (view.name.as_str(), view.filter.as_str(), view.sort.as_str()),
        ("mine", "kestrel", "-age")
    );
    server.act(&[Action::ClearFilter, Action::SortOff, Action::Palette]).type_text("mine");
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_eq!(names(&server).len(), 2);
    assert_eq!(server.state.sort_of(Pane::Candidates).unwrap().field, ListField::Age);
}

#[test]
fn a_view_opens_its_job_and_a_missing_job_is_reported() {
    let mut server = FakeServer::new(120, 40);
    let view = |name: &str, job: &str| SavedView {
        name: name.into(),
        job: Some(job.into()),
        pane: ViewPane::Candidates,
        filter: "kestrel".into(),
        sort: "-name".into(),
    };
    server.state.views = vec![view("fresh", "job_sales"), view("stale", "job_gone")];
    server.act(&[Action::Palette]).type_text("fresh");
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    let check_open = |server: &FakeServer| {
        assert_eq!(server.state.job, Some("job_sales".into()));
        assert_eq!(server.state.jobs.id(), Some("job_sales"));
        assert_eq!(names(server), ["Guðrún Þórðardóttir", "Nguyễn Thị Ánh"]);
    };
    check_open(&server);
    server.act(&[Action::Palette]).type_text("stale");
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    check_open(&server);
    let message = &server.state.notices.newest_first().next().unwrap().text;
    assert_eq!(message, "The job of the view stale no longer exists");
}
