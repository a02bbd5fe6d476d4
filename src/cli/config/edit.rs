//! `shortlist config edit`: the user's editor, then a check, as often as needed.

use std::io::{self, IsTerminal};

use super::check;
use super::init::write_documented;
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::config;
use crate::files::IfExists;
use crate::tui::runtime::external_editor;

pub(super) fn run(out: &Output) -> Result<(), Exit> {
    let file = config::config_file()?;
    if !file.exists() {
        write_documented(&file, IfExists::Fail)?;
    }
    let name = file.display().to_string();
    loop {
        external_editor::edit_file(&file).map_err(Exit::failure)?;
        let count = check::report(&config::load_from(file.clone(), true), out)?;
        out.flush()?;
        if count == 0 {
            return out.print_line(&format!("{name}: no mistakes"));
        }
        if !asks_to_edit_again(out)? {
            return Err(check::mistakes_in(&name, count));
        }
    }
}

/// Without a terminal, or at the end of the input, the answer is no.
fn asks_to_edit_again(out: &Output) -> Result<bool, Exit> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        return Ok(false);
    }
    out.print_message("Edit the file again? [Y/n]");
    let mut answer = String::new();
    let is_ended = stdin.read_line(&mut answer)? == 0;
    Ok(!is_ended && matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes"))
}
