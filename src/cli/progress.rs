//! A progress bar with count, total, rate and a note.
//!
//! Drawn on stderr if that is a terminal, after a delay. The caller counts and ends it.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};

use crate::text;

/// Delay before the bar appears.
const APPEAR_DELAY: Duration = Duration::from_millis(300);
/// Redraw interval.
const TICK: Duration = Duration::from_millis(100);
/// A longer note would break the line.
const MAX_NOTE_WIDTH: usize = 60;

#[derive(Debug, Clone)]
pub(super) struct Progress {
    bar: ProgressBar,
    signal: Arc<FinishSignal>,
}

/// Whether the work ended. Locked while the bar appears, so that it cannot appear afterwards.
#[derive(Debug, Default)]
struct FinishSignal {
    is_finished: Mutex<bool>,
    condvar: Condvar,
}

impl Progress {
    /// A bar with a total, or a count without one.
    pub(super) fn new(total: Option<u64>, noun: &str) -> Self {
        let progress = Self::hidden(total, noun);
        if io::stderr().is_terminal() {
            progress.appear_after(APPEAR_DELAY, ProgressDrawTarget::stderr_with_hz(10));
        }
        progress
    }

    fn hidden(total: Option<u64>, noun: &str) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden())
            .with_prefix(text::sanitize(noun).into_owned())
            .with_style(style(total))
            .with_finish(ProgressFinish::AndClear);
        Self { bar, signal: Arc::default() }
    }

    /// Shows the bar after the delay, unless the work ended or was dropped.
    fn appear_after(&self, delay: Duration, target: ProgressDrawTarget) {
        let (bar, signal) = (self.bar.downgrade(), Arc::clone(&self.signal));
        thread::spawn(move || {
            let is_finished = signal.is_finished.lock().unwrap_or_else(PoisonError::into_inner);
            let result =
                signal.condvar.wait_timeout_while(is_finished, delay, |is_finished| !*is_finished);
            let (is_finished, _) = result.unwrap_or_else(PoisonError::into_inner);
            if let (false, Some(bar)) = (*is_finished, bar.upgrade()) {
                bar.set_draw_target(target);
                bar.enable_steady_tick(TICK);
            }
        });
    }

    pub(super) fn step(&self) {
        self.bar.inc(1);
    }

    /// All entries are counted; the commit follows.
    pub(super) fn set_finishing(&self, message: &'static str) {
        self.bar.set_style(ProgressStyle::default_spinner());
        self.bar.set_message(message);
    }

    pub(super) fn finish(&self) {
        *self.signal.is_finished.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.signal.condvar.notify_all();
        self.bar.finish_and_clear();
    }
}

/// For paginated lists, whose total may change.
impl Progress {
    pub(super) fn set(&self, count: u64) {
        self.bar.set_position(count);
    }

    pub(super) fn set_total(&self, total: Option<u64>) {
        self.bar.set_style(style(total));
        match total {
            Some(total) => self.bar.set_length(total),
            None => self.bar.unset_length(),
        }
    }

    /// Shows a note beside the count until the next one.
    pub(super) fn note(&self, note: &str) {
        let note = text::sanitize(note);
        let separator = if note.is_empty() { "" } else { " · " };
        self.bar.set_message(format!("{separator}{}", text::truncate(&note, MAX_NOTE_WIDTH)));
    }
}

/// The noun and the note are values, not part of the template: braces in them have no meaning.
fn style(total: Option<u64>) -> ProgressStyle {
    let template = if total.is_some() {
        // The bar comes last and takes the remaining width, if any.
        "{human_pos}/{human_len} {prefix}, {rate}, {eta} left{msg} {wide_bar}"
    } else {
        "{spinner} {human_pos} {prefix}, {rate}{msg}"
    };
    // Four decimals of a rate are noise.
    let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
        let _ = write!(to, "{:.0}/s", state.per_sec());
    };
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", rate)
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use indicatif::TermLike;

    use super::*;

    /// A terminal that records what is written to it.
    #[derive(Debug)]
    struct FakeTerminal(Sender<String>);

    impl TermLike for FakeTerminal {
        fn width(&self) -> u16 {
            200
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(&format!("{text}\n"))
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            // The test may have stopped reading.
            let _ = self.0.send(text.to_owned());
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    fn screen() -> (ProgressDrawTarget, Receiver<String>) {
        let (sender, frames) = channel();
        (ProgressDrawTarget::term_like(Box::new(FakeTerminal(sender))), frames)
    }

    /// The bar as drawn.
    pub(crate) fn render(noun: &str, note: &str) -> String {
        let progress = Progress::hidden(None, noun);
        let (target, frames) = screen();
        progress.bar.set_draw_target(target);
        progress.note(note);
        progress.bar.force_draw();
        progress.finish();
        drop(progress);
        frames.iter().collect()
    }

    #[test]
    fn quick_work_draws_nothing() {
        let (target, frames) = screen();
        let progress = Progress::hidden(Some(3), "jobs");
        progress.appear_after(Duration::from_hours(1), target);
        progress.set(3);
        progress.finish();
        drop(progress);
        // Ends because the waiting thread ended and dropped the terminal.
        assert_eq!(frames.iter().collect::<String>(), "");
    }

    #[test]
    fn abandoned_work_draws_nothing() {
        let (target, frames) = screen();
        let progress = Progress::hidden(None, "jobs");
        let signal = Arc::clone(&progress.signal);
        let lock = signal.is_finished.lock().unwrap();
        progress.appear_after(Duration::ZERO, target);
        drop(progress);
        drop(lock);
        assert_eq!(frames.iter().collect::<String>(), "");
    }

    #[test]
    fn slow_work_shows_count_total_rate_and_note() {
        let (target, frames) = screen();
        let progress = Progress::hidden(None, "candidates");
        progress.set(1234);
        progress.set_total(Some(5678));
        progress.note("the server asks us to wait: 12 s");
        progress.appear_after(Duration::ZERO, target);
        let find = |a: &str, b: &str| {
            // The bar is drawn ten times a second: 100 frames are enough.
            frames.iter().take(100).find(|text| text.contains(a) && text.contains(b))
        };
        let note = "left · the server asks us to wait: 12 s ";
        assert!(find("1,234/5,678 candidates, ", note).is_some_and(|line| line.contains("/s, ")));
        progress.set_total(None);
        progress.note("");
        assert!(find("1,234 candidates, ", "/s").is_some_and(|line| !line.contains("left")));
        progress.finish();
    }

    #[test]
    fn drawn_text_is_sanitized_and_braces_are_literal() {
        let frame = render("{bar}\u{9b}", "a\u{1b}[2J\n{eta}");
        assert!(frame.contains("0 {bar}\\u{9b}, "), "{frame}");
        assert!(frame.contains(" · a\\u{1b}[2J {eta}"), "{frame}");
    }
}
