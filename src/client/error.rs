//! Why a request brought no answer we can use, for whoever must decide what to
//! do next: was it sent, may it be tried again and when, whose fault is it,
//! which field, and what did the server say.
//!
//! Texts from the server are kept as they came, cut to a bounded length; they
//! are made safe where they are shown.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use super::cause::Cause;

/// A request that failed.
#[derive(Debug, Clone)]
pub struct ClientError(Box<Inner>);

#[derive(Debug, Clone)]
struct Inner {
    asked: String,
    what: What,
    sent: Sent,
    tries: u32,
}

/// Whether the server may have acted on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sent {
    /// It never left: nothing has happened.
    No,
    /// It may have arrived; no answer came.
    Maybe,
    /// It arrived: the server answered.
    Yes,
}

/// Who can do something about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The way to the server.
    Network,
    /// The server.
    Server,
    /// The key: unknown, or not allowed to do this.
    Key,
    /// What was asked for.
    Input,
    /// Somebody else changed the record meanwhile.
    Conflict,
    /// Nobody: it was not wanted any more.
    Nobody,
}

/// Whether the same request may be tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// It would fail again.
    Never,
    /// It may succeed after a while of one's own choosing.
    Soon,
    /// It may succeed after this long, says the server.
    After(Duration),
}

/// What happened.
#[derive(Debug, Clone)]
pub enum What {
    /// No connection could be made.
    Unreachable(Cause),
    /// The connection broke before the whole answer was there.
    Broken(Cause),
    /// It took too long.
    TimedOut {
        /// How long it had.
        after: Duration,
        /// What it was waiting for.
        stage: Stage,
    },
    /// The answer is larger than we take.
    TooLarge {
        /// The most we take, in bytes.
        limit: usize,
        /// The status.
        status: u16,
        /// How the server names this request.
        request_id: Option<String>,
    },
    /// The server said no.
    Refused(Refusal),
    /// The server sends us elsewhere. We do not go: the key is for this one.
    Redirected {
        /// The status.
        status: u16,
        /// Where to.
        to: String,
        /// How the server names this request.
        request_id: Option<String>,
    },
    /// The server said yes, in a shape that is not the interface's.
    Unfit {
        /// The status.
        status: u16,
        /// What is wrong with it.
        detail: String,
        /// What it says, if it says anything.
        message: String,
        /// How the server names this request.
        request_id: Option<String>,
    },
    /// The server asked everybody to wait, for longer than this request may.
    Waiting {
        /// How much longer.
        left: Duration,
    },
    /// The key was refused before; nothing is sent until there is another.
    Locked,
    /// An id that cannot be part of an address.
    BadId,
    /// It was cancelled before the answer was there.
    Cancelled,
}

/// What a request was waiting for when its time was up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// A connection.
    Connection,
    /// The first word of the answer.
    Answer,
    /// The rest of the answer.
    Rest {
        /// How many bytes were there.
        received: usize,
    },
}

/// A refusal, in whatever shape it came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    /// The status.
    pub status: u16,
    /// What the server says.
    pub message: String,
    /// Its name for this kind of refusal.
    pub code: Option<String>,
    /// What is wrong with which field.
    pub fields: Vec<FieldProblem>,
    /// How the server names this request.
    pub request_id: Option<String>,
    /// How long it asks us to wait.
    pub retry_after: Option<Duration>,
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldProblem {
    /// Which one, in the server's spelling.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

impl ClientError {
    pub(super) fn new(asked: String, what: What, sent: Sent, tries: u32) -> Self {
        Self(Box::new(Inner { asked, what, sent, tries }))
    }

    /// Whether the server may have acted on it.
    #[must_use]
    pub fn sent(&self) -> Sent {
        self.0.sent
    }

    /// What happened.
    #[must_use]
    pub fn what(&self) -> &What {
        &self.0.what
    }

    /// What was asked, as method and path.
    #[must_use]
    pub fn asked(&self) -> &str {
        &self.0.asked
    }

    /// How often it was tried.
    #[must_use]
    pub fn tries(&self) -> u32 {
        self.0.tries
    }

    /// Whether it may be tried again, and when. For a write that may have been
    /// sent this is a hint for people, never a licence.
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.0.what.retry()
    }

    /// Who can do something about it.
    #[must_use]
    pub fn fault(&self) -> Fault {
        match &self.0.what {
            What::Unreachable(_) | What::Broken(_) | What::TimedOut { .. } => Fault::Network,
            What::TooLarge { .. }
            | What::Redirected { .. }
            | What::Unfit { .. }
            | What::Waiting { .. } => Fault::Server,
            What::Locked => Fault::Key,
            What::BadId => Fault::Input,
            What::Cancelled => Fault::Nobody,
            What::Refused(refusal) => match refusal.status {
                401 | 403 | 407 => Fault::Key,
                409 | 412 => Fault::Conflict,
                408 | 425 | 429 => Fault::Server,
                400..=499 => Fault::Input,
                _ => Fault::Server,
            },
        }
    }

    /// What the server said is wrong with which field.
    #[must_use]
    pub fn fields(&self) -> &[FieldProblem] {
        match &self.0.what {
            What::Refused(refusal) => &refusal.fields,
            _ => &[],
        }
    }

    /// The status of the answer, if there was one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match &self.0.what {
            What::Refused(refusal) => Some(refusal.status),
            What::Redirected { status, .. }
            | What::TooLarge { status, .. }
            | What::Unfit { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// How the server names this request, for whoever reads its log.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        match &self.0.what {
            What::Refused(Refusal { request_id, .. })
            | What::TooLarge { request_id, .. }
            | What::Redirected { request_id, .. }
            | What::Unfit { request_id, .. } => request_id.as_deref(),
            _ => None,
        }
    }

    /// What the server said, if it said anything.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        match &self.0.what {
            What::Refused(Refusal { message, .. }) | What::Unfit { message, .. } => {
                Some(message.as_str()).filter(|text| !text.is_empty())
            }
            _ => None,
        }
    }
}

impl What {
    pub(super) fn retry(&self) -> Retry {
        match self {
            Self::Unreachable(cause) if cause.is_distrust() => Retry::Never,
            Self::Waiting { left } => Retry::After(*left),
            Self::Refused(Refusal { retry_after: Some(wait), status: 429 | 503, .. }) => {
                Retry::After(*wait)
            }
            Self::Unreachable(_)
            | Self::Broken(_)
            | Self::TimedOut { .. }
            | Self::Refused(Refusal { status: 408 | 425 | 429 | 500 | 502..=504, .. }) => {
                Retry::Soon
            }
            _ => Retry::Never,
        }
    }

    /// Whether the server is asking for less.
    pub(super) const fn is_overload(&self) -> bool {
        matches!(self, Self::TimedOut { .. } | Self::Refused(Refusal { status: 429, .. }))
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.asked, self.0.what)?;
        if self.0.tries > 1 { write!(f, " (tried {} times)", self.0.tries) } else { Ok(()) }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(cause) if cause.is_distrust() => {
                write!(f, "the server's certificate is not trusted: {cause}")
            }
            Self::Unreachable(cause) => write!(f, "the server cannot be reached: {cause}"),
            Self::Broken(cause) => write!(f, "the connection broke: {cause}"),
            Self::TimedOut { after, stage } => {
                write!(f, "{stage} within {:.1} s", after.as_secs_f64())
            }
            Self::TooLarge { limit, status, request_id } => write!(
                f,
                "the answer ({}) is larger than {} MiB and was not read",
                Named(*status, request_id.as_deref()),
                limit >> 20
            ),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Redirected { status, to, request_id } => write!(
                f,
                "the server answers {} and sends us to {to:?}; that is not followed, since the key is for this server only",
                Named(*status, request_id.as_deref())
            ),
            Self::Unfit { status, detail, message, request_id } => {
                write!(
                    f,
                    "the answer ({}) does not fit the interface: {detail}",
                    Named(*status, request_id.as_deref())
                )?;
                if message.is_empty() { Ok(()) } else { write!(f, "; it says: {message}") }
            }
            Self::Waiting { left } => {
                write!(f, "the server asks everybody to wait {} s more", left.as_secs().max(1))
            }
            Self::Locked => f.write_str("not sent: the server refused the key"),
            Self::BadId => f.write_str("not sent: this cannot be an id"),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Named(self.status, self.request_id.as_deref());
        let verb = match self.status {
            200..=299 => "says that it failed",
            500.. => "failed",
            _ => "refused",
        };
        // Many servers put the fields into the message as well.
        let untold = |problem: &&FieldProblem| !self.message.contains(&problem.message);
        let fields = self.fields.iter().filter(untold).take(10);
        let mut said: Vec<String> =
            fields.map(|FieldProblem { field, message }| format!("{field}: {message}")).collect();
        if !self.message.is_empty() || said.is_empty() {
            let nothing = "nothing more".to_owned();
            said.insert(0, if self.message.is_empty() { nothing } else { self.message.clone() });
        }
        write!(f, "the server {verb} ({named}): {}", said.join("; "))?;
        match self.retry_after {
            Some(wait) => write!(f, "; it asks to wait {} s", wait.as_secs().max(1)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection => f.write_str("no connection came about"),
            Self::Answer => f.write_str("no answer came"),
            Self::Rest { received } => {
                write!(f, "the answer did not end (its first {received} bytes came)")
            }
        }
    }
}

/// A status with the server's name for the request.
struct Named<'a>(u16, Option<&'a str>);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(id) => write!(f, "{}, request {id}", self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0.what {
            What::Unreachable(cause) | What::Broken(cause) => Some(cause.whole()),
            _ => None,
        }
    }
}
