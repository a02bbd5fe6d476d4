//! Compressed responses, for clients that ask for them.

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;

/// Smaller responses gain nothing.
const MIN_BYTES: u16 = 1 << 10;

/// Ends the tag of a compressed response: its bytes are other ones, and a strong tag names bytes.
/// Preconditions ignore the mark.
pub(super) const COMPRESSED_MARK: &str = "-gzip";

pub(super) fn compress(routes: Router) -> Router {
    routes
        .layer(CompressionLayer::new().gzip(true).compress_when(SizeAbove::new(MIN_BYTES)))
        .layer(axum::middleware::map_response(mark_compressed))
}

async fn mark_compressed(mut response: Response) -> Response {
    let headers = response.headers();
    if headers.contains_key(header::CONTENT_ENCODING)
        && let Some(etag) = headers.get(header::ETAG).and_then(|etag| etag.to_str().ok())
        && let Some(start) = etag.strip_suffix('"')
        && let Ok(marked) = HeaderValue::from_str(&format!("{start}{COMPRESSED_MARK}\""))
    {
        response.headers_mut().insert(header::ETAG, marked);
    }
    response
}
