//! The text in the bytes of a file: UTF-8, or UTF-16, as some programs on Windows write it.
//!
//! What does not live here: reading the bytes.

const MARK: char = '\u{feff}';

/// Whether a file that begins like this is UTF-16.
pub(crate) fn is_utf_16(head: &[u8]) -> bool {
    unit(head).is_some()
}

/// How two bytes become a unit of UTF-16: as the byte order mark says, or else the first character,
/// which is an ASCII one in all our formats.
fn unit(head: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match head {
        [0xff, 0xfe, ..] | [1..=0x7f, 0, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] | [0, 1..=0x7f, ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// The text, with the mark if it has one; none if it is in neither encoding.
pub(crate) fn decoded(bytes: Vec<u8>) -> Option<String> {
    let Some(unit) = unit(&bytes) else { return String::from_utf8(bytes).ok() };
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect::<Result<String, _>>().ok()
}

/// The text without a byte order mark.
pub(crate) fn without_mark(mut text: String) -> String {
    if text.starts_with(MARK) {
        text.remove(0);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_of_utf_16_are_decoded_and_half_a_character_is_refused() {
        let text = "\u{feff}board 5×5 𝄞\r\n";
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for bytes in [&little, &big, text.as_bytes()] {
            assert_eq!(decoded(bytes.to_vec()).as_deref(), Some(text));
        }
        for unmarked in [&little[2..], &big[2..]] {
            assert_eq!(decoded(unmarked.to_vec()).as_deref(), Some(&text[3..]));
        }
        assert_eq!(decoded(little[..little.len() - 1].to_vec()), None);
        assert_eq!(decoded(vec![0xff, 0xfe, 0x00, 0xd8]), None, "half a surrogate pair");
        assert_eq!(without_mark(text.to_owned()), text[3..]);
    }
}
