pub mod edit_session;
pub mod known_people;
pub mod rich_text;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
