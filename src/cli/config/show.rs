//! `shortlist config show`: each setting with its value and its origin.

use serde_json::{Value, json};

use super::check::all_mistakes;
use crate::cli::exit::Exit;
use crate::cli::output::{Output, aligned};
use crate::cli::workspace::WorkspaceArgs;
use crate::config::fields::{FILE, Kind};
use crate::config::{self, GivenSetting, LoadedConfig, Profile};

/// The settings of a profile that override those at the top of the file.
const OVERRIDDEN: [&str; 3] = ["cache", "cache_days", "sync"];

struct Row {
    setting: String,
    /// `None` if it is secret.
    value: Option<Value>,
    origin: Origin,
}

enum Origin {
    Default,
    File {
        line: usize,
        column: usize,
    },
    Profile {
        name: String,
        line: usize,
        column: usize,
    },
    /// The name of a variable.
    Environment(&'static str),
}

pub(super) fn run(workspace: &WorkspaceArgs, json: bool, out: &Output) -> Result<(), Exit> {
    let loaded = config::load();
    if let Some(mistake) = loaded.mistakes.iter().find(|mistake| mistake.is_of_file()) {
        return Err(Exit::usage(mistake.to_string()));
    }
    for mistake in &all_mistakes(&loaded) {
        out.print_message(&format!("warning: {mistake}"));
    }
    let resolved = workspace.resolve(&loaded)?;
    let mut rows = settings(&loaded, resolved.profile.as_ref());
    for row in environment() {
        match rows.iter_mut().find(|other| other.setting == row.setting) {
            Some(overridden) => *overridden = row,
            None => rows.push(row),
        }
    }
    let file = loaded.file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
    if json {
        let rows: Vec<Value> = rows.iter().map(|row| row.to_json(&file)).collect();
        let text = format!("{:#}\n", Value::from(rows));
        return out.write_data(|data| data.write_all(text.as_bytes()));
    }
    let rows: Vec<[String; 3]> = rows.iter().map(|row| row.to_text(&file)).collect();
    for line in aligned(&rows) {
        out.print_line(&line)?;
    }
    Ok(())
}

/// The settings of the file or their defaults, in the order of the table.
fn settings(loaded: &LoadedConfig, profile: Option<&Profile>) -> Vec<Row> {
    let given = &loaded.source.settings;
    let of_profile = |setting: &str| {
        let profile = profile.filter(|_| OVERRIDDEN.contains(&setting))?;
        let path = profile.path_of(setting);
        let found = given.iter().find(|given| given.path == path)?;
        Some((profile.name.clone(), found))
    };
    let mut rows = Vec::new();
    for field in FILE.fields {
        let setting = field.name;
        if let Some((name, GivenSetting { value, position, .. })) = of_profile(setting) {
            let origin = Origin::Profile { name, line: position.line, column: position.column };
            rows.push(Row { setting: setting.to_owned(), value: Some(value.clone()), origin });
            continue;
        }
        let is_here = |given: &&GivenSetting| {
            let rest = given.path.strip_prefix(setting);
            rest.is_some_and(|rest| {
                rest.is_empty() || matches!(field.kind, Kind::Table(_)) && rest.starts_with('.')
            })
        };
        let before = rows.len();
        rows.extend(given.iter().filter(is_here).map(|given| Row {
            setting: given.path.clone(),
            value: Some(without_secrets(&given.path, &given.value)),
            origin: Origin::File { line: given.position.line, column: given.position.column },
        }));
        if rows.len() == before {
            let (value, origin) = (field.default.to_json(), Origin::Default);
            rows.push(Row { setting: setting.to_owned(), value, origin });
        }
    }
    rows
}

/// The arguments of a command that prints a key may hold secrets: only its program is shown.
fn without_secrets(path: &str, value: &Value) -> Value {
    let is_key = path.starts_with("profiles.") && path.rsplit('.').next() == Some("key");
    let words = value.get("command").and_then(Value::as_array).filter(|_| is_key);
    match words.and_then(|words| Some((words.first()?, words.len()))) {
        Some((program, 2..)) => json!({"command": [program, "…"]}),
        _ => value.clone(),
    }
}

/// What the environment says instead.
fn environment() -> Vec<Row> {
    const VARIABLES: [(&str, &str); 5] = [
        ("theme", "NO_COLOR"),
        ("--url", "SHORTLIST_URL"),
        ("--profile", "SHORTLIST_PROFILE"),
        ("--ca-file", "SHORTLIST_CA_FILE"),
        ("key", "SHORTLIST_KEY"),
    ];
    let row = |(setting, variable): (&str, &'static str)| {
        let value = std::env::var(variable).ok().filter(|value| !value.trim().is_empty())?;
        let value = match setting {
            "theme" => Some("plain".to_owned()),
            "key" => None,
            _ => Some(value),
        };
        let (setting, value) = (setting.to_owned(), value.map(Value::from));
        Some(Row { setting, value, origin: Origin::Environment(variable) })
    };
    VARIABLES.into_iter().filter_map(row).collect()
}

impl Row {
    fn to_json(&self, file: &str) -> Value {
        let mut row = json!({"setting": self.setting, "value": self.value});
        match &self.origin {
            Origin::Default => row["origin"] = "default".into(),
            Origin::Environment(variable) => {
                (row["origin"], row["variable"]) = ("environment".into(), (*variable).into());
            }
            Origin::File { line, column } => {
                row["origin"] = "file".into();
                (row["file"], row["line"], row["column"]) =
                    (file.into(), (*line).into(), (*column).into());
            }
            Origin::Profile { name, line, column } => {
                (row["origin"], row["profile"]) = ("profile".into(), name.as_str().into());
                (row["file"], row["line"], row["column"]) =
                    (file.into(), (*line).into(), (*column).into());
            }
        }
        row
    }

    fn to_text(&self, file: &str) -> [String; 3] {
        let value = self.value.as_ref().map_or_else(|| "(not shown)".to_owned(), inline);
        let origin = match &self.origin {
            Origin::Default => "default".to_owned(),
            Origin::File { line, .. } => format!("{file}:{line}"),
            Origin::Profile { name, line, .. } => format!("profile {name}, {file}:{line}"),
            Origin::Environment(variable) => format!("environment variable {variable}"),
        };
        [self.setting.clone(), value, origin]
    }
}

/// A value on one line, as TOML writes it.
fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) if fields.is_empty() => "{}".to_owned(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{name} = {}", inline(value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        value => value.to_string(),
    }
}
