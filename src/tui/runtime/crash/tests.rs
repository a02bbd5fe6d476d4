use std::os::unix::fs::PermissionsExt;

use super::*;
use crate::text;

fn files(directory: &Path) -> ReportFiles {
    ReportFiles { directory: directory.to_owned(), log: None }
}

fn report_text(directory: &Path, report: &str) -> String {
    let mut out = Vec::new();
    write_report(&mut out, &files(directory), report).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_last_line_names_a_file_that_only_we_can_read() {
    let directory = tempfile::tempdir().unwrap();
    let text = report_text(directory.path(), "it broke\nhere");
    let (report, last) = text.trim_end().rsplit_once('\n').unwrap();
    let path = Path::new(last.strip_prefix("This report is kept in ").unwrap());
    assert_eq!(path.parent(), Some(directory.path()));
    assert_eq!(std::fs::read_to_string(path).unwrap(), report);
    assert!(report.ends_with("\nit broke\nhere\n"), "{report}");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn the_report_names_the_log_or_says_how_to_get_one() {
    let directory = tempfile::tempdir().unwrap();
    let text = report_text(directory.path(), "it broke");
    assert!(text.contains("\nlog: none; SHORTLIST_LOG=debug writes one\n"), "{text}");
    let mut out = Vec::new();
    let log = Some(PathBuf::from("/data/shortlist.log"));
    let files = ReportFiles { log, ..files(directory.path()) };
    write_report(&mut out, &files, "it broke").unwrap();
    assert!(String::from_utf8(out).unwrap().contains("\nlog: /data/shortlist.log\nit broke\n"));
}

#[test]
fn the_report_is_saved_even_if_stderr_is_closed() {
    struct ClosedWriter;
    impl Write for ClosedWriter {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let directory = tempfile::tempdir().unwrap();
    write_report(&mut ClosedWriter, &files(directory.path()), "it broke").unwrap_err();
    assert_eq!(directory.path().read_dir().unwrap().count(), 1);
}

#[test]
fn a_missing_directory_is_reported_after_the_report() {
    let text = report_text(Path::new("/nowhere"), "it broke");
    assert!(text.contains("\nit broke\n"), "{text}");
    assert!(text.contains("\nThis report could not be kept in /nowhere: "), "{text}");
}

#[test]
fn a_message_from_outside_does_not_steer_the_terminal() {
    let directory = tempfile::tempdir().unwrap();
    let output = report_text(directory.path(), "Message: \x1b]52;c;eA==\x07 \u{9b}2J \u{202e}");
    assert!(!output.contains(|letter| letter != '\n' && text::is_unsafe(letter)), "{output:?}");
}
