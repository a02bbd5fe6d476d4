use super::super::save::SaveError;
use super::*;

#[test]
fn a_key_has_exactly_one_source() {
    let text = "[profiles.a]\nkey = { env = ' AGENCY_KEY ' }\n\
                [profiles.b]\nkey = { command = ['pass', 'show', 'a key'] }\nread_only = true\n\
                [profiles.c]\nkey = { keyring = true }\n\
                [profiles.d]\nkey.file = '/run/key'\n[profiles.e]\n";
    let (settings, mistakes) = load_text(text);
    assert_eq!(mistakes, [""; 0]);
    let keys: Vec<Option<KeySource>> =
        settings.profiles.iter().map(|profile| profile.key.clone()).collect();
    let words = ["pass", "show", "a key"].map(str::to_owned).to_vec();
    assert_eq!(
        keys,
        [
            Some(KeySource::Environment("AGENCY_KEY".to_owned())),
            Some(KeySource::Command(words)),
            Some(KeySource::Keyring),
            Some(KeySource::File("/run/key".into())),
            None,
        ]
    );
    let read_only: Vec<bool> = settings.profiles.iter().map(|profile| profile.read_only).collect();
    assert_eq!(read_only, [false, true, false, false, false]);
}

#[test]
fn a_relative_key_file_is_relative_to_the_config() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    fs::write(&file, "[profiles.a]\nkey = { file = 'a.key' }\n").unwrap();
    let settings = load_from(file, true).settings;
    let key = directory.path().join("a.key");
    assert_eq!(settings.profiles[0].key, Some(KeySource::File(key)));
}

#[test]
fn a_wrong_key_source_is_a_mistake_that_drops_the_profile() {
    for (line, message) in [
        (
            "key = 'sl_secret'",
            "2:7: profiles.a.key: expected one of { env = … }, { command = […] }, { keyring = true } and { file = … }, never the key itself, found a string",
        ),
        (
            "key = {}",
            "2:7: profiles.a.key: expected one of env, command, keyring, file, found none",
        ),
        (
            "key = { env = 'A', file = 'b' }",
            "2:7: profiles.a.key: expected one of env, command, keyring, file, found several",
        ),
        (
            "key = { comand = ['pass'] }",
            "2:9: profiles.a.key: unknown field `comand`, did you mean `command`?",
        ),
        ("key = { env = '' }", "2:15: profiles.a.key.env: expected the name of a variable"),
        (
            "key = { command = 'pass show x' }",
            "2:19: profiles.a.key.command: expected a program and its arguments, as a list of strings, found a string",
        ),
        (
            "key = { command = [] }",
            "2:19: profiles.a.key.command: expected a program and its arguments, as a list of strings",
        ),
        ("key = { keyring = false }", "2:19: profiles.a.key.keyring: expected true"),
        (
            "key = { file = 3 }",
            "2:16: profiles.a.key.file: expected the path of a file, found an integer",
        ),
        ("read_only = 'yes'", "2:13: profiles.a.read_only: expected true or false, found a string"),
    ] {
        let (settings, mistakes) = load_text(format!("[profiles.a]\n{line}\n"));
        assert_eq!(mistakes, [format!("config.toml:{message}")]);
        assert_eq!(settings.profiles, [], "{line}");
    }
}

fn login(profile: &str, key: KeySource) -> Login {
    Login { profile: profile.to_owned(), url: "https://a.example".to_owned(), key, ca_file: None }
}

fn save(text: &str, login: &Login) -> Result<String, SaveError> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("config.toml");
    fs::write(&path, text).unwrap();
    save_login(&path, login)?;
    Ok(fs::read_to_string(path).unwrap())
}

#[test]
fn a_login_adds_a_profile_to_the_end() {
    let before = "# mine\ncache_days = 7\n\n[keys] # none\n";
    let after = save(before, &login("a.b", KeySource::Keyring)).unwrap();
    let profile = "[profiles.\"a.b\"]\nurl = \"https://a.example\"\nkey = { keyring = true }\n";
    assert_eq!(after, format!("{before}\n{profile}"));
    let with_ca = Login { ca_file: Some("/etc/ca.pem".into()), ..login("a", KeySource::Keyring) };
    assert!(save("", &with_ca).unwrap().ends_with("ca_file = \"/etc/ca.pem\"\n"));
}

#[test]
fn a_login_changes_only_address_and_key_of_its_profile() {
    let before = "[profiles.work] # mine\nurl = 'https://a.example' # prod\n# a key\nkey = { env = 'X' } # old\n\
                  create = 'v0'\nread_only = true\n\n[views.a]\nsort = 'age'\n";
    let key = KeySource::File("/data/keys/work.key".into());
    let after = save(before, &login("work", key.clone())).unwrap();
    assert_eq!(after, before.replace("{ env = 'X' }", "{ file = \"/data/keys/work.key\" }"));
    assert_eq!(save(&after, &login("work", key)).unwrap(), after);
    let moved = Login { url: "https://b.example".to_owned(), ..login("work", KeySource::Keyring) };
    let moved = save(&after, &moved).unwrap();
    assert!(moved.contains("url = \"https://b.example\" # prod\n"), "{moved}");
}

#[test]
fn a_login_leaves_a_profile_that_it_cannot_edit() {
    for text in
        ["profiles.a.url = 'x'\n", "[profiles.a]\nurll = 'x'\n", "[profiles.a.key]\nenv = 'X'\n"]
    {
        let error = save(text, &login("a", KeySource::Keyring)).unwrap_err();
        assert!(matches!(error, SaveError::NotEditable { .. }), "{error}");
    }
}
