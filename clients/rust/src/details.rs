//! The messages of `google.rpc` that say more about a failed call, as far as the server sends them.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::errors::Violation;

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Status {
    #[prost(message, repeated, tag = "3")]
    pub(crate) details: Vec<Any>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Any {
    #[prost(string, tag = "1")]
    pub(crate) type_url: String,
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) value: Vec<u8>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ErrorInfo {
    #[prost(string, tag = "1")]
    pub(crate) reason: String,
    #[prost(btree_map = "string, string", tag = "3")]
    pub(crate) metadata: BTreeMap<String, String>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct BadRequest {
    #[prost(message, repeated, tag = "1")]
    field_violations: Vec<FieldViolation>,
}

#[derive(Clone, PartialEq, prost::Message)]
struct FieldViolation {
    #[prost(string, tag = "1")]
    field: String,
    #[prost(string, tag = "2")]
    description: String,
    #[prost(string, tag = "3")]
    reason: String,
}

impl BadRequest {
    pub(crate) fn violations(self) -> impl Iterator<Item = Violation> {
        self.field_violations.into_iter().map(|one| Violation {
            field: one.field,
            reason: one.reason,
            message: one.description,
        })
    }
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct RetryInfo {
    #[prost(message, optional, tag = "1")]
    retry_delay: Option<Span>,
}

/// `google.protobuf.Duration`.
#[derive(Clone, PartialEq, prost::Message)]
struct Span {
    #[prost(int64, tag = "1")]
    seconds: i64,
    #[prost(int32, tag = "2")]
    nanos: i32,
}

impl RetryInfo {
    /// How long to wait; nothing where it is negative.
    pub(crate) fn delay(&self) -> Duration {
        let Some(span) = &self.retry_delay else {
            return Duration::ZERO;
        };
        match (u64::try_from(span.seconds), u32::try_from(span.nanos)) {
            (Ok(seconds), Ok(nanos)) => Duration::from_secs(seconds).saturating_add(Duration::from_nanos(nanos.into())),
            _ => Duration::ZERO,
        }
    }
}
