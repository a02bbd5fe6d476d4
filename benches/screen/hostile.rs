//! Records in which every text is a megabyte that means harm.

use std::iter;

use serde_json::{Value, json};
use shortlist::wire::CandidateItem;

use crate::people;
use crate::stage::Server;

const MEGABYTE: usize = 1 << 20;

/// What they are made of: nothing to break a line at, much to break it at,
/// wide letters, marks without end, joined pictures, one endless cluster, what
/// steers a terminal, what turns a line round, and lines without end.
const PIECES: [&str; 12] = [
    "a",
    "a ",
    " ",
    "佐",
    "e\u{301}\u{302}\u{303}",
    "\u{301}",
    "👩🏽\u{200d}",
    "🇮🇸",
    "\u{1100}",
    "\u{1b}]52;c;cm0=\u{1b}\\\u{9b}2J",
    "\u{202e}ا\u{2066}",
    "a\n",
];

/// A server whose every text is one of them.
pub(crate) struct Hostile;

impl Server for Hostile {
    fn count(&self) -> usize {
        PIECES.len() * 2
    }

    fn candidate(&self, number: usize) -> CandidateItem {
        CandidateItem {
            name: text(number),
            current_job_title: text(number + 1),
            current_company_name: text(number + 2),
            current_pipeline_stage_name: text(number + 3),
            ..people::candidate(number)
        }
    }

    fn person(&self, id: &str) -> Value {
        let text = text(id.bytes().map(usize::from).sum());
        let contact = json!({"contact_data_type": text, "value": text});
        let place = json!({"title": text, "start_date": "2024-08-01", "description": text,
                           "location": text, "position_type": text});
        let company = json!({"company_name": text, "company_social_url": text, "description": text,
                             "degree": text, "name": text, "positions": [place]});
        json!({
            "id": id, "name": text, "social_public_id": text, "first_name": text, "last_name": text,
            "current_job_title": text, "current_company_name": text, "external_source_id": text,
            "emails": [contact], "phones": [contact], "work_experience": [company],
            "education_experience": [company], "certifications": [company],
            "jobs": [{"candidate_id": "x", "job_name": text, "job_id": "y",
                      "job_client_company_name": text, "current_pipeline_stage_name": text}],
            "unknown": text,
        })
    }
}

fn text(which: usize) -> String {
    let piece = PIECES[which % PIECES.len()];
    iter::repeat_n(piece, MEGABYTE / piece.len()).collect()
}
