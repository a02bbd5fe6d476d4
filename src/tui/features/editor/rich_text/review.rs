//! The review before a save: every changed field before and after, with warnings.

use std::ops::Range;

use super::layout::{blank, push_change, push_note, push_remark, push_warning};
use super::{CLEARS, ENRICHES, EXTENDS, REMOVED_STAYS, WRITE_ONLY, diff};
use crate::recruiting::duplicates::check::PossibleDuplicate;
use crate::recruiting::person::{
    FieldSpec, FieldValue, Form, FormKind, PersonField, Readback, ServerQuirks, ValidationIssue,
    check,
};
use crate::text::capitalize;
use crate::tui::features::editor::state::{Editor, EditorStep};
use crate::tui::widgets::format::count as count_of;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};

/// Returns the lines of the selected duplicate, too.
pub(crate) fn review(
    editor: &Editor,
    quirks: ServerQuirks,
    width: usize,
) -> (Vec<RichLine>, Range<usize>) {
    let form = &editor.form;
    let mut builder = RichTextBuilder::new(width);
    let mut selected = 0..0;
    let count = form.changed().count();
    if count == 0 {
        builder.row(part(TextRole::Dim, "Nothing has changed"));
        return (builder.into_lines(), selected);
    }
    let findings = check(form);
    if findings.iter().any(|finding| finding.is_blocking) {
        push_remark(
            &mut builder,
            Vec::new(),
            (TextRole::Error, Mark::Failed),
            "Cannot be saved yet",
        );
    }
    // An issue of a field that is not sent has no line of its own below.
    for finding in findings.iter().filter(|finding| !form.typed.contains_key(&finding.field)) {
        push_remark(&mut builder, Vec::new(), sign(finding), &capitalize(&finding.message));
    }
    if let EditorStep::Review { duplicates, at, compared_count, .. } = &editor.step
        && form.kind.is_create()
    {
        if !duplicates.is_empty() {
            selected = push_duplicates(form, duplicates, *at, &mut builder);
            builder.row(Vec::new());
        }
        let message = format!(
            "Checked against the {} people known on this machine",
            count_of(*compared_count as u64)
        );
        builder.paragraph(Vec::new(), TextRole::Dim, &message);
        builder.row(Vec::new());
    }
    let message = match (form.kind, count) {
        (FormKind::Update, 1) => "This field changes:",
        (FormKind::Update, _) => "These fields change:",
        _ => "New person:",
    };
    builder.paragraph(Vec::new(), TextRole::Dim, message);
    for spec in form.changed().filter(|spec| spec.field != PersonField::ExternalSourceId) {
        push_field(form, spec, &findings, quirks, &mut builder);
    }
    if form.kind == FormKind::Update && quirks.clears_omitted {
        builder.row(Vec::new());
        push_remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), CLEARS);
    }
    (builder.into_lines(), selected)
}

fn push_field(
    form: &Form,
    spec: &FieldSpec,
    findings: &[ValidationIssue],
    quirks: ServerQuirks,
    builder: &mut RichTextBuilder,
) {
    let after = form.value(spec.field);
    let before = form.base_value(spec.field);
    // The server never returns these fields, so the previous value is unknown.
    let is_known = form.kind == FormKind::Update
        && !matches!(spec.readback, Readback::Never | Readback::AsJob);
    push_change(builder, spec.label, is_known.then_some(&*before), &after);
    for finding in findings.iter().filter(|finding| finding.field == spec.field) {
        let lead = blank(builder);
        push_remark(builder, lead, sign(finding), &capitalize(&finding.message));
    }
    if quirks.extends_lists && form.kind == FormKind::Update && diff::entries(&after).is_some() {
        push_warning(builder, EXTENDS);
        if removes_entries(&before, &after) {
            push_warning(builder, REMOVED_STAYS);
        }
    }
    match spec.field {
        PersonField::EnrichRecord if *after == FieldValue::Switch(true) => {
            push_warning(builder, ENRICHES);
        }
        PersonField::EnrichRecord => {}
        PersonField::JobId if form.kind.is_create() => {}
        PersonField::JobId => {
            push_note(builder, "Added to their other jobs; this cannot be undone");
        }
        PersonField::SocialUrl => push_note(builder, "The server stores it as a handle"),
        _ if spec.readback == Readback::Never && form.kind == FormKind::Update => {
            push_note(builder, WRITE_ONLY);
        }
        _ => {}
    }
}

const fn sign(finding: &ValidationIssue) -> (TextRole, Mark) {
    if finding.is_blocking {
        (TextRole::Error, Mark::Failed)
    } else {
        (TextRole::Warning, Mark::Warning)
    }
}

fn removes_entries(before: &FieldValue, after: &FieldValue) -> bool {
    let (Some(before), Some(after)) = (diff::entries(before), diff::entries(after)) else {
        return false;
    };
    let is_removal = |entry: &diff::DiffEntry<'_>| {
        matches!(entry.change, diff::Change::Removed | diff::Change::Kind(_))
    };
    diff::diff_entries(&before, &after).iter().any(is_removal)
}

/// Returns the lines of the selected one.
fn push_duplicates(
    form: &Form,
    duplicates: &[PossibleDuplicate],
    at: usize,
    builder: &mut RichTextBuilder,
) -> Range<usize> {
    let heading = match duplicates.len() {
        1 => "Possible duplicate".to_owned(),
        count => format!("{count} possible duplicates"),
    };
    push_remark(builder, Vec::new(), (TextRole::Warning, Mark::Warning), &heading);
    let mut selected = 0..0;
    for (index, duplicate) in duplicates.iter().enumerate() {
        let first = builder.len();
        push_duplicate(duplicate, index == at, builder);
        if index == at {
            selected = 0..builder.len().max(first);
        }
    }
    let job = duplicates.get(at).and_then(|duplicate| duplicate.addable_job(form));
    let message = match job {
        Some(job) => format!("Open the existing person, or add them to {} instead.", job.name),
        None => "Open the existing person instead.".to_owned(),
    };
    builder.paragraph(vec![space(2)], TextRole::Dim, &message);
    selected
}

/// Name, title and company on a line, then the jobs, then why they may be the same.
fn push_duplicate(duplicate: &PossibleDuplicate, is_selected: bool, builder: &mut RichTextBuilder) {
    let sign = if is_selected { Span::Mark(TextRole::Plain, Mark::Cursor) } else { space(1) };
    let name = match duplicate.name.as_str() {
        "" => "(no name)",
        name => name,
    };
    builder.paragraph(vec![sign, space(1)], TextRole::Strong, name);
    let jobs = duplicate.jobs.join(", ");
    for fact in [&duplicate.headline, &jobs].into_iter().filter(|fact| !fact.is_empty()) {
        builder.paragraph(vec![space(4)], TextRole::Plain, fact);
    }
    for reason in &duplicate.reasons {
        builder.paragraph(vec![space(4)], TextRole::Warning, &capitalize(reason));
    }
}
