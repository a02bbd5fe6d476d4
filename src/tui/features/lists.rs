//! Drawing of the job and candidate lists: caption, columns, rows, and what stands in place of rows. The state is `app::list`.

pub mod caption;
pub mod columns;
pub mod status_view;
pub mod view;
