//! The whole program from outside: real sockets, real files, real signals.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on says so by panicking"
)]

mod bad_input;
mod browse;
mod browse_lists;
mod commands;
mod durability;
mod edit;
mod edit_drafts;
mod edit_faults;
mod edit_new;
mod edit_outside;
mod edit_service;
mod edit_session;
mod faults_answers;
mod faults_budget;
mod faults_lists;
mod faults_network;
mod faults_proxy;
mod faults_refusals;
mod faults_tls;
mod faults_writes;
mod harness;
mod import_export;
mod journal;
mod layering;
mod limits;
mod local_data;
mod local_merge;
mod mapping;
mod odd;
mod openapi;
mod operator;
mod person_again;
mod person_create;
mod person_edit;
mod person_ends;
mod profiles;
mod proxy;
mod pty;
mod reader;
mod reader_faults;
mod readme;
mod relay;
mod rough;
mod screen;
mod screen_ends;
mod screen_faults;
mod screen_hostile;
mod screen_sizes;
mod silences;
mod surface;
mod terminal;
mod told;
mod triage;
mod triage_ends;
mod triage_own;
mod triage_worker;
mod writes;
mod writes_create;
mod writes_service;
mod writes_worker;
