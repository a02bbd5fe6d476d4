pub mod rich_text;
