//! The flags of `person create`, generated from the table of fields.

use std::collections::BTreeMap;

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::cli::person::fields;
use crate::cli::person::fields::ContactArg;
use crate::recruiting::person::{
    FIELDS, FieldSpec, FieldValue, FormKind, PersonField, is_same_kind,
};

/// The values of the flags, as text.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldArgs(Vec<(PersonField, String)>);

/// A flag for each text field without a dedicated flag.
fn flags() -> impl Iterator<Item = &'static FieldSpec> {
    let has_own_flag = |field| {
        matches!(
            field,
            PersonField::Email | PersonField::PhoneNumber | PersonField::ExternalSourceId
        )
    };
    FIELDS.iter().filter(move |spec| {
        fields::is_text(spec)
            && spec.forms.iter().any(|form| form.is_create())
            && !has_own_flag(spec.field)
    })
}

impl FromArgMatches for FieldArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let values = flags().filter_map(|spec| {
            matches.get_one::<String>(spec.wire).map(|text| (spec.field, text.clone()))
        });
        Ok(Self(values.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for FieldArgs {
    fn augment_args(command: Command) -> Command {
        flags().fold(command, |command, spec| {
            let (flag, label) =
                (spec.wire.replace('_', "-"), spec.label.replace(' ', "-").to_lowercase());
            let mut arg = Arg::new(spec.wire)
                .long(flag.clone())
                .value_name("TEXT")
                .help(help(spec))
                .help_heading("Person")
                .allow_hyphen_values(true);
            if label != flag {
                arg = arg.alias(label);
            }
            command.arg(arg)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn help(spec: &FieldSpec) -> String {
    let mut help = crate::text::capitalize(spec.label);
    if !spec.forms.contains(&FormKind::CreateV0) {
        help.push_str(" (API v1 only)");
    }
    help
}

impl FieldArgs {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values as fields of the request.
    pub(super) fn values(
        &self,
        form: FormKind,
    ) -> Result<BTreeMap<PersonField, FieldValue>, String> {
        let mut values = BTreeMap::new();
        for (field, text) in &self.0 {
            let spec = field.spec();
            fields::parse_field(spec.wire, form)?;
            if text.trim().is_empty() {
                return Err(format!("--{} is empty", spec.wire.replace('_', "-")));
            }
            values.insert(*field, FieldValue::Text(text.clone()));
        }
        Ok(values)
    }
}

/// Adds emails and phones. A value with a kind goes into the field of that kind; in version 0 the
/// first goes into the single field; the rest go into the lists.
pub(super) fn add_contacts(
    values: &mut BTreeMap<PersonField, FieldValue>,
    (emails, phones): (&[ContactArg], &[ContactArg]),
    form: FormKind,
) -> Result<(), String> {
    let lists = [
        (
            emails,
            PersonField::Emails,
            PersonField::Email,
            &[PersonField::WorkEmail, PersonField::PersonalEmail],
        ),
        (
            phones,
            PersonField::PhoneNumbers,
            PersonField::PhoneNumber,
            &[PersonField::WorkPhone, PersonField::MobilePhone],
        ),
    ];
    for (args, list, first, kinds) in lists {
        let mut rest = Vec::new();
        for ContactArg { kind, value } in args {
            let Some(kind) = kind else {
                rest.push(value.clone());
                continue;
            };
            let is_of_kind = |field: &&PersonField| {
                form == FormKind::Create
                    && field.entry_of().is_some_and(|(_, name)| is_same_kind(name, kind))
            };
            let Some(field) = kinds.iter().find(is_of_kind) else {
                return Err(format!(
                    "a create accepts no {} of kind {kind:?}; omit the kind, or add it with `person edit`",
                    list.spec().label
                ));
            };
            if values.insert(*field, FieldValue::Text(value.clone())).is_some() {
                return Err(format!("{} is given twice", field.spec().wire));
            }
        }
        if form == FormKind::CreateV0 && !rest.is_empty() {
            values.insert(first, FieldValue::Text(rest.remove(0)));
        }
        if !rest.is_empty() {
            values.insert(list, FieldValue::Texts(rest));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::person::fields::{parse_email, parse_phone};
    use crate::wire::{CreatePerson, CreatePersonV0};

    #[derive(Debug, Parser)]
    struct TestArgs {
        #[command(flatten)]
        values: FieldArgs,
    }

    #[test]
    fn every_create_field_has_a_flag() {
        // These have flags of their own: --email, --phone, --external-id, --job, --enrich.
        let separate = ["email", "emails", "phone_number", "phone_numbers", "external_source_id"];
        let separate = [&separate[..], &["job_id", "enrich_record"]].concat();
        for field in CreatePerson::FIELDS.iter().chain(CreatePersonV0::FIELDS) {
            assert!(separate.contains(field) || flags().any(|spec| spec.wire == *field), "{field}");
        }
        let args = ["create", "--first-name", "Ada", "--title", "-x", "--notes", "a\nb"];
        let values = TestArgs::parse_from(args).values.values(FormKind::CreateV0).unwrap();
        let entry = |field, text: &str| (field, FieldValue::Text(text.to_owned()));
        assert_eq!(
            values,
            BTreeMap::from([
                entry(PersonField::FirstName, "Ada"),
                entry(PersonField::CurrentJobTitle, "-x"),
                entry(PersonField::Notes, "a\nb"),
            ])
        );
        let args = TestArgs::parse_from(["create", "--work-email", "a@b.example"]).values;
        assert!(args.values(FormKind::Create).is_ok());
        assert!(args.values(FormKind::CreateV0).unwrap_err().contains("has no work_email"));
    }

    #[test]
    fn contacts_go_to_the_fields_of_the_request() {
        let emails = |texts: &[&str]| -> Vec<ContactArg> {
            texts.iter().map(|text| parse_email(text).unwrap()).collect()
        };
        let phones = [parse_phone("mobile:+44 1").unwrap(), parse_phone("+44 2").unwrap()];
        let add = |emails: &[ContactArg], phones: &[ContactArg], form| {
            let mut values = BTreeMap::new();
            add_contacts(&mut values, (emails, phones), form)?;
            let expected = values
                .iter()
                .map(|(field, value)| format!("{}={}", field.spec().wire, value.describe()));
            Ok::<_, String>(expected.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(
            add(&emails(&["work:a@b.example", "c@d.example"]), &phones, FormKind::Create).unwrap(),
            "emails=c@d.example phone_numbers=+44 2 work_email=a@b.example mobile_phone=+44 1"
        );
        assert_eq!(
            add(&emails(&["a@b.example", "c@d.example"]), &[], FormKind::CreateV0).unwrap(),
            "emails=c@d.example email=a@b.example"
        );
        for (args, form, expected) in [
            (&["home:a@b.example"][..], FormKind::Create, "no emails of kind \"home\""),
            (&["work:a@b.example"], FormKind::CreateV0, "no emails of kind \"work\""),
            (&["work:a@b.example", "work:c@d.example"], FormKind::Create, "given twice"),
        ] {
            assert!(add(&emails(args), &[], form).unwrap_err().contains(expected), "{expected}");
        }
    }
}
