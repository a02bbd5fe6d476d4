//! Reads the candidates of all jobs from the mirror, for the list of all candidates: job by job, on a
//! thread and a connection of its own.

use super::mirror::parse_apart;
use super::worker::StorageWorker;
use crate::recruiting::funnel::count::{CandidatePath, compute};
use crate::recruiting::funnel::figures::FunnelFigures;
use crate::recruiting::funnel::histories::Histories;
use crate::recruiting::paging::restore::StoredRows;
use crate::recruiting::table::{CandidateRows, CandidateTable, JobRef};
use crate::storage::mirror::records::RecordKind;
use crate::storage::mirror::stored_lists::PageChoice;
use crate::storage::reader::StorageReader;
use crate::tui::app::message::Message;
use crate::tui::app::mirrored::MirroredJob;
use crate::wire::{Candidate, Job, JobId, JobItem, PipelineStage, Timestamp};

impl StorageWorker {
    pub(super) fn load_all_candidates(
        &mut self,
        notify: &(impl Fn(Message) + Clone + Send + 'static),
    ) {
        self.flush(notify);
        let reader = self.store.file.as_ref().ok().filter(|_| self.store.mirror.keeps_lists());
        let reader = reader.and_then(|file| StorageReader::open(file, &self.store.server));
        let (notify, keeps_records) = (notify.clone(), self.store.mirror.keeps_records());
        parse_apart(move || {
            if let Some(reader) = &reader {
                read_all(reader, keeps_records, &notify);
            }
            notify(Message::AllCandidates { jobs: Vec::new(), is_done: true });
        });
    }
}

fn read_all(reader: &StorageReader, keeps_records: bool, notify: &impl Fn(Message)) {
    let jobs = reader.list::<JobItem>(&JobId::default(), PageChoice::All);
    for item in jobs.iter().flat_map(StoredRows::items) {
        let id = item.id.clone();
        let record = reader.record::<Job>(RecordKind::Job, id.as_str());
        let pipeline = record.map(|(job, _)| job.pipeline_stages).unwrap_or_default();
        let is_complete = reader.is_complete(&id);
        let records = if keeps_records { reader.candidate_records(&id) } else { Vec::new() };
        let send = |part| notify(Message::AllCandidates { jobs: vec![part], is_done: false });
        let (mut before, mut rows): (Option<MirroredJob>, _) = (None, CandidateTable::default());
        reader.candidates(&id, |part| {
            let candidates: Vec<CandidateRows> =
                part.pages.into_iter().map(|(_, rows)| rows).collect();
            if !records.is_empty() {
                for row in candidates.iter().flat_map(CandidateRows::iter) {
                    rows.put_in(JobRef::from(&item), row);
                }
            }
            let part = MirroredJob {
                item: item.clone(),
                pipeline: pipeline.clone(),
                candidates,
                read_at: part.read_at,
                is_complete,
                figures: None,
                is_last: false,
            };
            before.replace(part).into_iter().for_each(send);
        });
        if let Some(last) = before {
            let figures = (!records.is_empty()).then(|| usual_stays(&rows, &records, &pipeline));
            send(MirroredJob { figures, is_last: true, ..last });
        }
        // For the time in a stage.
        notify(Message::CachedCandidates { job: id, records });
    }
}

/// How long candidates stay in the stages of a job.
fn usual_stays(
    rows: &CandidateTable,
    records: &[(Box<Candidate>, Timestamp)],
    pipeline: &[PipelineStage],
) -> FunnelFigures {
    let mut histories = Histories::default();
    for (record, _) in records {
        histories.restore(rows, record);
    }
    let paths = histories.all_visits().map(|(row, visits)| CandidatePath {
        candidate: rows.id(row),
        name: rows.name(row),
        visits,
    });
    compute(histories.stages(), paths, pipeline, &|_| None, Timestamp::now())
}
