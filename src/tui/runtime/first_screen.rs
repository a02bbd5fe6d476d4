//! Reads the first screen from the mirror, before the first frame is drawn.
//!
//! Only the pages that were on the screen: a long list must not delay the frame. The storage
//! thread reads the rest.

use crate::storage::LocalStore;
use crate::storage::mirror::records::RecordKind;
use crate::storage::mirror::stored_lists::PageChoice;
use crate::storage::reader::StorageReader;
use crate::tui::app::first_screen::{FirstScreen, RestoredJob};
use crate::tui::app::last_screen::{SavedPlace, SavedScreen};
use crate::wire::{Candidate, JobId};

/// A list of at most this many rows is read whole.
const SMALL_LIST: u64 = 1000;

/// `None` if the program was never used here, or nothing is kept.
pub(crate) fn read(store: &LocalStore) -> Option<FirstScreen> {
    let file = store.file.as_ref().ok().filter(|_| store.mirror.keeps_lists())?;
    let reader = StorageReader::open(file, &store.server)?;
    let jobs = reader.list(&JobId::default(), PageChoice::All);
    let screen = reader.screen().map_or_else(SavedScreen::default, |columns| to_screen(&columns));
    let place = screen.place.clone().unwrap_or_default();
    let job = place.job.as_ref().map(|job| read_job(&reader, job, &place));
    let candidate = place
        .candidate
        .as_ref()
        .and_then(|id| reader.record::<Candidate>(RecordKind::Candidate, id.as_str()));
    let person = candidate
        .as_ref()
        .and_then(|(candidate, _)| reader.record(RecordKind::Person, candidate.person_id.as_str()));
    jobs.is_some().then_some(FirstScreen { screen, jobs, job, candidate, person })
}

fn read_job(reader: &StorageReader, job: &JobId, place: &SavedPlace) -> RestoredJob {
    let choice = PageChoice::At { positions: &place.positions, small: SMALL_LIST };
    RestoredJob {
        id: job.clone(),
        record: reader.record(RecordKind::Job, job.as_str()),
        candidates: reader.list(job, choice),
    }
}

/// An unreadable screen is worth nothing: the program opens at its start.
pub(crate) fn to_screen([arrangement, place]: &[String; 2]) -> SavedScreen {
    SavedScreen {
        arrangement: serde_json::from_str(arrangement).unwrap_or_default(),
        place: serde_json::from_str(place).ok(),
    }
}
