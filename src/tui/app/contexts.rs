//! Which key contexts are active: those of the dialog, the editor, the inbox or the focused
//! pane.
//!
//! The event loop resolves keys in them; footer and help list their keys.

use super::dialog::Dialog;
use super::state::State;
use crate::keymap::action::{KeyContext, Pane};

impl State {
    pub(crate) const fn contexts(&self) -> &'static [KeyContext] {
        use crate::keymap::action::KeyContext::{
            Anywhere, Dialog as Above, Drafts, Moving, Requests, Typing,
        };
        match self.dialogs.top() {
            Some(dialog) if dialog.is_typing() => &[Anywhere, Typing],
            Some(Dialog::Help(_)) => &[Anywhere, Moving, Above, KeyContext::Help],
            Some(Dialog::Requests { .. }) => &[Anywhere, Moving, Above, Requests],
            Some(Dialog::Drafts { .. }) => &[Anywhere, Moving, Above, Drafts],
            Some(Dialog::Attach { .. }) => &[Anywhere, Moving, Above, KeyContext::Attach],
            Some(Dialog::Todo(_)) => {
                &[Anywhere, Moving, Above, KeyContext::Document, KeyContext::Todo]
            }
            Some(Dialog::Mail(_)) => &[Anywhere, Moving, Above, KeyContext::Mail],
            Some(Dialog::EditJob(_)) => &[Anywhere, Moving, Above, KeyContext::JobDialog],
            Some(Dialog::Notes(_)) => &[Anywhere, Moving, Above, KeyContext::Notes],
            Some(Dialog::Apply(_)) => &[Anywhere, Moving, Above, KeyContext::Apply],
            Some(Dialog::Compare(_)) => {
                &[Anywhere, Moving, Above, KeyContext::Document, KeyContext::Compare]
            }
            Some(Dialog::Duplicates(_)) => {
                &[Anywhere, Moving, Above, KeyContext::Document, KeyContext::Duplicates]
            }
            Some(Dialog::Changes(_)) => {
                &[Anywhere, Moving, Above, KeyContext::Document, KeyContext::Changes]
            }
            Some(Dialog::Today(_)) => {
                &[Anywhere, Moving, Above, KeyContext::Document, KeyContext::Today]
            }
            Some(Dialog::Funnel(_)) => &[Anywhere, Moving, Above, KeyContext::Document],
            Some(_) => &[Anywhere, Moving, Above],
            None if self.editor.is_none() && self.is_filtering_inbox() => &[Anywhere, Typing],
            None if self.editor.is_none() && self.filter_prompt.pane.is_some() => {
                &[Anywhere, Typing]
            }
            None => self.lower_contexts(),
        }
    }

    /// The contexts below the open dialog: editor, inbox or panes.
    pub(crate) const fn lower_contexts(&self) -> &'static [KeyContext] {
        use crate::keymap::action::KeyContext::{Anywhere, Form, Moving, SaveFlow, Typing};
        match &self.editor {
            Some(editor) if editor.is_typing() => &[Anywhere, Typing, Form],
            // A question takes an answer and nothing else.
            Some(editor) if editor.is_question() => &[Anywhere, SaveFlow],
            Some(_) => &[Anywhere, Moving, SaveFlow],
            None if self.inbox.is_some() => {
                &[Anywhere, Moving, KeyContext::People, KeyContext::Inbox]
            }
            None => self.pane_contexts(),
        }
    }

    pub(crate) const fn is_filtering_inbox(&self) -> bool {
        matches!(&self.inbox, Some(inbox) if inbox.filtering)
    }

    /// The contexts of the focused pane, whatever is open above it.
    pub(crate) const fn pane_contexts(&self) -> &'static [KeyContext] {
        use crate::keymap::action::KeyContext::{
            Anywhere, Browsing, Candidates, JobPanes, Jobs, Moving, People, Rows,
        };
        match self.focus {
            Pane::Jobs => &[Anywhere, Moving, Browsing, Rows, Jobs, JobPanes],
            Pane::Candidates => &[Anywhere, Moving, Browsing, Rows, Candidates, People],
            Pane::Job => &[Anywhere, Moving, Browsing, JobPanes],
            Pane::Candidate => &[Anywhere, Moving, Browsing, People],
        }
    }
}
