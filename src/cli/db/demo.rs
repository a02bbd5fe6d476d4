//! `shortlist db demo`: an agency's data that looks true.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use clap::Args;

use crate::cli::database::Database;
use crate::cli::exit::Exit;
use crate::cli::out::Out;
use crate::cli::progress::Progress;
use crate::service::demo::{self, Plan};
use crate::service::store::record::Entry;
use crate::service::store::{Missing, Store};

/// Fill an empty database with an agency's data that looks true
#[derive(Debug, Args)]
#[command(
    after_help = "The same seed and day give the same data, to the letter.\n\nExample:\n  shortlist db demo --database sqlite:demo.db\n  shortlist db demo --database sqlite:large.db --jobs 400 --candidates 60000 --seed 3"
)]
pub(in crate::cli) struct Demo {
    #[command(flatten)]
    database: Database,
    /// How many jobs
    #[arg(long, default_value_t = 32)]
    jobs: usize,
    /// How many candidates in all jobs together
    #[arg(long, default_value_t = 2400)]
    candidates: usize,
    /// Another seed gives other people
    #[arg(long, default_value_t = Plan::standard(DateTime::UNIX_EPOCH).seed)]
    seed: u64,
    /// The day the data ends on [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    today: Option<NaiveDate>,
}

impl Demo {
    pub(in crate::cli) async fn run(self, out: &Out) -> Result<(), Exit> {
        let now = self.today.map_or_else(Utc::now, |day| {
            day.and_time(NaiveTime::from_hms_opt(18, 0, 0).unwrap_or_default()).and_utc()
        });
        let plan = Plan { seed: self.seed, jobs: self.jobs, candidates: self.candidates, now };
        if plan.jobs == 0 && plan.candidates > 0 {
            return Err(Exit::usage("candidates need a job: --jobs must be 1 or more"));
        }
        let store = self.database.open(Missing::Create)?;
        if !is_empty(&store).await? {
            return Err(Exit::conflict(
                "the database has data already and is left as it is; name another with --database",
            ));
        }
        fill(&store, &plan).await?;
        let stats = store.stats().await?;
        out.say(&format!(
            "jobs: {}, clients: {}, candidates: {}, persons: {}",
            stats.jobs, stats.clients, stats.candidates, stats.persons
        ));
        Ok(())
    }
}

/// Fills the demo into a database that holds nothing yet.
pub(in crate::cli) async fn fill_if_empty(store: &Store, out: &Out) -> Result<(), Exit> {
    if !is_empty(store).await? {
        out.say("the database has data already; the demo is not added");
        return Ok(());
    }
    fill(store, &Plan::standard(Utc::now())).await
}

async fn is_empty(store: &Store) -> Result<bool, Exit> {
    let stats = store.stats().await?;
    Ok(stats.jobs == 0 && stats.persons == 0)
}

async fn fill(store: &Store, plan: &Plan) -> Result<(), Exit> {
    let total = u64::try_from(plan.candidates).ok();
    let progress = Progress::new(total, "candidates");
    let counting = progress.clone();
    let last = plan.candidates;
    let mut seen = 0;
    let entries = demo::entries(plan).map(move |entry| {
        if matches!(entry, Entry::Candidate(_)) {
            counting.step();
            seen += 1;
            if seen == last {
                counting.finishing("writing to disk");
            }
        }
        Ok::<_, Exit>(entry)
    });
    let filled = store.load(Utc::now().max(plan.now).into(), entries).await;
    progress.end();
    filled
}
