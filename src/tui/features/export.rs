//! The dialog that writes a document to a file; the extension of the name selects the format. Other
//! dialogs open it with their document and get the focus back afterwards.

pub mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
