//! The service's log: JSON lines on stderr.

use tracing_subscriber::filter::LevelFilter;

use super::exit::Exit;

/// Names how much is logged.
const LEVEL: &str = "SHORTLIST_LOG";

/// Starts the log at the level the environment asks for; `info` without one.
pub(super) fn start() -> Result<(), Exit> {
    let wanted = std::env::var(LEVEL).unwrap_or_else(|_unset| "info".to_owned());
    let level = match wanted.as_str() {
        "off" => LevelFilter::OFF,
        "error" => LevelFilter::ERROR,
        "warn" => LevelFilter::WARN,
        "info" => LevelFilter::INFO,
        "debug" => LevelFilter::DEBUG,
        _ => {
            return Err(Exit::usage(format!(
                "{LEVEL} must be off, error, warn, info or debug, not {wanted:?}"
            )));
        }
    };
    // Someone else's subscriber (a test's) is as good as ours.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .log_internal_errors(false)
        .try_init();
    Ok(())
}
