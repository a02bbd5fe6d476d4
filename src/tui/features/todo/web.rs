//! The address of a candidate in the web pages of the recruiting system.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::recruiting::triage::Subject;
use crate::tui::app::state::State;

/// All other characters of an id are encoded: they could change the address.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// `None` if the profile has no `web_url`.
pub(crate) fn web_page(state: &State, subject: &Subject) -> Option<String> {
    let pattern = state.local_data.web_url.as_deref()?;
    Some(page(pattern, subject))
}

pub(crate) fn page(pattern: &str, subject: &Subject) -> String {
    let plain = |id: &str| utf8_percent_encode(id, PLAIN).to_string();
    let ids = [
        ("{candidate_id}", subject.candidate.as_str()),
        ("{person_id}", subject.person.as_str()),
        ("{job_id}", subject.job.as_str()),
    ];
    // Braces in an id are encoded, so an id cannot introduce a placeholder.
    ids.into_iter().fold(pattern.to_owned(), |url, (name, id)| url.replace(name, &plain(id)))
}
