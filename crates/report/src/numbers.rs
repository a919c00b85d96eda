//! Numbers as text.

use std::fmt::Display;

/// A whole number with a comma between thousands.
pub fn thousands(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its word, and a comma between thousands.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number as u64), if number == 1 { one } else { many })
}

/// The part of a whole in percent with two decimals. What is not the whole is never shown as 100 %.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    format!("{:.2} %", if part < whole { percent.min(99.99) } else { percent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_is_100_percent() {
        assert_eq!(percent(43_529_136, 43_529_160), "99.99 %");
        assert_eq!(percent(43_529_160, 43_529_160), "100.00 %");
        assert_eq!(percent(1, 3), "33.33 %");
        assert_eq!(percent(0, 0), "0.00 %");
    }
}
