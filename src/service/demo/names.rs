//! Names of persons in many scripts and orders.
//!
//! Given and family names of a culture are paired in a permuted order, and a
//! pair repeats only after all have been used. So namesakes are rare, and email
//! addresses stay unique with the help of [`PersonName::repeats`].

use super::rng::Rng;
use super::word_lists::rows;

const NAMES: &str = include_str!("../../../assets/demo/names.txt");
const CULTURES: &str = include_str!("../../../assets/demo/cultures.txt");

#[derive(Debug, Clone, Copy)]
struct NamePart {
    /// In the script of the culture.
    native: &'static str,
    ascii: &'static str,
}

#[derive(Debug)]
struct Culture {
    name: &'static str,
    /// How the parts form a full name; see `cultures.txt`.
    order: &'static str,
    native_percent: f64,
    /// The weight of the culture in a random choice.
    share: f64,
    countries: Vec<&'static str>,
    /// For men and for women, like the next three fields.
    given: [Vec<NamePart>; 2],
    family: [Vec<NamePart>; 2],
    middle: [Vec<NamePart>; 2],
    used: [usize; 2],
}

#[derive(Debug, Clone)]
pub(super) struct PersonName {
    pub(super) full: String,
    pub(super) first: String,
    pub(super) last: String,
    /// Given and family name in lower-case ASCII; the family name may be empty.
    pub(super) ascii: [String; 2],
    /// How often the pair was used before.
    pub(super) repeats: usize,
    pub(super) is_female: bool,
    /// Empty for a special name.
    pub(super) culture: &'static str,
}

/// Names of an unusual shape, each for the person with that index: full, first
/// and last name, and the two in ASCII.
const SPECIAL: [(usize, [&str; 5]); 6] = [
    (
        23,
        [
            "María de los Ángeles Fernández-Villaverde y Ruiz de Alarcón de la Vega",
            "María de los Ángeles",
            "Fernández-Villaverde y Ruiz de Alarcón de la Vega",
            "maria de los angeles",
            "fernandez villaverde",
        ],
    ),
    (41, ["Zoë Ångström", "Zoë", "Ångström", "zoe", "angstrom"]),
    (
        47,
        [
            "Zoe\u{308} A\u{30a}ngstro\u{308}m",
            "Zoe\u{308}",
            "A\u{30a}ngstro\u{308}m",
            "zoe",
            "aangstroem",
        ],
    ),
    (64, ["Karthik S", "Karthik", "S", "karthik", "s"]),
    (
        88,
        [
            "María José Carreño Quiñones de la Fuente",
            "María José",
            "Carreño Quiñones de la Fuente",
            "maria jose",
            "carreno quinones",
        ],
    ),
    (131, ["Thandiwe O", "Thandiwe", "O", "thandiwe", "o"]),
];

#[derive(Debug)]
pub(super) struct Names {
    cultures: Vec<Culture>,
}

impl Names {
    pub(super) fn read() -> Self {
        let mut cultures: Vec<Culture> = rows(CULTURES)
            .map(|[name, order, native_percent, share, countries]| Culture {
                name,
                order,
                native_percent: native_percent.parse().unwrap_or(100.0),
                share: share.parse().unwrap_or(0.0),
                countries: countries.split(',').collect(),
                given: [vec![], vec![]],
                family: [vec![], vec![]],
                middle: [vec![], vec![]],
                used: [0, 0],
            })
            .collect();
        for [culture_name, part, native, ascii] in rows(NAMES) {
            if let Some(culture) = cultures.iter_mut().find(|culture| culture.name == culture_name)
            {
                culture.add(part, NamePart { native, ascii });
            }
        }
        Self { cultures }
    }

    pub(super) fn next(&mut self, index: usize, country: &str, rng: &mut Rng) -> PersonName {
        if let Some((_, special)) = SPECIAL.iter().find(|(person, _)| *person == index) {
            return special_name(special);
        }
        let is_local = rng.chance(48.0);
        let share = |culture: &Culture| {
            if is_local && !culture.countries.contains(&country) { 0.0 } else { culture.share }
        };
        let mut rest = rng.unit() * self.cultures.iter().map(share).sum::<f64>();
        let index = self.cultures.iter().position(|culture| {
            rest -= share(culture);
            rest < 0.0
        });
        let is_female = rng.chance(49.0);
        match index.and_then(|index| self.cultures.get_mut(index)) {
            Some(culture) => culture.next(is_female, rng),
            None => special_name(&SPECIAL[1].1),
        }
    }

    /// Another family name of the same culture, such as a birth name.
    pub(super) fn other_family_name(
        &self,
        name: &PersonName,
        rng: &mut Rng,
    ) -> Option<&'static str> {
        let culture = self.cultures.iter().find(|culture| culture.name == name.culture)?;
        let parts = &culture.family[usize::from(name.is_female)];
        let is_native = parts.iter().any(|part| name.last.contains(part.native));
        let part = rng.choose(parts)?;
        Some(if is_native { part.native } else { part.ascii })
            .filter(|other| !name.last.contains(other))
    }
}

impl Culture {
    fn add(&mut self, kind: &str, part: NamePart) {
        let [male, female] = match kind {
            "gm" => return self.given[0].push(part),
            "gf" => return self.given[1].push(part),
            "fm" => return self.family[0].push(part),
            "ff" => return self.family[1].push(part),
            "mm" => return self.middle[0].push(part),
            "mf" => return self.middle[1].push(part),
            _ => &mut self.family,
        };
        male.push(part);
        female.push(part);
    }

    fn next(&mut self, is_female: bool, rng: &mut Rng) -> PersonName {
        let sex = usize::from(is_female);
        let nth = self.used[sex];
        self.used[sex] += 1;
        let (given_names, family_names) = (&self.given[sex], &self.family[sex]);
        let pairs = given_names.len() * family_names.len().max(1);
        let pair = permute(nth % pairs.max(1), pairs);
        let given = given_names[pair % given_names.len()];
        let family = family_names.get(pair / given_names.len()).copied();

        let is_native = rng.chance(self.native_percent);
        let text = |part: NamePart| if is_native { part.native } else { part.ascii };
        let first = text(given).to_owned();
        let last = family.map_or("", text).to_owned();
        let extra = match self.order {
            "double" => rng.choose(family_names).copied(),
            "middle" => rng.choose(&self.middle[sex]).copied(),
            _ => None,
        };
        let (full, first, last) = assemble(self.order, is_native, first, last, extra.map(text));
        let ascii =
            [given.ascii.to_lowercase(), family.map_or("", |part| part.ascii).to_lowercase()];
        let repeats = nth / pairs.max(1);
        PersonName { full, first, last, ascii, repeats, is_female, culture: self.name }
    }
}

/// The full name, the first name and the last name.
fn assemble(
    order: &str,
    is_native: bool,
    first: String,
    last: String,
    extra: Option<&str>,
) -> (String, String, String) {
    match (order, extra) {
        // A single name is neither first nor last.
        ("single", _) => (first, String::new(), String::new()),
        ("double", Some(second)) if second != last => {
            let last = format!("{last} {second}");
            (format!("{first} {last}"), first, last)
        }
        ("middle", Some(middle)) => {
            let first = format!("{middle} {first}");
            (format!("{last} {first}"), first, last)
        }
        ("tight", _) if is_native => (format!("{last}{first}"), first, last),
        ("spaced", _) if is_native => (format!("{last} {first}"), first, last),
        _ => (format!("{first} {last}"), first, last),
    }
}

fn special_name([full, first, last, given, family]: &[&str; 5]) -> PersonName {
    PersonName {
        full: (*full).to_owned(),
        first: (*first).to_owned(),
        last: (*last).to_owned(),
        ascii: [(*given).to_owned(), (*family).to_owned()],
        repeats: 0,
        is_female: true,
        culture: "",
    }
}

/// A permutation of `0..count`.
fn permute(nth: usize, count: usize) -> usize {
    // About the golden section, so that neighbours lie far apart.
    let mut stride = (count * 618 / 1000).max(1);
    while gcd(stride, count) > 1 {
        stride += 1;
    }
    (nth * stride + 5) % count.max(1)
}

const fn gcd(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_permutation_misses_no_number() {
        for count in [1, 2, 7, 400, 3520] {
            let seen: HashSet<usize> = (0..count).map(|nth| permute(nth, count)).collect();
            assert_eq!(seen.len(), count);
        }
    }

    #[test]
    fn every_culture_has_enough_names() {
        for culture in Names::read().cultures {
            for sex in [0, 1] {
                let (given, family) = (culture.given[sex].len(), culture.family[sex].len());
                assert!(given >= 20, "{}: {given} given names", culture.name);
                assert!(family >= 20 || culture.order == "single", "{}: {family}", culture.name);
            }
        }
    }

    #[test]
    fn a_full_name_follows_the_order_of_its_culture() {
        let assemble = |order: &str, is_native, first: &str, last: &str, extra| {
            assemble(order, is_native, first.into(), last.into(), extra)
        };
        let name = |full: &str, first: &str, last: &str| (full.into(), first.into(), last.into());
        assert_eq!(assemble("tight", true, "雪", "李", None), name("李雪", "雪", "李"));
        assert_eq!(assemble("tight", false, "Xue", "Li", None), name("Xue Li", "Xue", "Li"));
        assert_eq!(
            assemble("spaced", true, "健太郎", "佐藤", None),
            name("佐藤 健太郎", "健太郎", "佐藤")
        );
        assert_eq!(assemble("single", true, "Suryanto", "", None), name("Suryanto", "", ""));
        assert_eq!(
            assemble("middle", true, "Ánh Tuyết", "Nguyễn", Some("Thị")),
            name("Nguyễn Thị Ánh Tuyết", "Thị Ánh Tuyết", "Nguyễn")
        );
        assert_eq!(
            assemble("double", true, "Inés", "Peña", Some("Ríos")),
            name("Inés Peña Ríos", "Inés", "Peña Ríos")
        );
    }

    #[test]
    fn one_name_is_exactly_seventy_characters_long() {
        assert_eq!(SPECIAL[0].1[0].chars().count(), 70);
    }
}
