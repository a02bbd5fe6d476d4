//! Whole lists, page by page, from servers that may change them meanwhile.
//!
//! Several pages are out at once and taken as they come; every row is known by
//! its id and handed out once. What to ask next, and what can be said at the
//! end, is decided by [`plan`], which knows nothing of the network. A walk that
//! is dropped drops what it has asked for.

mod plan;
mod seam;
mod statement;

use std::collections::VecDeque;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::future::{Future, poll_fn};
use std::hash::BuildHasher;
use std::pin::Pin;
use std::task::Poll;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
pub use statement::{Gap, Reason, Statement};

use super::list::{List, Listed, Page};
use super::{Client, ClientError, Unread};
use plan::{Ask, Plan, Sight};

/// A row, met for the first time.
#[derive(Debug, Clone, PartialEq)]
pub struct Row<T> {
    /// Where it stood when it was met.
    pub position: u64,
    /// The record.
    pub record: T,
}

/// The new rows of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf<T> {
    /// The rows.
    pub rows: Vec<Row<T>>,
    /// How many rows the walk has handed out, these included.
    pub read: u64,
    /// How many the server counts, as far as it has said.
    pub total: Option<u64>,
}

/// A page asked for, and the answer as it came: it is read only when the next
/// page has been asked for.
type Landed = (Ask, Result<Unread, ClientError>);
type Flight = Pin<Box<dyn Future<Output = Landed> + Send>>;

/// A walk over a list.
pub struct Walk<T> {
    client: Client,
    list: List<T>,
    plan: Plan,
    flights: FuturesUnordered<Flight>,
    landed: VecDeque<Landed>,
    hashing: RandomState,
}

impl<T> fmt::Debug for Walk<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk").field("plan", &self.plan).finish_non_exhaustive()
    }
}

impl<T: Listed> Walk<T> {
    pub(super) fn new(client: Client, list: List<T>, enough: Option<u64>) -> Self {
        Self {
            client,
            list,
            plan: Plan::new(enough),
            flights: FuturesUnordered::new(),
            landed: VecDeque::new(),
            hashing: RandomState::new(),
        }
    }

    /// The next rows, in the order of arrival; `None` at the end.
    pub async fn next(&mut self) -> Option<Leaf<T>> {
        loop {
            self.keep_flying().await;
            let landed = match self.landed.pop_front() {
                Some(landed) => Some(landed),
                None => self.flights.next().await,
            };
            let Some((ask, answer)) = landed else {
                self.plan.finish();
                return None;
            };
            if answer.is_ok() {
                // Another one goes out before this one is read: a server that
                // is far away waits for nothing.
                self.keep_flying().await;
            }
            match answer.and_then(Unread::page) {
                Ok(page) => {
                    let leaf = self.take(ask, page);
                    if !leaf.rows.is_empty() {
                        return Some(leaf);
                    }
                }
                Err(error) => self.plan.failed(ask, error),
            }
        }
    }

    /// Asks for as many pages as may be out, and takes in what has landed.
    async fn keep_flying(&mut self) {
        poll_fn(|context| {
            loop {
                let window = self.window();
                // A failure may be the end: it is looked at before more is asked.
                let well = self.landed.iter().all(|(_, answer)| answer.is_ok());
                while well && self.flights.len() < window && self.landed.len() < window {
                    let Some(ask) = self.plan.next() else { break };
                    self.flights.push(self.fly(ask));
                }
                match self.flights.poll_next_unpin(context) {
                    Poll::Ready(Some(landed)) => self.landed.push_back(landed),
                    Poll::Ready(None) | Poll::Pending => return Poll::Ready(()),
                }
            }
        })
        .await;
    }

    /// What can be said about what was read so far; at the end, about the list.
    #[must_use]
    pub fn statement(&self) -> Statement {
        self.plan.statement()
    }

    /// Walks to the end and keeps every row.
    pub async fn collect(mut self) -> (Vec<Row<T>>, Statement) {
        let mut rows = Vec::new();
        while let Some(leaf) = self.next().await {
            rows.extend(leaf.rows);
        }
        (rows, self.statement())
    }

    /// As many pages are out as may be: those beyond would only stand in line.
    fn window(&self) -> usize {
        self.client.line.room(self.client.priority)
    }

    fn fly(&self, ask: Ask) -> Flight {
        let (client, list) = (self.client.clone(), self.list.clone());
        Box::pin(async move { (ask, client.unread(&list, ask.offset, ask.limit).await) })
    }

    fn take(&mut self, ask: Ask, page: Page<T>) -> Leaf<T> {
        let ids = page.items.good.iter().map(|row| self.hashing.hash_one(row.id())).collect();
        let offset = ask.offset;
        let sight = Sight {
            ids,
            sent: page.items.sent() as u64,
            bad: page.items.bad.clone(),
            total: page.total,
            limit: page.limit,
        };
        let places: Vec<usize> = page.items.places().collect();
        let fresh = self.plan.arrived(ask, sight);
        let rows = page.items.good.into_iter().zip(places).zip(fresh).filter(|(_, fresh)| *fresh);
        Leaf {
            rows: rows
                .map(|((record, place), _)| Row { position: offset + place as u64, record })
                .collect(),
            read: self.plan.read(),
            total: self.plan.total(),
        }
    }
}
