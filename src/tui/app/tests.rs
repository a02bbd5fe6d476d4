mod answers;
mod backoff;
mod connection;
mod fetching;
mod following;
mod history_prefetch;
mod keys;
mod random_keys;
