//! 1,000,000 rows: their size on disk, and the time to load them.

use std::hint::black_box;
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

use shortlist::recruiting::paging::PagedList;
use shortlist::recruiting::table::{CandidateRows, CandidateTable, RowBuffer as _};
use shortlist::storage::Storage;
use shortlist::storage::mirror::{MirrorSession, MirrorWrite, PageWrite};
use shortlist::wire::{CandidateItem, Envelope, JobId, MAX_PAGE_SIZE, Timestamp};

use crate::people::{candidate, mix};
use crate::ratio;
use crate::report::Measurement;

const ROWS: usize = 1_000_000;
const ROUNDS: usize = 5;
const SERVER: &str = "https://recruiting.example/api";
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Pages that a walk writes together.
const BATCH: usize = 32;

pub(crate) fn disk_and_loading() -> [Measurement; 2] {
    // In the build directory: the system's temporary directory may not be on a disk.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let path = folder.path().join("million.db");
    let job = JobId::from("job_00000000000000a1".to_owned());
    fill(&path, &job);
    [disk(folder.path()), loading(&path, &job)]
}

fn fill(path: &Path, job: &JobId) {
    let mut storage = Storage::open(path).expect("a file");
    let mut session = MirrorSession::default();
    let positions: Vec<usize> = (0..ROWS).step_by(MAX_PAGE_SIZE).collect();
    for positions in positions.chunks(BATCH) {
        let pages = positions
            .iter()
            .map(|position| MirrorWrite::CandidatePage(job.clone(), page(*position)));
        storage.mirror(SERVER, &mut session, pages.collect()).expect("the pages are written");
    }
    let end = MirrorWrite::EndWalk { job: job.clone(), pass: 1, rows: ROWS as u64 };
    storage.mirror(SERVER, &mut session, vec![end]).expect("the walk ends");
}

fn page(position: usize) -> PageWrite<CandidateItem> {
    let rows = CandidateRows::of(&items(position));
    let read_at = Timestamp::parse("2026-11-15T12:00:00Z").expect("a valid timestamp");
    PageWrite { pass: 1, position: position as u64, rows, total: Some(ROWS as u64), read_at }
}

fn items(position: usize) -> Vec<CandidateItem> {
    (position..position + MAX_PAGE_SIZE).map(with_own_ids).collect()
}

/// With ids like those of the service: eighty random bits.
fn with_own_ids(number: usize) -> CandidateItem {
    let item = candidate(number);
    let id = |prefix: &str, seed: u64| {
        let mut bits = u128::from(mix(seed)) << 64 | u128::from(mix(!seed));
        let letters = (0..16).map(|_| {
            let letter = char::from(ALPHABET[usize::try_from(bits & 31).unwrap_or(0)]);
            bits >>= 5;
            letter
        });
        format!("{prefix}_{}", letters.collect::<String>())
    };
    let seed = 4 * number as u64;
    CandidateItem { id: id("can", seed).into(), person_id: id("per", seed + 1).into(), ..item }
}

/// All files of the storage.
fn disk(folder: &Path) -> Measurement {
    let files = std::fs::read_dir(folder).expect("a folder");
    let bytes: u64 =
        files.map(|file| file.and_then(|file| file.metadata()).expect("a file").len()).sum();
    Measurement {
        name: "bytes on disk a row at 1,000,000 rows".to_owned(),
        #[expect(clippy::cast_precision_loss, reason = "a rounded figure")]
        value: bytes as f64 / ROWS as f64,
        max: Some(150.0),
        details: format!("{} MiB", bytes >> 20),
    }
}

/// Loads the rows into the table of the terminal UI, alternating with a bare decoding of the pages
/// that a server would send.
fn loading(path: &Path, job: &JobId) -> Measurement {
    let bodies: Vec<Vec<u8>> = (0..ROWS)
        .step_by(MAX_PAGE_SIZE)
        .map(|position| serde_json::to_vec(&Envelope::new(items(position))).expect("JSON"))
        .collect();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let list = load(path, job);
        ours.push(started.elapsed().as_secs_f64());
        assert_eq!(black_box(list).loaded(), ROWS);
        let started = Instant::now();
        for body in &bodies {
            let page = serde_json::from_slice::<Envelope<Vec<CandidateItem>>>(body);
            black_box(page.expect("a page"));
        }
        theirs.push(started.elapsed().as_secs_f64());
    }
    ratio("loading 1,000,000 rows, against a bare decoding of their JSON", 1.0, ours, theirs)
}

/// As the program does: the storage thread reads part by part, the loop takes them.
fn load(path: &Path, job: &JobId) -> PagedList<CandidateTable> {
    let mut list = PagedList::default();
    let (sender, parts) = channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            let storage = Storage::open(path).expect("a file");
            let send = |part| sender.send(part).expect("a reader");
            storage.mirrored_candidates(SERVER, job, send).expect("a list");
        });
        for part in parts {
            list.restore(&part);
        }
    });
    list
}
