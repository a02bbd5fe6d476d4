//! Drawing of the job and candidate lists: caption, columns, rows, and the messages in place of
//! rows. The state is `app::list`.

pub(crate) mod caption;
pub(crate) mod columns;
pub(crate) mod fit;
pub(crate) mod state;
pub(crate) mod status_view;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
pub(crate) mod view;
