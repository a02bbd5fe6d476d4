//! `shortlist db demo`: fills a database with generated data.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use clap::{Args, value_parser};

use crate::cli::database::{Database, operator_context};
use crate::cli::exit::Exit;
use crate::cli::interrupt::{StopFlag, TerminationSignals};
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::service::demo::{self, DemoConfig};
use crate::service::store::record::StoreRecord;
use crate::service::store::{Store, WriteContext};
use crate::wire::Timestamp;

/// Fill an empty database with realistic demo data
#[derive(Debug, Args)]
#[command(
    after_help = "The same seed and day always give the same data.\n\nExamples:\n  shortlist db demo --database sqlite:demo.db\n  shortlist db demo --database sqlite:large.db --jobs 400 --candidates 60000 --seed 3"
)]
pub(crate) struct Demo {
    #[command(flatten)]
    database: Database,
    /// Number of jobs, up to 100000
    #[arg(long, default_value_t = 32, value_parser = value_parser!(u32).range(0..=100_000))]
    jobs: u32,
    /// Number of candidates across all jobs, up to 100 million
    #[arg(long, default_value_t = 2400, value_parser = value_parser!(u32).range(0..=100_000_000))]
    candidates: u32,
    /// Seed of the random data
    #[arg(long, default_value_t = DemoConfig::standard(DateTime::UNIX_EPOCH).seed)]
    seed: u64,
    /// Last day of the data [default: today]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = parse_today)]
    today: Option<NaiveDate>,
}

/// Accepts a day from 1970, so that careers can start earlier, until today.
fn parse_today(text: &str) -> Result<NaiveDate, String> {
    let day: Option<NaiveDate> = text.parse().ok();
    day.filter(|day| day.year() >= 1970 && *day <= Timestamp::now().to_utc().date_naive())
        .ok_or_else(|| "must be a day YYYY-MM-DD from 1970 until today".to_owned())
}

impl Demo {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let now = self.today.map_or_else(Utc::now, |day| {
            day.and_time(NaiveTime::from_hms_opt(18, 0, 0).unwrap_or_default()).and_utc()
        });
        let size = |number| usize::try_from(number).unwrap_or(usize::MAX);
        let (jobs, candidates) = (size(self.jobs), size(self.candidates));
        let config = DemoConfig { seed: self.seed, jobs, candidates, now };
        if config.jobs == 0 && config.candidates > 0 {
            return Err(Exit::usage("candidates need a job: --jobs must be at least 1"));
        }
        let fill_store = async |store: Store| {
            if !is_empty(&store).await? {
                return Err(Exit::conflict(
                    "the database is not empty and was not changed; choose another one with --database",
                ));
            }
            fill(&store, &config).await?;
            let stats = store.stats().await?;
            out.print_message(&format!(
                "jobs: {}, clients: {}, candidates: {}, people: {}",
                stats.jobs, stats.clients, stats.candidates, stats.persons
            ));
            Ok(())
        };
        self.database.fill(fill_store).await
    }
}

/// Fills an empty database with the demo.
pub(crate) async fn fill_if_empty(store: &Store, out: &Output) -> Result<(), Exit> {
    if !is_empty(store).await? {
        out.print_message("the database is not empty; the demo data was not added");
        return Ok(());
    }
    let filled = fill(store, &DemoConfig::standard(Utc::now())).await;
    // Another process may have filled it meanwhile.
    if filled.is_err() && !is_empty(store).await? { Ok(()) } else { filled }
}

pub(crate) async fn is_empty(store: &Store) -> Result<bool, Exit> {
    let stats = store.stats().await?;
    Ok(stats.jobs == 0 && stats.persons == 0)
}

/// Fills the database with a progress bar; a signal rolls it back.
pub(crate) async fn fill(store: &Store, config: &DemoConfig) -> Result<(), Exit> {
    let progress = Progress::new(u64::try_from(config.candidates).ok(), "candidates");
    let (counter, stop, last) = (progress.clone(), StopFlag::default(), config.candidates);
    let loading = load(store, config, stop.clone(), move |count| {
        counter.step();
        if count == last {
            counter.set_finishing("writing to disk");
        }
    });
    let result = TerminationSignals::listen()?.run_until_signal(&stop, loading).await;
    progress.finish();
    result
}

/// Fills the database in one transaction and reports the number of candidates so far.
pub(crate) async fn load(
    store: &Store,
    config: &DemoConfig,
    stop: StopFlag,
    mut on_progress: impl FnMut(usize) + Send + 'static,
) -> Result<(), Exit> {
    let mut count = 0;
    let entries = demo::generate(config).map(move |entry| {
        if stop.is_raised() {
            return Err(Exit::interrupted());
        }
        if matches!(entry, StoreRecord::Candidate(_)) {
            count += 1;
            on_progress(count);
        }
        Ok(entry)
    });
    let now = Utc::now().max(config.now).into();
    let context = WriteContext { now, ..operator_context() };
    // Boxed: the future holds the whole generator.
    Box::pin(store.import(context, entries)).await
}
