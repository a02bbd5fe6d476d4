//! The review before a save: every changed field before and after, with warnings.

use super::layout::{blank, change, columns, display_value, label, note, remark, warn};
use super::{CLEARS, ENRICHES, EXTENDS, NEVER_SHOWN, STAYS, diff};
use crate::recruiting::duplicates::check::PossibleDuplicate;
use crate::recruiting::person::{
    FieldSpec, FieldValue, Form, FormKind, PersonField, Readback, ServerQuirks, ValidationIssue,
    check,
};
use crate::tui::features::editor::state::{Editor, EditorStep};
use crate::tui::widgets::format::count as count_of;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part, said, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, TextRole};

/// Minimum width for two columns.
const ROOMY: usize = 60;

#[must_use]
pub fn review(editor: &Editor, habits: ServerQuirks, width: usize) -> Vec<RichLine> {
    let form = &editor.form;
    let mut builder = RichTextBuilder::new(width);
    request(form, &mut builder);
    let count = form.changed().count();
    if count == 0 {
        builder.row(part(TextRole::Dim, "nothing was changed"));
        return builder.into_lines();
    }
    let findings = check(form);
    if findings.iter().any(|finding| finding.blocks) {
        remark(
            &mut builder,
            Vec::new(),
            (TextRole::Error, Mark::Failed),
            "it cannot be sent as it is",
        );
    }
    // An issue of a field that is not sent has no line of its own below.
    for finding in findings.iter().filter(|finding| !form.typed.contains_key(&finding.field)) {
        remark(&mut builder, Vec::new(), sign(finding), &finding.told);
    }
    if let EditorStep::Review { duplicates: all, among, .. } = &editor.step
        && form.kind.is_create()
    {
        if !all.is_empty() {
            builder.row(Vec::new());
            duplicates(form, all, &mut builder);
        }
        let message = format!(
            "Held against the {} candidates of the jobs you opened; the interface has no search.",
            count_of(*among as u64)
        );
        builder.paragraph(Vec::new(), TextRole::Dim, &message);
    }
    builder.row(Vec::new());
    let message = match (habits.clears_omitted && form.kind == FormKind::Update, count) {
        (true, _) => "This is changed:",
        (false, 1) => "Only this field is sent:",
        (false, _) => "Only these fields are sent:",
    };
    builder.paragraph(Vec::new(), TextRole::Dim, message);
    for spec in form.changed() {
        field(form, spec, &findings, habits, &mut builder);
    }
    if form.kind == FormKind::Update && habits.clears_omitted {
        builder.row(Vec::new());
        remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), CLEARS);
    }
    builder.into_lines()
}

fn request(form: &Form, builder: &mut RichTextBuilder) {
    let (method, path) = match (form.kind, &form.person) {
        (FormKind::Update, Some(id)) => ("PATCH", format!("/v1/persons/{id}")),
        (FormKind::Update, None) => ("PATCH", "/v1/persons".to_owned()),
        (FormKind::Create, _) => ("POST", "/v1/persons".to_owned()),
        (FormKind::CreateV0, _) => ("POST", "/v0/persons".to_owned()),
    };
    builder.row(vec![said(TextRole::Key, method), space(1), said(TextRole::Plain, &path)]);
}

fn field(
    form: &Form,
    spec: &FieldSpec,
    findings: &[ValidationIssue],
    habits: ServerQuirks,
    builder: &mut RichTextBuilder,
) {
    let after = form.value(spec.field);
    let before = form.before(spec.field);
    // The server never shows these fields, so the previous value is unknown.
    let is_known =
        form.kind == FormKind::Update && !matches!(spec.shown, Readback::Never | Readback::AsJob);
    change(builder, spec.label, is_known.then_some(&*before), &after);
    for finding in findings.iter().filter(|finding| finding.field == spec.field) {
        let lead = blank(builder);
        remark(builder, lead, sign(finding), &finding.told);
    }
    if habits.extends_lists && form.kind == FormKind::Update && diff::entries(&after).is_some() {
        warn(builder, EXTENDS);
        if loses(&before, &after) {
            warn(builder, STAYS);
        }
    }
    match spec.field {
        PersonField::EnrichRecord if *after == FieldValue::Switch(true) => warn(builder, ENRICHES),
        PersonField::EnrichRecord => {}
        PersonField::JobId if form.kind.is_create() => {}
        PersonField::JobId => note(builder, "the jobs they stand in for already stay"),
        PersonField::ExternalSourceId => {
            note(builder, "by it they are found again if the answer is lost");
        }
        PersonField::SocialUrl => note(builder, "it comes back as a handle"),
        _ if spec.shown == Readback::Never && form.kind == FormKind::Update => {
            note(builder, NEVER_SHOWN);
        }
        _ => {}
    }
}

const fn sign(finding: &ValidationIssue) -> (TextRole, Mark) {
    if finding.blocks {
        (TextRole::Error, Mark::Failed)
    } else {
        (TextRole::Warning, Mark::Warning)
    }
}

fn loses(before: &FieldValue, after: &FieldValue) -> bool {
    let (Some(before), Some(after)) = (diff::entries(before), diff::entries(after)) else {
        return false;
    };
    let is_less = |entry: &diff::DiffEntry<'_>| {
        matches!(entry.change, diff::Change::Removed | diff::Change::Kind(_))
    };
    diff::differ(&before, &after).iter().any(is_less)
}

fn duplicates(form: &Form, all: &[PossibleDuplicate], builder: &mut RichTextBuilder) {
    let many = match all.len() {
        1 => "Somebody who may be the same is there already:".to_owned(),
        many => format!("{many} people who may be the same are there already:"),
    };
    remark(builder, Vec::new(), (TextRole::Warning, Mark::Warning), &many);
    let text = |field| match &*form.value(field) {
        FieldValue::Text(text) => text.trim().to_owned(),
        value => value.told(),
    };
    let beside = [text(PersonField::CurrentJobTitle), text(PersonField::CompanyName)];
    let beside = match &beside {
        [title, company] if title.is_empty() || company.is_empty() => format!("{title}{company}"),
        [title, company] => format!("{title} at {company}"),
    };
    let new = [("name", form.name.clone()), ("title", beside), ("jobs", text(PersonField::JobId))];
    for twin in all {
        builder.row(Vec::new());
        let there = [twin.name.clone(), twin.beside.clone(), twin.jobs.join(", ")];
        if builder.width() < ROOMY {
            for (tone, message) in
                [TextRole::Strong, TextRole::Plain, TextRole::Plain].into_iter().zip(&there)
            {
                if !message.is_empty() {
                    builder.paragraph(vec![space(2)], tone, message);
                }
            }
        } else {
            beside_each_other(twin, &new, &there, builder);
        }
        for why in &twin.why {
            remark(builder, vec![space(2)], (TextRole::Warning, Mark::Warning), why);
        }
    }
}

fn beside_each_other(
    twin: &PossibleDuplicate,
    new: &[(&str, String); 3],
    there: &[String; 3],
    builder: &mut RichTextBuilder,
) {
    let lead = blank(builder);
    let wide = builder.width().saturating_sub(super::layout::column(builder) + 2) / 2;
    let heads = ["new", &format!("there already: {}", twin.person)]
        .map(|head| vec![(TextRole::Dim, "", head.to_owned())]);
    columns(builder, lead, &heads, wide);
    for ((name, new), there) in new.iter().zip(there) {
        let lead = label(builder, &format!("  {name}"));
        let both = [new, there].map(|message| {
            let (tone, message) = display_value(TextRole::Strong, message);
            vec![(tone, "", message)]
        });
        columns(builder, lead, &both, wide);
    }
}
