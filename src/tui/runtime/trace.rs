//! What the loop and the storage thread write to the log.
//!
//! A message is logged before it is handled, so that a terminal that is stuck in it says where. Names
//! of messages and effects come from their types. Their contents are logged at `trace`, but never
//! what is typed or pasted: that may be a key.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use tracing::{Level, debug, enabled, info, trace, warn};

use crate::text::{debug_excerpt, variant_name};
use crate::tui::app::effect::Effect;
use crate::tui::app::message::Message;
use crate::tui::app::state::State;
use crate::tui::app::update::update;

/// A key answers within one frame.
const SLOW_FRAME: Duration = Duration::from_millis(33);
/// Longer than an ordinary commit.
const SLOW_STORAGE: Duration = Duration::from_millis(50);
/// In bytes.
const MAX_DETAILS: usize = 4_096;

/// Calls `update`.
pub(super) fn traced_update(state: &mut State, message: Message) -> Vec<Effect> {
    if !enabled!(target: "terminal", Level::WARN) {
        return update(state, message);
    }
    let kind = variant_name(&message);
    begin_message(&kind, &message);
    let started = Instant::now();
    let effects = update(state, message);
    warn_if_slow("slow message", &kind, started, SLOW_FRAME);
    for effect in &effects {
        debug!(target: "terminal", kind = variant_name(effect), "effect");
        trace!(target: "terminal", details = debug_excerpt(effect, MAX_DETAILS), "effect");
    }
    effects
}

fn begin_message(kind: &str, message: &Message) {
    match message {
        // Comes before every other message.
        Message::Time(_) => {}
        // The client logs these.
        Message::Request(..) | Message::Paused(_) => trace!(target: "terminal", kind, "message"),
        Message::Typed(_) | Message::Pasted(_) => debug!(target: "terminal", kind, "message"),
        _ => {
            debug!(target: "terminal", kind, "message");
            trace!(target: "terminal", details = debug_excerpt(message, MAX_DETAILS), "message");
        }
    }
}

/// Draws a frame.
pub(super) fn traced_frame<T>(draw: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = draw();
    warn_if_slow("slow frame", "Frame", started, SLOW_FRAME);
    result
}

/// Carries out a command of the storage thread.
pub(super) fn traced_command<C: Debug, T>(command: C, carry_out: impl FnOnce(C) -> T) -> T {
    if !enabled!(target: "storage", Level::WARN) {
        return carry_out(command);
    }
    let kind = variant_name(&command);
    trace!(target: "storage", kind, "command");
    let started = Instant::now();
    let result = carry_out(command);
    let time = started.elapsed();
    if time > SLOW_STORAGE {
        warn!(target: "storage", kind, ms = millis(time), "slow command");
    }
    result
}

fn warn_if_slow(what: &'static str, kind: &str, started: Instant, limit: Duration) {
    let time = started.elapsed();
    if time > limit {
        warn!(target: "terminal", kind, ms = millis(time), "{what}");
    }
}

pub(super) fn opened(columns: u16, rows: u16) {
    let term = std::env::var("TERM").unwrap_or_default();
    info!(target: "terminal", columns, rows, term, "terminal opened");
}

/// A signal, an end, a suspension.
pub(super) fn event(kind: &impl Debug) {
    info!(target: "terminal", kind = variant_name(kind), "signal");
}

pub(super) fn closed(code: u8) {
    info!(target: "terminal", code, "terminal closed");
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
