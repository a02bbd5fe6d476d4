pub mod panes;
pub mod places;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
