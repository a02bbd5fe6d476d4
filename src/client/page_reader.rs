//! Fetches single pages of one list, for [`Client`](super::Client) and the paginator.

use std::sync::Arc;

use reqwest::header::IF_NONE_MATCH;

use super::decode::{self, Versioned};
use super::error::ClientError;
use super::http::{Request, Response};
use super::limiter::Priority;
use super::list::{ListEndpoint, ListItem};
use super::transport::Transport;
use crate::wire::{MAX_PAGE_SIZE, Page};

/// How pages and records are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadOptions {
    pub(super) priority: Priority,
    pub(super) is_bulk: bool,
    pub(super) max_text: Option<usize>,
}

#[derive(Debug)]
pub(super) struct PageReader<T> {
    transport: Arc<Transport>,
    options: ReadOptions,
    list: ListEndpoint<T>,
}

impl<T> Clone for PageReader<T> {
    fn clone(&self) -> Self {
        Self {
            transport: Arc::clone(&self.transport),
            options: self.options,
            list: self.list.clone(),
        }
    }
}

/// A page that is not decoded yet.
pub(super) struct RawPage<T> {
    request: Request,
    response: Response,
    list: ListEndpoint<T>,
}

impl<T: ListItem> PageReader<T> {
    pub(super) const fn new(
        transport: Arc<Transport>,
        options: ReadOptions,
        list: ListEndpoint<T>,
    ) -> Self {
        Self { transport, options, list }
    }

    pub(super) async fn fetch(
        &self,
        offset: u64,
        limit: u64,
        etag: Option<&str>,
    ) -> Result<RawPage<T>, ClientError> {
        let mut url = self.transport.url("GET", &self.list.path())?;
        let limit = limit.clamp(1, MAX_PAGE_SIZE as u64);
        url.set_query(Some(&format!("offset={offset}&limit={limit}")));
        let ReadOptions { priority, is_bulk, max_text } = self.options;
        let request = Request { is_bulk, max_text, ..Request::get(url) };
        let request = request.with_tag(IF_NONE_MATCH, etag);
        let response = self.transport.send(&request, priority).await?;
        Ok(RawPage { request, response, list: self.list.clone() })
    }

    /// How many pages may currently be in flight.
    pub(super) fn capacity(&self) -> usize {
        self.transport.capacity(self.options.priority)
    }
}

impl<T: ListItem> RawPage<T> {
    pub(super) fn decode(self) -> Result<Page<T>, ClientError> {
        decode::page(&self.request, &self.response, &self.list)
    }

    pub(super) fn decode_if_changed(self) -> Result<Option<Versioned<Page<T>>>, ClientError> {
        let Self { request, response, list } = &self;
        decode::if_changed(response, || decode::page(request, response, list))
    }
}
