//! The messages of `google.rpc` that say more about a failed call, as far as the server sends them.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::errors::Violation;

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Status {
    #[prost(message, repeated, tag = "3")]
    pub(crate) details: Vec<prost_types::Any>,
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
    retry_delay: Option<prost_types::Duration>,
}

impl RetryInfo {
    /// How long to wait; not at all where that is negative.
    pub(crate) fn delay(self) -> Duration {
        self.retry_delay.unwrap_or_default().try_into().unwrap_or_default()
    }
}
