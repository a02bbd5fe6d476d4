//! Connections for short reads, which stay open. `sqlite` is the caller.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use rusqlite::Connection;

use super::open::{self, LOCK_WAIT};
use crate::service::store::error::StoreError;

/// With as many idle ones, a thread takes that of another thread instead of opening its own.
const MAX_IDLE: usize = 64;

#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    use_mmap: AtomicBool,
    is_read_only: bool,
    idle: Mutex<Vec<Reader>>,
}

#[derive(Debug)]
struct Reader {
    used_by: ThreadId,
    connection: Connection,
}

impl Readers {
    pub(super) fn new(path: &Path, is_read_only: bool) -> Self {
        let use_mmap = AtomicBool::new(!is_read_only);
        Self { path: path.to_owned(), use_mmap, is_read_only, idle: Mutex::default() }
    }

    pub(super) fn disable_mmap(&self) {
        self.use_mmap.store(false, Ordering::Relaxed);
        self.clear();
    }

    pub(super) fn clear(&self) {
        self.idle().clear();
    }

    /// Keeps a connection that is open already.
    pub(super) fn add(&self, connection: Connection) {
        self.idle().push(Reader { used_by: thread::current().id(), connection });
    }

    /// Runs the query on the connection that this thread used last. One that another core used has its
    /// statements and pages in the cache of that core: fetching them costs as much as a short read.
    pub(super) fn with_reader<T>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = self.take(thread::current().id());
        let connection = idle.map_or_else(|| self.open(), Ok)?;
        let result = query(&connection);
        self.add(connection);
        result
    }

    fn take(&self, thread: ThreadId) -> Option<Connection> {
        let mut idle = self.idle();
        let own = idle.iter().rposition(|reader| reader.used_by == thread);
        let any = (idle.len() >= MAX_IDLE).then_some(0);
        Some(idle.swap_remove(own.or(any)?).connection)
    }

    fn open(&self) -> Result<Connection, StoreError> {
        if self.is_read_only {
            return open::read_only(&self.path);
        }
        open::pooled_reader(&self.path, LOCK_WAIT, self.use_mmap.load(Ordering::Relaxed))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Reader>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::store::model::IfMissing;

    /// Marks the connection, and returns its mark from before.
    fn mark(readers: &Readers, mark: i64) -> i64 {
        let mark = |db: &Connection| {
            let before = db.pragma_query_value(None, "cache_size", |row| row.get(0))?;
            db.pragma_update(None, "cache_size", mark)?;
            Ok(before)
        };
        readers.with_reader(mark).unwrap()
    }

    #[test]
    fn a_thread_gets_back_the_connection_that_it_used_last() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("service.db");
        let _writer = open::writer(&path, IfMissing::Create, LOCK_WAIT).unwrap();
        let readers = Readers::new(&path, false);
        let unmarked = mark(&readers, 111);
        thread::scope(|scope| {
            let other = || (mark(&readers, 222), mark(&readers, 222));
            assert_eq!(scope.spawn(other).join().unwrap(), (unmarked, 222));
        });
        assert_eq!(mark(&readers, 111), 111);
        assert_eq!(readers.idle().len(), 2);
    }

    #[test]
    fn many_threads_do_not_keep_ever_more_connections() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("service.db");
        let _writer = open::writer(&path, IfMissing::Create, LOCK_WAIT).unwrap();
        let readers = Readers::new(&path, false);
        for number in 0..=MAX_IDLE + 10 {
            let number = i64::try_from(number).unwrap();
            thread::scope(|scope| drop(scope.spawn(|| mark(&readers, number + 1))));
        }
        assert_eq!(readers.idle().len(), MAX_IDLE);
    }
}
