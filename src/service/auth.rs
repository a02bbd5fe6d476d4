//! Who may come in: keys, kept as digests and compared in constant time.
//!
//! Keys are looked up in memory and read from the store again when the memory
//! is a second old, so that a revoked key is out within two seconds and a
//! request does not wait for a query. An idle service asks nothing.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::api_error::{ApiError, ErrorCode};
use super::store::{ApiKeyRecord, Store, StoreError, ids};
use crate::wire::Timestamp;

/// How long the keys in memory are believed.
const FRESH: Duration = Duration::from_secs(1);

/// The same where a key is not among them: a new key opens almost at once, and
/// a guesser still costs one query a moment, not one a guess.
const IMPATIENT: Duration = Duration::from_millis(50);

/// What a caller's key allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthenticatedKey {
    /// What the operator calls the key.
    pub name: Arc<str>,
    /// Whether it may only read.
    pub read_only: bool,
}

impl AuthenticatedKey {
    /// Refuses a key that may only read.
    pub fn may_write(&self) -> Result<(), ApiError> {
        if self.read_only {
            return Err(ApiError::of_field(
                ErrorCode::Forbidden,
                "Authorization",
                "this key may only read; ask for one that may write",
            ));
        }
        Ok(())
    }
}

/// A key that was just made: shown once, never kept.
pub struct NewApiKey {
    /// The key itself, for its owner.
    pub secret: String,
    /// What is kept of it.
    pub record: ApiKeyRecord,
}

impl fmt::Debug for NewApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewApiKey").field("record", &self.record).finish_non_exhaustive()
    }
}

impl NewApiKey {
    /// Makes a key from 32 random bytes.
    pub fn generate(name: String, read_only: bool, now: Timestamp) -> Result<Self, StoreError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        // 256 bits fill 52 letters; base 32 works in groups of five bytes.
        let mut letters = ids::base32(&[&bytes[..], &[0; 3]].concat());
        letters.truncate(52);
        let secret = format!("sl_{letters}");
        let record = ApiKeyRecord { name, digest: digest(&secret), read_only, created_at: now };
        Ok(Self { secret, record })
    }
}

/// What is kept of a key.
#[must_use]
pub fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// The keys that open the service.
pub(super) struct Authenticator {
    store: Store,
    /// A key from the environment of the operator, beside those in the store.
    given: Option<KnownKey>,
    known: RwLock<Known>,
}

impl fmt::Debug for Authenticator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authenticator").finish_non_exhaustive()
    }
}

struct Known {
    read_at: Option<Instant>,
    keys: Arc<[KnownKey]>,
}

#[derive(Clone)]
struct KnownKey {
    digest: [u8; 32],
    access: AuthenticatedKey,
}

impl KnownKey {
    fn opens(&self, digest: &[u8; 32]) -> bool {
        self.digest.ct_eq(digest).into()
    }
}

/// The key with that digest. No early end: how long this takes says nothing
/// about the keys.
fn find(keys: &[KnownKey], digest: &[u8; 32]) -> Option<KnownKey> {
    keys.iter().fold(None, |found, key| if key.opens(digest) { Some(key) } else { found }).cloned()
}

impl Authenticator {
    pub(super) fn new(store: Store, given: Option<&str>) -> Self {
        let given = given.map(|secret| KnownKey {
            digest: digest(secret),
            access: AuthenticatedKey { name: "SHORTLIST_SERVICE_KEY".into(), read_only: false },
        });
        Self { store, given, known: RwLock::new(Known { read_at: None, keys: Arc::new([]) }) }
    }

    /// Finds out who asks.
    pub(super) async fn authenticate(
        &self,
        headers: &HeaderMap,
    ) -> Result<AuthenticatedKey, ApiError> {
        let refused = |message: &str| {
            ApiError::of_field(ErrorCode::Unauthorized, "Authorization", message.to_owned())
        };
        let value = headers
            .get(header::AUTHORIZATION)
            .ok_or_else(|| refused("send the header Authorization: Bearer <API_KEY>"))?;
        let secret = value
            .to_str()
            .ok()
            .and_then(bearer)
            .ok_or_else(|| refused("the scheme must be Bearer followed by the key"))?;
        let digest = digest(secret);
        let given = self.given.iter().find(|key| key.opens(&digest));
        if let Some(key) = given.or(find(&self.keys(FRESH).await?, &digest).as_ref()) {
            return Ok(key.access.clone());
        }
        // It may have been made just now.
        let found = find(&self.keys(IMPATIENT).await?, &digest);
        found.map(|key| key.access).ok_or_else(|| refused("the key is unknown or was revoked"))
    }

    /// The keys, as they were at most so long ago.
    async fn keys(&self, age: Duration) -> Result<Arc<[KnownKey]>, ApiError> {
        {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            if known.read_at.is_some_and(|at| at.elapsed() < age) {
                return Ok(Arc::clone(&known.keys));
            }
        }
        let read_at = Some(Instant::now());
        let keys: Arc<[KnownKey]> = self
            .store
            .keys()
            .await?
            .into_iter()
            .map(|key| KnownKey {
                digest: key.digest,
                access: AuthenticatedKey { name: key.name.into(), read_only: key.read_only },
            })
            .collect();
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        *known = Known { read_at, keys: Arc::clone(&keys) };
        Ok(keys)
    }
}

/// The key in `Bearer KEY`; the scheme's case does not matter.
fn bearer(value: &str) -> Option<&str> {
    let (scheme, secret) = value.split_once(' ')?;
    let secret = secret.trim_matches(' ');
    (scheme.eq_ignore_ascii_case("bearer") && !secret.is_empty()).then_some(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_bearer_with_a_key_is_taken() {
        assert_eq!(bearer("Bearer abc"), Some("abc"));
        assert_eq!(bearer("bearer abc"), Some("abc"));
        for wrong in ["abc", "Basic abc", "Bearer", "Bearer ", "Bearerabc"] {
            assert_eq!(bearer(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_new_key_is_long_random_and_never_printed() {
        let now = Timestamp::from_micros(0).unwrap();
        let key = NewApiKey::generate("ci".into(), false, now).unwrap();
        assert!(key.secret.starts_with("sl_") && key.secret.len() >= 54, "{}", key.secret.len());
        assert_eq!(key.record.digest, digest(&key.secret));
        assert!(!format!("{key:?}").contains(&key.secret));
    }
}
