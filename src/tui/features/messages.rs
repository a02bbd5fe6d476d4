pub mod state;
#[cfg(test)]
mod tests;
pub mod toasts;
