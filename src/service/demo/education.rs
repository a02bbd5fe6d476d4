//! Degrees and certificates.
//!
//! The last degree ends about when the career starts; a junior may still be
//! studying. Certificates were issued in the past but may expire in the future.

use chrono::{Datelike, Days, Months, NaiveDate};

use super::career_spec::CareerSpec;
use super::qualification::applies_to;
use super::rng::Rng;
use super::social_network::{company_listing, slug};
use super::word_lists::{Certificate, Degree, WordLists};
use crate::wire::{Certification, Education};

/// Newest first.
pub(super) fn education(
    lists: &WordLists,
    spec: &CareerSpec<'_>,
    career_start: NaiveDate,
    rng: &mut Rng,
) -> Vec<Education> {
    if rng.chance(7.0) {
        return Vec::new();
    }
    let is_studying = spec.level == 1 && rng.chance(40.0);
    let mut end = career_start.year() + i32::from(is_studying) * 2;
    let mut education = Vec::with_capacity(2);
    let ranks: &[bool] = if rng.chance(34.0) { &[true, false] } else { &[false] };
    for is_second in ranks {
        let is_possible = |degree: &&Degree| {
            degree.is_second == *is_second
                && (degree.country.is_empty() || degree.country == spec.location.country)
                && applies_to(degree.specialties, spec.specialty)
        };
        let degrees = || lists.degrees[spec.family].iter().filter(is_possible);
        let index = rng.below(degrees().count());
        let Some(degree) = degrees().nth(index) else { continue };
        education.extend(study(lists, spec, degree, end, rng));
        end -= degree.years + i32::from(rng.chance(30.0));
    }
    education
}

/// `None` if the studies would start in the future.
fn study(
    lists: &WordLists,
    spec: &CareerSpec<'_>,
    degree: &Degree,
    end: i32,
    rng: &mut Rng,
) -> Option<Education> {
    let is_abroad = degree.country.is_empty() && rng.chance(15.0);
    let country =
        if is_abroad { rng.choose(&lists.locations)?.country } else { spec.location.country };
    let school = rng.choose(lists.schools.get(country).or(lists.schools.get("GB"))?)?;
    let start = NaiveDate::from_ymd_opt(end - degree.years, 9, 1)?;
    if start > spec.today {
        return None;
    }
    let listing = company_listing(school.name, school.slug);
    Some(Education {
        company_name: school.name.to_owned(),
        start_date: Some(start.into()),
        end_date: NaiveDate::from_ymd_opt(end, 6, 30).map(Into::into),
        description: degree.description.to_owned(),
        degree: degree.name.to_owned(),
        company_social_url: listing.url,
        company_social_id: Some(listing.number),
        company_id: listing.id,
        ..Education::default()
    })
}

pub(super) fn certifications(
    lists: &WordLists,
    spec: &CareerSpec<'_>,
    rng: &mut Rng,
) -> Vec<Certification> {
    let count = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2][rng.below(10)];
    let certificates: Vec<&Certificate> = (lists.certificates[spec.family].iter())
        .filter(|certificate| applies_to(certificate.specialties, spec.specialty))
        .collect();
    let first = rng.below(certificates.len());
    (0..count)
        .filter_map(|nth| {
            let certificate = certificates.get((first + nth) % certificates.len().max(1))?;
            let listing = company_listing(certificate.issuer, &slug(certificate.issuer));
            let days_ago = u64::try_from(rng.between(20, 2200)).unwrap_or(20);
            let start = spec.today.checked_sub_days(Days::new(days_ago))?;
            let months = u32::try_from(certificate.years * 12).ok()?;
            let number = rng.between(10_000, 9_999_999);
            Some(Certification {
                name: certificate.name.to_owned(),
                credential_id: format!("{}{number}", certificate.id_prefix),
                start_date: Some(start.into()),
                end_date: start.checked_add_months(Months::new(months)).map(Into::into),
                company_name: certificate.issuer.to_owned(),
                company_social_url: listing.url,
                company_social_id: Some(listing.number),
                company_id: listing.id,
                ..Certification::default()
            })
        })
        .collect()
}
