//! Facts on a line, each in the longest variant that fits. The captions of lists and the filter
//! line use it.

use crate::text::width;
use crate::theme::Role;

/// A fact in several variants, the longest first. An empty variant leaves the fact out, so it must
/// be shown elsewhere too.
pub(crate) type TextVariants = (Role, Vec<String>);

pub(crate) fn single_variant(role: Role, text: String) -> TextVariants {
    (role, vec![text])
}

/// Shortens the facts, the last ones first, until they fit with dots between them or are all at
/// their shortest.
pub(crate) fn shorten(facts: &[TextVariants], cells: usize) -> Vec<(Role, String)> {
    let mut levels = vec![0; facts.len()];
    let max_variants = facts.iter().map(|(_, variants)| variants.len()).max().unwrap_or(0);
    for level in 1..max_variants {
        for at in (0..facts.len()).rev() {
            if total_width(&pick_variants(facts, &levels)) <= cells {
                break;
            }
            levels[at] = level.min(facts[at].1.len().saturating_sub(1));
        }
    }
    pick_variants(facts, &levels)
}

fn pick_variants(facts: &[TextVariants], levels: &[usize]) -> Vec<(Role, String)> {
    let picked = facts.iter().zip(levels);
    let picked =
        picked.filter_map(|((role, variants), at)| Some((*role, variants.get(*at)?.clone())));
    picked.filter(|(_, text)| !text.is_empty()).collect()
}

fn total_width(facts: &[(Role, String)]) -> usize {
    let between = 3 * facts.len().saturating_sub(1);
    facts.iter().map(|(_, text)| width(text)).sum::<usize>() + between
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_facts_are_shortened_first_and_only_as_needed() {
        let fact = |variants: &[&str]| {
            (Role::Text, variants.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        let facts = [
            fact(&["9/50 loaded", "9/50"]),
            fact(&["by age", "age", ""]),
            fact(&["<= unread", "<="]),
        ];
        for (cells, expected) in [
            (40, "9/50 loaded · by age · <= unread"),
            (31, "9/50 loaded · by age · <="),
            (24, "9/50 loaded · age · <="),
            (21, "9/50 · age · <="),
            (12, "9/50 · <="),
            (1, "9/50 · <="),
        ] {
            let shortened: Vec<String> =
                shorten(&facts, cells).into_iter().map(|(_, text)| text).collect();
            assert_eq!(shortened.join(" · "), expected, "{cells}");
        }
        assert_eq!(shorten(&[], 4), []);
    }
}
