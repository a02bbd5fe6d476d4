//! Reads one slot from the server.

use crate::client::{Client, ClientError, ListEndpoint};
use crate::recruiting::failure::Failure;
use crate::text::MAX_SHOWN;
use crate::tui::app::request::{Answer, Slot};

/// In characters. A text that is cut there is still a long one.
const MAX_TEXT: usize = MAX_SHOWN + 1;

pub(crate) async fn fetch(client: &Client, slot: &Slot, limit: usize) -> Result<Answer, Failure> {
    read(client, slot, limit).await.map_err(|error| crate::usecases::error::to_failure(&error))
}

async fn read(client: &Client, slot: &Slot, limit: usize) -> Result<Answer, ClientError> {
    let whole = client;
    let client = &client.with_max_text(MAX_TEXT);
    let to_u64 = |offset: &usize| *offset as u64;
    let limit = limit as u64;
    Ok(match slot {
        Slot::Jobs(offset) => {
            let list = ListEndpoint::jobs();
            Answer::jobs(client.page(&list, to_u64(offset), limit).await?)
        }
        Slot::CandidatePage(job, offset) => {
            let list = ListEndpoint::candidates(job);
            Answer::candidates(client.page(&list, to_u64(offset), limit).await?)
        }
        Slot::Job(id) => Answer::Job(Box::new(client.read_job(id).await?.record)),
        Slot::Candidate(id) => Answer::Candidate(Box::new(client.read_candidate(id).await?.record)),
        Slot::Person(id) => Answer::Person(Box::new(client.read_person(id).await?.record)),
        Slot::WholePerson(id) => Answer::Person(Box::new(whole.read_person(id).await?.record)),
    })
}
