//! Companies and profiles on the fictional social network.
//!
//! Everything about a company derives from its name, so it is the same company
//! in every career. The agency has a record of 70 percent of them.

use super::ids::hash;
use crate::service::store::ids::company_id;
use crate::wire::CompanyId;

#[derive(Debug, Clone)]
pub(super) struct CompanyListing {
    pub(super) url: String,
    pub(super) number: i64,
    pub(super) id: Option<CompanyId>,
}

pub(super) fn company_listing(name: &str, slug: &str) -> CompanyListing {
    let hash = hash(name);
    let has_record = hash % 10 < 7;
    CompanyListing {
        url: format!("https://social.example/company/{slug}"),
        number: i64::try_from(1_000_000 + (hash >> 16) % 98_000_000).unwrap_or(1_000_000),
        id: has_record.then(|| company_id(name).into()),
    }
}

pub(super) fn profile_url(handle: &str) -> String {
    if handle.is_empty() { String::new() } else { format!("https://social.example/in/{handle}") }
}

/// A name as part of a URL: ASCII letters and digits, everything else a hyphen.
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
    fn a_slug_has_only_ascii_letters_digits_and_hyphens() {
        assert_eq!(slug("Tidewater & Crane LLP"), "tidewater-crane-llp");
        assert_eq!(slug("Weaver's Yard."), "weavers-yard");
    }
}
