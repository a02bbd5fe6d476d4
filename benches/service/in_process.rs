//! What a request costs the service itself: the router is called without a socket, and without a load
//! generator that shares its cores.

use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use tower::Service;

/// In a round. They are made before the clock starts.
const REQUESTS: u32 = 4_000;
const ROUNDS: usize = 41;

/// Times for each request: an unchanged page (304), and the page.
pub(crate) struct Costs {
    pub(crate) unchanged: Duration,
    pub(crate) page: Duration,
    /// The median of the ratios in alternating rounds.
    pub(crate) ratio: f64,
}

pub(crate) async fn measure(router: &Router, key: &str, path: &str) -> Costs {
    let page = router.clone().call(request(key, path, None)).await.expect("a response");
    let etag = page.headers()["etag"].to_str().expect("a tag").to_owned();
    let mut rounds = Vec::new();
    for _round in 0..ROUNDS {
        let unchanged = time(router, key, path, Some(&etag), StatusCode::NOT_MODIFIED).await;
        let page = time(router, key, path, None, StatusCode::OK).await;
        rounds.push((unchanged.as_secs_f64() / page.as_secs_f64(), unchanged, page));
    }
    rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, unchanged, page) = rounds[rounds.len() / 2];
    Costs { unchanged, page, ratio }
}

async fn time(
    router: &Router,
    key: &str,
    path: &str,
    etag: Option<&str>,
    expected: StatusCode,
) -> Duration {
    let mut router = router.clone();
    let requests: Vec<_> = (0..REQUESTS).map(|_| request(key, path, etag)).collect();
    let start = Instant::now();
    for request in requests {
        let response = router.call(request).await.expect("a response");
        assert_eq!(response.status(), expected);
        response.into_body().collect().await.expect("a body");
    }
    start.elapsed() / REQUESTS
}

fn request(key: &str, path: &str, etag: Option<&str>) -> Request<Body> {
    let mut request =
        Request::get(path).header("host", "bench").header("authorization", format!("Bearer {key}"));
    if let Some(etag) = etag {
        request = request.header("if-none-match", etag);
    }
    request.body(Body::empty()).expect("a request")
}
