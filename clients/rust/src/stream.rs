//! Any number of records, judged as a stream.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::stream::try_unfold;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};

use crate::calls::{end, pause, within};
use crate::client::{Client, LARGEST_ANSWER};
use crate::errors::Error;
use crate::records::Judging;
use crate::sending::{MOST_CHUNKS, Sending, StreamedVerdict};
use crate::v1;
use crate::v1::record_service_client::RecordServiceClient;
use crate::v1::stream_validate_records_request::Part as Asked;
use crate::v1::stream_validate_records_response::Part as Told;
use crate::v1::{StreamValidateRecordsRequest as Request, StreamValidateRecordsResponse as Response};

/// So often a stream is opened again without an answer between.
const ATTEMPTS: u32 = 5;
/// A server had enough of waiting for us: nothing is wrong.
const IDLE: &str = "STREAM_IDLE";

/// The answers to a stream of records, in order. An error is the last that comes.
#[must_use = "nothing is asked before the answers are read"]
pub struct Verdicts(Pin<Box<dyn Stream<Item = Result<StreamedVerdict, Error>> + Send>>);

impl fmt::Debug for Verdicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verdicts").finish_non_exhaustive()
    }
}

impl Stream for Verdicts {
    type Item = Result<StreamedVerdict, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context)
    }
}

impl Client {
    /// Judges any number of records, each as JSON, and gives the answers in order as they come. Records are read no faster than
    /// they are answered: no more are on their way than the server's window holds. Where they come slowly, each is answered
    /// without waiting for the next.
    ///
    /// A connection that breaks is opened again, at most five times without an answer between, and nothing is judged or told
    /// twice. Each answer is waited for a minute ([`Builder::patience`](crate::Builder::patience)). Whoever has heard enough
    /// drops the stream.
    pub fn stream_validate_records<S>(&self, records: S, judging: Judging) -> Verdicts
    where
        S: Stream + Send + 'static,
        S::Item: AsRef<[u8]> + Send,
    {
        let judged = Judged {
            client: self.clone(),
            judging,
            records: Box::pin(records),
            sending: Sending::default(),
            connection: None,
            told: VecDeque::new(),
            failures: 0,
            since: Instant::now(),
        };
        Verdicts(Box::pin(try_unfold(judged, Judged::next)))
    }
}

/// A stream of records under way.
struct Judged<S> {
    client: Client,
    judging: Judging,
    records: Pin<Box<S>>,
    sending: Sending,
    connection: Option<Connection>,
    told: VecDeque<StreamedVerdict>,
    failures: u32,  // since the last answer
    since: Instant, // an answer is waited for
}

struct Connection {
    requests: mpsc::Sender<Request>,
    answers: Streaming<Response>,
}

/// What may happen while nothing is to be told.
enum Event<R> {
    Record(Option<R>),
    Answer(Option<Result<Response, Status>>),
    /// Records are slow, and the server has nothing to do.
    Pause,
}

impl<S> Judged<S>
where
    S: Stream + Send,
    S::Item: AsRef<[u8]> + Send,
{
    async fn next(mut self) -> Result<Option<(StreamedVerdict, Self)>, Error> {
        self.since = Instant::now();
        loop {
            if let Some(told) = self.told.pop_front() {
                return Ok(Some((told, self)));
            }
            if self.sending.done() {
                return Ok(None);
            }
            if let Err(error) = self.step().await {
                self.broken(error).await?;
            }
        }
    }

    /// Lets one thing happen. Nothing is opened before there is a record to send.
    async fn step(&mut self) -> Result<(), Error> {
        if self.connection.is_none() && !self.sending.idle() {
            self.connect().await?;
        }
        let mut as_it_is = false;
        match self.event().await? {
            Event::Record(Some(record)) => self.sending.take(record.as_ref())?,
            Event::Record(None) => self.sending.end(),
            Event::Pause => as_it_is = true,
            Event::Answer(answer) => self.hear(answer)?,
        }
        let waited = self.sending.waiting();
        self.send(as_it_is);
        if !waited {
            self.since = Instant::now();
        }
        Ok(())
    }

    /// Sends what is full and has room.
    fn send(&mut self, as_it_is: bool) {
        let Some(connection) = &self.connection else {
            return;
        };
        while let Some(chunk) = self.sending.next_chunk(as_it_is) {
            connection.ask(Asked::Chunk(chunk));
        }
    }

    async fn event(&mut self) -> Result<Event<S::Item>, Error> {
        let hungry = self.sending.hungry();
        let hesitant = self.sending.hesitant();
        let records = &mut self.records;
        let connection = &mut self.connection;
        let next = poll_fn(|context| {
            if hungry && let Poll::Ready(record) = records.as_mut().poll_next(context) {
                return Poll::Ready(Ok(Event::Record(record)));
            }
            if let Some(open) = connection
                && let Poll::Ready(answer) = Pin::new(&mut open.answers).poll_next(context)
            {
                return Poll::Ready(Ok(Event::Answer(answer)));
            }
            if hesitant { Poll::Ready(Ok(Event::Pause)) } else { Poll::Pending }
        });
        if self.sending.waiting() {
            within(end(self.since, self.client.settings.patience), next).await
        } else {
            next.await
        }
    }

    fn hear(&mut self, answer: Option<Result<Response, Status>>) -> Result<(), Error> {
        match answer {
            None => Err(Error::nonsense("ended before everything was answered")),
            Some(Ok(Response { part: Some(Told::Verdicts(verdicts)) })) => {
                self.told.extend(self.sending.answered(verdicts)?);
                self.failures = 0;
                Ok(())
            }
            Some(Ok(_)) => Err(Error::nonsense("is no verdict")),
            Some(Err(status)) => Err(status.into()),
        }
    }

    /// Opens a connection, and sends again what was not answered on the last.
    async fn connect(&mut self) -> Result<(), Error> {
        let (requests, sent) = mpsc::channel(MOST_CHUNKS + 1); // so that nobody ever waits to send
        let stub = RecordServiceClient::new(self.client.channel());
        let mut stub = stub.max_decoding_message_size(LARGEST_ANSWER);
        let call = self.client.request(ReceiverStream::new(sent));
        let opening = Asked::Opening(self.opening());
        requests.try_send(Request { part: Some(opening) }).ok();
        let late = end(Instant::now(), self.client.settings.patience);
        let opened = within(late, async { Ok(stub.stream_validate_records(call).await?) }).await?;
        let mut connection = Connection { requests, answers: opened.into_inner() };
        let first = within(late, async { Ok(connection.answers.message().await?) }).await?;
        let Some(Response { part: Some(Told::Window(window)) }) = first else {
            return Err(Error::nonsense("is no window"));
        };
        for chunk in self.sending.open(window) {
            connection.ask(Asked::Chunk(chunk));
        }
        self.connection = Some(connection);
        self.send(false);
        self.since = Instant::now();
        Ok(())
    }

    fn opening(&self) -> v1::StreamOpening {
        v1::StreamOpening {
            rule_set: self.judging.selector(),
            language: self.judging.language.clone(),
            keep_going: self.judging.keep_going,
            full: self.judging.full,
            first_sequence: self.sending.first(),
        }
    }

    /// After a failure: waits, for the stream goes on, or fails with it.
    async fn broken(&mut self, error: Error) -> Result<(), Error> {
        self.connection = None;
        self.failures += 1;
        let resumable = error.unreached() || error.reason() == Some(IDLE);
        if self.failures >= ATTEMPTS || !resumable {
            return Err(error);
        }
        sleep(pause(&error, self.failures).min(self.client.settings.patience)).await;
        self.since = Instant::now();
        Ok(())
    }
}

impl Connection {
    /// Sends beside what is read. Why a stream broke is for its answers to say.
    fn ask(&self, part: Asked) {
        self.requests.try_send(Request { part: Some(part) }).ok();
    }
}
