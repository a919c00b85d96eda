//! Confidence intervals for the number of lines completed per failure, from few failures or none.

use statrs::function::beta::beta_reg;

/// Lines completed per failure, with the 95 % interval of Clopper and Pearson; the upper end is
/// infinite without a failure, and the lower one then holds with 95 % by itself.
///
/// A line fails with probability p, so p⁻¹ − 1 lines are completed per failure. The interval is
/// exact if the number of lines was fixed, and on the safe side if runs end with a failure. Clopper
/// and Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
/// Biometrika 26, 1934.
pub(super) fn lines_per_failure(completed: u64, failures: u64) -> (f64, f64) {
    let (completed, failures) = (completed as f64, failures as f64);
    let tail = if failures == 0.0 { 0.05 } else { 0.025 };
    let most = quantile(failures + 1.0, completed, 1.0 - tail);
    let least = quantile(failures, completed + 1.0, tail);
    (1.0 / most - 1.0, 1.0 / least - 1.0)
}

/// The value below which a beta variable lies with this probability; the limits 0 and 1 where a
/// parameter is 0.
fn quantile(a: f64, b: f64, probability: f64) -> f64 {
    match (a == 0.0, b == 0.0) {
        (true, _) => return 0.0,
        (_, true) => return 1.0,
        _ => {}
    }
    // Bisection of the logarithm: quantiles may be as small as one failure in all lines.
    let (mut low, mut high) = (-60.0_f64, 0.0_f64);
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        match beta_reg(a, b, middle.exp()) < probability {
            true => low = middle,
            false => high = middle,
        }
    }
    high.exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability of at most `k` successes among `n`, each with probability `p`, by its sum.
    fn at_most(k: u32, n: u32, p: f64) -> f64 {
        let mut term = (1.0 - p).powi(n as i32);
        let mut sum = term;
        for i in 0..k {
            term *= f64::from(n - i) / f64::from(i + 1) * p / (1.0 - p);
            sum += term;
        }
        sum
    }

    #[test]
    fn the_ends_are_the_rates_at_which_what_was_seen_has_a_chance_of_1_in_40() {
        for (n, k) in [(2, 1), (10, 1), (10, 9), (100, 40), (900, 3)] {
            let (low, high) = lines_per_failure(u64::from(n - k), u64::from(k));
            let (most, least) = (1.0 / (low + 1.0), 1.0 / (high + 1.0));
            assert!((at_most(k, n, most) - 0.025).abs() < 1e-9, "{k} of {n}: {low}");
            assert!((1.0 - at_most(k - 1, n, least) - 0.025).abs() < 1e-9, "{k} of {n}: {high}");
        }
    }

    #[test]
    fn without_a_failure_there_is_a_lower_bound_and_without_a_completed_line_an_upper_one() {
        let (low, high) = lines_per_failure(1000, 0);
        // The rule of three.
        assert!((333.0..334.0).contains(&low) && high.is_infinite(), "{low} {high}");
        assert!(lines_per_failure(2, 0).0 < 0.3);
        assert_eq!(lines_per_failure(0, 7).0, 0.0);
        assert!((0.0..1.0).contains(&lines_per_failure(0, 7).1));
    }

    #[test]
    fn a_million_lines_and_more_have_an_interval_around_their_mean() {
        for (completed, failures) in [(10_000_000, 7), (1 << 40, 1000), (9_000_000, 1_000_000)] {
            let (low, high) = lines_per_failure(completed, failures);
            let mean = completed as f64 / failures as f64;
            assert!(low < mean && mean < high && high < 3.0 * mean, "{low} {mean} {high}");
        }
    }
}
