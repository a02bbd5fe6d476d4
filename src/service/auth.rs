//! Authentication by API key. Keys are stored as digests and compared in
//! constant time.
//!
//! The service caches the keys for a second, so a request waits for no query
//! and a revoked key stops working within two seconds. An idle service runs no
//! query.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::api_error::{ApiError, ErrorCode};
use super::store::{
    ApiKeyRecord, PreviousSecret, StorageFailure, Store, StoreError, WriteContext, ids,
};
use crate::wire::Timestamp;

const MAX_CACHE_AGE: Duration = Duration::from_secs(1);

/// Maximum age of the cache when it lacks the key: a new key works at once.
/// The budget for wrong keys limits what guessing costs.
const MAX_CACHE_AGE_ON_MISS: Duration = Duration::ZERO;

/// How exactly the last use of a key is recorded.
const USE_INTERVAL: Duration = Duration::from_mins(1);

/// Why a request is not authenticated.
#[derive(Debug)]
pub(super) enum AuthError {
    NotSent(&'static str),
    WrongKey,
    Store(StoreError),
}

impl From<AuthError> for ApiError {
    fn from(error: AuthError) -> Self {
        let message = match error {
            AuthError::NotSent(message) => message,
            AuthError::WrongKey => "the key is unknown, has expired or was revoked",
            AuthError::Store(error) => return error.into(),
        };
        Self::field(ErrorCode::Unauthorized, "Authorization", message)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AuthenticatedKey {
    pub(super) name: Arc<str>,
    pub(super) read_only: bool,
}

impl AuthenticatedKey {
    pub(super) fn require_write(&self) -> Result<(), ApiError> {
        if self.read_only {
            return Err(ApiError::field(
                ErrorCode::Forbidden,
                "Authorization",
                "this key may only read; ask for one that may write",
            ));
        }
        Ok(())
    }
}

/// A generated key. Only the record is stored.
pub struct NewApiKey {
    pub secret: String,
    pub record: ApiKeyRecord,
}

impl fmt::Debug for NewApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewApiKey").field("record", &self.record).finish_non_exhaustive()
    }
}

impl NewApiKey {
    pub fn generate(
        name: String,
        read_only: bool,
        now: Timestamp,
        expires_at: Option<Timestamp>,
    ) -> Result<Self, StoreError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        // 256 bits fill 52 letters; base 32 encodes groups of five bytes.
        let mut letters = ids::base32(&[&bytes[..], &[0; 3]].concat());
        letters.truncate(52);
        let secret = format!("sl_{letters}");
        let record = ApiKeyRecord {
            name,
            digest: digest(&secret),
            read_only,
            created_at: now,
            expires_at,
            last_used_at: None,
            previous: None,
        };
        Ok(Self { secret, record })
    }
}

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

pub(super) struct Authenticator {
    store: Store,
    /// The key from the operator's settings, in addition to those in the store.
    settings_key: Option<KeyDigest>,
    cache: RwLock<KeyCache>,
    /// When reading them last failed, for the requests that waited meanwhile.
    reading: tokio::sync::Mutex<Option<(Instant, StorageFailure)>>,
    /// When the use of a key was last recorded.
    recorded_uses: Mutex<HashMap<Arc<str>, Instant>>,
}

impl fmt::Debug for Authenticator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authenticator").finish_non_exhaustive()
    }
}

struct KeyCache {
    read_at: Option<Instant>,
    keys: Arc<[KeyDigest]>,
}

#[derive(Clone)]
struct KeyDigest {
    digest: [u8; 32],
    key: AuthenticatedKey,
    valid_until: Option<Timestamp>,
}

impl KeyDigest {
    /// A key, and what it was before its last rotation.
    fn all_of(record: ApiKeyRecord) -> impl Iterator<Item = Self> {
        let key = AuthenticatedKey { name: record.name.into(), read_only: record.read_only };
        let until = |previous: PreviousSecret| match record.expires_at {
            Some(expires_at) => previous.until.min(expires_at),
            None => previous.until,
        };
        let previous = record.previous.map(|previous| Self {
            digest: previous.digest,
            key: key.clone(),
            valid_until: Some(until(previous)),
        });
        let current = Self { digest: record.digest, key, valid_until: record.expires_at };
        std::iter::once(current).chain(previous)
    }

    fn matches(&self, digest: &[u8; 32]) -> bool {
        let is_equal: bool = self.digest.ct_eq(digest).into();
        is_equal && self.valid_until.is_none_or(|until| Timestamp::now() < until)
    }
}

/// Compares every key: an early return would leak the position of a match.
fn find(keys: &[KeyDigest], digest: &[u8; 32]) -> Option<AuthenticatedKey> {
    let matching = keys
        .iter()
        .fold(None, |matching, key| if key.matches(digest) { Some(key) } else { matching });
    matching.map(|matching| matching.key.clone())
}

impl Authenticator {
    pub(super) fn new(store: Store, settings_key: Option<&str>) -> Self {
        let settings_key = settings_key.map(|secret| KeyDigest {
            digest: digest(secret),
            key: AuthenticatedKey { name: "SHORTLIST_SERVICE_KEY".into(), read_only: false },
            valid_until: None,
        });
        let cache = RwLock::new(KeyCache { read_at: None, keys: Arc::new([]) });
        let reading = tokio::sync::Mutex::default();
        Self { store, settings_key, cache, reading, recorded_uses: Mutex::default() }
    }

    pub(super) async fn authenticate(
        &self,
        headers: &HeaderMap,
        now: Instant,
    ) -> Result<AuthenticatedKey, AuthError> {
        let value = headers
            .get(header::AUTHORIZATION)
            .ok_or(AuthError::NotSent("send the header Authorization: Bearer <API_KEY>"))?;
        let secret = value
            .to_str()
            .ok()
            .and_then(bearer_token)
            .ok_or(AuthError::NotSent("the scheme must be Bearer followed by the key"))?;
        let digest = digest(secret);
        if let Some(settings_key) = self.settings_key.as_ref().filter(|key| key.matches(&digest)) {
            return Ok(settings_key.key.clone());
        }
        for max_age in [MAX_CACHE_AGE, MAX_CACHE_AGE_ON_MISS] {
            let keys = self.keys(max_age, now).await.map_err(AuthError::Store)?;
            if let Some(key) = find(&keys, &digest) {
                self.record_use(&key.name, now);
                return Ok(key);
            }
        }
        Err(AuthError::WrongKey)
    }

    /// Records the use in the background: no request waits for it.
    fn record_use(&self, name: &Arc<str>, now: Instant) {
        let mut recorded = self.recorded_uses.lock().unwrap_or_else(PoisonError::into_inner);
        if recorded.get(name).is_some_and(|at| now.duration_since(*at) < USE_INTERVAL) {
            return;
        }
        recorded.insert(Arc::clone(name), now);
        drop(recorded);
        let (store, now) = (self.store.clone(), Timestamp::now());
        let used = vec![(name.to_string(), now)];
        tokio::spawn(async move {
            let context = WriteContext::by_service(now);
            if let Err(error) = store.mark_keys_used(used, context).await {
                tracing::debug!(target: "service", %error, "the use of a key was not recorded");
            }
        });
    }

    async fn keys(&self, max_age: Duration, now: Instant) -> Result<Arc<[KeyDigest]>, StoreError> {
        if let Some(keys) = self.cached_keys(max_age, now) {
            return Ok(keys);
        }
        // One request reads them for all that wait.
        let mut last_failure = self.reading.lock().await;
        if let Some(keys) = self.cached_keys(max_age, now) {
            return Ok(keys);
        }
        if let Some((_, failure)) = last_failure.filter(|(at, _)| *at >= now) {
            return Err(failure.into());
        }
        let read_at = Some(Instant::now());
        let read = self.store.keys().await;
        if let Err(StoreError::Storage { failure, .. }) = &read {
            *last_failure = Some((Instant::now(), *failure));
        }
        let keys: Arc<[KeyDigest]> = read?.into_iter().flat_map(KeyDigest::all_of).collect();
        let mut cache = self.cache.write().unwrap_or_else(PoisonError::into_inner);
        *cache = KeyCache { read_at, keys: Arc::clone(&keys) };
        Ok(keys)
    }

    /// What was read after `now` is new, whatever the maximum age.
    fn cached_keys(&self, max_age: Duration, now: Instant) -> Option<Arc<[KeyDigest]>> {
        let cache = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        let is_new = |at: Instant| at >= now || now.duration_since(at) < max_age;
        cache.read_at.is_some_and(is_new).then(|| Arc::clone(&cache.keys))
    }
}

/// The key in `Bearer KEY`. The scheme is case-insensitive.
fn bearer_token(value: &str) -> Option<&str> {
    let (scheme, secret) = value.split_once(' ')?;
    let secret = secret.trim_matches(' ');
    (scheme.eq_ignore_ascii_case("bearer") && !secret.is_empty()).then_some(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bearer_scheme_with_a_key_is_accepted() {
        assert_eq!(bearer_token("Bearer abc"), Some("abc"));
        assert_eq!(bearer_token("bearer abc"), Some("abc"));
        for invalid in ["abc", "Basic abc", "Bearer", "Bearer ", "Bearerabc"] {
            assert_eq!(bearer_token(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn a_new_key_is_long_and_debug_hides_it() {
        let now = Timestamp::from_micros(0).unwrap();
        let key = NewApiKey::generate("ci".into(), false, now, None).unwrap();
        assert!(key.secret.starts_with("sl_") && key.secret.len() >= 54, "{}", key.secret.len());
        assert_eq!(key.record.digest, digest(&key.secret));
        assert!(!format!("{key:?}").contains(&key.secret));
    }
}
