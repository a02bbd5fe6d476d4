//! The terminal: its size and colors, and its responses to queries.

use std::io::{self, IsTerminal};
use std::time::Duration;

use super::report::Check;
use crate::text;
use crate::theme::Environment;
use crate::tui::runtime::terminal::probe::{self, Answers};

/// Over SSH an answer takes as long as an echo.
const QUERY_LIMIT: Duration = Duration::from_secs(1);

/// What the panes need.
const SMALLEST: (u16, u16) = (40, 10);

/// Letters that terminals measure differently.
const SAMPLES: [(&str, &str); 2] = [("emoji width", "😀"), ("Indic width", "क्षि")];

/// Terminals that are known to have links and the clipboard, by `TERM` or `TERM_PROGRAM`.
const CAPABLE: [&str; 6] = ["kitty", "foot", "alacritty", "wezterm", "ghostty", "iterm"];
const INCAPABLE: [&str; 2] = ["linux", "apple_terminal"];

pub(super) fn checks() -> Vec<Check> {
    let stdin_or_stdout = if io::stdin().is_terminal() { "stdout" } else { "stdin" };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let why = format!("{stdin_or_stdout} is not a terminal");
        return vec![Check::skipped("terminal", why)];
    }
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let (term, program) = (variable("TERM"), variable("TERM_PROGRAM"));
    let mut checks = vec![kind(&term, &program), size(terminal_size::terminal_size())];
    checks.push(colors(&Environment::read()));
    checks.push(sequences(&term, &program));
    if term == "dumb" {
        checks.push(Check::skipped("queries", "TERM=dumb answers no queries"));
    } else {
        match probe::ask(&SAMPLES.map(|(_, sample)| sample), term != "linux", QUERY_LIMIT) {
            Ok(answers) => checks.extend(answered(&answers)),
            Err(error) => checks.push(Check::skipped("queries", error.to_string())),
        }
    }
    checks
}

fn kind(term: &str, program: &str) -> Check {
    match (term, program) {
        ("", _) => Check::warning("terminal", "not set", "set TERM"),
        ("dumb", _) => Check::problem(
            "terminal",
            "TERM=dumb",
            "the terminal UI cannot run here; the commands can",
        ),
        (term, "") => Check::ok("terminal", format!("TERM={term}")),
        (term, program) => Check::ok("terminal", format!("TERM={term}, {program}")),
    }
}

fn size(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Check {
    let Some((width, height)) = size else { return Check::skipped("size", "unknown") };
    let value = format!("{} columns, {} rows", width.0, height.0);
    if width.0 < SMALLEST.0 || height.0 < SMALLEST.1 {
        let advice = format!("the terminal UI needs {} by {}", SMALLEST.0, SMALLEST.1);
        return Check::warning("size", value, advice);
    }
    Check::ok("size", value)
}

fn colors(environment: &Environment) -> Check {
    let value = if environment.no_color {
        "off: NO_COLOR is set"
    } else if environment.has_all_colors() {
        "16 million"
    } else if environment.is_rich() {
        "256"
    } else {
        "16"
    };
    Check::ok("colors", value)
}

/// Terminals do not say whether they know these sequences.
fn sequences(term: &str, program: &str) -> Check {
    let names = format!("{term} {program}").to_ascii_lowercase();
    let is_one_of = |known: &[&str]| known.iter().any(|name| names.contains(name));
    if std::env::var_os("TMUX").is_some() {
        Check::ok(
            "links, clipboard",
            "tmux decides; see its options terminal-features and set-clipboard",
        )
    } else if is_one_of(&CAPABLE) {
        Check::ok("links, clipboard", "known to support OSC 8 and OSC 52")
    } else if is_one_of(&INCAPABLE) {
        let advice = "copying to the clipboard has no effect in this terminal";
        Check::warning("links, clipboard", "known not to support OSC 8 and OSC 52", advice)
    } else {
        Check::skipped("links, clipboard", "unknown: the terminal does not report this")
    }
}

fn answered(answers: &Answers) -> Vec<Check> {
    if !answers.is_complete {
        return vec![Check::warning(
            "queries",
            format!("no answer within {} s", QUERY_LIMIT.as_secs()),
            "widths and the keyboard protocol are unknown",
        )];
    }
    let keyboard = match answers.keyboard {
        Some(flags) => Check::ok("keyboard", format!("kitty protocol, flags {flags}")),
        None => Check::ok("keyboard", "legacy protocol"),
    };
    let widths = SAMPLES.iter().zip(&answers.widths);
    let widths = widths.map(|((name, sample), width)| check_width(name, sample, *width));
    std::iter::once(keyboard).chain(widths).collect()
}

fn check_width(name: &'static str, sample: &str, drawn: Option<u16>) -> Check {
    let expected = text::width(sample);
    match drawn.map(usize::from) {
        None => Check::skipped(name, "the terminal did not report its cursor"),
        Some(drawn) if drawn == expected => Check::ok(name, format!("{drawn} cells, as expected")),
        Some(drawn) => Check::warning(
            name,
            format!("{drawn} cells, {expected} expected"),
            "columns after such characters may be misaligned in other programs",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Status;
    use super::*;

    #[test]
    fn a_width_is_compared_with_ours() {
        for (drawn, status) in
            [(Some(2), Status::Ok), (Some(1), Status::Warning), (None, Status::Skipped)]
        {
            assert_eq!(check_width("emoji width", "😀", drawn).status, status, "{drawn:?}");
        }
    }

    #[test]
    fn colors_follow_the_environment() {
        for (term, colorterm, is_off, value) in [
            ("xterm-256color", "truecolor", false, "16 million"),
            ("xterm-256color", "", false, "256"),
            ("xterm-kitty", "", false, "256"),
            ("xterm", "", false, "16"),
            ("xterm-256color", "truecolor", true, "off: NO_COLOR is set"),
        ] {
            let environment = Environment {
                no_color: is_off,
                term: Some(term.to_owned()),
                colorterm: Some(colorterm.to_owned()).filter(|text| !text.is_empty()),
                ..Environment::default()
            };
            assert_eq!(colors(&environment).value, value);
        }
    }
}
