//! How the social network and the agency know a company.
//!
//! Everything follows from the name, so a company is the same one in every
//! career. The agency has a record of most of them, not of all.

use super::ids::hash;
use crate::service::store::ids::company_id;
use crate::wire::CompanyId;

/// A company's page, its number there and its id here.
#[derive(Debug, Clone)]
pub(super) struct Listing {
    pub(super) url: String,
    pub(super) number: i64,
    pub(super) id: Option<CompanyId>,
}

pub(super) fn listing(name: &str, slug: &str) -> Listing {
    let hash = hash(name);
    let known = hash % 10 < 7;
    Listing {
        url: format!("https://social.example/company/{slug}"),
        number: i64::try_from(1_000_000 + (hash >> 16) % 98_000_000).unwrap_or(1_000_000),
        id: known.then(|| company_id(name).into()),
    }
}

/// The page that belongs to a handle.
pub(super) fn url(handle: &str) -> String {
    if handle.is_empty() { String::new() } else { format!("https://social.example/in/{handle}") }
}

/// A name as part of an address: ASCII letters and digits, the rest a hyphen.
pub(super) fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if letter != '\'' && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_part_of_an_address() {
        assert_eq!(slug("Tidewater & Crane LLP"), "tidewater-crane-llp");
        assert_eq!(slug("Weaver's Yard."), "weavers-yard");
    }
}
