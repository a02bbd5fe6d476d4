pub mod rich_text;
pub mod view;
