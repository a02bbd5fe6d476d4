//! Changing people, as plain data: which fields there are, what was typed, what
//! is to be sent, and what the server made of it.
//!
//! Pure: nothing here reads, sends or keeps anything. The editor of the
//! terminal fills a [`Form`]; `worker` carries a [`Plan`] out and tells the
//! [`Report`]; the commands of the shell do both without a screen.

mod births;
mod check;
mod compare;
mod draft;
mod fields;
mod form;
mod outcome;
mod outside;
mod plan;
mod report;
mod shown;
mod troubles;
mod twins;
mod value;

pub use births::{Suspect, Suspects, suspects, unlike};
pub use check::{Finding, check};
pub use compare::{Clash, clashes};
pub use draft::{Draft, DraftId};
pub use fields::{FIELDS, Field, FormKind, Kind, Shown, Spec};
pub use form::Form;
pub use outcome::{Birth, Born, Failed, FieldTrouble, Outcome, Step};
pub use outside::{Mistake, first_mistake, from_toml, mistake_in, to_toml};
pub use plan::{Habits, Plan, body};
pub use report::{Answered, Line, Report, Settled, Unasked, Verdict};
pub use shown::shown;
pub use twins::{Known, Sought, Twin, twins};
pub(in crate::app) use twins::{digits, email_gist, handle_gist};
pub use value::{JobChoice, Value, same_kind};

#[cfg(test)]
mod tests;
