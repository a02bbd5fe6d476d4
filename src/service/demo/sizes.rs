//! How many candidates each job has: log-normal, with a few exact counts.
//!
//! The exact ones (none, a full page, a page and one, a crowd) are where lists
//! break; they are kept only where they leave enough for the other jobs. The
//! sum is always what the plan asks for.

use super::dice::{Dice, real, whole};

/// Shares `candidates` out; `wanted` names the exact counts, one place a job.
pub(super) fn sizes(candidates: usize, wanted: &[Option<usize>], dice: &mut Dice) -> Vec<usize> {
    let taken: usize = wanted.iter().flatten().sum();
    let fits = wanted.iter().any(Option::is_none) && taken.saturating_mul(2) <= candidates;
    let fixed = |place: usize| wanted[place].filter(|_| fits);
    let rest = if fits { candidates - taken } else { candidates };

    let weights: Vec<f64> = (0..wanted.len())
        .map(|place| {
            let drawn = dice.log_normal(45.0, 0.65);
            if fixed(place).is_some() { 0.0 } else { drawn }
        })
        .collect();
    let total: f64 = weights.iter().sum();
    let last = (0..wanted.len()).rfind(|place| fixed(*place).is_none());
    let (mut weight, mut given) = (0.0, 0);
    (0..wanted.len())
        .map(|place| {
            if let Some(exact) = fixed(place) {
                return exact;
            }
            weight += weights[place];
            let share = usize::try_from(whole(real(rest) * weight / total)).unwrap_or(rest);
            let upto = if last == Some(place) { rest } else { share.clamp(given, rest) };
            let size = upto - given;
            given = upto;
            size
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(candidates: usize, wanted: &[Option<usize>]) -> Vec<usize> {
        sizes(candidates, wanted, &mut Dice::of(7, 9, 0))
    }

    #[test]
    fn the_sum_is_what_was_asked_for() {
        let wanted = [None, Some(0), None, Some(100), None];
        for candidates in [0, 1, 99, 200, 201, 5000, 1_000_000] {
            assert_eq!(shared(candidates, &wanted).iter().sum::<usize>(), candidates);
        }
        assert_eq!(shared(1_000_000, &[Some(640)]), [1_000_000]);
        assert_eq!(shared(12, &[]), [0; 0]);
    }

    #[test]
    fn exact_counts_are_kept_only_where_they_fit() {
        let wanted = [None, Some(0), None, Some(100), None];
        let large = shared(5000, &wanted);
        assert_eq!((large[1], large[3]), (0, 100));
        let small = shared(150, &wanted);
        assert_ne!((small[1], small[3]), (0, 100));
    }
}
