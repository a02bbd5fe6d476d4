pub mod count;
pub mod histories;
