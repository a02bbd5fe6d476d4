//! How many candidates each job has: log-normal, with a few fixed counts.
//!
//! The fixed counts (none, a full page, a page and one, a very long list) are
//! those at which lists tend to break. They apply only if they leave enough
//! candidates for the other jobs. The sum is always the requested total.

use super::rng::{Rng, floor_i64, to_f64};

/// Distributes `total` over the jobs; `fixed` has one entry for each job.
pub(super) fn candidate_counts(total: usize, fixed: &[Option<usize>], rng: &mut Rng) -> Vec<usize> {
    let fixed_total: usize = fixed.iter().flatten().sum();
    let use_fixed = fixed.iter().any(Option::is_none) && fixed_total.saturating_mul(2) <= total;
    let fixed_count = |job: usize| fixed[job].filter(|_| use_fixed);
    let rest = if use_fixed { total - fixed_total } else { total };

    let weights: Vec<f64> = (0..fixed.len())
        .map(|job| {
            let weight = rng.log_normal(45.0, 0.65);
            if fixed_count(job).is_some() { 0.0 } else { weight }
        })
        .collect();
    let total_weight: f64 = weights.iter().sum();
    let last = (0..fixed.len()).rfind(|job| fixed_count(*job).is_none());
    // Rounding the running sum, not each count, keeps the total exact.
    let (mut weight, mut assigned) = (0.0, 0);
    (0..fixed.len())
        .map(|job| {
            if let Some(count) = fixed_count(job) {
                return count;
            }
            weight += weights[job];
            let share = floor_i64(to_f64(rest) * weight / total_weight);
            let share = usize::try_from(share).unwrap_or(rest);
            let end = if last == Some(job) { rest } else { share.clamp(assigned, rest) };
            let count = end - assigned;
            assigned = end;
            count
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distribute(total: usize, fixed: &[Option<usize>]) -> Vec<usize> {
        candidate_counts(total, fixed, &mut Rng::for_item(7, 9, 0))
    }

    #[test]
    fn the_sum_is_the_requested_total() {
        let fixed = [None, Some(0), None, Some(100), None];
        for total in [0, 1, 99, 200, 201, 5000, 1_000_000] {
            assert_eq!(distribute(total, &fixed).iter().sum::<usize>(), total);
        }
        assert_eq!(distribute(1_000_000, &[Some(640)]), [1_000_000]);
        assert_eq!(distribute(12, &[]), [0; 0]);
    }

    #[test]
    fn fixed_counts_apply_only_if_they_fit() {
        let fixed = [None, Some(0), None, Some(100), None];
        let large = distribute(5000, &fixed);
        assert_eq!((large[1], large[3]), (0, 100));
        let small = distribute(150, &fixed);
        assert_ne!((small[1], small[3]), (0, 100));
    }
}
