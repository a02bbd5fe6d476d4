//! What background tasks send to the executor.

use crate::tui::app::message::Message;
use crate::tui::runtime::workspace::Workspace;

pub(crate) enum WorkerEvent {
    Message(Message),
    Opened(Box<Workspace>),
}
