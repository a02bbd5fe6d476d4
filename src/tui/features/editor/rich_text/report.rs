//! The save report as rich text: a headline, then field by field.

use super::WRITE_ONLY;
use super::diff::{diff_entries, entries};
use super::layout::{
    display_value, marked_label, push_change, push_entries, push_note, push_remark,
};
use crate::recruiting::person;
use crate::recruiting::person::{
    FieldOutcome, FieldValue, Report, ResponseKind, Settlement, UnrequestedChange,
};
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, TextRole};

pub(crate) fn report(report: &Report, width: usize) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let (is_fine, sentence) = headline(report);
    let sign =
        if is_fine { (TextRole::Good, Mark::Done) } else { (TextRole::Warning, Mark::Warning) };
    push_remark(&mut builder, Vec::new(), sign, &sentence);
    let (lead, reply) = match &report.response {
        ResponseKind::Accepted(reply) => ("the server says: ", reply.as_str()),
        ResponseKind::Lost(why) => ("what came instead: ", why.as_str()),
        ResponseKind::Unsent => ("", ""),
    };
    if !reply.trim().is_empty() {
        builder.paragraph(vec![space(2)], TextRole::Dim, &format!("{lead}{reply}"));
    }
    builder.row(Vec::new());
    let is_lost = matches!(report.response, ResponseKind::Lost(_));
    for field_report in &report.fields {
        push_field(field_report, is_lost, &mut builder);
    }
    push_unrequested(&report.unrequested, &mut builder);
    push_lost_jobs(report, &mut builder);
    push_learned(report, &mut builder);
    builder.into_lines()
}

/// Whether the save did exactly what it should, and a headline that says so.
pub(crate) fn headline(report: &Report) -> (bool, String) {
    let count = |verdict| report.fields.iter().filter(|line| line.outcome == verdict).count();
    let (verified, unverified, unchanged) = (
        count(FieldOutcome::Verified),
        count(FieldOutcome::Unverifiable),
        count(FieldOutcome::Unchanged),
    );
    let all = report.fields.len();
    if matches!(report.response, ResponseKind::Lost(_)) {
        let outcome = match report.settlement() {
            Settlement::Applied => "it was carried out",
            Settlement::NotApplied => "it was not carried out, so far",
            Settlement::Partly => "only a part of it was carried out",
            Settlement::Unknowable => {
                let message = "No clear answer came, and whether it was carried out cannot be told: \
                            this server never shows what was sent.";
                return (false, message.to_owned());
            }
        };
        let is_fine = report.settlement() == Settlement::Applied && report.is_as_requested();
        return (is_fine, format!("No clear answer came. The record was read again: {outcome}."));
    }
    if report.response == ResponseKind::Unsent {
        let message = "Nothing was sent: this server adds to lists, and there is nothing to add.";
        return (false, message.to_owned());
    }
    let message = match () {
        () if report.is_as_requested() && verified == 0 => {
            "Sent. This server never shows what was changed."
        }
        () if report.is_as_requested() && unverified == 0 => "Saved, and seen.",
        () if report.is_as_requested() => "Saved. What this server shows of it was seen.",
        () if unchanged == all => "The server said yes and kept what it had: nothing was changed.",
        () if verified + unverified == all => "Saved, but something else was changed, too.",
        () => "Saved, but not all of it is as it was meant.",
    };
    (report.is_as_requested(), message.to_owned())
}

fn push_field(field_report: &person::FieldReport, is_lost: bool, builder: &mut RichTextBuilder) {
    let (role, mark, message) = match field_report.outcome {
        FieldOutcome::Verified => (TextRole::Good, Mark::Done, "saved and seen"),
        FieldOutcome::Unverifiable if is_lost => {
            (TextRole::Dim, Mark::Dot, "this server never shows it")
        }
        FieldOutcome::Unverifiable => {
            (TextRole::Dim, Mark::Dot, "sent, this server never shows it")
        }
        FieldOutcome::Unchanged if is_lost => (TextRole::Warning, Mark::Failed, "not changed"),
        FieldOutcome::Unchanged => (TextRole::Warning, Mark::Failed, "the server kept what it had"),
        FieldOutcome::Different => {
            (TextRole::Warning, Mark::Warning, "the server kept something else")
        }
    };
    debug_assert!(
        message.contains(WRITE_ONLY) || field_report.outcome != FieldOutcome::Unverifiable
    );
    let name = field_report.field.spec().label;
    let lead = marked_label(builder, (role, mark), name);
    let empty = FieldValue::Text(String::new());
    let is_bad = matches!(field_report.outcome, FieldOutcome::Unchanged | FieldOutcome::Different);
    let now =
        if is_bad { field_report.now.as_ref().unwrap_or(&empty) } else { &field_report.wanted };
    if let (true, FieldValue::Job(Some(job))) = (is_bad, &field_report.wanted) {
        return builder.paragraph(lead, role, &format!("not put forward for {}", job.name));
    }
    let Some(actual) = entries(now) else {
        let (_, value) = display_value(role, &now.describe());
        builder.paragraph(lead, role, &format!("{message}: {value}"));
        if is_bad {
            let (_, wanted) = display_value(role, &field_report.wanted.describe());
            push_note(builder, &format!("asked for: {wanted}"));
        }
        return;
    };
    builder.paragraph(
        lead,
        role,
        &if is_bad {
            format!("{message}; against what was asked for:")
        } else {
            message.to_owned()
        },
    );
    let wanted = entries(&field_report.wanted).unwrap_or_default();
    let lead = vec![space(super::layout::column(builder))];
    push_entries(builder, lead, &diff_entries(&wanted, &actual));
}

fn push_unrequested(all: &[UnrequestedChange], builder: &mut RichTextBuilder) {
    if all.is_empty() {
        return;
    }
    builder.heading("changed without being asked");
    for item in all {
        push_change(builder, item.field.spec().label, Some(&item.before), &item.now);
    }
    let fixed: Vec<&str> =
        all.iter().filter(|item| !item.can_restore()).map(|item| item.field.spec().label).collect();
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

fn push_lost_jobs(report: &Report, builder: &mut RichTextBuilder) {
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

fn push_learned(report: &Report, builder: &mut RichTextBuilder) {
    let all = [
        (report.quirks.extends_lists, "This server adds to lists instead of replacing them."),
        (report.quirks.clears_omitted, "This server clears what is left out of a change."),
    ];
    let is_any = all.iter().any(|(is_learned, _)| *is_learned);
    if is_any {
        builder.heading("learned, and remembered for this server");
    }
    for (_, message) in all.into_iter().filter(|(is_learned, _)| *is_learned) {
        builder.paragraph(vec![space(2)], TextRole::Warning, message);
    }
}
