//! `shortlist db check`: whether a database is what it should be.

use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use serde_json::json;

use crate::cli::database::Database;
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::Output;
use crate::text::pluralize;

/// Problems that are printed; the others are counted.
const MAX_PRINTED: usize = 100;

/// Verify the file, its references, lists, counts and stored records
#[derive(Debug, Args)]
#[command(
    after_help = "Works while a service runs, and on read-only files. Exits with 1 if something is wrong.\n\nExample:\n  shortlist db check --database sqlite:agency.db"
)]
pub(crate) struct Check {
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

#[derive(Debug, Default)]
struct Problems {
    printed: Vec<String>,
    count: usize,
}

impl Check {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let store = self.database.open_to_read().await?;
        let found: Arc<Mutex<Problems>> = Arc::default();
        let collected = Arc::clone(&found);
        let report = move |problem| {
            let mut problems = collected.lock().unwrap_or_else(PoisonError::into_inner);
            problems.count += 1;
            if problems.printed.len() < MAX_PRINTED {
                problems.printed.push(problem);
            }
        };
        store.check(report).await?;
        let problems = std::mem::take(&mut *found.lock().unwrap_or_else(PoisonError::into_inner));
        if self.json {
            let result = json!({
                "ok": problems.count == 0, "count": problems.count, "problems": problems.printed,
            });
            out.write_data(|to| json::write_line(&result, to))?;
        } else {
            problems.printed.iter().try_for_each(|problem| out.print_line(problem))?;
        }
        match problems.count {
            0 => {
                out.print_message("no problems found");
                Ok(())
            }
            count => Err(Exit::failure(format!(
                "{}; restore a backup (of a file: `shortlist db restore`), or export what can be read with `shortlist db export`",
                pluralize(count, "problem", "problems")
            ))),
        }
    }
}
