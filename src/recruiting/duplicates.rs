pub mod check;
pub mod contact_key;
pub mod match_profile;
pub mod name_index;
pub mod names;
