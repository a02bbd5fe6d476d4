//! Who makes a write, and until when it may wait. Every writing method of
//! [`Store`](super::Store) takes one.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use crate::wire::Timestamp;

/// How long a write waits for other writers before it fails with `Busy`.
const DEFAULT_WAIT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub struct WriteContext {
    pub(crate) now: Timestamp,
    /// The write fails with `Busy` if it cannot begin by then.
    pub(crate) deadline: Instant,
    pub(crate) audit: AuditMode,
    pub(crate) origin: Origin,
    pub(crate) change: ChangedFields,
    /// Whether to roll the change back when it is complete.
    pub(crate) dry_run: bool,
}

/// Where a write comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The name of the key, or the operator's name on this machine.
    pub(crate) actor: String,
    pub(crate) request_id: Option<String>,
    pub(crate) address: Option<IpAddr>,
}

/// What the audit log records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AuditMode {
    Off,
    #[default]
    FieldNames,
    Values,
}

/// What a request changes, for the audit log.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChangedFields(pub(crate) Map<String, Value>);

impl WriteContext {
    #[must_use]
    pub fn new(origin: Origin, now: Timestamp) -> Self {
        Self {
            now,
            deadline: Instant::now() + DEFAULT_WAIT,
            audit: AuditMode::default(),
            origin,
            change: ChangedFields::default(),
            dry_run: false,
        }
    }

    /// A write that the service makes by itself.
    #[must_use]
    pub(crate) fn by_service(now: Timestamp) -> Self {
        Self::new(Origin { actor: "service".to_owned(), ..Origin::default() }, now)
    }

    #[must_use]
    pub fn with_deadline(self, deadline: Instant) -> Self {
        Self { deadline, ..self }
    }

    /// The same write, which changes these fields.
    pub(super) fn with_fields(&self, names: &[&str]) -> Self {
        let fields = names.iter().map(|name| ((*name).to_owned(), Value::Null)).collect();
        Self { change: ChangedFields(fields), ..self.clone() }
    }
}
