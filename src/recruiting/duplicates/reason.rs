//! Why two people may be the same: the reasons, their order and their words.

use super::names::NameSimilarity;
use crate::text::sanitize;

/// Ordered from the strongest evidence to the weakest. A profile identifies exactly one person;
/// a phone may belong to a family or an office, and is compared without its country code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum ReasonKind {
    Email,
    SocialPage,
    Phone,
    Name(NameSimilarity),
    /// Supports another reason; never enough alone.
    Company,
}

impl ReasonKind {
    pub(crate) const fn is_contact(self) -> bool {
        matches!(self, Self::Email | Self::SocialPage | Self::Phone)
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Email => "the same email",
            Self::SocialPage => "the same profile link",
            Self::Phone => "the same phone",
            Self::Name(NameSimilarity::Same) => "the same name",
            Self::Name(NameSimilarity::Reordered) => "the same name in another order",
            Self::Name(NameSimilarity::OneLetterOff) => "names differ by one letter",
            Self::Company => "both at",
        }
    }
}

/// Orders by kind, so the strongest reason sorts first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MatchReason {
    pub(crate) kind: ReasonKind,
    /// Safe to show: "the same email: a@b.example".
    pub(crate) text: String,
}

impl MatchReason {
    pub(crate) fn contact(kind: ReasonKind, value: &str) -> Self {
        Self { kind, text: format!("{}: {}", kind.label(), sanitize(value)) }
    }

    pub(crate) fn name(similarity: NameSimilarity) -> Self {
        let kind = ReasonKind::Name(similarity);
        Self { kind, text: kind.label().to_owned() }
    }

    pub(crate) fn company(name: &str) -> Self {
        let kind = ReasonKind::Company;
        Self { kind, text: format!("{} {name}", kind.label()) }
    }
}
