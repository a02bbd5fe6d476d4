//! What the service counts, for Prometheus. `middleware` counts every request;
//! `/metrics` prints the result.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::extract::MatchedPath;
use axum::http::Method;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use super::api_error::ApiError;
use super::operations::OPERATIONS;
use super::store::StorageFigures;
use crate::wire::Timestamp;

/// The format that `encode` writes.
pub(super) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What is not an operation of the API.
const OTHER: &str = "other";

type Seconds = Gauge<f64, AtomicU64>;

#[derive(Debug)]
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<OperationLabel, Histogram>,
    slots: Family<SlotLabel, Gauge>,
    slots_in_use: Family<SlotLabel, Gauge>,
    database_bytes: Gauge,
    log_bytes: Gauge,
    last_backup: Seconds,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    operation: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OperationLabel {
    operation: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SlotLabel {
    kind: &'static str,
}

impl Metrics {
    pub(super) fn new() -> Self {
        // From a quarter of a millisecond to eight seconds.
        let histogram = || Histogram::new(exponential_buckets(0.000_25, 2.0, 16));
        let mut metrics = Self {
            registry: Registry::with_prefix("shortlist"),
            requests: Family::default(),
            durations: Family::new_with_constructor(histogram),
            slots: Family::default(),
            slots_in_use: Family::default(),
            database_bytes: Gauge::default(),
            log_bytes: Gauge::default(),
            last_backup: Seconds::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("requests", "Requests by operation and status", metrics.requests.clone());
        registry.register_with_unit(
            "request_duration",
            "Time from the head of a request to its response",
            Unit::Seconds,
            metrics.durations.clone(),
        );
        registry.register("slots", "Concurrent requests that are allowed", metrics.slots.clone());
        registry.register(
            "slots_in_use",
            "Requests that run; writes include those that wait for the database",
            metrics.slots_in_use.clone(),
        );
        registry.register_with_unit(
            "database_size",
            "Size of the database",
            Unit::Bytes,
            metrics.database_bytes.clone(),
        );
        registry.register_with_unit(
            "database_log_size",
            "Size of the write-ahead log beside an SQLite file",
            Unit::Bytes,
            metrics.log_bytes.clone(),
        );
        registry.register_with_unit(
            "last_backup_timestamp",
            "When the last backup was completed, in Unix time; 0 if never",
            Unit::Seconds,
            metrics.last_backup.clone(),
        );
        metrics
    }

    pub(super) fn count(&self, operation: &'static str, status: u16, duration: Duration) {
        self.requests.get_or_create(&RequestLabels { operation, status }).inc();
        self.durations.get_or_create(&OperationLabel { operation }).observe(duration.as_secs_f64());
    }

    pub(super) fn encode(&self, figures: &Figures) -> Result<String, ApiError> {
        for (kind, (total, in_use)) in [("read", figures.reads), ("write", figures.writes)] {
            self.slots.get_or_create(&SlotLabel { kind }).set(gauge_value(total));
            self.slots_in_use.get_or_create(&SlotLabel { kind }).set(gauge_value(in_use));
        }
        self.database_bytes.set(figures.storage.database_bytes);
        self.log_bytes.set(figures.storage.log_bytes);
        let last_backup = figures.storage.last_backup_at.map_or(0, Timestamp::micros);
        let last_backup = Duration::from_micros(last_backup.max(0).unsigned_abs());
        self.last_backup.set(last_backup.as_secs_f64());
        let mut text = String::new();
        encode(&mut text, &self.registry).map_err(|error| ApiError::internal(error.to_string()))?;
        Ok(text)
    }
}

/// What is measured when the metrics are read.
pub(super) struct Figures {
    /// Slots, and how many are in use.
    pub(super) reads: (usize, usize),
    pub(super) writes: (usize, usize),
    pub(super) storage: StorageFigures,
}

/// The operation of a request, as its `operationId`.
pub(super) fn operation_name(method: &Method, route: Option<&MatchedPath>) -> &'static str {
    let Some(route) = route else { return OTHER };
    let is_called = |method_name: &str| method.as_str().eq_ignore_ascii_case(method_name);
    let operation = OPERATIONS
        .iter()
        .find(|operation| operation.path == route.as_str() && is_called(operation.method));
    operation.map_or(OTHER, |operation| operation.id.name())
}

fn gauge_value(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
