//! Calls with one answer: their deadlines, and their repetition.

use std::future::Future;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::marker::PhantomData;
use std::time::Duration;

use prost::Message;
use tokio::time::{Instant, sleep, timeout_at};
use tonic::codegen::http::uri::PathAndQuery;
use tonic_prost::ProstCodec;

use crate::client::Client;
use crate::errors::Error;

const ATTEMPTS: u32 = 3;
const FIRST_WAIT: Duration = Duration::from_millis(100);

/// The methods with the longer deadline, beside those of `RecordService`.
const SLOW: [&str; 5] = [
    "/referee.v1.RefereeService/BatchEvaluateHands",
    "/referee.v1.RefereeService/BatchCheckCloses",
    "/referee.v1.RuleSetService/CheckRuleSet",
    "/referee.v1.RuleSetService/CompileRuleSet",
    "/referee.v1.RuleSetStoreService/CreateRuleSet",
];

/// A method of a service with one question `Q` and one answer `A`; those of the schema are in [`methods`](crate::methods).
#[derive(Clone, Copy, Debug)]
pub struct Method<Q, A> {
    path: &'static str,
    pure: bool,
    types: PhantomData<fn(Q) -> A>,
}

impl<Q, A> Method<Q, A> {
    /// The method with a path (`/package.Service/Method`). A pure one changes nothing, so that it may be asked again.
    pub const fn new(path: &'static str, pure: bool) -> Self {
        Self { path, pure, types: PhantomData }
    }

    /// Its path: `/package.Service/Method`.
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// Whether the schema promises that it changes nothing.
    pub fn is_pure(&self) -> bool {
        self.pure
    }

    /// Whether it has the deadline of batches, records and compilations.
    pub fn is_slow(&self) -> bool {
        self.path.starts_with("/referee.v1.RecordService/") || SLOW.contains(&self.path)
    }
}

impl Client {
    /// Asks any method, as all others of this client do: within its deadline, and again where the server was not reached and
    /// the method is pure, three times in all.
    pub async fn call<Q, A>(&self, method: &Method<Q, A>, question: Q) -> Result<A, Error>
    where
        Q: Message + Clone + 'static,
        A: Message + Default + 'static,
    {
        self.repeat(method, question, method.pure).await
    }

    /// The same of a question that may be asked again if `safe` says so: it changes nothing, or the server knows it again.
    pub(crate) async fn repeat<Q, A>(&self, method: &Method<Q, A>, question: Q, safe: bool) -> Result<A, Error>
    where
        Q: Message + Clone + 'static,
        A: Message + Default + 'static,
    {
        let limit = if method.is_slow() { self.settings.batch_timeout } else { self.settings.timeout };
        let end = end(Instant::now(), limit);
        let mut made = 1;
        loop {
            let error = match within(end, Box::pin(self.attempt(method, question.clone(), end))).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let pause = pause(&error, made);
            let left = end.saturating_duration_since(Instant::now());
            if made >= ATTEMPTS || !safe || !error.unreached() || pause >= left {
                return Err(error);
            }
            sleep(pause).await;
            made += 1;
        }
    }

    async fn attempt<Q, A>(&self, method: &Method<Q, A>, question: Q, end: Instant) -> Result<A, Error>
    where
        Q: Message + 'static,
        A: Message + Default + 'static,
    {
        let mut stub = self.stub();
        stub.ready().await.map_err(|error| Error::lost(&error))?;
        let mut request = self.request(question);
        request.set_timeout(end.saturating_duration_since(Instant::now()));
        let codec = ProstCodec::<Q, A>::default();
        let answer = stub.unary(request, PathAndQuery::from_static(method.path), codec).await?;
        Ok(answer.into_inner())
    }
}

/// The instant at which so much time has passed since another; more than a year is as good as for ever.
pub(crate) fn end(since: Instant, limit: Duration) -> Instant {
    since + limit.min(Duration::from_secs(366 * 24 * 3600))
}

/// What a call comes to before an instant; an error of its own after it.
pub(crate) async fn within<A>(end: Instant, call: impl Future<Output = Result<A, Error>>) -> Result<A, Error> {
    timeout_at(end, call).await.unwrap_or_else(|_| Err(Error::late()))
}

/// How long to wait after so many failures: what the server asks for, else 0.1 s, 0.2 s …, give or take a fifth.
pub(crate) fn pause(error: &Error, failures: u32) -> Duration {
    let usual = FIRST_WAIT * 2_u32.pow(failures.clamp(1, 8) - 1);
    error.retry_after().unwrap_or_else(|| usual * (80 + chance(40)) / 100) // spreads a crowd that failed together
}

/// A random number, at most so much: the keys of hash maps are random, and nothing here needs better.
fn chance(most: u32) -> u32 {
    let drawn = RandomState::new().build_hasher().finish() % u64::from(most + 1);
    u32::try_from(drawn).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods;
    use tonic::Code;

    #[test]
    fn the_longer_deadline_is_for_what_takes_long() {
        let slow = [
            methods::BATCH_CHECK_CLOSES.is_slow(),
            methods::BATCH_EVALUATE_HANDS.is_slow(),
            methods::PARSE_RECORD.is_slow(),
            methods::BATCH_VALIDATE_RECORDS.is_slow(),
            methods::CHECK_RULE_SET.is_slow(),
            methods::COMPILE_RULE_SET.is_slow(),
            methods::CREATE_RULE_SET.is_slow(),
        ];
        assert_eq!(slow, [true; 7]);
        assert!(!methods::CHECK_ACTION.is_slow() && !methods::LIST_RULE_SETS.is_slow());
    }

    #[test]
    fn the_schema_says_which_methods_change_nothing() {
        assert!(methods::CHECK_ACTION.is_pure() && methods::COMPILE_RULE_SET.is_pure());
        assert!(!methods::CREATE_RULE_SET.is_pure() && !methods::DELETE_RULE_SET.is_pure());
    }

    #[test]
    fn waits_grow_and_are_spread() {
        let error = Error::new(Code::Unavailable, "gone");
        for (failures, usual) in [(1, 100), (2, 200), (3, 400), (4, 800)] {
            let waits: Vec<_> = (0..200).map(|_| pause(&error, failures).as_millis()).collect();
            assert!(waits.iter().all(|wait| (usual * 8 / 10..=usual * 12 / 10).contains(wait)), "{waits:?}");
            assert!(waits.iter().min() < waits.iter().max());
        }
    }
}
