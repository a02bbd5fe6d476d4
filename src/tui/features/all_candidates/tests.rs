//! The list of all candidates: what is in it, and what the keys do there.

mod mirror;
mod screens;

use crate::keymap::action::{Action, CopyField, Pane, TextEdit, TriageAction};
use crate::recruiting::query::Direction;
use crate::recruiting::table::ListField;
use crate::recruiting::triage::Verdict;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::first_screen::{self, FirstScreen, RestoredJob};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::request::Slot;
use crate::tui::features::saved_views::shipped::with_shipped;

/// The list, with the candidates of the first job.
fn opened(width: u16, height: u16) -> FakeServer {
    let mut server = FakeServer::triage(width, height);
    server.act(&[Action::AllCandidates]).settle();
    server
}

/// The list, with the candidates of all three jobs.
fn complete(width: u16, height: u16) -> FakeServer {
    let mut server = opened(width, height);
    server.act(&[Action::Refresh]).settle();
    server
}

fn filter(server: &mut FakeServer, text: &str) {
    server.act(&[Action::Filter, Action::Edit(TextEdit::EraseAll)]).type_text(text);
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
}

/// The ids of the visible rows.
fn ids(server: &FakeServer) -> Vec<String> {
    let list = &server.state.open_job().unwrap().list;
    let rows = (0..list.len()).map(|at| list.at(at).unwrap());
    rows.map(|row| list.pages.rows.id(row).to_owned()).collect()
}

fn coverage(server: &FakeServer) -> (usize, usize, usize) {
    let coverage = server.state.all_coverage();
    (coverage.candidates, coverage.read, coverage.jobs)
}

fn newest_message(server: &FakeServer) -> String {
    server.state.notices.newest_first().next().map_or_else(String::new, |it| it.text.clone())
}

#[test]
fn it_has_the_candidates_that_are_loaded_and_requests_no_list_of_its_own() {
    let server = opened(120, 40);
    assert!(server.state.is_all_selected());
    assert_eq!(server.state.focus, Pane::Candidates);
    assert_eq!(coverage(&server), (7, 1, 4), "an archived job counts, too");
    assert_eq!(ids(&server).len(), 7);
    let is_all = |slot: &&Slot| matches!(slot, Slot::Job(id) | Slot::CandidatePage(id, _) if id.as_str() == "*");
    assert_eq!(server.fetched.iter().find(is_all), None);
}

#[test]
fn one_key_reads_the_other_jobs() {
    let mut server = opened(120, 40);
    server.act(&[Action::Refresh]);
    assert_eq!(newest_message(&server), "Reading the candidates of 3 jobs");
    server.settle();
    assert_eq!(coverage(&server), (21, 4, 4));
    assert!(server.state.jobs_being_read().is_empty());
    server.candidates_by_job.get_mut(&"job_sales".into()).unwrap().truncate(5);
    server.act(&[Action::Refresh]).settle();
    assert_eq!(coverage(&server), (19, 4, 4), "read again: removed candidates leave the list");
    let removed = server.candidates_by_job[&"job_rust".into()][0].id.as_str().to_owned();
    server.candidates_by_job.get_mut(&"job_rust".into()).unwrap().remove(0);
    server.act(&[Action::Go(Pane::Jobs), Action::Down]).settle();
    assert_eq!(server.state.job, Some("job_rust".into()));
    server.act(&[Action::Refresh]).settle();
    server.act(&[Action::AllCandidates]).settle();
    assert_eq!(coverage(&server).0, 18, "also if only that job was read again");
    assert!(!ids(&server).contains(&removed));
}

#[test]
fn rows_are_found_by_job_and_client_and_bare_words_search_no_job() {
    let mut server = complete(120, 40);
    for (text, count) in
        [("job:sales", 7), ("client:umbra", 7), ("job:sales,data is:interview", 6), ("umbra", 3)]
    {
        filter(&mut server, text);
        assert_eq!(ids(&server).len(), count, "{text}: {:?}", ids(&server));
    }
}

#[test]
fn a_verdict_is_about_the_job_of_the_row() {
    let mut server = complete(120, 40);
    filter(&mut server, "job:sales stage:screen");
    server.act(&[Action::Triage(TriageAction::Give(Verdict::Advance))]);
    let entries = server.others.iter().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::Append { entries, .. }) => entries.first(),
        _ => None,
    });
    let entry = entries.expect("a verdict is stored");
    assert_eq!(entry.subject.job.as_str(), "job_sales");
    assert_eq!(entry.snapshot.job_name, "Head of Sales");
    filter(&mut server, "verdict:advance");
    assert_eq!(ids(&server).len(), 1);
    server.act(&[Action::Go(Pane::Jobs)]);
    assert!(server.state.triage.all().all(|triage| triage.subject.job.as_str() == "job_sales"));
}

#[test]
fn marked_candidates_of_several_jobs_get_their_verdicts() {
    let mut server = complete(120, 40);
    filter(&mut server, "stage:applied");
    server.act(&[Action::MarkInvert, Action::Triage(TriageAction::Give(Verdict::Wait))]);
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    let mut jobs: Vec<&str> =
        server.state.triage.all().map(|triage| triage.subject.job.as_str()).collect();
    jobs.sort_unstable();
    jobs.dedup();
    assert_eq!(jobs, ["job_data", "job_rust", "job_sales"]);
}

#[test]
fn a_row_for_each_person_stands_for_the_furthest_candidacy() {
    let mut server = FakeServer::triage(120, 40);
    // The same person in two jobs: rejected in one, in an interview in the other.
    for (job, at) in [("job_rust", 5), ("job_sales", 0)] {
        server.candidates_by_job.get_mut(&job.into()).unwrap()[at].person_id = "per_both".into();
    }
    server.act(&[Action::AllCandidates, Action::Refresh]).settle();
    server.act(&[Action::Refresh]).settle();
    assert_eq!(ids(&server).len(), 21);
    server.act(&[Action::GroupByPerson]).settle();
    let both = |server: &FakeServer| {
        let ids = ids(server);
        let [rejected, interview] = [("job_rust", 5), ("job_sales", 0)]
            .map(|(job, at)| ids.contains(&format!("{job}_can_{at}")));
        (ids.len(), rejected, interview)
    };
    assert_eq!(both(&server), (20, false, true), "the interview stands for both");
    filter(&mut server, "is:rejected");
    assert_eq!(both(&server), (3, true, false), "among those that match");
    filter(&mut server, "");
    server.act(&[Action::GroupByPerson]).settle();
    assert_eq!(both(&server), (21, true, true));
}

#[test]
fn a_job_has_no_groups() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::GroupByPerson]);
    assert!(newest_message(&server).starts_with("Only All candidates groups by person"));
}

#[test]
fn the_row_above_the_jobs_is_selected_like_a_job() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Up]).settle();
    assert!(server.state.is_all_selected());
    assert_eq!(server.state.focus, Pane::Jobs);
    server.act(&[Action::Up, Action::Mark]).settle();
    assert_eq!(newest_message(&server), "Select a job first");
    server.act(&[Action::CopyField(CopyField::Id)]);
    assert_eq!(newest_message(&server), "Select a job first");
    server.act(&[Action::Open]).settle();
    assert_eq!(server.state.focus, Pane::Candidates);
    server.act(&[Action::Back, Action::Down]).settle();
    assert_eq!(server.state.job, Some("job_rust".into()));
    server.act(&[Action::Down, Action::Up, Action::Up]).settle();
    assert!(server.state.is_all_selected());
    server.act(&[Action::Filter]).type_text("sales");
    assert_eq!(server.state.job, Some("job_sales".into()), "a filter selects a job again");
}

#[test]
fn the_details_of_a_candidate_lead_to_their_job() {
    let mut server = complete(120, 40);
    filter(&mut server, "job:sales stage:offer");
    let selected = server.state.selected().unwrap();
    server.act(&[Action::Open, Action::Open]).settle();
    assert_eq!(server.state.job, Some("job_sales".into()));
    assert_eq!(server.state.selected().unwrap(), selected);
    assert_eq!(server.state.focus, Pane::Candidate);
    server.act(&[Action::Previous]).settle();
    assert!(server.state.is_all_selected());
    assert_eq!(server.state.selected().unwrap(), selected, "and back");
}

#[test]
fn the_shipped_view_is_two_keys_away() {
    let mut server = FakeServer::triage(120, 40);
    server.state.views = with_shipped(&[]);
    server.act(&[Action::Views, Action::Edit(TextEdit::Accept)]).settle();
    assert!(server.state.is_all_selected());
    assert_eq!(server.state.filter_text(Pane::Candidates), "is:interview age>14d");
    let sort = server.state.sort_of(Pane::Candidates).unwrap();
    assert_eq!((sort.field, sort.direction), (ListField::Age, Direction::Descending));
    server.act(&[Action::SaveView]).type_text("mine");
    server.act(&[Action::Edit(TextEdit::Accept)]);
    let saved = server.state.views.iter().find(|view| view.name == "mine").unwrap();
    assert_eq!(saved.job.as_deref(), Some("*"));
}

#[test]
fn the_board_has_a_column_for_each_stage_name() {
    let mut server = complete(120, 40);
    server.act(&[Action::Board]).settle();
    let board = &server.state.open_job().unwrap().board;
    let columns: Vec<(&str, usize)> =
        board.columns.iter().map(|column| (&*column.name, column.rows.len())).collect();
    assert_eq!(
        columns,
        [
            ("Applied", 6),
            ("Recruiter screen", 6),
            ("Client interview", 3),
            ("Offer", 3),
            ("Rejected", 3)
        ]
    );
}

/// The list was on the screen when the program ended.
#[test]
fn the_list_restored_at_the_start_is_no_job() {
    let mut server = opened(120, 40);
    let job = RestoredJob { id: "*".into(), ..RestoredJob::default() };
    let first = FirstScreen { job: Some(job), ..FirstScreen::default() };
    first_screen::restore(&mut server.state, first);
    server.act(&[Action::Triage(TriageAction::Funnel)]);
    assert!(newest_message(&server).starts_with("The funnel shows one job"));
    assert!(server.state.dialogs.top().is_none());
}

#[test]
fn a_funnel_needs_a_job_and_a_new_person_gets_none() {
    let mut server = opened(120, 40);
    server.act(&[Action::Triage(TriageAction::Funnel)]);
    assert!(newest_message(&server).starts_with("The funnel shows one job"));
    server.act(&[Action::CreatePerson]);
    let form = &server.state.editor.as_ref().unwrap().form;
    assert!(!format!("{form:?}").contains("\"*\""));
}
