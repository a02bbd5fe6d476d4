pub mod career;
pub mod entry;
pub mod loading;
pub mod person;
pub mod rich_text;
pub mod stage_bar;
pub mod timeline;
pub mod view;
