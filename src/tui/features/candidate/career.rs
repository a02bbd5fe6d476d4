//! Employers, newest first, with the gaps between them, and the entries of a career. The card uses
//! both.
//!
//! Dates are often known to the month or year only. A gap is reported only if every possible
//! date leaves one.

use chrono::{Datelike, NaiveDate};

use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, labelled, part, space, trim_text,
};
use crate::tui::widgets::rich_text::{Mark, Span, TextRole};
use crate::wire::{CompanyId, Date, Position, Timestamp, WorkExperience};

/// In months; shorter gaps are not reported.
const SHORT_GAP: i64 = 3;

#[derive(Clone, Copy)]
struct Employment {
    from: NaiveDate,
    until: NaiveDate,
}

pub(crate) fn push_career(work: &[WorkExperience], now: Timestamp, builder: &mut RichTextBuilder) {
    if work.is_empty() {
        return;
    }
    builder.heading("Career");
    for (gap, work) in employers(work, now) {
        if gap > SHORT_GAP {
            let gap = format!("{} without an employer", format::months(gap));
            builder.facts(2, [part(TextRole::Dim, &gap)]);
        }
        push_employer(work, builder);
    }
}

/// Each with the whole months of the gap after it; 0 if the dates do not prove a gap.
pub(crate) fn employers(work: &[WorkExperience], now: Timestamp) -> Vec<(i64, &WorkExperience)> {
    let today = now.to_utc().date_naive();
    let mut employers: Vec<(Option<Employment>, &WorkExperience)> =
        work.iter().map(|work| (employment(work, today), work)).collect();
    employers.sort_by_key(|(employment, _)| {
        std::cmp::Reverse(employment.map(|employment| (employment.until, employment.from)))
    });
    // An employer without dates may have filled any gap.
    let is_known = employers.iter().all(|(employment, _)| employment.is_some());
    let mut earliest: Option<NaiveDate> = None;
    let mut result = Vec::with_capacity(employers.len());
    for (employment, work) in employers {
        let gap = earliest
            .zip(employment)
            .map_or(0, |(next, employment)| whole_months(employment.until, next));
        if let Some(employment) = employment {
            earliest = Some(earliest.map_or(employment.from, |day| day.min(employment.from)));
        }
        result.push((if is_known { gap } else { 0 }, work));
    }
    result
}

pub(crate) fn is_past(date: Date, now: Timestamp) -> bool {
    latest(date).is_some_and(|day| day < now.to_utc().date_naive())
}

fn push_employer(work: &WorkExperience, builder: &mut RichTextBuilder) {
    let months = work.duration_in_months.map_or_else(String::new, format::months);
    builder.facts(2, [entry(&work.company_name), part(TextRole::Plain, &months)]);
    for position in &work.positions {
        push_position(position, builder);
    }
    push_company(
        &work.company_social_url,
        work.company_social_id,
        work.company_id.as_ref(),
        builder,
    );
}

fn push_position(position: &Position, builder: &mut RichTextBuilder) {
    let title = if trim_text(&position.title).is_empty() { "(no title)" } else { &position.title };
    let span = format::span(position.start_date, position.end_date, "now");
    let months = position.duration_in_months.map_or_else(String::new, format::months);
    let parts = [title, &span, &months, &position.location, &position.position_type];
    builder.facts(4, parts.map(|words| part(TextRole::Plain, words)));
    builder.prose(6, &position.description);
}

/// Earliest possible start and latest possible end. `None` if a start is unknown or after the
/// end.
fn employment(work: &WorkExperience, today: NaiveDate) -> Option<Employment> {
    let mut employment: Option<Employment> = None;
    for position in &work.positions {
        let from = position.start_date?.earliest()?;
        let until = position.end_date.map_or(Some(today), latest)?;
        let before = employment.unwrap_or(Employment { from, until });
        employment =
            Some(Employment { from: before.from.min(from), until: before.until.max(until) });
    }
    employment.filter(|employment| employment.from <= employment.until)
}

fn latest(date: Date) -> Option<NaiveDate> {
    let (year, month, day) = date.parts();
    match (month, day) {
        (Some(month), Some(day)) => NaiveDate::from_ymd_opt(year, month, day),
        (Some(month @ ..12), None) => NaiveDate::from_ymd_opt(year, month + 1, 1)?.pred_opt(),
        _ => NaiveDate::from_ymd_opt(year, 12, 31),
    }
}

fn whole_months(from: NaiveDate, to: NaiveDate) -> i64 {
    let month = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
    // The first day without an employer.
    let from = from.succ_opt().unwrap_or(from);
    month(to) - month(from) - i64::from(to.day() < from.day())
}

/// An entry without a name still gets a line.
pub(crate) fn entry(name: &str) -> Spans {
    let name = if trim_text(name).is_empty() { "(no name)" } else { name };
    let bullet = Span::Mark(TextRole::Dim, Mark::Bullet);
    [vec![bullet, space(1)], part(TextRole::Strong, name)].concat()
}

pub(crate) fn push_company(
    url: &str,
    number: Option<i64>,
    id: Option<&CompanyId>,
    builder: &mut RichTextBuilder,
) {
    let number = number.map_or_else(String::new, |number| number.to_string());
    builder.facts(
        4,
        [
            part(TextRole::Link, url),
            labelled(TextRole::Dim, "network ID", &number),
            labelled(TextRole::Dim, "company", id.map_or("", CompanyId::as_str)),
        ],
    );
}
