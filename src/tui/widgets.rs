//! Drawing and input state that several features share. `NAME_view` draws what `NAME` holds.

pub(crate) mod format;
pub(crate) mod frame;
pub(crate) mod hints;
pub mod hit_map;
pub(crate) mod line_writer;
pub(crate) mod pick_list;
pub(crate) mod pick_list_view;
pub mod render_context;
pub(crate) mod rich_text;
pub(crate) mod rich_text_view;
pub(crate) mod shorten;
pub(crate) mod stage_text;
pub(crate) mod text_input;
pub(crate) mod text_input_view;
