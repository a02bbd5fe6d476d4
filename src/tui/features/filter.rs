pub mod completions;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
