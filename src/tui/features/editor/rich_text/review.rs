//! The review before a save: every changed field before and after, with warnings.

use super::layout::{
    blank, display_value, label, push_change, push_columns, push_note, push_remark, push_warning,
};
use super::{CLEARS, ENRICHES, EXTENDS, REMOVED_STAYS, WRITE_ONLY, diff};
use crate::recruiting::duplicates::check::PossibleDuplicate;
use crate::recruiting::person::{
    FieldSpec, FieldValue, Form, FormKind, PersonField, Readback, ServerQuirks, ValidationIssue,
    check,
};
use crate::tui::features::editor::state::{Editor, EditorStep};
use crate::tui::widgets::format::count as count_of;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part, space, text_span};
use crate::tui::widgets::rich_text::{Mark, RichLine, TextRole};

/// Minimum width for two columns.
const MIN_TWO_COLUMN_WIDTH: usize = 60;

pub(crate) fn review(editor: &Editor, quirks: ServerQuirks, width: usize) -> Vec<RichLine> {
    let form = &editor.form;
    let mut builder = RichTextBuilder::new(width);
    push_request(form, &mut builder);
    let count = form.changed().count();
    if count == 0 {
        builder.row(part(TextRole::Dim, "nothing was changed"));
        return builder.into_lines();
    }
    let findings = check(form);
    if findings.iter().any(|finding| finding.is_blocking) {
        push_remark(
            &mut builder,
            Vec::new(),
            (TextRole::Error, Mark::Failed),
            "it cannot be sent as it is",
        );
    }
    // An issue of a field that is not sent has no line of its own below.
    for finding in findings.iter().filter(|finding| !form.typed.contains_key(&finding.field)) {
        push_remark(&mut builder, Vec::new(), sign(finding), &finding.message);
    }
    if let EditorStep::Review { duplicates: all, compared_count: among, .. } = &editor.step
        && form.kind.is_create()
    {
        if !all.is_empty() {
            builder.row(Vec::new());
            push_duplicates(form, all, &mut builder);
        }
        let message = format!(
            "Held against the {} candidates of the jobs you opened; the interface has no search.",
            count_of(*among as u64)
        );
        builder.paragraph(Vec::new(), TextRole::Dim, &message);
    }
    builder.row(Vec::new());
    let message = match (quirks.clears_omitted && form.kind == FormKind::Update, count) {
        (true, _) => "This is changed:",
        (false, 1) => "Only this field is sent:",
        (false, _) => "Only these fields are sent:",
    };
    builder.paragraph(Vec::new(), TextRole::Dim, message);
    for spec in form.changed() {
        push_field(form, spec, &findings, quirks, &mut builder);
    }
    if form.kind == FormKind::Update && quirks.clears_omitted {
        builder.row(Vec::new());
        push_remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), CLEARS);
    }
    builder.into_lines()
}

fn push_request(form: &Form, builder: &mut RichTextBuilder) {
    let (method, path) = match (form.kind, &form.person) {
        (FormKind::Update, Some(id)) => ("PATCH", format!("/v1/persons/{id}")),
        (FormKind::Update, None) => ("PATCH", "/v1/persons".to_owned()),
        (FormKind::Create, _) => ("POST", "/v1/persons".to_owned()),
        (FormKind::CreateV0, _) => ("POST", "/v0/persons".to_owned()),
    };
    builder.row(vec![
        text_span(TextRole::Key, method),
        space(1),
        text_span(TextRole::Plain, &path),
    ]);
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
        push_remark(builder, lead, sign(finding), &finding.message);
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
        PersonField::JobId => push_note(builder, "the jobs they stand in for already stay"),
        PersonField::ExternalSourceId => {
            push_note(builder, "by it they are found again if the answer is lost");
        }
        PersonField::SocialUrl => push_note(builder, "it comes back as a handle"),
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

fn push_duplicates(form: &Form, all: &[PossibleDuplicate], builder: &mut RichTextBuilder) {
    let headline = match all.len() {
        1 => "Somebody who may be the same is there already:".to_owned(),
        count => format!("{count} people who may be the same are there already:"),
    };
    push_remark(builder, Vec::new(), (TextRole::Warning, Mark::Warning), &headline);
    let text = |field| match &*form.value(field) {
        FieldValue::Text(text) => text.trim().to_owned(),
        value => value.describe(),
    };
    let title_and_company = [text(PersonField::CurrentJobTitle), text(PersonField::CompanyName)];
    let title_and_company = match &title_and_company {
        [title, company] if title.is_empty() || company.is_empty() => format!("{title}{company}"),
        [title, company] => format!("{title} at {company}"),
    };
    let new = [
        ("name", form.name.clone()),
        ("title", title_and_company),
        ("jobs", text(PersonField::JobId)),
    ];
    for duplicate in all {
        builder.row(Vec::new());
        let existing =
            [duplicate.name.clone(), duplicate.headline.clone(), duplicate.jobs.join(", ")];
        if builder.width() < MIN_TWO_COLUMN_WIDTH {
            for (role, message) in
                [TextRole::Strong, TextRole::Plain, TextRole::Plain].into_iter().zip(&existing)
            {
                if !message.is_empty() {
                    builder.paragraph(vec![space(2)], role, message);
                }
            }
        } else {
            push_side_by_side(duplicate, &new, &existing, builder);
        }
        for why in &duplicate.reasons {
            push_remark(builder, vec![space(2)], (TextRole::Warning, Mark::Warning), why);
        }
    }
}

fn push_side_by_side(
    duplicate: &PossibleDuplicate,
    new: &[(&str, String); 3],
    existing: &[String; 3],
    builder: &mut RichTextBuilder,
) {
    let lead = blank(builder);
    let width = builder.width().saturating_sub(super::layout::column(builder) + 2) / 2;
    let heads = ["new", &format!("there already: {}", duplicate.person)]
        .map(|head| vec![(TextRole::Dim, "", head.to_owned())]);
    push_columns(builder, lead, &heads, width);
    for ((name, new), existing) in new.iter().zip(existing) {
        let lead = label(builder, &format!("  {name}"));
        let both = [new, existing].map(|message| {
            let (role, message) = display_value(TextRole::Strong, message);
            vec![(role, "", message)]
        });
        push_columns(builder, lead, &both, width);
    }
}
