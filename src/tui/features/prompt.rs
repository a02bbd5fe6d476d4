pub mod offers;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
