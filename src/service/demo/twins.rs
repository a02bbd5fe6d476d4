//! People who are in the database twice without anybody having noticed.
//!
//! The same address under another spelling, the name from before a marriage,
//! the same handle in other letters. A few people met lately are kept to be
//! doubled; each is doubled once at most.

use super::dice::Dice;
use super::names::{Called, Names};
use super::network::url;
use super::profile::Profile;
use crate::service::store::record::PersonRecord;

const KEPT: usize = 24;
/// One in so many is kept, which spares copying all the others.
const EVERY: usize = 6;

/// People who may turn up again.
#[derive(Debug, Default)]
pub(super) struct Twins {
    kept: Vec<(PersonRecord, Called, Profile)>,
}

impl Twins {
    pub(super) fn remember(
        &mut self,
        index: usize,
        person: &PersonRecord,
        called: &Called,
        profile: Profile,
    ) {
        // A name that is there for its shape is there once.
        if !index.is_multiple_of(EVERY) || called.culture.is_empty() {
            return;
        }
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push((person.clone(), called.clone(), profile));
    }

    /// Someone kept who is what is wanted, as another record of theirs would
    /// tell them.
    pub(super) fn twin(
        &mut self,
        names: &Names,
        wanted: Profile,
        dice: &mut Dice,
    ) -> Option<(PersonRecord, Profile)> {
        let fits = |place: &usize| self.kept[*place].2.suits(wanted);
        let fitting: Vec<usize> = (0..self.kept.len()).filter(fits).collect();
        let (person, called, profile) = self.kept.swap_remove(*dice.pick(&fitting)?);
        let twin = match dice.below(3) {
            0 => misspelt(&person, &called),
            1 => married(&person, &called, names, dice),
            _ => other_handle(&person, dice),
        };
        let first = twin.or_else(|| misspelt(&person, &called));
        let twin = first.or_else(|| other_handle(&person, dice))?;
        let twin = PersonRecord {
            external_source_id: None,
            notes: String::new(),
            client_contacts: Vec::new(),
            ..twin
        };
        Some((twin, profile))
    }
}

/// The same address, the name as somebody heard it.
fn misspelt(person: &PersonRecord, called: &Called) -> Option<PersonRecord> {
    let email = person.emails.first()?;
    let plain = called.ascii.clone().map(|name| capitals(&name));
    let name = plain.join(" ").trim().to_owned();
    let name = if name == person.name { misheard(&name) } else { name };
    let first = if person.first_name.is_empty() { String::new() } else { plain[0].clone() };
    let last = name.strip_prefix(plain[0].as_str()).unwrap_or_default().trim().to_owned();
    Some(PersonRecord {
        name,
        first_name: first,
        last_name: last,
        emails: vec![email.clone()],
        social_url: String::new(),
        social_public_id: String::new(),
        certifications: Vec::new(),
        ..person.clone()
    })
}

/// Another family name, the rest the same.
fn married(
    person: &PersonRecord,
    called: &Called,
    names: &Names,
    dice: &mut Dice,
) -> Option<PersonRecord> {
    if !called.woman || person.emails.is_empty() && person.social_public_id.is_empty() {
        return None;
    }
    let maiden = names.another_family(called, dice)?;
    let name = person.name.replacen(&person.last_name, maiden, 1);
    (!person.last_name.is_empty() && name != person.name).then(|| PersonRecord {
        name,
        last_name: maiden.to_owned(),
        ..person.clone()
    })
}

/// The same page on the network, written otherwise; no common address.
fn other_handle(person: &PersonRecord, dice: &mut Dice) -> Option<PersonRecord> {
    let handle = &person.social_public_id;
    if handle.is_empty() {
        return None;
    }
    let slash = dice.chance(50.0);
    let social_public_id =
        if slash { handle.clone() } else { capitals(&handle.replace('-', " ")).replace(' ', "-") };
    let social_url = url(&social_public_id) + if slash { "/" } else { "" };
    Some(PersonRecord {
        social_url,
        social_public_id,
        emails: Vec::new(),
        address: String::new(),
        ..person.clone()
    })
}

/// Each word with a capital letter.
fn capitals(words: &str) -> String {
    let mut start = true;
    words
        .chars()
        .map(|letter| {
            let shown = if start { letter.to_ascii_uppercase() } else { letter };
            start = matches!(letter, ' ' | '-');
            shown
        })
        .collect()
}

/// The last sound that is often written in two ways, written the other way.
fn misheard(name: &str) -> String {
    const SOUNDS: [[&str; 2]; 9] = [
        ["ph", "f"],
        ["ck", "k"],
        ["ll", "l"],
        ["tt", "t"],
        ["ss", "s"],
        ["rr", "r"],
        ["er", "ar"],
        ["i", "y"],
        ["s", "ss"],
    ];
    let heard = SOUNDS.iter().find_map(|[written, heard]| {
        let (before, after) = name.rsplit_once(written)?;
        Some(format!("{before}{heard}{after}"))
    });
    heard.unwrap_or_else(|| format!("{name}e"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_misheard_but_recognised() {
        assert_eq!(misheard("Sophie Ward"), "Sofie Ward");
        assert_eq!(misheard("Holly Bennett"), "Holy Bennett");
        assert_eq!(misheard("Ana Bond"), "Ana Bonde");
        assert_eq!(capitals("marie-helene le goff"), "Marie-Helene Le Goff");
    }
}
