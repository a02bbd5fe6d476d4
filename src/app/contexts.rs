//! Where keys mean something: in what lies on top, in the editor, in the panes.

use super::action::{Context, Pane};
use super::over::Over;
use super::state::State;

impl State {
    /// Where keys mean something now.
    #[must_use]
    pub const fn contexts(&self) -> &'static [Context] {
        use Context::{Anywhere, Drafts, Moving, Over as Above, Requests, Typing};
        match &self.over {
            Some(over) if over.is_typing() => &[Anywhere, Typing],
            Some(Over::Requests { .. }) => &[Anywhere, Moving, Above, Requests],
            Some(Over::Drafts { .. }) => &[Anywhere, Moving, Above, Drafts],
            Some(Over::Batch { .. }) => &[Anywhere, Moving, Above, Context::Batch],
            Some(Over::Todo(_)) => &[Anywhere, Moving, Above, Context::Paper, Context::Todo],
            Some(Over::Apply(_)) => &[Anywhere, Moving, Above, Context::Apply],
            Some(Over::Compare(_)) => &[Anywhere, Moving, Above, Context::Paper, Context::Compare],
            Some(Over::Funnel(_) | Over::Duplicates(_)) => {
                &[Anywhere, Moving, Above, Context::Paper]
            }
            Some(_) => &[Anywhere, Moving, Above],
            None if self.editor.is_none() && self.is_filtering_inbox() => &[Anywhere, Typing],
            None if self.editor.is_none() && self.filtering.is_some() => &[Anywhere, Typing],
            None => self.lower_contexts(),
        }
    }

    /// Where keys mean something in the editor or in the focused pane, whatever
    /// lies over it.
    #[must_use]
    pub const fn lower_contexts(&self) -> &'static [Context] {
        use Context::{Anywhere, Form, Moving, Story, Typing};
        match &self.editor {
            Some(editor) if editor.is_typing() => &[Anywhere, Typing, Form],
            Some(_) => &[Anywhere, Moving, Story],
            None if self.inbox.is_some() => &[Anywhere, Moving, Context::People, Context::Inbox],
            None => self.pane_contexts(),
        }
    }

    /// Whether the filter of the inbox is being typed.
    #[must_use]
    pub const fn is_filtering_inbox(&self) -> bool {
        matches!(&self.inbox, Some(inbox) if inbox.filtering)
    }

    /// Where keys mean something in the focused pane, whatever lies over it.
    #[must_use]
    pub const fn pane_contexts(&self) -> &'static [Context] {
        use Context::{Anywhere, Browsing, Candidates, Jobs, Moving, People, Rows};
        match self.focus {
            Pane::Jobs => &[Anywhere, Moving, Browsing, Rows, Jobs],
            Pane::Candidates => &[Anywhere, Moving, Browsing, Rows, Candidates, People],
            Pane::Job => &[Anywhere, Moving, Browsing],
            Pane::Candidate => &[Anywhere, Moving, Browsing, People],
        }
    }
}
