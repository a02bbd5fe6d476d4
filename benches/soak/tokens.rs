//! Marks that the driver types, and finds again on the screen, on disk and in requests.

const PREFIX: &str = "soak-";
/// A token ends here, so that none is the start of another.
const END: char = 'x';

pub(crate) fn token(number: usize) -> String {
    format!("{PREFIX}{number}{END}")
}

/// All tokens in a text.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let parts = text.split(PREFIX).skip(1);
    parts
        .filter_map(|part| {
            let (number, _) = part.split_once(END)?;
            number.parse().ok().map(token)
        })
        .collect()
}
