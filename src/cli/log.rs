//! The log: one JSON object a line, of the service on stderr, of everything else in a file.
//!
//! `SHORTLIST_LOG` is the level. Without it and without `--log-file`, only the service logs. Below
//! `trace`, events name kinds, ids, counts, times and status codes, and nothing that a person or a
//! company wrote; on no level is the key in an event. Only events of this program are in the file:
//! libraries do not keep these promises.

pub(super) mod escaping_writer;
mod file_log;
mod rotating_file;

use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::writer::MakeWriterExt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::exit::Exit;
use crate::config;
use crate::tui::runtime::crash::record_panic;
use escaping_writer::EscapingWriter;
use file_log::FileLog;
use rotating_file::RotatingFile;

const LEVEL: &str = "SHORTLIST_LOG";

/// In the data directory.
const FILE_NAME: &str = "shortlist.log";

/// The targets of the events of a file. The client reports every request, so the access log of an
/// embedded service would repeat it.
const TARGETS: [&str; 5] = ["command", "client", "terminal", "storage", "service"];

/// How long the end of the program waits for the last lines.
const FLUSH_LIMIT: Duration = Duration::from_secs(1);

static FILE_LOG: OnceLock<FileLog> = OnceLock::new();

/// Starts the log, if one is wanted. Exits with a usage error if the level is unknown or the file
/// cannot be written.
pub(super) fn start(is_service: bool, file: Option<&Path>) -> Result<(), Exit> {
    let level = level()?;
    if FILE_LOG.get().is_some() {
        return Ok(());
    }
    let file_log = match (file, level, is_service) {
        (_, Some(LevelFilter::OFF), _) => None,
        (Some(path), ..) => Some(open(path.to_owned())?),
        (None, Some(_), false) => Some(open(default_file()?)?),
        (None, ..) => None,
    };
    match (is_service, file_log) {
        (true, file_log) => start_service_log(level.unwrap_or(LevelFilter::INFO), file_log),
        (false, Some(file_log)) => start_file_log(level.unwrap_or(LevelFilter::DEBUG), file_log),
        (false, None) => {}
    }
    Ok(())
}

fn start_service_log(level: LevelFilter, file_log: Option<&'static FileLog>) {
    // Libraries never write on `trace`: some of them print headers there. The pool reports every
    // connection of a server that is down; the store reports it once a minute.
    let targets = Targets::new()
        .with_default(level.min(LevelFilter::DEBUG))
        .with_target("deadpool", LevelFilter::OFF)
        // The log of a service is about requests.
        .with_target("command", LevelFilter::OFF)
        .with_target("service", level);
    let stderr = || EscapingWriter::new(io::stderr());
    match file_log {
        None => subscribe(targets, level, stderr),
        Some(log) => subscribe(targets, level, stderr.and(|| EscapingWriter::new(log.line()))),
    }
}

fn start_file_log(level: LevelFilter, log: &'static FileLog) {
    let targets = Targets::new().with_targets(TARGETS.map(|target| (target, level)));
    subscribe(targets, level, || EscapingWriter::new(log.line()));
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        record_panic(info);
        flush();
        previous(info);
    }));
}

fn subscribe(
    targets: Targets,
    level: LevelFilter,
    writer: impl for<'a> MakeWriter<'a> + Send + Sync + 'static,
) {
    // A test may have installed its own subscriber.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_max_level(level)
        .with_writer(writer)
        .log_internal_errors(false)
        .finish()
        .with(targets)
        .try_init();
}

fn open(path: PathBuf) -> Result<&'static FileLog, Exit> {
    let file = RotatingFile::open(&path).map_err(|error| {
        Exit::usage(format!(
            "the log {} cannot be written: {error}; name another file with --log-file",
            path.display()
        ))
    })?;
    let log = FileLog::start(path, file)?;
    Ok(FILE_LOG.get_or_init(|| log))
}

/// Where the log goes if only the level is set. Creates nothing but the data directory.
pub(super) fn default_file() -> Result<PathBuf, Exit> {
    Ok(config::data_directory()?.join(FILE_NAME))
}

/// The file that this process writes to.
pub(super) fn file() -> Option<PathBuf> {
    FILE_LOG.get().map(|log| log.path().to_owned())
}

/// The last event. Waits a moment for the disk.
pub(super) fn end(code: i32) {
    tracing::info!(target: "command", code, "end");
    flush();
}

fn flush() {
    if let Some(log) = FILE_LOG.get() {
        log.flush(FLUSH_LIMIT);
    }
}

/// The level of the environment; `None` without one.
fn level() -> Result<Option<LevelFilter>, Exit> {
    let value = std::env::var_os(LEVEL).unwrap_or_default();
    let level = match value.to_str() {
        Some("") => return Ok(None),
        Some("off") => LevelFilter::OFF,
        Some("error") => LevelFilter::ERROR,
        Some("warn") => LevelFilter::WARN,
        Some("info") => LevelFilter::INFO,
        Some("debug") => LevelFilter::DEBUG,
        Some("trace") => LevelFilter::TRACE,
        _ => {
            let value = value.to_string_lossy();
            return Err(Exit::usage(format!(
                "{LEVEL} must be off, error, warn, info, debug or trace, not {value:?}"
            )));
        }
    };
    Ok(Some(level))
}
