//! Compressed responses, for clients that ask for them.

use std::io::Write;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;

/// Smaller responses gain nothing.
const MIN_BYTES: u16 = 1 << 10;

/// Ends the tag of a compressed response: its bytes are other ones, and a strong tag names bytes.
/// Preconditions ignore the mark.
pub(super) const COMPRESSED_MARK: &str = "-gzip";

/// Compresses responses. [`mark_compressed`] goes around it.
pub(super) fn layer() -> CompressionLayer<SizeAbove> {
    CompressionLayer::new().gzip(true).compress_when(SizeAbove::new(MIN_BYTES))
}

/// Compresses a document that is served many times.
pub(super) fn gzip(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // A Vec takes everything.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default().into()
}

/// Whether the client lists gzip, and not with a weight of zero.
pub(super) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(
        |coding| {
            let mut parts = coding.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
            name.eq_ignore_ascii_case("gzip") && weight.is_none_or(|weight| weight > 0.0)
        },
    )
}

pub(super) fn mark_compressed<B>(mut response: Response<B>) -> Response<B> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_accepted_unless_its_weight_is_zero() {
        for (value, is_accepted) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000, br", false),
            ("identity", false),
            ("", false),
        ] {
            let headers =
                HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
            assert_eq!(accepts_gzip(&headers), is_accepted, "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
