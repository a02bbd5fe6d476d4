//! An action with its description and its current keys, for the help screen and the palette.

use super::action::{Action, KeyContext};
use super::group::ActionGroup;

/// Something that can be done, with its words and keys as they are now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionInfo {
    pub action: Action,
    pub name: &'static str,
    pub context: KeyContext,
    pub description: String,
    pub keys: String,
}

impl ActionInfo {
    #[must_use]
    pub const fn group(&self) -> ActionGroup {
        ActionGroup::classify(self.context, self.action)
    }

    pub fn each_key(&self) -> impl Iterator<Item = &str> {
        self.keys.split(", ").filter(|key| !key.is_empty())
    }

    /// The first of its keys, if it has one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.each_key().next()
    }
}
