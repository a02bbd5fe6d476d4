//! The errors that hyper answers by itself, below the router, in the envelope
//! of the API.
//!
//! hyper answers a request that it cannot parse with a status and no body, and
//! offers no hook. Such an answer is recognized by its exact bytes as it is
//! written: no response of a route looks like it, since all of them carry a
//! request id.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::service::api_error::{ApiError, ErrorCode};
use crate::service::request_id::RequestIds;
use crate::service::state::Limits;

/// A connection whose bare errors are replaced.
pub(super) struct ErrorEnvelopes<S> {
    inner: S,
    limits: Limits,
    request_ids: Arc<RequestIds>,
    /// The response that is written instead, and how much of it is sent.
    replacement: Option<(Vec<u8>, usize)>,
}

impl<S> ErrorEnvelopes<S> {
    pub(super) const fn new(inner: S, limits: Limits, request_ids: Arc<RequestIds>) -> Self {
        Self { inner, limits, request_ids, replacement: None }
    }
}

/// What hyper answers by itself.
const BARE_STATUSES: [u16; 3] = [400, 414, 431];

/// The status of a response that consists of nothing but what hyper adds by itself.
fn bare_error(bytes: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(bytes.get(..bytes.len().min(200))?).ok()?;
    let text = text.strip_suffix("\r\n\r\n")?;
    let mut lines = text.split("\r\n");
    let status =
        lines.next()?.strip_prefix("HTTP/1.1 ").or_else(|| text.strip_prefix("HTTP/1.0 "))?;
    let status: u16 = status.get(..3)?.parse().ok()?;
    let is_bare = lines.all(|line| {
        line == "content-length: 0" || line == "connection: close" || line.starts_with("date: ")
    });
    (is_bare && BARE_STATUSES.contains(&status)).then_some(status)
}

fn replacement(limits: Limits, request_id: &str, status: u16) -> Vec<u8> {
    let error = match status {
        414 => ApiError::new(ErrorCode::UriTooLong, "the address of a request is too long"),
        431 => ApiError::head_too_large(limits.max_head_bytes),
        _ => ApiError::new(ErrorCode::BadRequest, "this is not a valid HTTP request"),
    };
    let (code, body) = (error.code, error.body_v1(request_id).to_string());
    tracing::info!(
        target: "access",
        request_id,
        method = "-",
        route = "-",
        status = code.status().as_u16(),
        ms = 0.0,
        key = "-",
        code = code.as_str(),
    );
    let head = format!(
        "HTTP/1.1 {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\ncache-control: no-store\r\nx-request-id: {request_id}\r\nconnection: close\r\n\r\n",
        code.status(),
        body.len(),
    );
    [head, body].concat().into_bytes()
}

impl<S: AsyncWrite + Unpin> ErrorEnvelopes<S> {
    fn poll_replacement(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some((bytes, sent)) = &mut self.replacement {
            let rest = bytes.get(*sent..).unwrap_or_default();
            if rest.is_empty() {
                self.replacement = None;
                break;
            }
            *sent += ready!(Pin::new(&mut self.inner).poll_write(cx, rest))?;
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ErrorEnvelopes<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.replacement.is_none() {
            let Some(status) = bare_error(bytes) else {
                return Pin::new(&mut self.inner).poll_write(cx, bytes);
            };
            let response = replacement(self.limits, self.request_ids.next().as_str(), status);
            self.replacement = Some((response, 0));
        }
        ready!(self.poll_replacement(cx))?;
        Poll::Ready(Ok(bytes.len()))
    }

    /// hyper writes a bare error as one piece.
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match pieces {
            [only] => self.poll_write(cx, only),
            _ => Pin::new(&mut self.inner).poll_write_vectored(cx, pieces),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ErrorEnvelopes<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_bare_error_is_replaced() {
        let bare = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: Wed, 18 Nov 2026 06:00:00 GMT\r\n\r\n";
        assert_eq!(bare_error(bare.as_bytes()), Some(400));
        let closing = "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(bare_error(closing.as_bytes()), Some(431));
        for other in [
            "HTTP/1.1 404 Not Found\r\nx-request-id: r\r\ncontent-length: 0\r\n\r\n".to_owned(),
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".to_owned(),
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}".to_owned(),
            format!("{bare}tail"),
            String::new(),
        ] {
            assert_eq!(bare_error(other.as_bytes()), None, "{other:?}");
        }
    }
}
