//! Filter, sort, marks, palette and saved views.

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::query::Direction;
use crate::recruiting::table::ListField;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::{FakeServer, crowd};
use crate::tui::app::message::Message;
use crate::tui::features::saved_views::state::SavedView;

fn names(stage: &FakeServer) -> Vec<String> {
    let list = &stage.state.opened().unwrap().list;
    (0..list.len())
        .filter_map(|at| list.at(at))
        .map(|row| list.roll.rows.name(row).to_owned())
        .collect()
}

#[test]
fn a_filter_narrows_the_candidates_as_it_is_typed() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Filter]).type_text("lukasz").settle();
    assert_eq!(names(&stage), ["Łukasz Wiśniewski"]);
    assert_eq!(stage.state.focus, Pane::Candidates);
    stage.act(&[Action::Edit(TextEdit::Leave)]).settle();
    assert_eq!(names(&stage).len(), 7, "what was typed and left is not kept");
}

#[test]
fn a_typo_finds_near_matches_after_the_exact_ones() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Filter]).type_text("wisniewksi").settle();
    assert_eq!(names(&stage), ["Łukasz Wiśniewski"]);
    assert_eq!(stage.state.opened().unwrap().list.exact(), 0);
}

#[test]
fn a_mark_on_a_row_that_matches_nearly_is_not_hidden() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::MarkInvert, Action::Filter]).type_text("wisniewksi").settle();
    let list = &stage.state.opened().unwrap().list;
    assert_eq!((list.exact(), list.len(), list.marks.len()), (0, 1, 7));
    assert_eq!(list.hidden_marks(), 6);
}

/// A search for near matches is in flight.
fn searching() -> FakeServer {
    let mut stage = FakeServer::settled(120, 40);
    stage.holds_searches = true;
    stage.act(&[Action::Open, Action::Filter]).type_text("wisniewksi");
    assert_eq!(stage.searches.len(), 1, "each letter replaces the search before");
    stage
}

#[test]
fn what_changes_nothing_in_the_filter_lets_the_search_go_on() {
    let mut stage = searching();
    stage.type_text(" ").act(&[Action::Edit(TextEdit::Home), Action::Edit(TextEdit::Accept)]);
    assert_eq!(stage.searches.len(), 1);
    stage.find();
    assert_eq!(names(&stage), ["Łukasz Wiśniewski"]);
}

#[test]
fn a_search_that_was_stopped_does_not_pass_for_a_whole_one() {
    let stage = searching();
    let [(_, search)] = stage.searches.as_slice() else { panic!("one search") };
    let mut found = 0;
    assert!(!search.run(&true.into(), &mut |rows| found += rows.len()));
    assert!(search.run(&false.into(), &mut |rows| found += rows.len()));
    assert_eq!(found, 1);
}

#[test]
fn search_results_reach_their_list_after_another_job_was_opened() {
    let mut stage = searching();
    stage.act(&[Action::Edit(TextEdit::Accept), Action::Go(Pane::Jobs), Action::Down]);
    stage.find().act(&[Action::Up]);
    stage.settle();
    assert_eq!(names(&stage), ["Łukasz Wiśniewski"]);
    assert_eq!(stage.state.opened().unwrap().list.searching, None);
}

#[test]
fn jobs_and_candidates_are_searched_side_by_side() {
    let mut stage = searching();
    stage.act(&[Action::Edit(TextEdit::Accept), Action::Go(Pane::Jobs), Action::Filter]);
    stage.type_text("enginere");
    assert_eq!(stage.searches.len(), 2);
    stage.act(&[Action::Edit(TextEdit::Leave)]);
    assert_eq!(stage.searches.len(), 1, "without words there is nothing to look for");
    stage.find();
    assert_eq!(names(&stage), ["Łukasz Wiśniewski"]);
}

#[test]
fn the_stage_under_the_cursor_of_the_job_filters_the_candidates() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Go(Pane::Job), Action::Down, Action::Down, Action::Open]).settle();
    assert_eq!(names(&stage), ["Guðrún Þórðardóttir", "佐藤 健太郎"]);
    stage.act(&[Action::Back]).settle();
    assert_eq!(names(&stage).len(), 7);
}

#[test]
fn rows_like_this_one_are_those_of_its_stage_or_of_the_sorted_column() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::LikeThis]).settle();
    assert_eq!(names(&stage).len(), 2);
    stage.act(&[Action::ClearFilter, Action::Sort(ListField::Company), Action::Top]);
    stage.act(&[Action::Down, Action::LikeThis]).settle();
    assert_eq!(names(&stage), ["Guðrún Þórðardóttir", "Nguyễn Thị Ánh"], "both are at Kestrel");
}

#[test]
fn rows_like_this_job_share_its_status_in_the_default_order() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::LikeThis]).settle();
    assert_eq!((stage.state.jobs.field.text(), stage.state.jobs.len()), ("status:Open", 2));
    stage.act(&[Action::ClearFilter, Action::Sort(ListField::Client), Action::LikeThis]).settle();
    assert_eq!(stage.state.jobs.field.text(), "client:Northwind");
}

#[test]
fn sorting_twice_turns_it_round_and_the_cursor_stays_with_the_person() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open]);
    let before = stage.state.selected();
    stage.act(&[Action::Sort(ListField::Name)]);
    let up = names(&stage);
    assert_eq!(stage.state.selected(), before);
    stage.act(&[Action::Sort(ListField::Name)]);
    assert_eq!(stage.state.sort_of(Pane::Candidates).unwrap().direction, Direction::Down);
    assert_eq!(names(&stage), up.into_iter().rev().collect::<Vec<_>>());
    assert_eq!(stage.state.selected(), before);
    stage.act(&[Action::SortOff]);
    assert_eq!(names(&stage)[0], "Guðrún Þórðardóttir");
}

#[test]
fn stages_sort_in_the_order_of_the_pipeline() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Sort(ListField::Stage)]);
    let list = &stage.state.opened().unwrap().list;
    let mut stages: Vec<&str> = (0..list.len())
        .filter_map(|at| list.at(at))
        .map(|row| list.roll.rows.stage_name(row))
        .collect();
    stages.dedup();
    assert_eq!(stages, ["Applied", "Recruiter screen", "Client interview", "Offer", "Rejected"]);
}

#[test]
fn stages_without_ids_sort_in_the_order_of_the_pipeline_too() {
    let mut stage = FakeServer::new(120, 40);
    for candidate in &mut stage.candidates {
        candidate.current_pipeline_stage_id = "".into();
    }
    stage.settle().act(&[Action::Open, Action::Sort(ListField::Stage)]);
    let list = &stage.state.opened().unwrap().list;
    let mut stages: Vec<&str> = (0..list.len())
        .filter_map(|at| list.at(at))
        .map(|row| list.roll.rows.stage_name(row))
        .collect();
    stages.dedup();
    assert_eq!(stages, ["Applied", "Recruiter screen", "Client interview", "Offer", "Rejected"]);
}

#[test]
fn a_filter_over_a_partial_list_completes_itself() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(900);
    stage.answer();
    stage.answer();
    stage.answer();
    stage.act(&[Action::Open, Action::Filter]).type_text("stage:offer");
    let early = names(&stage).len();
    stage.settle();
    assert!(early < names(&stage).len());
    assert_eq!(names(&stage).len(), 900 / 7);
}

#[test]
fn what_is_offered_while_typing_can_be_taken() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Filter]).type_text("st");
    assert_eq!(stage.state.offers[0].text, "stage:");
    stage.act(&[Action::Edit(TextEdit::Complete)]).type_text("cli");
    assert!(stage.state.offers[0].text.contains("Client interview"), "{:?}", stage.state.offers);
    stage.act(&[Action::Edit(TextEdit::Complete)]).settle();
    assert_eq!(names(&stage), ["أميرة الحسن"]);
}

#[test]
fn leaving_a_filter_goes_back_to_what_was_selected() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Down, Action::Filter]).type_text("xyzzyx").settle();
    assert_eq!(
        stage.state.job.as_ref().unwrap().as_str(),
        "job_sales",
        "not one that nobody chose"
    );
    stage.act(&[Action::Edit(TextEdit::Leave)]).settle();
    assert_eq!(stage.state.jobs.id(), Some("job_sales"));
}

#[test]
fn after_the_last_row_the_cursor_stays_with_the_person_too() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Bottom]);
    let before = stage.state.selected();
    stage.act(&[Action::Sort(ListField::Name)]).settle();
    assert_eq!(stage.state.selected(), before);
}

#[test]
fn an_order_that_rests_on_unread_histories_says_so() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Sort(ListField::Age)]).settle();
    assert!(stage.state.rests_on_bounds());
    let record = stage.state.candidate().unwrap().record.clone().unwrap();
    let open = stage.state.opened_mut().unwrap();
    for at in 0..open.list.len() {
        let row = open.list.at(at).unwrap();
        open.learn(row, &record);
    }
    assert!(!stage.state.rests_on_bounds());
}

#[test]
fn a_mistake_in_the_filter_is_explained_and_the_rest_of_it_holds() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Filter]).type_text("stag:x kestrel").settle();
    let list = &stage.state.opened().unwrap().list;
    assert_eq!(list.mistakes.len(), 1);
    assert_eq!(names(&stage).len(), 2);
}

#[test]
fn pasting_outside_a_field_does_nothing_but_say_so() {
    let mut stage = FakeServer::settled(120, 40);
    let before = (stage.state.focus, stage.state.selected());
    stage.send(Message::Pasted("dGxqyRu\n".into()));
    assert_eq!((stage.state.focus, stage.state.selected()), before);
    assert_eq!(stage.others, []);
    assert_eq!(stage.state.notices.newest_first().len(), 1);
    stage.act(&[Action::Filter]).send(Message::Pasted("rust\n\u{1b}[2J".into()));
    assert_eq!(stage.state.jobs.field.text(), "rust  [2J");
}

#[test]
fn the_palette_finds_jobs_people_and_actions_and_goes_there() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Palette]).type_text("zoe");
    let Some(Dialog::Palette(palette)) = &stage.state.over else { panic!("no palette") };
    assert_eq!(palette.found[0].name, "Zoë Müller");
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_eq!(stage.state.focus, Pane::Candidate);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_3");
    stage.act(&[Action::Palette]).type_text("head of");
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_eq!(stage.state.job.as_ref().unwrap().as_str(), "job_sales");
    assert_eq!(stage.state.jobs.id(), Some("job_sales"));
    stage.act(&[Action::Previous]).settle();
    assert_eq!(stage.state.job.as_ref().unwrap().as_str(), "job_rust");
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_3");
}

#[test]
fn what_comes_while_the_palette_is_open_is_found_too() {
    let mut stage = FakeServer::new(120, 40);
    stage.act(&[Action::Palette]).type_text("rust");
    let Some(Dialog::Palette(palette)) = &stage.state.over else { panic!("no palette") };
    assert_eq!(palette.found.len(), 0);
    stage.answer();
    stage.wait(300);
    let Some(Dialog::Palette(palette)) = &stage.state.over else { panic!("no palette") };
    assert_eq!(palette.found[0].name, "Senior Rust Engineer");
}

#[test]
fn a_view_is_saved_under_a_name_and_applied_again() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::SaveView]);
    assert!(stage.state.over.is_none(), "there is nothing to keep, and it says so");
    stage.act(&[Action::Open, Action::Filter]).type_text("kestrel");
    stage.act(&[
        Action::Edit(TextEdit::Accept),
        Action::Sort(ListField::Age),
        Action::SortReverse,
        Action::SaveView,
    ]);
    stage.type_text("mine").act(&[Action::Edit(TextEdit::Accept)]);
    let view = stage.state.views[0].clone();
    assert_eq!(
        (view.name.as_str(), view.filter.as_str(), view.sort.as_deref()),
        ("mine", "kestrel", Some("-age"))
    );
    stage.act(&[Action::ClearFilter, Action::SortOff, Action::Palette]).type_text("mine");
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_eq!(names(&stage).len(), 2);
    assert_eq!(stage.state.sort_of(Pane::Candidates).unwrap().field, ListField::Age);
}

#[test]
fn a_view_of_a_job_goes_to_that_job_and_one_of_no_job_says_so() {
    let mut stage = FakeServer::new(120, 40);
    let view = |name: &str, job: &str| SavedView {
        name: name.into(),
        job: Some(job.into()),
        over_jobs: false,
        filter: "kestrel".into(),
        sort: Some("-name".into()),
    };
    stage.state.views = vec![view("fresh", "job_sales"), view("stale", "job_gone")];
    stage.act(&[Action::Palette]).type_text("fresh");
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    let there = |stage: &FakeServer| {
        assert_eq!(stage.state.job, Some("job_sales".into()));
        assert_eq!(stage.state.jobs.id(), Some("job_sales"));
        assert_eq!(names(stage), ["Nguyễn Thị Ánh", "Guðrún Þórðardóttir"]);
    };
    there(&stage);
    stage.act(&[Action::Palette]).type_text("stale");
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    there(&stage);
    let message = &stage.state.notices.newest_first().next().unwrap().text;
    assert_eq!(message, "the view stale is of a job that is not there");
}
