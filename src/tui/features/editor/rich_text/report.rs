//! The save report as rich text: a headline, then field by field.

use super::NEVER_SHOWN;
use super::diff::{differ, entries};
use super::layout::{change, display_value, list, marked, note, remark};
use crate::recruiting::person;
use crate::recruiting::person::{
    FieldOutcome, FieldValue, Report, ResponseKind, Settlement, UnrequestedChange,
};
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, TextRole};

#[must_use]
pub fn report(report: &Report, width: usize) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let (is_fine, sentence) = headline(report);
    let sign =
        if is_fine { (TextRole::Good, Mark::Done) } else { (TextRole::Warning, Mark::Warning) };
    remark(&mut builder, Vec::new(), sign, &sentence);
    let (lead, said) = match &report.answered {
        ResponseKind::Done(said) => ("the server says: ", said.as_str()),
        ResponseKind::Lost(why) => ("what came instead: ", why.as_str()),
        ResponseKind::Unsent => ("", ""),
    };
    if !said.trim().is_empty() {
        builder.paragraph(vec![space(2)], TextRole::Dim, &format!("{lead}{said}"));
    }
    builder.row(Vec::new());
    let is_lost = matches!(report.answered, ResponseKind::Lost(_));
    for line in &report.lines {
        field(line, is_lost, &mut builder);
    }
    unasked(&report.unasked, &mut builder);
    lost_jobs(report, &mut builder);
    learned(report, &mut builder);
    builder.into_lines()
}

/// Whether the save did exactly what it should, and a headline that says so.
#[must_use]
pub fn headline(report: &Report) -> (bool, String) {
    let count = |verdict| report.lines.iter().filter(|line| line.verdict == verdict).count();
    let (seen, unseen, kept) =
        (count(FieldOutcome::Seen), count(FieldOutcome::Unseen), count(FieldOutcome::Kept));
    let all = report.lines.len();
    if matches!(report.answered, ResponseKind::Lost(_)) {
        let which = match report.settled() {
            Settlement::Applied => "it was carried out",
            Settlement::NotApplied => "it was not carried out, so far",
            Settlement::Partly => "only a part of it was carried out",
            Settlement::Unknowable => {
                let message = "No clear answer came, and whether it was carried out cannot be told: \
                            this server never shows what was sent.";
                return (false, message.to_owned());
            }
        };
        let is_fine = report.settled() == Settlement::Applied && report.is_as_meant();
        return (is_fine, format!("No clear answer came. The record was read again: {which}."));
    }
    if report.answered == ResponseKind::Unsent {
        let message = "Nothing was sent: this server adds to lists, and there is nothing to add.";
        return (false, message.to_owned());
    }
    let message = match () {
        () if report.is_as_meant() && seen == 0 => {
            "Sent. This server never shows what was changed."
        }
        () if report.is_as_meant() && unseen == 0 => "Saved, and seen.",
        () if report.is_as_meant() => "Saved. What this server shows of it was seen.",
        () if kept == all => "The server said yes and kept what it had: nothing was changed.",
        () if seen + unseen == all => "Saved, but something else was changed, too.",
        () => "Saved, but not all of it is as it was meant.",
    };
    (report.is_as_meant(), message.to_owned())
}

fn field(line: &person::FieldReport, is_lost: bool, builder: &mut RichTextBuilder) {
    let (tone, mark, message) = match line.verdict {
        FieldOutcome::Seen => (TextRole::Good, Mark::Done, "saved and seen"),
        FieldOutcome::Unseen if is_lost => (TextRole::Dim, Mark::Dot, "this server never shows it"),
        FieldOutcome::Unseen => (TextRole::Dim, Mark::Dot, "sent, this server never shows it"),
        FieldOutcome::Kept if is_lost => (TextRole::Warning, Mark::Failed, "not changed"),
        FieldOutcome::Kept => (TextRole::Warning, Mark::Failed, "the server kept what it had"),
        FieldOutcome::Other => (TextRole::Warning, Mark::Warning, "the server kept something else"),
    };
    debug_assert!(message.contains(NEVER_SHOWN) || line.verdict != FieldOutcome::Unseen);
    let name = line.field.spec().label;
    let lead = marked(builder, (tone, mark), name);
    let empty = FieldValue::Text(String::new());
    let is_bad = matches!(line.verdict, FieldOutcome::Kept | FieldOutcome::Other);
    let now = if is_bad { line.now.as_ref().unwrap_or(&empty) } else { &line.wanted };
    if let (true, FieldValue::Job(Some(job))) = (is_bad, &line.wanted) {
        return builder.paragraph(lead, tone, &format!("not put forward for {}", job.name));
    }
    let Some(have) = entries(now) else {
        let (_, value) = display_value(tone, &now.told());
        builder.paragraph(lead, tone, &format!("{message}: {value}"));
        if is_bad {
            let (_, wanted) = display_value(tone, &line.wanted.told());
            note(builder, &format!("asked for: {wanted}"));
        }
        return;
    };
    builder.paragraph(
        lead,
        tone,
        &if is_bad {
            format!("{message}; against what was asked for:")
        } else {
            message.to_owned()
        },
    );
    let wanted = entries(&line.wanted).unwrap_or_default();
    let lead = vec![space(super::layout::column(builder))];
    list(builder, lead, &differ(&wanted, &have));
}

fn unasked(all: &[UnrequestedChange], builder: &mut RichTextBuilder) {
    if all.is_empty() {
        return;
    }
    builder.heading("changed without being asked");
    for item in all {
        change(builder, item.field.spec().label, Some(&item.before), &item.now);
    }
    let fixed: Vec<&str> = all
        .iter()
        .filter(|item| !item.can_be_put_back())
        .map(|item| item.field.spec().label)
        .collect();
    let message = match (all.len(), fixed.len()) {
        (1, 0) => "It can be put back as before.".to_owned(),
        (_, 0) => "They can be put back as before.".to_owned(),
        (all, some) if some < all => {
            format!("They can be put back as before, but for the {}.", fixed.join(", "))
        }
        _ => format!("The {} cannot be put back: only a handle is shown of it.", fixed.join(", ")),
    };
    builder.paragraph(Vec::new(), TextRole::Plain, &message);
}

fn lost_jobs(report: &Report, builder: &mut RichTextBuilder) {
    if report.lost_jobs.is_empty() {
        return;
    }
    builder.heading("no longer put forward for");
    for job in &report.lost_jobs {
        builder.facts(
            2,
            [
                part(TextRole::Warning, &job.job_name),
                part(TextRole::Plain, &job.job_client_company_name),
                part(TextRole::Dim, &job.current_pipeline_stage_name),
            ],
        );
    }
    let message = "Nobody asked for that. They can be put forward again, at the first stage.";
    builder.paragraph(Vec::new(), TextRole::Plain, message);
}

fn learned(report: &Report, builder: &mut RichTextBuilder) {
    let all = [
        (report.learned.extends_lists, "This server adds to lists instead of replacing them."),
        (report.learned.clears_omitted, "This server clears what is left out of a change."),
    ];
    let is_any = all.iter().any(|(is_so, _)| *is_so);
    if is_any {
        builder.heading("learned, and remembered for this server");
    }
    for (_, message) in all.into_iter().filter(|(is_so, _)| *is_so) {
        builder.paragraph(vec![space(2)], TextRole::Warning, message);
    }
}
