//! Reads complete lists page by page, from servers that may change them meanwhile.
//!
//! Several pages are in flight at once and are delivered in order of arrival; rows are identified
//! by id and delivered once. [`planner`] decides which page to request next and how complete the
//! result is. Dropping a paginator drops its requests.

mod completeness;
mod overlap;
mod planner;

use std::collections::VecDeque;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::future::{Future, poll_fn};
use std::hash::BuildHasher;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::time::timeout;

pub use completeness::{Completeness, Gap, GapReason};

use super::error::ClientError;
use super::list::ListItem;
use super::page_reader::{PageReader, RawPage};
use crate::wire::Page;
use planner::{PageContents, PlannedPage, Planner};

/// The longest time between two responses of a burst.
const BURST_GAP: Duration = Duration::from_millis(1);

/// A row on its first appearance.
#[derive(Debug, Clone, PartialEq)]
pub struct FetchedRow<T> {
    /// Position in the list when it was read.
    pub position: u64,
    pub record: T,
}

/// The new rows of one page.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch<T> {
    pub rows: Vec<FetchedRow<T>>,
    /// Rows delivered so far, including these.
    pub(crate) read: u64,
    /// The server's latest count.
    pub(crate) total: Option<u64>,
}

/// A response, decoded only after the next pages were requested.
type RawResponse<T> = (PlannedPage, Result<RawPage<T>, ClientError>);
type Fetch<T> = Pin<Box<dyn Future<Output = RawResponse<T>> + Send>>;

/// A list being read.
pub struct Paginator<T> {
    reader: PageReader<T>,
    planner: Planner,
    in_flight: FuturesUnordered<Fetch<T>>,
    responses: VecDeque<RawResponse<T>>,
    id_hasher: RandomState,
}

impl<T> fmt::Debug for Paginator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paginator").field("planner", &self.planner).finish_non_exhaustive()
    }
}

impl<T: ListItem> Paginator<T> {
    pub(super) fn new(reader: PageReader<T>, max: Option<u64>) -> Self {
        Self {
            reader,
            planner: Planner::new(max),
            in_flight: FuturesUnordered::new(),
            responses: VecDeque::new(),
            id_hasher: RandomState::new(),
        }
    }

    /// The next rows, in order of arrival; `None` at the end.
    pub async fn next(&mut self) -> Option<Batch<T>> {
        loop {
            self.fill_window().await;
            if self.responses.is_empty() {
                self.wait_for_responses().await;
            }
            let Some((request, result)) = self.responses.pop_front() else {
                self.planner.finish();
                return None;
            };
            match result.and_then(RawPage::decode) {
                Ok(page) => {
                    let batch = self.accept(request, page);
                    if !batch.rows.is_empty() {
                        return Some(batch);
                    }
                }
                Err(error) => self.planner.handle_failure(request, error),
            }
        }
    }

    /// Reads to the end and keeps every row.
    pub async fn collect(mut self) -> (Vec<FetchedRow<T>>, Completeness) {
        let mut rows = Vec::new();
        while let Some(batch) = self.next().await {
            rows.extend(batch.rows);
        }
        (rows, self.completeness())
    }

    /// How complete the rows read so far are; after the end, how complete the
    /// list is.
    #[must_use]
    pub fn completeness(&self) -> Completeness {
        self.planner.completeness()
    }

    /// Waits for a response and for those that follow closely. Responses come in bursts: decoding
    /// the first of them at once would delay the requests that replace the others.
    async fn wait_for_responses(&mut self) {
        let mut next = self.in_flight.next().await;
        while let Some(response) = next {
            let is_failure = response.1.is_err();
            self.responses.push_back(response);
            self.fill_window().await;
            if is_failure || self.responses.len() >= self.reader.capacity() {
                return;
            }
            next = timeout(BURST_GAP, self.in_flight.next()).await.unwrap_or(None);
        }
    }

    /// Requests as many pages as may be in flight, and collects what arrived.
    async fn fill_window(&mut self) {
        poll_fn(|context| {
            loop {
                let window = self.reader.capacity();
                // A failure may be the end: handle it before requesting more.
                let all_ok = self.responses.iter().all(|(_, result)| result.is_ok());
                // One more than the window may wait: the first is decoded next, and its replacement
                // is requested before that.
                while all_ok && self.in_flight.len() < window && self.responses.len() <= window {
                    let Some(request) = self.planner.next_request() else { break };
                    self.in_flight.push(self.fetch(request));
                }
                match self.in_flight.poll_next_unpin(context) {
                    Poll::Ready(Some(response)) => self.responses.push_back(response),
                    Poll::Ready(None) | Poll::Pending => return Poll::Ready(()),
                }
            }
        })
        .await;
    }

    fn fetch(&self, request: PlannedPage) -> Fetch<T> {
        let reader = self.reader.clone();
        Box::pin(async move { (request, reader.fetch(request.offset, request.limit, None).await) })
    }

    fn accept(&mut self, request: PlannedPage, page: Page<T>) -> Batch<T> {
        let positions: Vec<usize> = page.items.positions().collect();
        let contents = PageContents {
            ids: page.items.good.iter().map(|row| self.id_hasher.hash_one(row.id())).collect(),
            sent: page.items.sent_count() as u64,
            unreadable: page.items.bad,
            foreign: page.items.foreign,
            total: page.total,
            limit: page.limit,
        };
        let is_new = self.planner.handle_page(request, contents);
        let rows = page.items.good.into_iter().zip(positions).zip(is_new);
        Batch {
            rows: rows
                .filter(|(_, is_new)| *is_new)
                .map(|((record, position), _)| FetchedRow {
                    position: request.offset + position as u64,
                    record,
                })
                .collect(),
            read: self.planner.read_count(),
            total: self.planner.total(),
        }
    }
}
