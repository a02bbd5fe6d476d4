//! The whole program tested from outside: real sockets, files, terminals and
//! signals. One binary, so that the tests link once.
//!
//! Each folder tests one module of the crate. A test waits for an event or a
//! state and never sleeps; where a limit is tested, the test makes it short.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on says so by panicking"
)]

/// Which module may import which.
mod layering;

/// Servers, proxies, terminals and fixtures that the tests share.
mod support {
    /// A wait for an event fails after this time. It is long, because only a failing test spends it
    /// and a busy machine is slow.
    pub(crate) const TIMEOUT: std::time::Duration = std::time::Duration::from_mins(2);

    /// A real browser without a window.
    pub(crate) mod browser;
    /// A server whose data is replaced.
    pub(crate) mod changing_server;
    /// Client errors as their callers see them.
    pub(crate) mod client_errors;
    /// Creating a person on a quirky server.
    pub(crate) mod creating;
    /// The TUI in a terminal on a quirky server, with its drafts on disk.
    pub(crate) mod edit_fixture;
    /// The engine under test, and connections of a test to its database.
    pub(crate) mod engine;
    /// Waiting for files that another process writes.
    pub(crate) mod files;
    /// The service in this process, and the program as a child process.
    pub(crate) mod harness;
    /// The TUI without a terminal.
    pub(crate) mod headless_tui;
    /// Raw HTTP requests.
    pub(crate) mod http;
    /// Programs that `.ci/run` installs.
    pub(crate) mod installed_tools;
    /// The program with a copy of a server.
    pub(crate) mod mirror_fixture;
    /// The commands that change one's own data, beside a running service.
    pub(crate) mod own_data;
    /// The commands of `shortlist person` on a quirky server.
    pub(crate) mod person_commands;
    /// Servers of `PostgreSQL`.
    pub(crate) mod postgres;
    /// A program in a pseudo-terminal.
    pub(crate) mod pty;
    /// A recruiting server that misbehaves as real ones do.
    pub(crate) mod quirky_server;
    /// The service behind a server that intercepts requests.
    pub(crate) mod relay;
    /// Saving changes to a person of a quirky server.
    pub(crate) mod saving;
    /// A raw socket server that answers with scripted steps.
    pub(crate) mod scripted_server;
    /// A server on a thread of its own.
    pub(crate) mod server_thread;
    /// A TCP proxy that a test breaks and repairs.
    pub(crate) mod tcp_proxy;
    /// The TUI on a service with candidates who wait for a verdict.
    pub(crate) mod triage_fixture;
    /// A workspace on a test server, opened without the command line.
    pub(crate) mod workspace;
}

/// `client` against servers and networks that fail.
mod client {
    mod conditional_reads;
    mod limiter;
    mod network_faults;
    mod network_outages;
    mod pagination;
    mod refusals;
    mod request_trace;
    mod tls;
    mod unexpected_answers;
    mod write_faults;
    mod wrong_records;
}

/// `service` over HTTP.
mod service {
    mod api_decisions;
    mod audit;
    mod backup;
    mod bad_input;
    mod durability;
    mod generated_clients;
    mod http_details;
    mod keys_and_rates;
    mod limits;
    mod metrics;
    mod openapi;
    mod operations;
    mod reference_page;
    mod slow_clients;
    mod storage_failures;
    mod tls;
    mod upgrade;
    mod write_fields;
}

/// The service on `PostgreSQL`, where that is installed.
mod postgres {
    mod comparison;
    mod copy;
    mod failover;
    mod faults;
    mod guide;
    mod load;
    mod mistakes;
    mod processes;
    mod suite;
}

/// Saving and creating people, below the TUI and the commands.
mod usecases {
    mod create_person;
    mod own_service;
    mod refusals;
    mod save_conflicts;
    mod save_person;
    mod stale_reads;
}

/// The data that this machine stores for a workspace.
mod storage {
    mod damaged_file;
    mod local_commands;
    mod merge;
    mod profiles;
}

/// The commands as a shell sees them.
mod cli {
    mod commands;
    mod completions;
    mod config;
    mod config_samples;
    mod doctor;
    mod erasure;
    mod first_use;
    mod import_export;
    mod import_tables;
    mod large_import;
    mod log;
    mod login;
    mod mirror;
    mod own_jobs;
    mod own_people;
    mod person_create;
    mod person_create_rerun;
    mod person_edit;
    mod person_interrupt;
    mod person_refused;
    mod person_stale_reads;
    mod read;
    mod read_faults;
    mod wrong_records;
}

/// The README and the other pages: their commands, keys, links and pictures.
mod pages {
    mod commands;
    mod documents;
    mod links;
    mod shell;
}

/// The terminal UI: effects, lists without a terminal, then the real program
/// in a pseudo-terminal.
mod tui {
    mod browsing;
    mod endless_lists;
    mod exit;
    mod hostile_text;
    mod key_secrecy;
    mod keystrokes;
    mod linear;
    mod lists;
    mod long_text;
    mod mirror;
    mod mouse;
    mod offline;
    mod reopen;
    mod resize;
    mod screen;
    mod server_faults;
    mod settings;
    mod switching;
    mod terminal;
    mod triage_effects;
    mod write_effects;
    mod wrong_records;

    /// Editing, creating and attaching people.
    mod editor {
        mod create_and_attach;
        mod drafts;
        mod external_editor;
        mod form;
        mod jobs;
        mod long_session;
        mod own_service;
        mod server_faults;
        mod stale_reads;
    }

    /// Verdicts on candidates.
    mod triage {
        mod beyond_inbox;
        mod interruptions;
        mod moving;
        mod notes;
        mod reasons;
        mod session;
        mod slow_disk;
    }
}
