//! An action with its description and its current keys, for the help screen and the palette.

use super::action::{Action, KeyContext};
use super::group::ActionGroup;

/// Something that can be done, with its words and keys as they are now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ActionInfo {
    pub(crate) action: Action,
    pub(crate) name: &'static str,
    pub(crate) context: KeyContext,
    pub(crate) description: String,
    pub(crate) keys: String,
}

impl ActionInfo {
    pub(crate) const fn group(&self) -> ActionGroup {
        ActionGroup::classify(self.context, self.action)
    }

    pub(crate) fn each_key(&self) -> impl Iterator<Item = &str> {
        self.keys.split(", ").filter(|key| !key.is_empty())
    }

    /// The first of its keys, if it has one.
    pub(crate) fn key(&self) -> Option<&str> {
        self.each_key().next()
    }
}
