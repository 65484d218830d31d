//! A server of streams that judges by what stands in a record, and breaks off as a test says; a cable that can be cut.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use referee_client::tonic::{Status, Streaming};
use referee_client::v1::stream_validate_records_request::Part as Asked;
use referee_client::v1::stream_validate_records_response::Part as Told;
use referee_client::v1::{self, StreamValidateRecordsRequest as Request, StreamValidateRecordsResponse as Response};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;

use crate::scripted::{Script, Served, serve};

pub fn window(chunks: u32, records: u32, bytes: u32) -> Response {
    Response { part: Some(Told::Window(v1::StreamWindow { chunks, records, bytes })) }
}

/// Finds every third record violated, by the number that stands in it, and tells its line as the record's id.
pub fn judged(sequence: u64, lines: &[u8]) -> v1::ChunkVerdicts {
    let mut told = v1::ChunkVerdicts { sequence, ..Default::default() };
    for line in std::str::from_utf8(lines).unwrap().lines() {
        let number: usize = line.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap();
        let status = if number % 3 == 2 { v1::Status::Violation } else { v1::Status::Clean };
        told.statuses.push(status.into());
        if status == v1::Status::Violation {
            told.verdicts.push(v1::Verdict { record_id: line.to_owned(), status: status.into(), ..Default::default() });
        }
    }
    told
}

/// Whether a connection breaks, by its number from 1, after so many answers; and how.
pub type Breaks = Box<dyn Fn(usize, usize) -> Option<Status> + Send + Sync>;

pub struct Judge {
    window: Response,
    breaks: Breaks,
    /// The sequence each connection began with.
    pub first: Mutex<Vec<u64>>,
    /// Chunks, over all connections.
    pub answered: AtomicUsize,
    /// How many streams the client has ended.
    pub left: watch::Sender<usize>,
}

impl Judge {
    pub fn new(window: Response, breaks: impl Fn(usize, usize) -> Option<Status> + Send + Sync + 'static) -> Arc<Self> {
        let (first, answered) = (Mutex::default(), AtomicUsize::default());
        Arc::new(Self { window, breaks: Box::new(breaks), first, answered, left: watch::Sender::new(0) })
    }

    pub fn connections(&self) -> usize {
        self.first.lock().unwrap().len()
    }

    pub async fn serve(self: &Arc<Self>) -> Served {
        let judge = self.clone();
        let stream = move |connection, stream| -> crate::scripted::Answers {
            let (answers, told) = mpsc::channel(1);
            let judge = judge.clone();
            tokio::spawn(async move {
                if let Err(status) = judge.answer(connection, stream, &answers).await {
                    let _ = answers.send(Err(status)).await;
                }
            });
            Box::pin(ReceiverStream::new(told))
        };
        serve(Script { stream: Some(Box::new(stream)), ..Script::default() }).await
    }

    async fn answer(
        &self,
        connection: usize,
        mut asked: Streaming<Request>,
        answers: &mpsc::Sender<Result<Response, Status>>,
    ) -> Result<(), Status> {
        let Some(Request { part: Some(Asked::Opening(opening)) }) = asked.message().await? else {
            return Err(Status::invalid_argument("no opening"));
        };
        self.first.lock().unwrap().push(opening.first_sequence);
        let _ = answers.send(Ok(self.window.clone())).await;
        for (count, sequence) in (opening.first_sequence..).enumerate() {
            if let Some(status) = (self.breaks)(connection, count) {
                return Err(status);
            }
            let Ok(Some(request)) = asked.message().await else {
                self.left.send_modify(|count| *count += 1);
                return Ok(());
            };
            let Some(Asked::Chunk(chunk)) = request.part else { return Err(Status::invalid_argument("no chunk")) };
            if chunk.sequence != sequence {
                return Err(Status::invalid_argument(format!("chunk {}, wanted {sequence}", chunk.sequence)));
            }
            let told = Told::Verdicts(judged(sequence, &chunk.lines));
            let _ = answers.send(Ok(Response { part: Some(told) })).await;
            self.answered.fetch_add(1, Ordering::SeqCst);
        }
        Ok(())
    }
}

/// Carries connections to a server, and cuts them all when it is told.
pub struct Cable {
    pub address: SocketAddr,
    pub made: Arc<AtomicUsize>,
    cut: watch::Sender<()>,
}

impl Cable {
    pub async fn to(target: impl Into<String>) -> Self {
        let target = target.into();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (made, cut) = (Arc::new(AtomicUsize::default()), watch::Sender::new(()));
        let (count, cuts) = (made.clone(), cut.clone());
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let mut far = TcpStream::connect(&target).await.unwrap();
                let mut over = cuts.subscribe();
                tokio::spawn(async move {
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        _ = over.changed() => {}
                    }
                });
            }
        });
        Self { address, made, cut }
    }

    pub fn cut(&self) {
        self.cut.send_replace(());
    }
}
