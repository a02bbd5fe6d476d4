//! Shortens long strings in a JSON body before it is decoded, for callers that show only the
//! beginning: thousands of megabyte strings would otherwise be allocated just to be dropped.

use memchr::{memchr, memchr2};

/// Cuts every string that has more characters, in place. What is not JSON is left to the decoder,
/// which says what is wrong with it.
pub(super) fn shorten(json: &mut Vec<u8>, max: usize) {
    // Everything before `from` is copied to the bytes before `end`.
    let (mut from, mut end) = (0, 0);
    while let Some(string) = next_string(json, from) {
        let (quote, cut) = (string.closing_quote, string.cut(json, max));
        json.copy_within(from..cut, end);
        end += cut - from;
        from = quote;
        // The closing quote is copied with what follows, so that the search goes on behind it.
        if let Some(byte) = json.get(from).copied() {
            json[end] = byte;
            (from, end) = (from + 1, end + 1);
        }
    }
    json.copy_within(from.., end);
    json.truncate(end + json.len() - from);
}

struct JsonString {
    start: usize,
    closing_quote: usize,
}

/// The next complete string.
fn next_string(json: &[u8], from: usize) -> Option<JsonString> {
    let start = from + memchr(b'"', json.get(from..)?)? + 1;
    let mut at = start;
    loop {
        at += memchr2(b'"', b'\\', json.get(at..)?)?;
        if json[at] == b'"' {
            return Some(JsonString { start, closing_quote: at });
        }
        at += 2;
    }
}

impl JsonString {
    /// Where it ends if it may have `max` characters.
    fn cut(&self, json: &[u8], max: usize) -> usize {
        let mut at = self.start;
        for _ in 0..max {
            if at >= self.closing_quote {
                break;
            }
            at += character_length(&json[at..]);
        }
        at.min(self.closing_quote)
    }
}

/// The bytes of the character at the start. A surrogate pair is one character.
const fn character_length(json: &[u8]) -> usize {
    match json {
        [
            b'\\',
            b'u',
            b'd' | b'D',
            b'8' | b'9' | b'a' | b'b' | b'A' | b'B',
            _,
            _,
            b'\\',
            b'u',
            ..,
        ] => 12,
        [b'\\', b'u', ..] => 6,
        [0xf0..=0xff, ..] => 4,
        [0xe0..=0xef, ..] => 3,
        [b'\\' | 0xc0..=0xdf, ..] => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn shorten_text(text: &str, max: usize) -> String {
        let mut json = text.as_bytes().to_vec();
        shorten(&mut json, max);
        String::from_utf8(json).unwrap()
    }

    #[test]
    fn strings_are_cut_between_characters() {
        for (text, expected) in [
            (r#"{"name":"Ada","id":"1"}"#, r#"{"name":"Ada","id":"1"}"#),
            (r#"["abcdefgh","abcd"]"#, r#"["abcd","abcd"]"#),
            (r#"["abc佐藤"]"#, r#"["abc佐"]"#),
            (r#"["abcdé😀"]"#, r#"["abcd"]"#),
            (r#"["éß😀佐x"]"#, r#"["éß😀佐"]"#),
            (r#"["abc\ndef"]"#, r#"["abc\n"]"#),
            (r#"["\u00e9\u00e9abc"]"#, r#"["\u00e9\u00e9ab"]"#),
            (r#"["abc\ud83d\ude00c"]"#, r#"["abc\ud83d\ude00"]"#),
            (r#"["a\"]\"b","c"]"#, r#"["a\"]\"","c"]"#),
            (r#"["a\\\\\\\\"]"#, r#"["a\\\\\\"]"#),
            ("", ""),
            (r#"["abcdefgh"#, r#"["abcdefgh"#),
            (r#"["abcdefgh\"#, r#"["abcdefgh\"#),
        ] {
            assert_eq!(shorten_text(text, 4), expected, "{text}");
        }
    }

    fn json_value() -> impl Strategy<Value = Value> {
        let leaf =
            prop_oneof![any::<String>().prop_map(Value::from), any::<i64>().prop_map(Value::from)];
        leaf.prop_recursive(3, 20, 4, |inner| {
            let fields = prop::collection::btree_map("[a-z\"\\\\é]{0,8}", inner.clone(), 0..4);
            let object = fields.prop_map(|fields| json!(fields));
            prop_oneof![prop::collection::vec(inner, 0..4).prop_map(Value::from), object]
        })
    }

    fn assert_prefixes(short: &Value, whole: &Value) {
        match (short, whole) {
            (Value::String(short), Value::String(whole)) => assert!(whole.starts_with(&**short)),
            (Value::Array(short), Value::Array(whole)) => {
                assert_eq!(short.len(), whole.len());
                short.iter().zip(whole).for_each(|(short, whole)| assert_prefixes(short, whole));
            }
            (Value::Object(short), Value::Object(whole)) => {
                for (name, value) in short {
                    let is_match = |other: &(&String, &Value)| other.0.starts_with(&**name);
                    let matching: Vec<_> = whole.iter().filter(is_match).collect();
                    if let [(_, whole)] = matching[..] {
                        assert_prefixes(value, whole);
                    }
                }
            }
            _ => assert_eq!(short, whole),
        }
    }

    proptest! {
        #[test]
        fn what_is_left_is_json_with_the_beginnings_of_the_strings(value in json_value(), max in 0..40_usize) {
            let text = value.to_string();
            let short: Value = serde_json::from_str(&shorten_text(&text, max)).unwrap();
            assert_prefixes(&short, &value);
            prop_assert_eq!(shorten_text(&text, text.len()), text);
        }

        #[test]
        fn bytes_that_are_not_json_are_never_a_panic(bytes in prop::collection::vec("[\"\\\\u0a\u{e9}]", 0..40), max in 0..9_usize) {
            let mut json = bytes.concat().into_bytes();
            shorten(&mut json, max);
        }
    }
}
