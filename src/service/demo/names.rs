//! What people are called, in many scripts and orders.
//!
//! Given and family names of one culture are paired in a fixed scramble and no
//! pair comes twice before all have come once, so that namesakes are rare and
//! addresses made of a name stay unique ([`Called::nth`] tells repeats apart).

use super::dice::Dice;
use super::pools::rows;

const NAMES: &str = include_str!("../../../assets/demo/names.txt");
const CULTURES: &str = include_str!("../../../assets/demo/cultures.txt");

/// One name: as its bearer writes it, and in ASCII letters.
#[derive(Debug, Clone, Copy)]
struct Name {
    written: &'static str,
    ascii: &'static str,
}

#[derive(Debug)]
struct Culture {
    name: &'static str,
    order: &'static str,
    own_script: f64,
    share: f64,
    homes: Vec<&'static str>,
    /// Of men and of women.
    given: [Vec<Name>; 2],
    family: [Vec<Name>; 2],
    middle: [Vec<Name>; 2],
    made: [usize; 2],
}

/// What one person is called.
#[derive(Debug, Clone)]
pub(super) struct Called {
    pub(super) name: String,
    pub(super) first: String,
    pub(super) last: String,
    /// In ASCII letters, for handles and addresses; the family name may be empty.
    pub(super) ascii: [String; 2],
    /// How many of the same pair came before.
    pub(super) nth: usize,
    pub(super) woman: bool,
    pub(super) culture: &'static str,
}

/// Names whose shape is the point: their bearer's number, name, first, last, ASCII.
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

/// The cultures, and how many names each has given out.
#[derive(Debug)]
pub(super) struct Names {
    cultures: Vec<Culture>,
}

impl Names {
    pub(super) fn read() -> Self {
        let mut cultures: Vec<Culture> = rows(CULTURES)
            .map(|[name, order, own_script, share, homes]| Culture {
                name,
                order,
                own_script: own_script.parse().unwrap_or(100.0),
                share: share.parse().unwrap_or(0.0),
                homes: homes.split(',').collect(),
                given: [vec![], vec![]],
                family: [vec![], vec![]],
                middle: [vec![], vec![]],
                made: [0, 0],
            })
            .collect();
        for [of, part, written, ascii] in rows(NAMES) {
            if let Some(culture) = cultures.iter_mut().find(|culture| culture.name == of) {
                culture.take(part, Name { written, ascii });
            }
        }
        Self { cultures }
    }

    /// The name of the `index`th person, who lives in `country`.
    pub(super) fn next(&mut self, index: usize, country: &str, dice: &mut Dice) -> Called {
        if let Some((_, special)) = SPECIAL.iter().find(|(bearer, _)| *bearer == index) {
            return spelled_out(special);
        }
        let local = dice.chance(48.0);
        let share = |culture: &Culture| {
            if local && !culture.homes.contains(&country) { 0.0 } else { culture.share }
        };
        let mut ahead = dice.unit() * self.cultures.iter().map(share).sum::<f64>();
        let drawn = self.cultures.iter().position(|culture| {
            ahead -= share(culture);
            ahead < 0.0
        });
        let woman = dice.chance(49.0);
        match drawn.and_then(|place| self.cultures.get_mut(place)) {
            Some(culture) => culture.next(woman, dice),
            None => spelled_out(&SPECIAL[1].1),
        }
    }

    /// Another family name of the same culture, such as one had before marriage.
    pub(super) fn another_family(&self, called: &Called, dice: &mut Dice) -> Option<&'static str> {
        let culture = self.cultures.iter().find(|culture| culture.name == called.culture)?;
        let others = &culture.family[usize::from(called.woman)];
        let own_script = others.iter().any(|name| called.last.contains(name.written));
        let name = dice.pick(others)?;
        Some(if own_script { name.written } else { name.ascii })
            .filter(|name| !called.last.contains(name))
    }
}

impl Culture {
    fn take(&mut self, part: &str, name: Name) {
        let [men, women] = match part {
            "gm" => return self.given[0].push(name),
            "gf" => return self.given[1].push(name),
            "fm" => return self.family[0].push(name),
            "ff" => return self.family[1].push(name),
            "mm" => return self.middle[0].push(name),
            "mf" => return self.middle[1].push(name),
            _ => &mut self.family,
        };
        men.push(name);
        women.push(name);
    }

    fn next(&mut self, woman: bool, dice: &mut Dice) -> Called {
        let side = usize::from(woman);
        let nth = self.made[side];
        self.made[side] += 1;
        let (given, family) = (&self.given[side], &self.family[side]);
        let pairs = given.len() * family.len().max(1);
        let pair = scrambled(nth % pairs.max(1), pairs);
        let given = given[pair % given.len()];
        let family = family.get(pair / self.given[side].len()).copied();

        let own_script = dice.chance(self.own_script);
        let text = |name: Name| if own_script { name.written } else { name.ascii };
        let first = text(given).to_owned();
        let last = family.map_or("", text).to_owned();
        let more = match self.order {
            "double" => dice.pick(&self.family[side]).copied(),
            "middle" => dice.pick(&self.middle[side]).copied(),
            _ => None,
        };
        let (name, first, last) = put_together(self.order, own_script, first, last, more.map(text));
        let ascii =
            [given.ascii.to_lowercase(), family.map_or("", |name| name.ascii).to_lowercase()];
        Called { name, first, last, ascii, nth: nth / pairs.max(1), woman, culture: self.name }
    }
}

/// Whole name, first name and last name.
fn put_together(
    order: &str,
    own_script: bool,
    first: String,
    last: String,
    more: Option<&str>,
) -> (String, String, String) {
    match (order, more) {
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
        ("tight", _) if own_script => (format!("{last}{first}"), first, last),
        ("spaced", _) if own_script => (format!("{last} {first}"), first, last),
        _ => (format!("{first} {last}"), first, last),
    }
}

fn spelled_out([name, first, last, given, family]: &[&str; 5]) -> Called {
    Called {
        name: (*name).to_owned(),
        first: (*first).to_owned(),
        last: (*last).to_owned(),
        ascii: [(*given).to_owned(), (*family).to_owned()],
        nth: 0,
        woman: true,
        culture: "",
    }
}

/// The `nth` of `count` in a scramble that misses none and repeats none.
fn scrambled(nth: usize, count: usize) -> usize {
    // About the golden section of the whole, so that neighbours lie far apart.
    let mut stride = (count * 618 / 1000).max(1);
    while common_divisor(stride, count) > 1 {
        stride += 1;
    }
    (nth * stride + 5) % count.max(1)
}

const fn common_divisor(mut a: usize, mut b: usize) -> usize {
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
    fn a_scramble_misses_none() {
        for count in [1, 2, 7, 400, 3520] {
            let seen: HashSet<usize> = (0..count).map(|nth| scrambled(nth, count)).collect();
            assert_eq!(seen.len(), count);
        }
    }

    #[test]
    fn every_culture_has_names_enough_to_look_true() {
        for culture in Names::read().cultures {
            for side in [0, 1] {
                let (given, family) = (culture.given[side].len(), culture.family[side].len());
                assert!(given >= 20, "{}: {given} given names", culture.name);
                assert!(family >= 20 || culture.order == "single", "{}: {family}", culture.name);
            }
        }
    }

    #[test]
    fn names_are_put_together_as_their_bearers_do() {
        let put = |order: &str, own, first: &str, last: &str, more| {
            put_together(order, own, first.into(), last.into(), more)
        };
        let told = |name: &str, first: &str, last: &str| (name.into(), first.into(), last.into());
        assert_eq!(put("tight", true, "雪", "李", None), told("李雪", "雪", "李"));
        assert_eq!(put("tight", false, "Xue", "Li", None), told("Xue Li", "Xue", "Li"));
        assert_eq!(
            put("spaced", true, "健太郎", "佐藤", None),
            told("佐藤 健太郎", "健太郎", "佐藤")
        );
        assert_eq!(put("single", true, "Suryanto", "", None), told("Suryanto", "", ""));
        assert_eq!(
            put("middle", true, "Ánh Tuyết", "Nguyễn", Some("Thị")),
            told("Nguyễn Thị Ánh Tuyết", "Thị Ánh Tuyết", "Nguyễn")
        );
        assert_eq!(
            put("double", true, "Inés", "Peña", Some("Ríos")),
            told("Inés Peña Ríos", "Inés", "Peña Ríos")
        );
    }

    #[test]
    fn one_name_is_exactly_seventy_characters_long() {
        assert_eq!(SPECIAL[0].1[0].chars().count(), 70);
    }
}
