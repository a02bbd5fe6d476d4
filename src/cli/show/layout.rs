//! How a list is laid out: the format, the columns, and what a terminal allows.

use std::borrow::Cow;
use std::io::IsTerminal;

use clap::Args;
use clap_complete::ArgValueCompleter;
use serde::Serialize;

use super::field_names;
use super::format::{FormatArgs, OutputFormat};
use super::grid::ColumnSpec;
use super::table_row::{TableColumn, TableRow};
use super::value;
use crate::cli::exit::Exit;
use crate::cli::output::terminal_width;
use crate::recruiting::query::suggest;
use crate::text::Align;
use crate::wire::{Field, Shape};

/// The minimum width of a column that the user asked for.
const MIN_WIDTH: usize = 4;

/// The format of a list, with its columns.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Format")]
pub(crate) struct ListFormatArgs {
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    /// Print only these columns, in this order: headings of the table or fields of the JSON,
    /// separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', add = ArgValueCompleter::new(field_names::columns), conflicts_with_all = ["json", "jsonl"])]
    columns: Vec<String>,
    /// Omit the header row (table and CSV)
    #[arg(long)]
    no_header: bool,
}

/// A column of the output: of the table, or any field of the record.
#[derive(Debug)]
pub(crate) enum OutputColumn<T: 'static> {
    Table(&'static TableColumn<T>),
    Field(&'static Field),
}

#[derive(Debug)]
pub(crate) struct ListLayout<T: 'static> {
    pub(crate) format: OutputFormat,
    /// Of the terminal, if there is one.
    pub(crate) width: Option<usize>,
    pub(super) has_header: bool,
    pub(super) has_bold: bool,
    /// Empty for the default columns of the format.
    pub(super) columns: Vec<OutputColumn<T>>,
}

impl ListFormatArgs {
    /// The layout on stdout.
    pub(crate) fn layout<T: TableRow>(&self) -> Result<ListLayout<T>, Exit> {
        let width = terminal_width();
        Ok(ListLayout {
            format: self.format.format(width),
            width,
            has_header: !self.no_header,
            has_bold: self.format.has_bold(std::io::stdout().is_terminal()),
            columns: self.columns()?,
        })
    }

    fn columns<T: TableRow>(&self) -> Result<Vec<OutputColumn<T>>, Exit> {
        let named = self.columns.iter().map(|name| column_named(name.trim()));
        named.collect::<Result<_, _>>().map_err(|error| error.with_prefix("--columns"))
    }

    /// Whether this column was asked for by name.
    pub(crate) fn has_column(&self, heading: &str) -> bool {
        self.columns.iter().any(|name| name.trim().eq_ignore_ascii_case(heading))
    }
}

fn column_named<T: TableRow>(name: &str) -> Result<OutputColumn<T>, Exit> {
    let is_named = |other: &str| other.eq_ignore_ascii_case(name);
    if let Some(column) = T::COLUMNS.iter().find(|column| is_named(column.spec.heading)) {
        return Ok(OutputColumn::Table(column));
    }
    if let Some(field) = T::FIELDS.iter().find(|field| is_named(field.name)) {
        return Ok(OutputColumn::Field(field));
    }
    let headings = T::COLUMNS.iter().map(|column| column.spec.heading);
    let mut known: Vec<&str> = headings.collect();
    for field in T::FIELDS {
        if !known.contains(&field.name) {
            known.push(field.name);
        }
    }
    Err(Exit::usage(format!("unknown column `{}`{}", name.escape_debug(), suggest(name, &known))))
}

impl<T: TableRow> ListLayout<T> {
    /// The default layout of a format.
    #[cfg(test)]
    pub(crate) const fn of(format: OutputFormat, width: Option<usize>) -> Self {
        Self { format, width, has_header: true, has_bold: false, columns: Vec::new() }
    }

    /// The columns of the table and of plain text.
    pub(super) fn table_columns(&self) -> Vec<OutputColumn<T>> {
        if self.columns.is_empty() {
            return T::COLUMNS.iter().map(OutputColumn::Table).collect();
        }
        self.columns.clone()
    }

    /// What was asked for by name is dropped from the right, the first column last.
    pub(super) fn specs(&self) -> Vec<ColumnSpec> {
        let is_default = self.columns.is_empty();
        let spec = |(rank, column): (usize, &OutputColumn<T>)| {
            let spec = column.spec();
            if is_default {
                return spec;
            }
            let min_width =
                if spec.min_width == super::NO_SHRINK { spec.min_width } else { MIN_WIDTH };
            ColumnSpec { rank: rank.min(super::OPTIONAL_RANK - 1), min_width, ..spec }
        };
        self.table_columns().iter().enumerate().map(spec).collect()
    }
}

impl<T> Clone for OutputColumn<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for OutputColumn<T> {}

impl<T: Serialize> OutputColumn<T> {
    const fn spec(&self) -> ColumnSpec {
        match self {
            Self::Table(column) => column.spec,
            Self::Field(field) => {
                let is_number =
                    matches!(field.shape, Shape::Integer | Shape::Nullable(Shape::Integer));
                let align = if is_number { Align::Right } else { Align::Left };
                let (min_width, weight) = (MIN_WIDTH, 1);
                ColumnSpec { heading: field.name, align, min_width, weight, rank: 0 }
            }
        }
    }

    pub(super) const fn field(&self) -> &'static str {
        match self {
            Self::Table(column) => column.field,
            Self::Field(field) => field.name,
        }
    }

    /// Unsanitized.
    pub(super) fn cell(&self, record: &T) -> String {
        match self {
            Self::Table(column) => (column.cell)(record),
            Self::Field(field) => value::to_map(record)
                .get(field.name)
                .map(value::text)
                .map_or_else(String::new, Cow::into_owned),
        }
    }
}
