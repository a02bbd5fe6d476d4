//! Facts on a line, each in the longest spelling for which there is room.

use crate::text::width;
use crate::theme::Role;

/// A fact in several spellings, the longest first. An empty one leaves it out:
/// only for what is told elsewhere, too.
pub(crate) type Spellings = (Role, Vec<String>);

/// A fact that has one spelling.
pub(crate) fn only(role: Role, told: String) -> Spellings {
    (role, vec![told])
}

/// The facts as they fit into so many cells with a dot between; the last ones
/// are shortened first. Where even the shortest do not fit, the shortest.
pub(crate) fn fitting(facts: &[Spellings], cells: usize) -> Vec<(Role, String)> {
    let mut levels = vec![0; facts.len()];
    let most = facts.iter().map(|(_, spellings)| spellings.len()).max().unwrap_or(0);
    for level in 1..most {
        for at in (0..facts.len()).rev() {
            if long(&spelled(facts, &levels)) <= cells {
                break;
            }
            levels[at] = level.min(facts[at].1.len().saturating_sub(1));
        }
    }
    spelled(facts, &levels)
}

fn spelled(facts: &[Spellings], levels: &[usize]) -> Vec<(Role, String)> {
    let told = facts.iter().zip(levels);
    let told =
        told.filter_map(|((role, spellings), at)| Some((*role, spellings.get(*at)?.clone())));
    told.filter(|(_, told)| !told.is_empty()).collect()
}

fn long(told: &[(Role, String)]) -> usize {
    let between = 3 * told.len().saturating_sub(1);
    told.iter().map(|(_, told)| width(told)).sum::<usize>() + between
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_facts_give_way_first_and_none_more_than_it_must() {
        let fact = |spellings: &[&str]| {
            (Role::Text, spellings.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        let facts = [
            fact(&["9/50 loaded", "9/50"]),
            fact(&["by age", "age", ""]),
            fact(&["<= unread", "<="]),
        ];
        for (cells, told) in [
            (40, "9/50 loaded · by age · <= unread"),
            (31, "9/50 loaded · by age · <="),
            (24, "9/50 loaded · age · <="),
            (21, "9/50 · age · <="),
            (12, "9/50 · <="),
            (1, "9/50 · <="),
        ] {
            let found: Vec<String> =
                fitting(&facts, cells).into_iter().map(|(_, told)| told).collect();
            assert_eq!(found.join(" · "), told, "{cells}");
        }
        assert_eq!(fitting(&[], 4), []);
    }
}
