//! What can be wrong with the address of a database. The command line prints it.

/// Messages quote only names of parameters: any other part of the address may be a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error(
        "write the address of the database as postgres://USER@HOST/DATABASE, for example postgres://recruiting@db.example.org/team"
    )]
    Scheme,
    #[error(
        "the address of the database must not contain a password, because other users of this machine could read it; remove it, and set SHORTLIST_DATABASE_PASSWORD or SHORTLIST_DATABASE_PASSWORD_COMMAND or use a .pgpass file"
    )]
    Password,
    #[error(
        "the address of the database has an extra @, / or ?; inside a name, write %40, %2F or %3F instead"
    )]
    Separator,
    #[error(
        "the address of the database has an invalid percent-encoding; write %25 for a literal %"
    )]
    PercentEncoding,
    #[error(
        "the address of the database names no user, and the account that runs this program has no name; write postgres://USER@HOST/DATABASE"
    )]
    NoUser,
    #[error("the address of the database has an empty host; remove the comma, or name the host")]
    EmptyHost,
    #[error(
        "the address of the database has an IPv6 address that is not written as [ADDRESS] or [ADDRESS]:PORT"
    )]
    Brackets,
    #[error(
        "a port in the address of the database must be a number from 1 to 65535; write IPv6 addresses in brackets"
    )]
    Port,
    #[error(
        "the address of the database has a different number of ports than hosts; name one port, or one for each host"
    )]
    PortCount,
    #[error(
        "a parameter in the address of the database has no value; write parameters as NAME=VALUE, with & between them"
    )]
    NoValue,
    #[error(
        "the address of the database has the unknown parameter {name}; remove it, or correct its name"
    )]
    UnknownParameter { name: String },
    #[error("the parameter {name} in the address of the database must be {expected}")]
    Value { name: String, expected: &'static str },
    #[error(
        "target_session_attrs in the address of the database asks for a replica, but reads and writes go to the primary; set it to read-write, or remove it"
    )]
    Replica,
    #[error(
        "the address of the database names only one of sslcert and sslkey; a client certificate needs both"
    )]
    HalfClientCertificate,
    #[error(
        "the address of the database mixes Unix sockets, which have no TLS, with hosts that need it; name hosts only, or sockets only"
    )]
    MixedSockets,
}
