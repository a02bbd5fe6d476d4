use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;
use tokio_postgres::config::{
    ChannelBinding, Host, LoadBalanceHosts, SslMode, SslNegotiation, TargetSessionAttrs,
};

use super::*;

fn parse(text: &str) -> Result<PostgresAddress, AddressError> {
    PostgresAddress::parse(text, || Some("ada".to_owned()))
}

fn address(text: &str) -> PostgresAddress {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn hosts(address: &PostgresAddress) -> Vec<String> {
    address.hosts().iter().map(|(host, port)| format!("{host} {port}")).collect()
}

#[test]
fn hosts_user_and_database_are_found_wherever_libpq_allows_them() {
    let cases: &[(&str, &[&str], &str, &str)] = &[
        ("postgres://", &["localhost 5432"], "ada", "ada"),
        ("postgresql://", &["localhost 5432"], "ada", "ada"),
        ("postgres:///", &["localhost 5432"], "ada", "ada"),
        ("postgres:///hr", &["localhost 5432"], "ada", "hr"),
        ("postgres://@/", &["localhost 5432"], "ada", "ada"),
        ("postgres://bob@", &["localhost 5432"], "bob", "bob"),
        ("postgres://bob@db/hr", &["db 5432"], "bob", "hr"),
        ("postgres://:5433/hr", &["localhost 5433"], "ada", "hr"),
        ("postgres://db:/hr", &["db 5432"], "ada", "hr"),
        ("postgres://db?user=bob&dbname=hr", &["db 5432"], "bob", "hr"),
        ("postgres://eve@db/x?user=bob&dbname=hr", &["db 5432"], "bob", "hr"),
        ("postgres://b%40c@db/h%2Fr", &["db 5432"], "b@c", "h/r"),
        ("postgres://db/hr?user=bob@corp", &["db 5432"], "bob@corp", "hr"),
        ("postgres://a,b:5433/hr", &["a 5432", "b 5433"], "ada", "hr"),
        ("postgres:///hr?host=a,b", &["a 5432", "b 5432"], "ada", "hr"),
        ("postgres:///hr?host=a,b&port=5433", &["a 5433", "b 5433"], "ada", "hr"),
        ("postgres:///hr?host=a,b&port=,5433", &["a 5432", "b 5433"], "ada", "hr"),
        ("postgres://x:1/hr?host=a&port=2", &["a 2"], "ada", "hr"),
        ("postgres://[::1]/hr", &["::1 5432"], "ada", "hr"),
        ("postgres://[2001:db8::1]:5433,b/hr", &["2001:db8::1 5433", "b 5432"], "ada", "hr"),
        ("postgres:///hr?host=/run/pg", &["/run/pg 5432"], "ada", "hr"),
        ("postgres:///hr?host=%2Frun%2Fpg&port=5433", &["/run/pg 5433"], "ada", "hr"),
        ("postgres://%2Frun%2Fpg:5433/hr", &["/run/pg 5433"], "ada", "hr"),
    ];
    for (text, expected, user, database) in cases {
        let address = address(text);
        assert_eq!(hosts(&address), *expected, "{text}");
        assert_eq!((address.user(), address.database()), (*user, *database), "{text}");
    }
}

#[test]
fn the_driver_gets_the_hosts_the_user_and_the_database() {
    let configs = address("postgres://bob@%2Frun%2Fpg,db:5433/hr?sslmode=disable").configs(None);
    let expected =
        [(Host::Unix(PathBuf::from("/run/pg")), 5432), (Host::Tcp("db".to_owned()), 5433)];
    assert_eq!(configs.len(), expected.len());
    for (config, (host, port)) in configs.iter().zip(expected) {
        assert_eq!((config.get_hosts(), config.get_ports()), (&[host][..], &[port][..]));
        assert_eq!((config.get_user(), config.get_dbname()), (Some("bob"), Some("hr")));
        assert_eq!(config.get_password(), None);
    }
}

#[test]
fn a_dead_server_is_noticed_and_replicas_are_skipped_unless_told_otherwise() {
    let config = &address("postgres://db").configs(None)[0];
    assert_eq!(config.get_application_name(), Some("shortlist"));
    assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(5)));
    assert!(config.get_keepalives());
    assert_eq!(config.get_keepalives_idle(), Duration::from_secs(30));
    assert_eq!(config.get_tcp_user_timeout(), Some(&Duration::from_secs(15)));
    assert_eq!(config.get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
}

#[test]
fn parameters_reach_the_driver_in_the_units_of_libpq() {
    let config = &address(
        "postgres://db?application_name=night%20job&options=-c%20geqo%3Doff&connect_timeout=9\
         &keepalives=0&keepalives_idle=60&keepalives_interval=7&keepalives_count=3\
         &tcp_user_timeout=2500&target_session_attrs=any&channel_binding=require\
         &load_balance_hosts=random&sslnegotiation=direct",
    )
    .configs(None)[0];
    assert_eq!(config.get_application_name(), Some("night job"));
    assert_eq!(config.get_options(), Some("-c geqo=off"));
    assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(9)));
    assert!(!config.get_keepalives());
    assert_eq!(config.get_keepalives_idle(), Duration::from_mins(1));
    assert_eq!(config.get_keepalives_interval(), Some(Duration::from_secs(7)));
    assert_eq!(config.get_keepalives_retries(), Some(3));
    assert_eq!(config.get_tcp_user_timeout(), Some(&Duration::from_millis(2500)));
    assert_eq!(config.get_target_session_attrs(), TargetSessionAttrs::Any);
    assert_eq!(config.get_channel_binding(), ChannelBinding::Require);
    assert_eq!(config.get_load_balance_hosts(), LoadBalanceHosts::Random);
    assert_eq!(config.get_ssl_negotiation(), SslNegotiation::Direct);
}

#[test]
fn a_time_of_zero_is_no_limit_and_an_empty_value_is_the_default() {
    let config = &address("postgres://db?connect_timeout=0&tcp_user_timeout=0").configs(None)[0];
    assert_eq!((config.get_connect_timeout(), config.get_tcp_user_timeout()), (None, None));
    assert_eq!(address("postgres://db?connect_timeout=&sslmode="), address("postgres://db"));
}

#[test]
fn the_primary_is_asked_for_by_either_name() {
    let config = &address("postgres://db?target_session_attrs=primary").configs(None)[0];
    assert_eq!(config.get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
}

#[test]
fn tls_is_off_only_on_this_machine_or_on_request() {
    use TlsMode::{Disable, Prefer, Require};
    let cases = [
        ("postgres://", Disable),
        ("postgres://LOCALHOST", Disable),
        ("postgres://127.8.9.1", Disable),
        ("postgres://[::1]", Disable),
        ("postgres:///hr?host=/run/pg", Disable),
        ("postgres://%2Frun%2Fpg,localhost", Disable),
        ("postgres://db", Require),
        ("postgres://localhost.example.org", Require),
        ("postgres://10.0.0.1", Require),
        ("postgres://[2001:db8::1]", Require),
        ("postgres://localhost,db", Require),
        ("postgres://localhost?sslrootcert=ca.pem", Require),
        ("postgres://localhost?sslcert=a.pem&sslkey=a.key", Require),
        ("postgres://db?sslmode=disable", Disable),
        ("postgres://db?sslmode=allow", Prefer),
        ("postgres://db?sslmode=prefer", Prefer),
        ("postgres://db?sslmode=require", Require),
        ("postgres://db?sslmode=verify-ca", Require),
        ("postgres://localhost?sslmode=verify-full", Require),
        ("postgres:///hr?host=/run/pg&sslmode=verify-full", Disable),
        ("postgres://%2Frun%2Fpg,db?sslmode=prefer", Prefer),
    ];
    for (text, mode) in cases {
        let address = address(text);
        assert_eq!(address.tls().mode, mode, "{text}");
        let for_driver = match mode {
            Disable => SslMode::Disable,
            Prefer => SslMode::Prefer,
            Require => SslMode::Require,
        };
        assert_eq!(address.configs(None)[0].get_ssl_mode(), for_driver, "{text}");
    }
}

#[test]
fn the_files_of_certificates_are_kept_for_the_connector() {
    let own = address("postgres://db?sslrootcert=/etc/ca.pem&sslcert=a.pem&sslkey=a.key");
    assert_eq!(own.tls().root, Some(PathBuf::from("/etc/ca.pem")));
    let pair = (PathBuf::from("a.pem"), PathBuf::from("a.key"));
    assert_eq!(own.tls().client_certificate, Some(pair));
    let system = address("postgres://db?sslrootcert=system");
    assert_eq!((&system.tls().root, &system.tls().client_certificate), (&None, &None));
}

#[test]
fn a_refused_address_says_what_to_write_instead() {
    let cases = [
        ("sqlite:a.db", "postgres://USER@HOST/DATABASE"),
        ("host=db user=bob", "postgres://USER@HOST/DATABASE"),
        ("postgres://a@b@db/hr", "write %40"),
        ("postgres://db/hr/", "write %40, %2F"),
        ("postgres://db/50%", "write %25"),
        ("postgres://db/%zz", "write %25"),
        ("postgres://db/%00", "write %25"),
        ("postgres://%ff@db/hr", "write %25"),
        ("postgres://a,,b/hr", "empty host"),
        ("postgres:///hr?host=a,", "empty host"),
        ("postgres://[::1/hr", "[ADDRESS]:PORT"),
        ("postgres://[::1]5432/hr", "[ADDRESS]:PORT"),
        ("postgres://[]/hr", "[ADDRESS]:PORT"),
        ("postgres://::1/hr", "IPv6 addresses in brackets"),
        ("postgres://db:0/hr", "from 1 to 65535"),
        ("postgres://db:65536/hr", "from 1 to 65535"),
        ("postgres://a,b/hr?port=1,2,3", "one for each host"),
        ("postgres://db/hr?sslmode", "NAME=VALUE"),
        ("postgres://db/hr?gssencmode=prefer", "unknown parameter gssencmode"),
        ("postgres://bob:1?secret=2@db/hr", "an extra @, / or ?"),
        ("postgres://bob:1?secret=2&more=3@db/hr", "an extra @, / or ?"),
        ("postgres://db/hr?application_name=a@b&gssencmode=off", "unknown parameter gssencmode"),
        ("postgres://db/hr?sslmode=full", "sslmode in the address of the database must be disable"),
        ("postgres://db/hr?connect_timeout=5s", "must be a number of seconds"),
        ("postgres://db/hr?tcp_user_timeout=-1", "must be a number of milliseconds"),
        ("postgres://db/hr?keepalives_count=x", "must be a number of tries"),
        ("postgres://db/hr?keepalives=on", "must be 0 or 1"),
        ("postgres://db/hr?channel_binding=1", "must be disable, prefer or require"),
        ("postgres://db/hr?load_balance_hosts=1", "must be disable or random"),
        ("postgres://db/hr?sslnegotiation=1", "must be postgres or direct"),
        ("postgres://localhost?sslnegotiation=direct", "unless sslmode is verify-full"),
        ("postgres://db/hr?target_session_attrs=all", "must be read-write or any"),
        ("postgres://db/hr?target_session_attrs=read-only", "set it to read-write"),
        ("postgres://db/hr?target_session_attrs=standby", "asks for a replica"),
        ("postgres://db/hr?target_session_attrs=prefer-standby", "asks for a replica"),
        ("postgres://db/hr?sslcert=a.pem", "needs both"),
        ("postgres://db/hr?sslkey=a.key", "needs both"),
        ("postgres://%2Frun%2Fpg,db/hr", "mixes Unix sockets"),
    ];
    for (text, words) in cases {
        let error = parse(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn a_password_is_refused_and_no_error_repeats_it() {
    let cases = [
        "postgres://bob:s3cret@db/hr",
        "postgres://bob:@db/hr",
        "postgres://bob:s3@cret@db/hr",
        "postgres://db/hr?password=s3cret",
        "postgres://db/hr?p%61ssword=s3cret",
        "postgres://db/hr?passfile=/home/bob/s3cret",
        "postgres://db/hr?sslpassword=s3cret",
    ];
    for text in cases {
        let error = parse(text).expect_err(text);
        assert_eq!(error, AddressError::Password, "{text}");
    }
    for variable in ["SHORTLIST_DATABASE_PASSWORD ", "SHORTLIST_DATABASE_PASSWORD_COMMAND"] {
        assert!(AddressError::Password.to_string().contains(variable));
    }
    // A separator that is not encoded cuts the password in two.
    for separator in ['/', '?', '#', '@', '&', '%', ','] {
        for (before, after) in [("s3cret", "cret"), ("5432", "s3cret"), ("", "s3cret")] {
            let text = format!("postgres://bob:{before}{separator}{after}@db/hr");
            let error = parse(&text).expect_err(&text);
            assert!(!format!("{error} {error:?}").contains("cret"), "{text}: {error}");
        }
    }
}

#[test]
fn a_password_from_elsewhere_reaches_the_driver_only() {
    let address = address("postgres://bob@db/hr");
    let config = &address.configs(Some(&SecretString::from("s3cret")))[0];
    assert_eq!(config.get_password(), Some(b"s3cret".as_slice()));
    assert!(!format!("{address} {address:?} {config:?}").contains("s3cret"));
}

#[test]
fn without_any_name_for_the_user_the_address_must_name_one() {
    let error = PostgresAddress::parse("postgres://db/hr", || None).unwrap_err();
    assert_eq!(error, AddressError::NoUser);
    assert!(PostgresAddress::parse("postgres://bob@db/hr", || None).is_ok());
    let named_by_system = "postgres://db/hr".parse::<PostgresAddress>().unwrap();
    assert!(!named_by_system.user().is_empty());
}

#[test]
fn an_address_is_shown_with_its_user_and_database() {
    let cases = [
        ("postgresql://", "postgres://ada@localhost/ada"),
        ("postgres:///hr?host=/run/pg&port=5433", "postgres://ada@%2Frun%2Fpg:5433/hr"),
        ("postgres://a:5432,b:5433/hr", "postgres://ada@a,b:5433/hr"),
        ("postgres://[::1]:5433/hr", "postgres://ada@[::1]:5433/hr"),
        (
            "postgres://db/hr?sslrootcert=%2Fetc%2Fca.pem&sslmode=require",
            "postgres://ada@db/hr?sslmode=require&sslrootcert=/etc/ca.pem",
        ),
    ];
    for (text, shown) in cases {
        assert_eq!(address(text).to_string(), shown);
    }
}

#[test]
fn what_is_shown_parses_to_the_same_address() {
    let cases = [
        "postgres://",
        "postgres://b%40%3A%2F%3F%23c@db/h%2Fr%20%25%26%3D",
        "postgres://%C3%A9ve@d%C3%BC.example.org/%E2%82%AC",
        "postgres://%2Frun%2Fa%2Cb%3Ac:5433/hr",
        "postgres://[fe80::1%25eth0]:5433,[::1]/hr",
        "postgres:///hr?host=::1,b&port=5433",
        "postgres://db?options=-c%20a%3D%26b%20%27$(x)&application_name=a@b%23~",
        "postgres://db?target_session_attrs=primary&sslmode=allow&connect_timeout=5",
    ];
    for text in cases {
        let address = address(text);
        let shown = address.to_string();
        assert_eq!(parse(&shown).as_ref(), Ok(&address), "{text}: {shown}");
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._:/@,?&=%[]".contains(c);
        assert!(shown.chars().all(plain), "{shown}");
    }
}
