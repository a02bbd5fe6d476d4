pub mod rich_text;
pub mod selectors;
