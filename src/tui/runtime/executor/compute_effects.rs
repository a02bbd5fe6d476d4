//! The effects that only compute: searches on blocking threads, random ids.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Executor;
use super::worker_event::WorkerEvent;
use crate::recruiting::query::SimilarityQuery;
use crate::tui::app::effect::ComputeEffect;
use crate::tui::app::message::Message;
use crate::tui::app::request::Ticket;

impl Executor {
    pub(crate) fn carry_out_compute(&mut self, effect: ComputeEffect) {
        match effect {
            ComputeEffect::FindSimilarRows(ticket, query) => self.search(ticket, query),
            ComputeEffect::CancelSearch(ticket) => {
                if let Some(stop) = self.searching.remove(&ticket) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            ComputeEffect::FindSimilarNames(ticket, index) => {
                let sender = self.sender.clone();
                tokio::task::spawn_blocking(move || {
                    let message = Message::SimilarNames { ticket, matches: index.find_pairs() };
                    let _ = sender.send(WorkerEvent::Message(message));
                });
            }
            ComputeEffect::GenerateId => {
                let id = uuid::Uuid::new_v4().to_string();
                let _ = self.sender.send(WorkerEvent::Message(Message::IdGenerated(id)));
            }
        }
    }

    fn search(&mut self, ticket: Ticket, search: SimilarityQuery) {
        let stop = Arc::new(AtomicBool::new(false));
        self.searching.insert(ticket, Arc::clone(&stop));
        let sender = self.sender.clone();
        tokio::task::spawn_blocking(move || {
            let report = |rows: &[_], is_done| {
                let message = Message::SimilarRows { ticket, rows: rows.to_vec(), is_done };
                let _ = sender.send(WorkerEvent::Message(message));
            };
            if search.run(&stop, &mut |rows| report(rows, false)) {
                report(&[], true);
            }
        });
    }
}
