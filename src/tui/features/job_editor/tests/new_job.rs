//! A new job: its name, its client and its pipeline.

use super::*;
use crate::recruiting::job_change::JobTemplate;
use crate::wire::PipelineStage;

pub(super) fn templates() -> Vec<JobTemplate> {
    let template = |name: &str, description: &str, first: &str, count: usize| {
        let stage = |at: usize| PipelineStage {
            name: format!("{first} {at}"),
            is_interviewing_stage: at == 2,
            is_rejection_stage: at == count,
            ..PipelineStage::default()
        };
        JobTemplate {
            name: name.to_owned(),
            description: description.to_owned(),
            stages: (1..=count).map(stage).collect(),
        }
    };
    vec![
        template("agency", "submits candidates to a client", "Submittal", 10),
        template("executive", "an executive search that approaches candidates", "Longlist", 12),
    ]
}

/// A new job, up to the choice of its pipeline.
pub(super) fn name_new_job(server: &mut FakeServer) {
    make_local(server);
    server.act(&[ADD]).type_text("Go Developer").act(&[ENTER]).type_text("kes");
    server.act(&[NEXT, ENTER]);
}

#[test]
fn a_new_job_is_named_then_given_a_client_and_a_pipeline_and_shown() {
    let mut server = server(120, 40);
    name_new_job(&mut server);
    assert!(popup_text(&server.state).contains("Submittal 10"));
    server.act(&[Action::Down, Action::Down]);
    let text = popup_text(&server.state);
    assert!(text.contains("Longlist 12") && !text.contains("Submittal 1"), "{text}");
    // Back at the client, what was chosen is still there.
    server.act(&[Action::Back, ENTER, Action::Down, Action::Open]);
    let request = JobRequest::Add {
        name: "Go Developer".to_owned(),
        client: "Kestrel".to_owned(),
        template: "executive".to_owned(),
    };
    assert_eq!(sent(&server), [request]);
    let after = Job {
        id: "job_new".into(),
        name: "Go Developer".to_owned(),
        client_company_name: "Kestrel".to_owned(),
        ..Job::default()
    };
    answer(&mut server, Ok(ChangedJob { before: None, after, moved_candidates: 0 }));
    assert_eq!(last_message(&server), "Added the job Go Developer for Kestrel · cannot be undone");
    assert!(server.state.dialogs.is_empty());
    assert_eq!(server.state.job, Some("job_new".into()));
    assert_eq!(server.state.focus, Pane::Job);
    server.act(&[Action::Go(Pane::Jobs), ADD, Action::Edit(TextEdit::Cancel)]);
    assert!(server.state.dialogs.is_empty());
}

#[test]
fn on_a_small_screen_all_templates_and_all_their_stages_can_be_reached() {
    let mut server = server(40, 10);
    name_new_job(&mut server);
    let text = popup_text(&server.state);
    assert!(text.contains("agency") && !text.contains("executive"), "{text}");
    server.act(&[Action::Down, Action::Bottom]);
    let text = popup_text(&server.state);
    assert!(text.contains("executive") && text.contains("Longlist 12"), "{text}");
    server.act(&[Action::PageUp, Action::PageUp, Action::PageUp]);
    assert!(popup_text(&server.state).contains("Longlist 1 "));
}
