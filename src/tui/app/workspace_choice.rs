//! The workspaces that the user can switch to. The runtime fills them in; the palette lists them.

/// A workspace of the config, this machine, or the one that the program started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceChoice {
    /// After "Switch to".
    pub name: String,
    /// The server.
    pub detail: String,
    /// Whether it is open now.
    pub is_current: bool,
}
