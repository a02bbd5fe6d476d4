//! What was decided and is still to be carried out in the recruiting system.
//!
//! [`list()`] holds the verdicts of the book against the lists as they were read
//! last; the overlay, the paper and the preview of what would be moved are made
//! from it. [`TodoCounter`] keeps the counts, so that no frame walks the book.
//! `update/todo` takes the keys; `view/over/todo` draws it.
