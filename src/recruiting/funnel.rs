pub mod count;
pub mod figures;
pub mod histories;
