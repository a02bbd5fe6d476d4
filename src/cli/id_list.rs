//! A list of ids on stdin, one per line, for `person attach -` and `verdict -`.

use std::collections::HashSet;
use std::io::Read;

use super::exit::Exit;

const MAX_LENGTH: u64 = 16 << 20;

pub(crate) fn read_ids(stdin: impl Read) -> Result<Vec<String>, Exit> {
    let mut text = String::new();
    let read = stdin.take(MAX_LENGTH + 1).read_to_string(&mut text);
    let length = read.map_err(|error| Exit::usage(format!("stdin: {error}")))?;
    // A truncated id could be the id of another person.
    if u64::try_from(length).is_ok_and(|length| length > MAX_LENGTH) {
        return Err(Exit::usage("stdin: is larger than 16 MiB; split it"));
    }
    let (mut ids, mut seen) = (Vec::new(), HashSet::new());
    for line in text.lines() {
        match line.trim() {
            "" => {}
            id if id.contains(char::is_whitespace) || id.len() > 1000 => {
                return Err(Exit::usage(format!(
                    "stdin: {id:?} is not an ID; write one ID per line"
                )));
            }
            id if !seen.insert(id.to_owned()) => {}
            id => ids.push(id.to_owned()),
        }
    }
    if ids.is_empty() { Err(Exit::usage("stdin contains no ID")) } else { Ok(ids) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_deduplicated_and_an_invalid_list_is_rejected() {
        let parse =
            |text: &str| read_ids(text.as_bytes()).map_err(|exit| exit.message().to_owned());
        assert_eq!(parse("per_1\r\n\n per_2 \nper_1\nper_3").unwrap(), ["per_1", "per_2", "per_3"]);
        for (text, message) in [("", "contains no ID"), ("Ada Obi\n", "is not an ID")] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        let full = "per_1234\n".repeat(1 + (16 << 20) / 9);
        assert!(parse(&full).unwrap_err().contains("larger than 16 MiB"));
        let (at_limit, _) = full.split_at(16 << 20);
        assert_eq!(
            parse(at_limit).unwrap().len(),
            2,
            "input at the limit is read whole, including its shorter last id"
        );
    }
}
