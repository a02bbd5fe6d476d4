use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::recruiting::triage::TriageState;
use crate::text::hostile;
use crate::tui::app::fixture::{TODAY, candidates, timestamp};
use crate::tui::features::inbox::state::InboxReason;
use crate::wire::Person;

fn person(texts: &[String]) -> Person {
    let text = |at: usize| texts.get(at % texts.len().max(1)).cloned().unwrap_or_default();
    let position = |at: usize| {
        json!({"title": text(at), "start_date": "2020-01-01", "end_date": null,
        "duration_in_months": 7, "description": "", "location": text(at + 1), "position_type": ""})
    };
    serde_json::from_value(json!({
        "id": "per_0", "name": text(0), "social_public_id": text(1),
        "emails": [{"contact_data_type": text(2), "value": text(3)}], "phones": [],
        "work_experience": (0..texts.len()).map(|at| json!({"company_name": text(at),
            "duration_in_months": 3, "company_social_url": "",
            "positions": (0..at % 3).map(position).collect::<Vec<_>>()})).collect::<Vec<_>>(),
        "education_experience": [{"company_name": text(4), "degree": text(5), "description": text(6)}],
        "certifications": [{"name": text(0), "company_name": text(1)}],
        "jobs": [{"candidate_id": "can_9", "job_name": text(2), "job_id": "j",
                  "job_client_company_name": text(3), "current_pipeline_stage_name": text(4),
                  "current_pipeline_stage_id": "s"}],
    }))
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_line_exceeds_the_width_and_no_card_the_height(
        texts in prop::collection::vec(hostile::text(), 1..9),
        width in 20..160_usize,
        height in 1..50_usize,
        scroll in 0..30_usize,
        blind: bool,
        is_read: bool,
    ) {
        let (item, person, triage) = (&candidates()[0], person(&texts), TriageState::default());
        let input = CardInput {
            item, candidate: None, person: is_read.then_some(&person), pipeline: &[], since: None,
            triage: &triage, sync_status: None, reason: Some(&InboxReason::New), no_history: None, no_person: None,
            contacts_first: false,
            as_of: None,
            overdue: None,
            blind, now: timestamp(TODAY), scroll_key: "pagedown",
        };
        let card = card(&input, width);
        for lines in [card.lines(scroll, height), card.lines(0, height)] {
            prop_assert!(lines.len() <= height);
            for line in &lines {
                prop_assert!(line.width() <= width, "{} of {width}: {line:?}", line.width());
            }
        }
        prop_assert_eq!(card.lines(0, 10_000).len(), card.len());
    }
}

#[test]
fn data_that_arrives_later_does_not_move_the_sections() {
    let (item, person, triage) = (&candidates()[0], person(&["a".into()]), TriageState::default());
    for width in [38, 74, 98, 150] {
        let lines = |person| {
            let input = CardInput {
                item,
                candidate: None,
                person,
                pipeline: &[],
                since: None,
                triage: &triage,
                sync_status: None,
                reason: None,
                no_history: None,
                no_person: None,
                contacts_first: false,
                as_of: None,
                overdue: None,
                blind: false,
                now: timestamp(TODAY),
                scroll_key: "",
            };
            card(&input, width).lines(0, 60)
        };
        let places = |lines: Vec<RichLine>| {
            let place = |word: &str| {
                lines.iter().position(|RichLine(spans)| {
                    spans.iter().any(|span| matches!(span, Span::Text(_, text) if text == word))
                })
            };
            ["Career", "Your notes"].map(place)
        };
        assert_eq!(places(lines(None)), places(lines(Some(&person))), "{width}");
    }
}
