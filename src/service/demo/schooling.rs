//! Schools and certificates.
//!
//! A school ends about when the career begins; a beginner may still be at it.
//! Issued certificates lie in the past, what they hold until may not.

use chrono::{Datelike, Days, Months, NaiveDate};

use super::dice::Dice;
use super::network::{listing, slug};
use super::pools::{Certificate, Degree, Pools};
use super::profile::is_meant_for;
use super::worker::Worker;
use crate::wire::{Certification, Education};

/// Newest first; a few people tell of none.
pub(super) fn education(
    pools: &Pools,
    worker: &Worker<'_>,
    began: NaiveDate,
    dice: &mut Dice,
) -> Vec<Education> {
    if dice.chance(7.0) {
        return Vec::new();
    }
    let studying = worker.level == 1 && dice.chance(40.0);
    let mut end = began.year() + i32::from(studying) * 2;
    let mut told = Vec::with_capacity(2);
    let ranks: &[bool] = if dice.chance(34.0) { &[true, false] } else { &[false] };
    for second in ranks {
        let country = worker.place.country;
        let fits = |degree: &&Degree| {
            degree.second == *second
                && (degree.country.is_empty() || degree.country == country)
                && is_meant_for(degree.specialties, worker.specialty)
        };
        let degrees = || pools.degrees[worker.family].iter().filter(fits);
        let chosen = dice.below(degrees().count());
        let Some(degree) = degrees().nth(chosen) else { continue };
        told.extend(school(pools, worker, degree, end, dice));
        end -= degree.years + i32::from(dice.chance(30.0));
    }
    told
}

fn school(
    pools: &Pools,
    worker: &Worker<'_>,
    degree: &Degree,
    end: i32,
    dice: &mut Dice,
) -> Option<Education> {
    let abroad = degree.country.is_empty() && dice.chance(15.0);
    let country = if abroad { dice.pick(&pools.places)?.country } else { worker.place.country };
    let house = dice.pick(pools.schools.get(country).or(pools.schools.get("GB"))?)?;
    let start = NaiveDate::from_ymd_opt(end - degree.years, 9, 1)?;
    if start > worker.today {
        return None;
    }
    let listing = listing(house.name, house.slug);
    Some(Education {
        company_name: house.name.to_owned(),
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

/// Mostly none, seldom two.
pub(super) fn certifications(
    pools: &Pools,
    worker: &Worker<'_>,
    dice: &mut Dice,
) -> Vec<Certification> {
    let count = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2][dice.below(10)];
    let all: Vec<&Certificate> = (pools.certificates[worker.family].iter())
        .filter(|certificate| is_meant_for(certificate.specialties, worker.specialty))
        .collect();
    let first = dice.below(all.len());
    (0..count)
        .filter_map(|nth| {
            let certificate = all.get((first + nth) % all.len().max(1))?;
            let listing = listing(certificate.issuer, &slug(certificate.issuer));
            let ago = u64::try_from(dice.between(20, 2200)).unwrap_or(20);
            let start = worker.today.checked_sub_days(Days::new(ago))?;
            let months = u32::try_from(certificate.years * 12).ok()?;
            let number = dice.between(10_000, 9_999_999);
            Some(Certification {
                name: certificate.name.to_owned(),
                credential_id: format!("{}{number}", certificate.number),
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
