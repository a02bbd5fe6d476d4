//! Who stands for more than one job.
//!
//! The last few hundred people of each trade are remembered by number, so the
//! memory is the same for a thousand candidates and for a million.

use super::dice::Dice;
use super::pools::FAMILIES;
use super::profile::Profile;

const REMEMBERED: usize = 512;
const MOST_JOBS: u8 = 3;
/// How many are looked at before nobody known is found.
const TRIES: usize = 40;

/// People met lately, by trade.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    trades: [Vec<Known>; FAMILIES.len()],
    met: [usize; FAMILIES.len()],
}

#[derive(Debug, Clone, Copy)]
struct Known {
    person: usize,
    profile: Profile,
    job: usize,
    jobs: u8,
}

impl Crowd {
    /// A new person comes for a job.
    pub(super) fn meet(&mut self, person: usize, profile: Profile, job: usize) {
        let known = Known { person, profile, job, jobs: 1 };
        let trade = profile.family;
        let (people, met) = (&mut self.trades[trade], &mut self.met[trade]);
        if people.len() < REMEMBERED {
            people.push(known);
        } else {
            people[*met % REMEMBERED] = known;
        }
        *met += 1;
    }

    /// Someone known who comes for another job, if chance finds them; not
    /// exactly what it asks for only where strangers may come.
    pub(super) fn again(
        &mut self,
        wanted: Profile,
        job: usize,
        strangers: bool,
        dice: &mut Dice,
    ) -> Option<(usize, Profile)> {
        let stranger = strangers && dice.chance(5.0);
        let neighbour = stranger || strangers && dice.chance(35.0);
        let trade = if stranger { dice.below(FAMILIES.len()) } else { wanted.family };
        let people = &mut self.trades[trade];
        (0..TRIES).find_map(|_| {
            let place = dice.below(people.len());
            let known = people.get_mut(place)?;
            let profile = known.profile;
            let comes = if strangers {
                profile.suits(wanted) || neighbour && profile.is_near(wanted.level)
            } else {
                profile == wanted
            };
            if !comes || known.job == job || known.jobs >= MOST_JOBS {
                return None;
            }
            known.job = job;
            known.jobs += 1;
            Some((known.person, known.profile))
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

    const MANAGER: Profile = Profile { family: 2, specialty: "management", level: 3 };

    #[test]
    fn nobody_stands_twice_for_one_job_or_for_more_than_three() {
        let mut crowd = Crowd::default();
        let mut dice = Dice::of(7, 5, 0);
        let mut stood: HashMap<usize, Vec<usize>> = HashMap::new();
        for job in 0..40 {
            for nth in 0..100 {
                let known = crowd.again(MANAGER, job, true, &mut dice);
                let person = known.map_or(job * 100 + nth, |(person, _)| person);
                if known.is_none() {
                    crowd.meet(person, MANAGER, job);
                }
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
        for person in 0..100_000 {
            crowd.meet(person, Profile { family: person % 3, ..MANAGER }, 1);
        }
        assert_eq!(crowd.remembered(), 3 * REMEMBERED);
    }
}
