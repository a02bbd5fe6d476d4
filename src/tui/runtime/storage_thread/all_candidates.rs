//! Reads the candidates of all jobs from the mirror, for the list of all candidates: job by job, on a
//! thread and a connection of its own.

use super::mirror::parse_apart;
use super::worker::StorageWorker;
use crate::recruiting::paging::restore::StoredRows;
use crate::storage::mirror::pages::PageChoice;
use crate::storage::mirror::records::RecordKind;
use crate::storage::reader::StorageReader;
use crate::tui::app::message::Message;
use crate::tui::app::mirrored::MirroredJob;
use crate::wire::{Job, JobId, JobItem};

impl StorageWorker {
    pub(super) fn load_all_candidates(
        &mut self,
        notify: &(impl Fn(Message) + Clone + Send + 'static),
    ) {
        self.flush(notify);
        let reader = self.store.file.as_ref().ok().filter(|_| self.store.mirror.keeps_lists());
        let reader = reader.and_then(|file| StorageReader::open(file, &self.store.server));
        let notify = notify.clone();
        parse_apart(move || {
            if let Some(reader) = &reader {
                read_all(reader, &notify);
            }
            notify(Message::AllCandidates { jobs: Vec::new(), is_done: true });
        });
    }
}

fn read_all(reader: &StorageReader, notify: &impl Fn(Message)) {
    let jobs = reader.list::<JobItem>(&JobId::default(), PageChoice::All);
    for item in jobs.iter().flat_map(StoredRows::items) {
        let id = item.id.clone();
        let record = reader.record::<Job>(RecordKind::Job, id.as_str());
        let pipeline = record.map(|(job, _)| job.pipeline_stages).unwrap_or_default();
        let is_complete = reader.is_complete(&id);
        let send = |part| notify(Message::AllCandidates { jobs: vec![part], is_done: false });
        let mut before: Option<MirroredJob> = None;
        reader.candidates(&id, |part| {
            let part = MirroredJob {
                item: item.clone(),
                pipeline: pipeline.clone(),
                candidates: part.pages.into_iter().map(|(_, rows)| rows).collect(),
                read_at: part.read_at,
                is_complete,
                is_last: false,
            };
            before.replace(part).into_iter().for_each(send);
        });
        before.map(|last| MirroredJob { is_last: true, ..last }).into_iter().for_each(send);
        // For the time in a stage.
        let records = reader.candidate_records(&id);
        notify(Message::CachedCandidates { job: id, records });
    }
}
