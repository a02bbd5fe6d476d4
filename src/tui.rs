pub mod app;
pub mod features;
pub mod runtime;
pub mod widgets;
