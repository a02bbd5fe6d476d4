pub mod caption;
pub mod columns;
pub mod status_view;
pub mod view;
