//! The raw view: the selected records as the server sent them, as indented JSON.

pub mod rich_text;
