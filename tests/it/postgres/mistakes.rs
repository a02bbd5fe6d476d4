//! What can be wrong with a server or its database, and what a command says of it.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

use crate::support::harness::{Program, run_with_stdin};
use crate::support::postgres::{Client, GUARDED_ROLE, Server};

const PASSWORD: &str = "s3cret pass:word";

/// Runs a command that must fail. Returns its exit code and stderr.
fn fails(program: &Program, at: &str, environment: &[(&str, &str)]) -> (i32, String) {
    let mut command = program.command(&["keys", "add", "crm", "--database", at]);
    let output = command.envs(environment.iter().copied()).output().unwrap();
    assert!(!output.status.success(), "{at} succeeded");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("s3cret") && output.stdout.is_empty(), "{stderr}");
    (output.status.code().unwrap(), stderr)
}

#[test]
fn a_database_that_cannot_be_used_is_refused_with_advice_and_stays_as_it_was() {
    let Some(server) = Server::start("databases that cannot be used") else { return };
    let program = Program::new();
    let databases = ["other", "newer", "latin", "closed", "nologin"];
    let urls = databases.map(|name| match name {
        "latin" => {
            Client::connect(&server.url("postgres"))
                .execute("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'");
            server.url(name)
        }
        _ => server.create_database(name),
    });
    Client::connect(&urls[0]).execute("CREATE TABLE invoices (id int)");
    program.import_agency(&urls[1]);
    Client::connect(&urls[1]).execute("INSERT INTO shortlist_schema (version) VALUES (99)");
    Client::connect(&urls[3]).execute("CREATE ROLE weak LOGIN");
    Client::connect(&urls[4])
        .execute("CREATE ROLE barred LOGIN; REVOKE CONNECT ON DATABASE nologin FROM PUBLIC");
    let as_role = |url: &str, role: &str| url.replace("user=shortlist", &format!("user={role}"));
    for (at, code, words) in [
        (urls[0].clone(), 2, &["belongs to another application", "createdb"][..]),
        (urls[1].clone(), 2, &["newer version of shortlist", "update this one"]),
        (urls[2].clone(), 2, &["is encoded in LATIN1", "--encoding UTF8"]),
        (as_role(&urls[3], "weak"), 2, &["the role weak may not create any", "OWNER TO weak"]),
        (
            as_role(&urls[4], "barred"),
            6,
            &["permission denied", "GRANT CONNECT ON DATABASE nologin"],
        ),
        (as_role(&urls[3], "nobody_such"), 6, &["nobody_such", "check the role"]),
        (server.url("missing"), 6, &["\"missing\" does not exist", "--owner shortlist missing"]),
    ] {
        let (actual, stderr) = fails(&program, &at, &[]);
        assert_eq!(actual, code, "{stderr}");
        for word in words {
            assert!(stderr.contains(word), "{word:?} is missing: {stderr}");
        }
    }
    let tables = "SELECT count(*) FROM pg_class WHERE relname = $1";
    assert_eq!(Client::connect(&urls[0]).count(tables, "person"), 0, "nothing was created");
}

#[test]
fn what_belongs_to_an_extension_does_not_make_a_database_foreign() {
    let Some(server) = Server::start("a database with extensions") else { return };
    let (program, at) = (Program::new(), server.create_database("team"));
    let sql = Client::connect(&at);
    sql.execute("CREATE VIEW figures AS SELECT 1; ALTER EXTENSION plpgsql ADD VIEW figures");
    program.import_agency(&at);
}

#[test]
fn a_password_comes_from_the_environment_a_command_or_a_file() {
    let Some(server) = Server::start("passwords of a role") else { return };
    let program = Program::new();
    let at = server.create_database("team").replace("user=shortlist", "user=guarded");
    let sql = Client::connect(&server.url("team"));
    sql.execute(&format!("CREATE ROLE {GUARDED_ROLE} LOGIN PASSWORD '{PASSWORD}'"));
    sql.execute(&format!("ALTER DATABASE team OWNER TO {GUARDED_ROLE}"));
    sql.execute(&format!("GRANT CREATE ON SCHEMA public TO {GUARDED_ROLE}"));
    let (code, error) = fails(&program, &at, &[]);
    assert!(code == 6 && error.contains("asks for the password of guarded"), "{code}: {error}");
    let wrong = [("SHORTLIST_DATABASE_PASSWORD", "wrong")];
    let (code, error) = fails(&program, &at, &wrong);
    assert!(code == 6 && error.contains("SHORTLIST_DATABASE_PASSWORD"), "{code}: {error}");

    let file = program.home.path().join(".pgpass");
    for (name, value) in [
        ("SHORTLIST_DATABASE_PASSWORD", PASSWORD),
        ("SHORTLIST_DATABASE_PASSWORD_COMMAND", "echo 's3cret pass:word'"),
        ("HOME", program.home.path().to_str().unwrap()),
    ] {
        if name == "HOME" {
            std::fs::write(&file, "*:*:team:guarded:s3cret pass\\:word\n").unwrap();
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            std::fs::set_permissions(&file, mode).unwrap();
        }
        let mut command = program.command(&["db", "demo", "--database", &at]);
        let output = run_with_stdin(command.env(name, value), b"");
        let printed = String::from_utf8(output.stderr).unwrap();
        let is_filled = output.status.success() || printed.contains("not empty");
        assert!(is_filled && !printed.contains("s3cret"), "{name}: {printed}");
    }
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The files of a server with TLS, for this machine under these names.
fn certify(server: &Server, authority: &CertifiedIssuer<'static, KeyPair>, names: &[&str]) {
    let key = KeyPair::generate().unwrap();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let certificate = CertificateParams::new(names).unwrap().signed_by(&key, authority).unwrap();
    server.write_private("server.crt", &certificate.pem());
    server.write_private("server.key", &key.serialize_pem());
    server.write_private("ca.pem", &authority.pem());
}

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

#[test]
fn tls_verifies_the_certificate_and_the_host_in_every_mode() {
    let Some(mut server) = Server::start("TLS to the database") else { return };
    let program = Program::new();
    program.import_agency(&server.create_database("team"));
    let (ours, others) = (authority(), authority());
    certify(&server, &ours, &["localhost"]);
    std::fs::write(program.home.path().join("others.pem"), others.pem()).unwrap();
    let port = free_port();
    let path = |name: &str| server.folder().join(name).display().to_string();
    let (root, plain) = (path("ca.pem"), free_port());
    let certificate = format!("ssl_cert_file={}", path("server.crt"));
    let key = format!("ssl_key_file={}", path("server.key"));
    let port_setting = format!("port={port}");
    server.restart_with(&[
        "listen_addresses=127.0.0.1",
        &port_setting,
        "ssl=on",
        &certificate,
        &key,
    ]);
    let url = |host: &str, parameters: &str| {
        format!("postgres://shortlist@{host}:{port}/team?{parameters}")
    };
    for mode in ["verify-full", "verify-ca", "require", "prefer"] {
        let with_root = url("localhost", &format!("sslmode={mode}&sslrootcert={root}"));
        program.ok(&["db", "stats", "--database", &with_root]);
        for (at, words) in [
            (
                url("127.0.0.1", &format!("sslmode={mode}&sslrootcert={root}")),
                "name in the certificate",
            ),
            (
                url("localhost", &format!("sslmode={mode}&sslrootcert=others.pem")),
                "sslrootcert=FILE",
            ),
        ] {
            let (code, error) = fails(&program, &at, &[]);
            assert!(code == 6 && error.contains(words), "{at} {code}: {error}");
        }
    }
    program.ok(&["db", "stats", "--database", &url("localhost", "sslmode=disable")]);
    let absent = format!("postgres://shortlist@localhost:{plain}/team");
    let (code, error) = fails(&program, &absent, &[]);
    assert!(code == 6 && error.contains("start PostgreSQL, or check the host"), "{error}");
    server.restart_with(&["listen_addresses=127.0.0.1", &port_setting, "ssl=off"]);
    let (code, error) = fails(&program, &url("localhost", "sslmode=verify-full"), &[]);
    assert!(code == 6 && error.contains("turn on ssl on the server"), "{code}: {error}");
}

#[test]
fn what_only_a_file_has_is_refused_with_the_way_of_the_server() {
    let Some(server) = Server::start("backups of a server") else { return };
    let program = Program::new();
    let at = server.create_database("team");
    program.import_agency(&at);
    for command in [
        &["db", "backup", "copy.db"][..],
        &["db", "restore", "copy.db"],
        &["serve", "--backup-every", "1d", "--backup-dir", "copies"],
    ] {
        let (code, error) = program.fails(&[command, &["--database", &at]].concat());
        assert!(code == 2 && error.contains("pg_dump"), "{command:?} {code}: {error}");
    }
    let limited = ["serve", "--max-database", "1GiB", "--database", &at];
    let (code, error) = program.fails(&limited);
    assert!(code == 2 && error.contains("limit its volume instead"), "{code}: {error}");
}
