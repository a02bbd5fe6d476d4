//! The save report as rich text: a headline, then field by field.

use super::diff::{diff_entries, entries};
use super::layout::{
    display_value, marked_label, push_change, push_entries, push_note, push_remark,
};
use crate::recruiting::person::wording::{ALSO_CHANGED, NO_LONGER_CANDIDATE};
use crate::recruiting::person::{FieldOutcome, FieldReport, FieldValue, Report, UnrequestedChange};
use crate::text::capitalize;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, TextRole};

pub(crate) fn report(report: &Report, width: usize) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let sign = if report.is_fine() {
        (TextRole::Good, Mark::Done)
    } else {
        (TextRole::Warning, Mark::Warning)
    };
    push_remark(&mut builder, Vec::new(), sign, &capitalize(&report.headline()));
    if let Some(reply) = report.reply() {
        builder.paragraph(vec![space(2)], TextRole::Dim, &reply);
    }
    builder.row(Vec::new());
    for field_report in &report.fields {
        push_field(field_report, &mut builder);
    }
    push_unrequested(&report.unrequested, &mut builder);
    push_lost_jobs(report, &mut builder);
    push_learned(report, &mut builder);
    builder.into_lines()
}

fn push_field(field_report: &FieldReport, builder: &mut RichTextBuilder) {
    let (role, mark) = match field_report.outcome {
        FieldOutcome::Verified => (TextRole::Good, Mark::Done),
        FieldOutcome::Unverifiable | FieldOutcome::Unproven => (TextRole::Dim, Mark::Dot),
        FieldOutcome::Unchanged => (TextRole::Warning, Mark::Failed),
        FieldOutcome::NotVisible | FieldOutcome::Different => (TextRole::Warning, Mark::Warning),
    };
    let lead = marked_label(builder, (role, mark), field_report.field.spec().label);
    if let Some(message) = field_report.describe_missing_job() {
        return builder.paragraph(lead, role, &message);
    }
    let message = field_report.outcome.describe();
    let is_bad = field_report.outcome.is_bad();
    let empty = FieldValue::Text(String::new());
    let now =
        if is_bad { field_report.now.as_ref().unwrap_or(&empty) } else { &field_report.wanted };
    let Some(actual) = entries(now) else {
        let (_, value) = display_value(role, &now.describe());
        builder.paragraph(lead, role, &format!("{message}: {value}"));
        if is_bad {
            let (_, wanted) = display_value(role, &field_report.wanted.describe());
            push_note(builder, &format!("requested: {wanted}"));
        }
        return;
    };
    let comparison = if is_bad { "; compared with the request:" } else { "" };
    builder.paragraph(lead, role, &format!("{message}{comparison}"));
    let wanted = entries(&field_report.wanted).unwrap_or_default();
    let lead = vec![space(super::layout::column(builder))];
    push_entries(builder, lead, &diff_entries(&wanted, &actual));
}

fn push_unrequested(all: &[UnrequestedChange], builder: &mut RichTextBuilder) {
    if all.is_empty() {
        return;
    }
    builder.heading(ALSO_CHANGED);
    for item in all {
        push_change(builder, item.field.spec().label, Some(&item.before), &item.now);
    }
    let fixed: Vec<&str> =
        all.iter().filter(|item| !item.can_restore()).map(|item| item.field.spec().label).collect();
    let message = match (all.len(), fixed.len()) {
        (1, 0) => "You can restore it.".to_owned(),
        (_, 0) => "You can restore them.".to_owned(),
        (all, some) if some < all => {
            format!("You can restore them, except the {}.", fixed.join(", "))
        }
        _ => format!(
            "You cannot restore the {}: the server returns only a handle.",
            fixed.join(", ")
        ),
    };
    builder.paragraph(Vec::new(), TextRole::Plain, &message);
}

fn push_lost_jobs(report: &Report, builder: &mut RichTextBuilder) {
    if report.lost_jobs.is_empty() {
        return;
    }
    builder.heading(NO_LONGER_CANDIDATE);
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
    let message = "You did not request this. You can add the person again, at the first stage.";
    builder.paragraph(Vec::new(), TextRole::Plain, message);
}

fn push_learned(report: &Report, builder: &mut RichTextBuilder) {
    let mut quirks = report.quirks.describe().peekable();
    if quirks.peek().is_some() {
        builder.heading("remembered for this server");
    }
    for message in quirks {
        builder.paragraph(vec![space(2)], TextRole::Warning, message);
    }
}
