//! The output format flags.

use clap::{Args, ValueEnum};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// For people: columns fitted to the terminal, or the detail view of one record.
    Table,
    /// One JSON document, indented.
    Json,
    Jsonl,
    /// For spreadsheets.
    Csv {
        /// Unsanitized values, even if a spreadsheet would execute them.
        raw: bool,
    },
    /// Fields between tabs, nothing cut.
    Plain,
}

/// Without a flag, a table for people.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
#[command(next_help_heading = "Format")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct FormatArgs {
    /// One indented JSON document: an array or an object
    #[arg(long, group = "format")]
    json: bool,
    /// JSON Lines: one object per line, written as records arrive, in any order
    #[arg(long, group = "format")]
    jsonl: bool,
    /// CSV (UTF-8) with a header row and every field; line breaks become spaces, and
    /// values that a spreadsheet would run as a formula start with an apostrophe
    #[arg(long, group = "format")]
    csv: bool,
    /// Tab-separated columns without a header, never truncated; for one record, one field
    /// per line (for cut, awk and sort)
    #[arg(long, group = "format")]
    plain: bool,
    /// With --csv: values exactly as the server sent them, including formulas and line
    /// breaks; do not open such a file in a spreadsheet
    #[arg(long, requires = "csv", conflicts_with_all = ["json", "jsonl", "plain"])]
    raw: bool,
    /// Print headings in bold: on a terminal (auto), always, or never
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, hide_default_value = true, value_name = "WHEN")]
    color: ColorChoice,
    #[arg(
        long,
        help = "Print long output at once, without a pager (SHORTLIST_PAGER, PAGER or less)"
    )]
    no_pager: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

impl FormatArgs {
    /// Whether headings are bold.
    pub(crate) fn has_bold(&self, is_terminal: bool) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => is_terminal && !is_set("NO_COLOR") && !is_dumb(),
        }
    }

    /// Whether output for people may go through a pager.
    pub(crate) const fn allows_pager(&self) -> bool {
        !self.no_pager && matches!(self.format(None), OutputFormat::Table)
    }

    /// The chosen format. Raw CSV never goes to a terminal.
    pub(crate) const fn format(&self, terminal: Option<usize>) -> OutputFormat {
        match (self.json, self.jsonl, self.csv, self.plain) {
            (true, ..) => OutputFormat::Json,
            (_, true, ..) => OutputFormat::Jsonl,
            (_, _, true, _) => OutputFormat::Csv { raw: self.raw && terminal.is_none() },
            (.., true) => OutputFormat::Plain,
            _ => OutputFormat::Table,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use clap::error::ErrorKind;

    use super::*;

    #[derive(Debug, Parser)]
    struct TestArgs {
        #[command(flatten)]
        format: FormatArgs,
    }

    fn parse(words: &[&str]) -> Result<OutputFormat, ErrorKind> {
        TestArgs::try_parse_from([&["x"], words].concat())
            .map(|line| line.format.format(None))
            .map_err(|error| error.kind())
    }

    #[test]
    fn each_flag_means_its_format() {
        assert_eq!(parse(&[]), Ok(OutputFormat::Table));
        assert_eq!(parse(&["--json"]), Ok(OutputFormat::Json));
        assert_eq!(parse(&["--jsonl"]), Ok(OutputFormat::Jsonl));
        assert_eq!(parse(&["--plain"]), Ok(OutputFormat::Plain));
        assert_eq!(parse(&["--csv"]), Ok(OutputFormat::Csv { raw: false }));
        assert_eq!(parse(&["--raw", "--csv"]), Ok(OutputFormat::Csv { raw: true }));
        let raw = TestArgs::try_parse_from(["x", "--csv", "--raw"]).expect("it parses");
        assert_eq!(
            raw.format.format(Some(80)),
            OutputFormat::Csv { raw: false },
            "raw CSV never goes to a terminal"
        );
    }

    #[test]
    fn only_one_format_at_a_time() {
        assert_eq!(parse(&["--json", "--csv"]), Err(ErrorKind::ArgumentConflict));
        assert_eq!(parse(&["--raw"]), Err(ErrorKind::MissingRequiredArgument));
        assert_eq!(parse(&["--raw", "--json"]), Err(ErrorKind::ArgumentConflict));
    }
}
