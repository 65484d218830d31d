//! Asks a referee for chinchón and its kin: what a hand is worth, whether it may close, what may be played, what a round is
//! worth, whether a recorded game is a game, and what is wrong with a rule set.
//!
//! A [`Client`] is one connection to a server; its clones share it. Its methods are those of the services in [`v1`]. Where an
//! answer is one of several things it is an enum here ([`CloseVerdict`], [`ActionVerdict`], [`Item`]); the others are the
//! messages of the schema.
//!
//! What the rules say is an answer: a refused close, a broken record and a rule set full of mistakes are no errors. A call
//! that fails has an [`Error`] with a stable reason. Every call has a deadline, and one that changes nothing, or carries an id
//! by which the server knows it again, is repeated where the server was not reached.

#![forbid(unsafe_code)]
#![deny(missing_debug_implementations, missing_docs, unreachable_pub)]

mod calls;
mod client;
mod closes;
mod details;
mod digests;
mod errors;
mod games;
mod hands;
pub mod methods;
mod records;
mod rule_sets;
mod rules;
mod sending;
mod store;
mod stream;
mod token;

/// The messages of the schema, and the stubs of its services; the servers among them are for doubles in tests.
#[allow(clippy::all, clippy::pedantic, missing_docs, rustdoc::all, unreachable_pub)]
pub mod v1 {
    include!("gen/referee.v1.rs");
}

pub use calls::Method;
pub use client::{Builder, Client, DEFAULT_BATCH_TIMEOUT, DEFAULT_PATIENCE, DEFAULT_TIMEOUT};
pub use closes::{Close, CloseQuestion, CloseVerdict, Closing, LegalClose, RefusedClose, Worth};
pub use errors::{Error, Violation};
pub use games::{ActionAnswer, ActionVerdict, Play};
pub use hands::{BATCH_ITEMS, Cards, Hand, Item};
pub use records::{Judging, Reading, Writing};
pub use rules::{Rules, Source, Table, Values};
pub use sending::StreamedVerdict;
pub use store::Keeping;
pub use stream::Verdicts;
pub use tonic::{self, Code};
pub use v1::Status;
