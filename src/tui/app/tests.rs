mod answers;
mod backoff;
mod connection;
mod fetching;
mod following;
mod history_prefetch;
pub(crate) mod keys;
mod random_keys;
mod wrong_records;
