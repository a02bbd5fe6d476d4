//! Ends connections of HTTP/2 on which nothing advances: without requests, or with responses that the
//! client does not accept. hyper does this only for version 1.1.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::sync::watch;

use crate::service::state::Limits;

/// A larger piece of a response is sent in several, to see whether it advances.
const MAX_PIECE: usize = 16 << 10;

#[derive(Debug, Clone, Copy, Default)]
struct Streams {
    handled: usize,
    sending: usize,
}

/// The streams of one connection. Each change counts as progress.
#[derive(Debug, Clone, Default)]
pub(super) struct StreamWatch(watch::Sender<Streams>);

impl StreamWatch {
    /// Runs a request, and follows its response until all of it is taken.
    pub(super) async fn follow<E>(
        self,
        request: impl Future<Output = Result<Response, E>>,
    ) -> Result<Response, E> {
        let handled = Counted::new(self.clone(), |streams| &mut streams.handled);
        let response = request.await?;
        let sending = Counted::new(self, |streams| &mut streams.sending);
        drop(handled);
        Ok(response.map(|body| Body::new(FollowedBody { body, piece: Bytes::new(), sending })))
    }

    /// Ends when nothing has advanced for too long. A handler has a limit of its own.
    pub(super) async fn wait_until_stalled(self, limits: Limits) {
        let mut changes = self.0.subscribe();
        loop {
            let limit = match *changes.borrow_and_update() {
                Streams { handled: 0, sending: 0 } => limits.header_timeout,
                Streams { handled: 0, .. } => limits.send_timeout,
                Streams { .. } => limits.handler_timeout + limits.body_timeout,
            };
            if tokio::time::timeout(limit, changes.changed()).await.is_err() {
                return;
            }
        }
    }
}

type Count = fn(&mut Streams) -> &mut usize;

/// One stream in one of the counts, until it is dropped.
struct Counted {
    watch: StreamWatch,
    count: Count,
}

impl Counted {
    fn new(watch: StreamWatch, count: Count) -> Self {
        watch.0.send_modify(|streams| *count(streams) += 1);
        Self { watch, count }
    }

    fn advance(&self) {
        self.watch.0.send_modify(|_streams| {});
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.watch.0.send_modify(|streams| *(self.count)(streams) -= 1);
    }
}

struct FollowedBody {
    body: Body,
    /// The rest of what was taken from the body.
    piece: Bytes,
    sending: Counted,
}

impl HttpBody for FollowedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.piece.is_empty() {
            let Some(frame) = ready!(Pin::new(&mut self.body).poll_frame(context)) else {
                return Poll::Ready(None);
            };
            match frame?.into_data() {
                Ok(data) => self.piece = data,
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
        self.sending.advance();
        let bytes = self.piece.len().min(MAX_PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.piece.split_to(bytes)))))
    }

    fn is_end_stream(&self) -> bool {
        self.piece.is_empty() && self.body.is_end_stream()
    }

    /// Asked for before the first piece is taken.
    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
