//! The prompt for the API key. `app::connection` opens it when the server rejects the key.

pub(crate) mod update;
pub(crate) mod view;
