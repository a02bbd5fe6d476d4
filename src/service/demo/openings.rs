//! The list of jobs on the desk, as long as the plan wants it.
//!
//! Read from `assets/demo/jobs.txt`. A longer plan goes through the list again
//! with numbers behind the names, other ages, and the two statuses that the
//! list itself has no use for. When and how things went is not told here.

use super::DemoConfig;
use super::dice::{AGE, Dice, SIZES};
use super::pools::{family, rows};
use super::profile::Profile;
use super::sizes::sizes;

const JOBS: &str = include_str!("../../../assets/demo/jobs.txt");

/// One job as the list tells it.
#[derive(Debug, Clone)]
pub(super) struct Opening {
    /// Its place in the list, which its ids come from.
    pub(super) index: usize,
    pub(super) status: &'static str,
    pub(super) archived: bool,
    /// Days since it opened.
    pub(super) age: i64,
    pub(super) client: &'static str,
    pub(super) wanted: Profile,
    pub(super) pipeline: &'static str,
    pub(super) title: &'static str,
    /// The title, with a number where it stands on the desk more than once.
    pub(super) name: String,
    pub(super) count: usize,
}

/// All jobs of the plan, oldest first.
pub(super) fn openings(plan: &DemoConfig) -> Vec<Opening> {
    let lines: Vec<[&'static str; 10]> = rows(JOBS).collect();
    let mut dice = Dice::of(plan.seed, SIZES, 0);
    let crowd = dice.between(-20, 20);
    let (mut openings, wanted): (Vec<Opening>, Vec<Option<usize>>) = (0..plan.jobs)
        .map(|index| {
            let line = lines[index % lines.len()];
            if index < lines.len() {
                (opening(index, line), wanted(line[2], crowd))
            } else {
                let again = again(opening(index, line), plan.seed);
                let wanted = (again.status == "Draft").then_some(0);
                (again, wanted)
            }
        })
        .unzip();
    let counts = sizes(plan.candidates, &wanted, &mut dice);
    for (opening, count) in openings.iter_mut().zip(counts) {
        opening.count = count;
    }
    openings.sort_by_key(|opening| (-opening.age, opening.index));
    openings
}

fn opening(index: usize, line: [&'static str; 10]) -> Opening {
    let [status, archived, _, age, client, of, pipeline, level, title, specialty] = line;
    let level = level.parse().unwrap_or(3);
    Opening {
        index,
        status,
        archived: archived == "yes",
        age: age.parse().unwrap_or(30),
        client,
        wanted: Profile { family: family(of), specialty, level },
        pipeline,
        title,
        name: title.to_owned(),
        count: 0,
    }
}

/// A job like one higher up in the list.
fn again(mut like: Opening, seed: u64) -> Opening {
    let mut dice = Dice::of(seed, AGE, like.index as u64);
    like.age = (like.age * dice.between(60, 150) / 100).max(4);
    like.status = match dice.below(20) {
        0 if like.status == "Open" => "Draft",
        1 | 2 if like.status == "Open" => "Offer out",
        _ => like.status,
    };
    like.name = format!("{} [R-{}]", like.title, 1000 + like.index);
    like
}

/// The exact count the list asks for; `~` lets it vary.
fn wanted(text: &str, vary: i64) -> Option<usize> {
    match text.strip_prefix('~') {
        Some(about) => usize::try_from(about.parse::<i64>().ok()? + vary).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_longer_plan_repeats_no_name_and_uses_every_status() {
        let now = "2026-11-13T15:20:00Z".parse().unwrap();
        let made = openings(&DemoConfig { seed: 7, jobs: 400, candidates: 60_000, now });
        let names: HashSet<&str> = made.iter().map(|opening| opening.name.as_str()).collect();
        assert_eq!(names.len(), 400);
        let statuses: HashSet<&str> = made.iter().map(|opening| opening.status).collect();
        let all = ["Open", "On hold", "Offer out", "Filled", "Closed - lost", "Draft"];
        assert_eq!(statuses, HashSet::from(all));
        assert!(made.iter().all(|opening| opening.status != "Draft" || opening.count == 0));
        assert!(made.is_sorted_by_key(|opening| -opening.age));
    }
}
