//! How far a batch of stage moves is. The executor keeps it until the batch ends, so that the end of
//! the program can wait for it and report what was left undone.

use tokio::sync::watch;

use crate::text::group_digits;
use crate::tui::runtime::storage_thread::DISK_LIMIT;

pub(crate) struct MoveProgress {
    done: watch::Receiver<usize>,
    total: usize,
}

impl MoveProgress {
    /// The sender takes the number of moves that are done; it is dropped when the batch ends.
    pub(crate) fn new(total: usize) -> (watch::Sender<usize>, Self) {
        let (sender, done) = watch::channel(0);
        (sender, Self { done, total })
    }

    pub(crate) fn is_finished(&self) -> bool {
        *self.done.borrow() >= self.total
    }

    /// Waits for the end as long as the moves advance.
    pub(crate) async fn wait(&mut self) {
        let mut is_advancing = true;
        while is_advancing {
            let change = tokio::time::timeout(DISK_LIMIT, self.done.changed()).await;
            is_advancing = change.is_ok_and(|change| change.is_ok());
        }
    }

    /// What a batch that the end of the program cut off leaves behind. It is one transaction.
    pub(crate) fn describe_rest(&self) -> Option<String> {
        (!self.is_finished()).then(|| {
            let total = group_digits(self.total as u64);
            format!("stopped while moving {total} candidates; either all of them moved or none")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_batch_is_waited_for_and_one_that_was_cut_off_is_reported() {
        for (done, expected) in [
            (1_500, None),
            (
                1_200,
                Some("stopped while moving 1,500 candidates; either all of them moved or none"),
            ),
        ] {
            let (sender, mut progress) = MoveProgress::new(1_500);
            let batch = async move {
                for at in (0..=done).step_by(300) {
                    sender.send_replace(at);
                    tokio::task::yield_now().await;
                }
            };
            tokio::join!(batch, progress.wait());
            assert_eq!(progress.describe_rest().as_deref(), expected);
        }
    }
}
