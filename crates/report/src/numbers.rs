//! Numbers as text.

/// A number with a comma between thousands.
pub fn thousands(number: u64) -> String {
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
