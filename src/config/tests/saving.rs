use std::path::PathBuf;

use proptest::prelude::*;
use tempfile::TempDir;

use super::super::save::SaveError;
use super::*;

fn sample_view() -> SavedView {
    SavedView {
        name: "fresh".to_owned(),
        job: Some("job_1".to_owned()),
        pane: ViewPane::Candidates,
        filter: "stage:screen new<7d".to_owned(),
        sort: "-age".to_owned(),
    }
}

fn file(text: &str) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("config.toml");
    fs::write(&path, text).unwrap();
    (directory, path)
}

fn save(text: &str, name: &str, view: &SavedView) -> String {
    let (_directory, path) = file(text);
    save_view(&path, &SavedView { name: name.to_owned(), ..view.clone() }).unwrap();
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_new_view_goes_to_the_end() {
    let view = "[views.fresh]\njob = \"job_1\"\npane = \"candidates\"\nfilter = \"stage:screen new<7d\"\nsort = \"-age\"\n";
    assert_eq!(save("", "fresh", &sample_view()), view);
    let before = "# mine\ntheme = 'dark' # at night\n\n[keys] # none\n# the end";
    assert_eq!(save(before, "fresh", &sample_view()), format!("{before}\n\n{view}"));
    let before = "# mine\r\ntheme = 'dark'\r\n";
    let view = view.replace('\n', "\r\n");
    assert_eq!(save(before, "fresh", &sample_view()), format!("{before}\r\n{view}"));
}

#[test]
fn default_fields_of_a_view_are_not_written() {
    let view = SavedView { pane: ViewPane::Jobs, ..SavedView::default() };
    assert_eq!(save("", "all jobs", &view), "[views.\"all jobs\"]\npane = \"jobs\"\n");
}

#[test]
fn an_existing_view_keeps_its_position_and_comments() {
    let before = "[views.a]\nsort = 'age'\n\n# who came in\n[views.fresh] # mine\n# of late\n\
                  filter = 'new<3d' # days\nsort = '-age'\n\n[keys]\nquit = 'q'\n# the end\n";
    let after = "[views.a]\nsort = 'age'\n\n# who came in\n[views.fresh] # mine\n# of late\n\
                 filter = \"stage:screen new<7d\" # days\nsort = '-age'\njob = \"job_1\"\npane = \"candidates\"\n\
                 \n[keys]\nquit = 'q'\n# the end\n";
    assert_eq!(save(before, "fresh", &sample_view()), after);
    assert_eq!(save(after, "fresh", &sample_view()), after, "saving the same view changes nothing");

    let cleared = save(after, "fresh", &SavedView::default());
    let expected = after
        .replace("\"stage:screen new<7d\"", "\"\"")
        .replace("'-age'", "\"\"")
        .replace("\"job_1\"", "\"\"");
    assert_eq!(cleared, expected, "an existing field stays, with an empty value");
}

#[test]
fn a_view_is_found_in_any_toml_notation() {
    let filter = |filter: &str| SavedView { filter: filter.to_owned(), ..SavedView::default() };
    let cases = [
        (
            "[views]\na = { pane = 'candidates', filter = 'x' }\n",
            "[views]\na = { pane = 'candidates', filter = \"y\" }\n",
        ),
        (
            "views.a.pane = 'candidates'\nviews.a.filter = 'x'\n",
            "views.a.pane = 'candidates'\nviews.a.filter = \"y\"\n",
        ),
        (
            "[views.a]\npane = 'candidates'\nfilter = '''\nx'''",
            "[views.a]\npane = 'candidates'\nfilter = \"y\"\n",
        ),
        ("[views.a]", "[views.a]\npane = \"candidates\"\nfilter = \"y\"\n"),
    ];
    for (before, after) in cases {
        assert_eq!(save(before, "a", &filter("y")), after);
    }
}

#[test]
fn the_documented_file_stays_above_the_views() {
    let documented = include_str!("../../../assets/config.toml");
    assert!(save(documented, "fresh", &sample_view()).starts_with(documented));
}

#[test]
fn an_invalid_file_is_not_changed() {
    let text = "theme = dark\n";
    let (directory, path) = file(text);
    let message = save_view(&path, &SavedView { name: "a".to_owned(), ..sample_view() })
        .unwrap_err()
        .to_string();
    let expected = format!("{}:1:9: string values must be quoted", path.display());
    assert!(message.contains(&expected), "{message}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "no temporary file may remain");
}

#[test]
fn a_view_that_cannot_be_edited_is_not_changed() {
    let tangled = [
        "views = { a = { sort = 'x' }, b = { sort = 'y' } }\n",
        "[views]\na = 5\n",
        "[views.a]\nfiltre = 'x'\n",
        "views.a.sort = 'x'\n",
    ];
    for text in tangled {
        let (_directory, path) = file(text);
        let error =
            save_view(&path, &SavedView { name: "a".to_owned(), ..sample_view() }).unwrap_err();
        assert!(matches!(error, SaveError::NotEditable { .. }), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn other_mistakes_do_not_prevent_saving_a_view() {
    let text = "theem = 'dark'\n";
    assert!(save(text, "fresh", &sample_view()).starts_with("theem = 'dark'\n\n[views.fresh]\n"));
}

#[cfg(unix)]
#[test]
fn the_file_and_its_new_directory_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("new/shortlist/config.toml");
    save_view(&path, &sample_view()).unwrap();
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));

    let (directory, path) = file("mouse = true\n");
    fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
    fs::set_permissions(directory.path(), PermissionsExt::from_mode(0o755)).unwrap();
    save_view(&path, &sample_view()).unwrap();
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(directory.path()), 0o755, "an existing directory keeps its permissions");
}

#[cfg(unix)]
#[test]
fn a_symlink_stays_a_symlink() {
    let (directory, path) = file("mouse = true\n");
    let link = directory.path().join("link.toml");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    save_view(&link, &sample_view()).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&path).unwrap().contains("[views.fresh]"));
}

/// Lines that a user may have written, in a valid order for TOML.
fn texts() -> impl Strategy<Value = String> {
    let top = ["# a comment", "", "theme = 'dark' # x", "mouse = false", "  # in"];
    let tables =
        ["[keys]\nquit = 'q' # x", "# b\n[views.b] # y\nsort = 'z'\n# c", "", "# d", "[views.c]"];
    let subset = |lines: &[&'static str]| {
        proptest::sample::subsequence(lines.to_vec(), 0..=lines.len()).prop_shuffle()
    };
    (subset(&top), subset(&tables), any::<bool>(), any::<bool>()).prop_map(
        |(top, tables, dos, ends)| {
            let mut text = [top, tables].concat().join("\n");
            if ends && !text.is_empty() {
                text.push('\n');
            }
            if dos { text.replace('\n', "\r\n") } else { text }
        },
    )
}

fn views() -> impl Strategy<Value = SavedView> {
    let job = proptest::option::of("[a-z_0-9]{1,8}");
    let pane = proptest::sample::select(&[ViewPane::Jobs, ViewPane::Candidates][..]);
    (job, pane, "\\PC{0,12}", "[-a-z\"'\\\\\n#]{0,6}").prop_map(|(job, pane, filter, sort)| {
        SavedView { name: String::new(), job, pane, filter, sort }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_saved_view_is_read_back_and_the_rest_is_unchanged(
        text in texts(),
        name in prop_oneof![Just("b".to_owned()), Just("c".to_owned()), "\\PC{1,8}"],
        view in views(),
    ) {
        let view = SavedView { name, ..view };
        let after = save(&text, &view.name, &view);
        let (settings, mistakes) = load_text(&after);
        prop_assert!(mistakes.is_empty(), "{:?}", mistakes);
        prop_assert!(settings.views.contains(&view));
        for line in text.lines().filter(|line| line.contains('#')) {
            prop_assert!(after.lines().any(|other| other == line), "saving must keep {:?}", line);
        }
        if !text.contains(&format!("[views.{}]", view.name)) {
            prop_assert!(after.starts_with(&text));
        }
    }
}
