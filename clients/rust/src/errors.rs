//! Why a call failed.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::fmt;
use std::time::Duration;

use prost::Message;
use tonic::{Code, Status, TimeoutExpired};

use crate::details::{self, BadRequest, ErrorInfo, RetryInfo};

/// Why a call failed. The message is for people and may change; code and reason are stable.
///
/// What the rules say is never one of these: a refused close, a broken record and a rule set full of mistakes are answers.
#[derive(Clone, Debug)]
pub struct Error(Box<Failure>);

#[derive(Clone, Debug)]
struct Failure {
    code: Code,
    message: String,
    reason: Option<String>,
    metadata: BTreeMap<String, String>,
    violations: Vec<Violation>,
    retry_after: Option<Duration>,
}

/// What is wrong with one field of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The path of the field, for example `keep.cards[3]`.
    pub field: String,
    /// A stable name in `UPPER_SNAKE_CASE`.
    pub reason: String,
    /// One sentence for people.
    pub message: String,
}

impl Error {
    /// The code of gRPC.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// What went wrong, for people.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// A stable name (`RULE_SET_NOT_FOUND`); none where the server had no say.
    pub fn reason(&self) -> Option<&str> {
        self.0.reason.as_deref()
    }

    /// The values of the message by name.
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.0.metadata
    }

    /// The fields of the request that are wrong, at most 20.
    pub fn violations(&self) -> &[Violation] {
        &self.0.violations
    }

    /// How long the server asks to be left alone; none where it says nothing of the kind.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// An error of our own making.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self(Box::new(Failure {
            code,
            message: message.into(),
            reason: None,
            metadata: BTreeMap::new(),
            violations: Vec::new(),
            retry_after: None,
        }))
    }

    /// A server that answers other than its schema promises.
    pub(crate) fn nonsense(what: &str) -> Self {
        Self::new(Code::Internal, format!("the server's answer {what}"))
    }

    /// A deadline that passed here.
    pub(crate) fn late() -> Self {
        Self::new(Code::DeadlineExceeded, "the server did not answer in time")
    }

    /// A connection that is no more.
    pub(crate) fn lost(cause: &tonic::transport::Error) -> Self {
        Self::new(Code::Unavailable, cause.to_string())
    }

    /// Whether the server was not reached, the one failure after which a call is made again.
    pub(crate) fn unreached(&self) -> bool {
        self.code() == Code::Unavailable
    }

    fn tell(&mut self, type_url: &str, value: &[u8]) -> Result<(), prost::DecodeError> {
        match type_url.rsplit('/').next() {
            Some("google.rpc.ErrorInfo") => {
                let found = ErrorInfo::decode(value)?;
                self.0.reason = Some(found.reason).filter(|reason| !reason.is_empty());
                self.0.metadata = found.metadata;
            }
            Some("google.rpc.BadRequest") => self.0.violations.extend(BadRequest::decode(value)?.violations()),
            Some("google.rpc.RetryInfo") => self.0.retry_after = Some(RetryInfo::decode(value)?.delay()),
            _ => {}
        }
        Ok(())
    }
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        let mut made = Self::new(code(&status), status.message());
        // Details that nobody can read are as good as none.
        if let Ok(told) = details::Status::decode(status.details()) {
            for detail in &told.details {
                let _ = made.tell(&detail.type_url, &detail.value);
            }
        }
        made
    }
}

/// The code of a failure. One that did not come from the server has a cause here; where it has no code of its own, that is a
/// connection that broke.
fn code(status: &Status) -> Code {
    let mut cause = status.source();
    if cause.is_none() {
        return status.code();
    }
    while let Some(found) = cause {
        if found.is::<TimeoutExpired>() {
            return Code::DeadlineExceeded;
        }
        cause = found.source();
    }
    match status.code() {
        Code::Unknown | Code::Internal | Code::Cancelled => Code::Unavailable,
        other => other,
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason() {
            Some(reason) => write!(f, "{reason}: {}", self.message()),
            None => write!(f, "{:?}: {}", self.code(), self.message()),
        }
    }
}

impl std::error::Error for Error {}
