//! What the doctor found, as text and as JSON, without anything that must not be in a bug report.

use serde_json::{Value, json};

use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::Output;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Status {
    /// Could not be checked, and the value says why.
    Skipped,
    Ok,
    Warning,
    Problem,
}

impl Status {
    const fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Check {
    /// Stable: scripts read it.
    pub(super) name: &'static str,
    pub(super) status: Status,
    pub(super) value: String,
    /// Empty if there is nothing to do.
    pub(super) advice: String,
}

impl Check {
    pub(super) fn ok(name: &'static str, value: impl Into<String>) -> Self {
        Self { name, status: Status::Ok, value: value.into(), advice: String::new() }
    }

    pub(super) fn skipped(name: &'static str, why: impl Into<String>) -> Self {
        Self { status: Status::Skipped, ..Self::ok(name, why) }
    }

    pub(super) fn warning(
        name: &'static str,
        value: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self { status: Status::Warning, advice: advice.into(), ..Self::ok(name, value) }
    }

    pub(super) fn problem(
        name: &'static str,
        value: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self { status: Status::Problem, ..Self::warning(name, value, advice) }
    }
}

#[derive(Debug, Default)]
pub(super) struct Report {
    sections: Vec<(&'static str, Vec<Check>)>,
}

impl Report {
    pub(super) fn add(&mut self, section: &'static str, checks: Vec<Check>) {
        self.sections.push((section, checks));
    }

    pub(super) fn status(&self) -> Status {
        worst(self.sections.iter().flat_map(|(_, checks)| checks))
    }

    pub(super) fn problems(&self) -> usize {
        let checks = self.sections.iter().flat_map(|(_, checks)| checks);
        checks.filter(|check| check.status == Status::Problem).count()
    }

    /// Hides what is private in every value.
    pub(super) fn print(&self, as_json: bool, home: &str, out: &Output) -> Result<(), Exit> {
        if as_json {
            let report = self.to_json(home);
            return out.write_data(|to| json::write_pretty(&report, to));
        }
        for (section, checks) in &self.sections {
            out.print_line(&format!("{section}: {}", worst(checks.iter()).name()))?;
            for check in checks {
                out.print_line(&line(check, home))?;
            }
        }
        Ok(())
    }

    fn to_json(&self, home: &str) -> Value {
        let check = |check: &Check| {
            json!({
                "name": check.name, "status": check.status.name(),
                "value": hide(&check.value, home), "advice": hide(&check.advice, home),
            })
        };
        let section = |(name, checks): &(&str, Vec<Check>)| {
            let status = worst(checks.iter()).name();
            let checks: Vec<Value> = checks.iter().map(check).collect();
            json!({"name": name, "status": status, "checks": checks})
        };
        let sections: Vec<Value> = self.sections.iter().map(section).collect();
        json!({"status": self.status().name(), "sections": sections})
    }
}

fn worst<'a>(checks: impl Iterator<Item = &'a Check>) -> Status {
    checks.map(|check| check.status).max().unwrap_or(Status::Ok).max(Status::Ok)
}

fn line(check: &Check, home: &str) -> String {
    let Check { value, advice, .. } = check;
    let text = match advice.as_str() {
        "" => value.clone(),
        // "Did you mean …?"
        advice if value.ends_with('?') => format!("{value} {advice}"),
        advice => format!("{value}; {advice}"),
    };
    format!("  {:<8} {:<18} {}", check.status.name(), check.name, hide(&text, home))
}

/// A text without the home directory, and without the user and password of addresses.
fn hide(text: &str, home: &str) -> String {
    let text = if home.len() > 1 { text.replace(home, "~") } else { text.to_owned() };
    let mut parts = text.split("://");
    let mut hidden = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        hidden.push_str("://");
        let end = part.find(|letter: char| letter == '/' || letter.is_whitespace());
        let (authority, rest) = part.split_at(end.unwrap_or(part.len()));
        hidden.push_str(authority.rsplit('@').next().unwrap_or_default());
        hidden.push_str(rest);
    }
    hidden
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_passwords_and_the_home_directory_are_hidden() {
        for (text, hidden) in [
            ("/home/eva/.config/a.toml:3:1", "~/.config/a.toml:3:1"),
            ("postgres://eva:secret@host/db", "postgres://host/db"),
            (
                "via http://eva:p@ss@proxy:3128 and https://a.example/x@y",
                "via http://proxy:3128 and https://a.example/x@y",
            ),
            ("nothing to hide", "nothing to hide"),
        ] {
            assert_eq!(hide(text, "/home/eva"), hidden);
        }
        assert_eq!(hide("/etc/x", "/"), "/etc/x", "the root is no home");
    }

    #[test]
    fn the_worst_check_decides() {
        let mut report = Report::default();
        assert_eq!(report.status(), Status::Ok);
        report.add("a", vec![Check::skipped("x", "not a terminal"), Check::ok("y", "")]);
        assert_eq!(report.status(), Status::Ok);
        report.add("b", vec![Check::warning("x", "old", "renew it")]);
        assert_eq!(report.status(), Status::Warning);
        report.add("c", vec![Check::problem("x", "gone", "restore it"), Check::ok("y", "")]);
        assert_eq!(report.status(), Status::Problem);
        let json = report.to_json("/home/eva");
        assert_eq!(
            (&json["status"], &json["sections"][0]["status"]),
            (&json!("problem"), &json!("ok"))
        );
        assert_eq!(json["sections"][1]["checks"][0]["advice"], "renew it");
        assert_eq!(
            line(&Check::warning("age", "old", "renew it"), ""),
            "  warning  age                old; renew it"
        );
        assert_eq!(
            line(&Check::problem("mistake", "did you mean a?", "correct it"), ""),
            "  problem  mistake            did you mean a? correct it"
        );
        assert_eq!(report.problems(), 1);
    }
}
