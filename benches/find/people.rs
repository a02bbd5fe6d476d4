//! Generated candidates: small pools of words, many distinct names.

use shortlist::wire::{CandidateItem, Timestamp};

const FIRST: [&str; 24] = [
    "Anna",
    "Łukasz",
    "Guðrún",
    "Zoë",
    "John",
    "Maria",
    "Katarzyna",
    "Nguyễn",
    "Olu",
    "Fatima",
    "Björn",
    "Siobhán",
    "Rahul",
    "Priya",
    "Chen",
    "Yuki",
    "Борис",
    "Ana Lucía",
    "Christopher",
    "Elizabeth",
    "Mohammed",
    "Ingrid",
    "François",
    "Alexandra",
];
const LAST: [&str; 20] = [
    "Kowalski",
    "Þórðardóttir",
    "Müller",
    "O'Brien",
    "Smith",
    "García",
    "Nakamura",
    "Okafor",
    "Johansson",
    "Fitzgerald",
    "Sharma",
    "Rossi",
    "Dubois",
    "van der Berg",
    "Novák",
    "Petrov",
    "Hernández",
    "Schneider",
    "Haddad",
    "Lindqvist",
];
const SYLLABLES: [&str; 16] = [
    "ka", "ro", "lin", "mes", "to", "vi", "dra", "sen", "bel", "ou", "ny", "ster", "wa", "hol",
    "gri", "pe",
];
const LEVEL: [&str; 6] = ["Senior ", "Junior ", "Lead ", "", "Principal ", "Head of "];
const TITLE: [&str; 14] = [
    "Rust Engineer",
    "Backend Developer",
    "Data Analyst",
    "Product Manager",
    "Recruiter",
    "Sales Executive",
    "Platform Engineer",
    "Designer",
    "Accountant",
    "QA Engineer",
    "Site Reliability Engineer",
    "Account Manager",
    "Solicitor",
    "Machine Learning Scientist",
];
pub(crate) const STAGE: [&str; 7] =
    ["Applied", "Recruiter screen", "Interview", "Assessment", "Offer", "Hired", "Rejected"];

/// The candidate with this number, the same in every run.
pub(crate) fn candidate(number: usize) -> CandidateItem {
    let dice = mix(number as u64);
    let pick = |shift: u32, sides: usize| {
        usize::try_from((dice >> shift) & 0xff_ffff).map_or(0, |side| side % sides)
    };
    let suffix: String =
        (0..3).map(|index| SYLLABLES[pick(40 + 6 * index, SYLLABLES.len())]).collect();
    let company = pick(24, 5000);
    let stage = pick(16, STAGE.len());
    let created = 1_767_225_600_000_000 + i64::try_from(number).unwrap_or(0) * 7_000_003;
    CandidateItem {
        id: format!("can_{dice:016x}").into(),
        person_id: format!("per_{:016x}", mix(number as u64 + 7)).into(),
        name: format!("{} {}{suffix}", FIRST[pick(0, FIRST.len())], LAST[pick(8, LAST.len())]),
        current_job_title: format!(
            "{}{}",
            LEVEL[pick(12, LEVEL.len())],
            TITLE[pick(20, TITLE.len())]
        ),
        current_company_name: format!("{} {} {company}", LAST[company % LAST.len()], "Instruments"),
        current_company_id: format!("com_{company:016x}").into(),
        current_pipeline_stage_name: STAGE[stage].to_owned(),
        current_pipeline_stage_id: format!("stg_{stage:016x}").into(),
        created_at: Timestamp::from_micros(created),
        ..CandidateItem::default()
    }
}

pub(crate) const fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
