//! Reads one slot from the server.

use crate::client::{Client, ClientError, ListEndpoint};
use crate::recruiting::failure::Failure;
use crate::text::{excerpt, is_long};
use crate::tui::app::request::{Answer, Slot};
use crate::wire::{Page, Texts};

pub(crate) async fn fetch(client: &Client, slot: &Slot, limit: usize) -> Result<Answer, Failure> {
    read(client, slot, limit).await.map_err(|error| crate::usecases::error::to_failure(&error))
}

async fn read(client: &Client, slot: &Slot, limit: usize) -> Result<Answer, ClientError> {
    let to_u64 = |offset: &usize| *offset as u64;
    let limit = limit as u64;
    Ok(match slot {
        Slot::Jobs(offset) => {
            let list = ListEndpoint::jobs();
            Answer::Jobs(shorten(client.page(&list, to_u64(offset), limit).await?))
        }
        Slot::CandidatePage(job, offset) => {
            let list = ListEndpoint::candidates(job);
            Answer::CandidatePage(shorten(client.page(&list, to_u64(offset), limit).await?))
        }
        Slot::Job(id) => Answer::Job(Box::new(client.read_job(id).await?.record)),
        Slot::Candidate(id) => Answer::Candidate(Box::new(client.read_candidate(id).await?.record)),
        Slot::Person(id) => Answer::Person(Box::new(client.read_person(id).await?.record)),
    })
}

/// Cuts the long texts of rows, since all rows of a list stay in memory.
fn shorten<T: Texts>(mut page: Page<T>) -> Page<T> {
    for row in page.items.good.iter_mut().filter(|row| row.any_text(&is_long)) {
        *row = row.map_texts(&excerpt);
    }
    page
}
