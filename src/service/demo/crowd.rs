//! Who stands for more than one job.
//!
//! The last few hundred people of each trade are remembered by number, so the
//! memory is the same for a thousand candidates and for a million.

use super::dice::Dice;
use super::pools::{FAMILIES, Family};

const REMEMBERED: usize = 512;
const MOST_JOBS: u8 = 3;

/// People met lately, by trade.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    trades: [Vec<Known>; FAMILIES.len()],
    met: [usize; FAMILIES.len()],
}

#[derive(Debug, Clone, Copy)]
struct Known {
    person: usize,
    job: usize,
    jobs: u8,
}

impl Crowd {
    /// A new person comes for a job.
    pub(super) fn meet(&mut self, person: usize, trade: Family, job: usize) {
        let known = Known { person, job, jobs: 1 };
        let (people, met) = (&mut self.trades[trade], &mut self.met[trade]);
        if people.len() < REMEMBERED {
            people.push(known);
        } else {
            people[*met % REMEMBERED] = known;
        }
        *met += 1;
    }

    /// Someone known who comes for another job, if chance finds them.
    pub(super) fn again(&mut self, trade: Family, job: usize, dice: &mut Dice) -> Option<usize> {
        let trade = if dice.chance(88.0) { trade } else { dice.below(FAMILIES.len()) };
        let people = &mut self.trades[trade];
        (0..6).find_map(|_| {
            let place = dice.below(people.len());
            let known = people.get_mut(place)?;
            if known.job == job || known.jobs >= MOST_JOBS {
                return None;
            }
            known.job = job;
            known.jobs += 1;
            Some(known.person)
        })
    }

    #[cfg(test)]
    pub(super) fn remembered(&self) -> usize {
        self.trades.iter().map(Vec::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn nobody_stands_twice_for_one_job_or_for_more_than_three() {
        let mut crowd = Crowd::default();
        let mut dice = Dice::of(7, 5, 0);
        let mut stood: HashMap<usize, Vec<usize>> = HashMap::new();
        for job in 0..40 {
            for nth in 0..100 {
                let person = crowd.again(2, job, &mut dice).unwrap_or_else(|| {
                    crowd.meet(job * 100 + nth, 2, job);
                    job * 100 + nth
                });
                stood.entry(person).or_default().push(job);
            }
        }
        assert!(stood.values().any(|jobs| jobs.len() > 1), "some come again");
        for (person, jobs) in stood {
            assert!(jobs.len() <= 3 && jobs.is_sorted_by(|a, b| a < b), "{person}: {jobs:?}");
        }
    }

    #[test]
    fn a_million_people_are_not_remembered() {
        let mut crowd = Crowd::default();
        (0..100_000).for_each(|person| crowd.meet(person, person % 3, 1));
        assert_eq!(crowd.remembered(), 3 * REMEMBERED);
    }
}
