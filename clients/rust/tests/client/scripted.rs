//! A server that answers as a test says, and remembers what it was asked.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use prost::Message;
use prost_types::Any;
use referee_client::tonic::metadata::MetadataMap;
use referee_client::tonic::transport::{Identity, Server, ServerTlsConfig};
use referee_client::tonic::{Code, Request, Response, Status, Streaming, async_trait};
use referee_client::v1::record_service_server::{RecordService, RecordServiceServer};
use referee_client::v1::referee_service_server::{RefereeService, RefereeServiceServer};
use referee_client::v1::rule_set_service_server::{RuleSetService, RuleSetServiceServer};
use referee_client::{Client, Table, v1};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_stream::Stream;
use tokio_stream::wrappers::TcpListenerStream;

/// The answer to the question about a hand that comes so late, counted from one.
pub type Evaluate =
    Box<dyn Fn(usize, &v1::EvaluateHandRequest) -> Result<v1::EvaluateHandResponse, Status> + Send + Sync>;
pub type Batch = fn(&v1::BatchEvaluateHandsRequest) -> v1::BatchEvaluateHandsResponse;
pub type Answers = Pin<Box<dyn Stream<Item = Result<v1::StreamValidateRecordsResponse, Status>> + Send>>;
/// What is told to the stream that is opened so late, counted from one.
pub type Told = Box<dyn Fn(usize, Streaming<v1::StreamValidateRecordsRequest>) -> Answers + Send + Sync>;

/// What a server does; whatever is left out it does not know.
#[derive(Default)]
pub struct Script {
    pub evaluate: Option<Evaluate>,
    pub slowly: Duration,
    pub batch: Option<Batch>,
    pub pages: BTreeMap<String, v1::ListRuleSetsResponse>,
    pub stream: Option<Told>,
    /// Certificate and key of an encrypted server, as PEM.
    pub encrypted: Option<(String, String)>,
}

/// What it was asked.
#[derive(Default)]
pub struct Asked {
    pub hands: Vec<v1::EvaluateHandRequest>,
    pub batches: Vec<v1::BatchEvaluateHandsRequest>,
    pub closes: Vec<v1::CheckCloseRequest>,
    pub metadata: Vec<MetadataMap>,
    pub streams: usize,
}

#[derive(Clone)]
struct Scripted {
    script: Arc<Script>,
    asked: Arc<Mutex<Asked>>,
}

/// A server that runs until it is dropped.
pub struct Served {
    pub address: SocketAddr,
    pub asked: Arc<Mutex<Asked>>,
    task: JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Served {
    pub fn client(&self) -> Client {
        Client::new(self.address.to_string()).unwrap()
    }

    pub fn hands(&self) -> usize {
        self.asked.lock().unwrap().hands.len()
    }
}

pub async fn serve(script: Script) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let scripted = Scripted { script: Arc::new(script), asked: Arc::default() };
    let asked = scripted.asked.clone();
    let mut server = Server::builder();
    if let Some((certificate, key)) = &scripted.script.encrypted {
        server = server.tls_config(ServerTlsConfig::new().identity(Identity::from_pem(certificate, key))).unwrap();
    }
    let router = server
        .add_service(RefereeServiceServer::new(scripted.clone()))
        .add_service(RuleSetServiceServer::new(scripted.clone()))
        .add_service(RecordServiceServer::new(scripted));
    let task = tokio::spawn(async move { router.serve_with_incoming(TcpListenerStream::new(listener)).await.unwrap() });
    Served { address, asked, task }
}

fn unknown() -> Status {
    Status::unimplemented("not in the script")
}

#[async_trait]
impl RefereeService for Scripted {
    async fn evaluate_hand(
        &self,
        request: Request<v1::EvaluateHandRequest>,
    ) -> Result<Response<v1::EvaluateHandResponse>, Status> {
        let count = {
            let mut asked = self.asked.lock().unwrap();
            asked.metadata.push(request.metadata().clone());
            asked.hands.push(request.get_ref().clone());
            asked.hands.len()
        };
        tokio::time::sleep(self.script.slowly).await;
        let evaluate = self.script.evaluate.as_ref().ok_or_else(unknown)?;
        evaluate(count, request.get_ref()).map(Response::new)
    }

    async fn batch_evaluate_hands(
        &self,
        request: Request<v1::BatchEvaluateHandsRequest>,
    ) -> Result<Response<v1::BatchEvaluateHandsResponse>, Status> {
        let batch = self.script.batch.ok_or_else(unknown)?;
        let mut asked = self.asked.lock().unwrap();
        asked.metadata.push(request.metadata().clone());
        asked.batches.push(request.get_ref().clone());
        Ok(Response::new(batch(request.get_ref())))
    }

    async fn check_close(
        &self,
        request: Request<v1::CheckCloseRequest>,
    ) -> Result<Response<v1::CheckCloseResponse>, Status> {
        self.asked.lock().unwrap().closes.push(request.into_inner());
        Ok(Response::new(v1::CheckCloseResponse::default()))
    }
}

#[async_trait]
impl RuleSetService for Scripted {
    async fn list_rule_sets(
        &self,
        request: Request<v1::ListRuleSetsRequest>,
    ) -> Result<Response<v1::ListRuleSetsResponse>, Status> {
        self.script.pages.get(&request.get_ref().page_token).cloned().map(Response::new).ok_or_else(unknown)
    }
}

#[async_trait]
impl RecordService for Scripted {
    async fn stream_validate_records(
        &self,
        request: Request<Streaming<v1::StreamValidateRecordsRequest>>,
    ) -> Result<Response<Answers>, Status> {
        let connection = {
            let mut asked = self.asked.lock().unwrap();
            asked.streams += 1;
            asked.streams
        };
        let told = self.script.stream.as_ref().ok_or_else(unknown)?;
        Ok(Response::new(told(connection, request.into_inner())))
    }
}

pub fn spanish() -> Table {
    Table::new("spanish-40")
}

/// The answer that a hand is worth 12.
pub fn worth12() -> v1::EvaluateHandResponse {
    let value = v1::HandValue { deadwood: 12, best: Some(v1::Arrangement::default()), ..Default::default() };
    v1::EvaluateHandResponse { rule_set_digest: "sha256:12".to_owned(), value: Some(value) }
}

/// A server that gives that answer.
pub fn always12() -> Script {
    Script { evaluate: Some(Box::new(|_, _| Ok(worth12()))), ..Script::default() }
}

#[derive(Clone, PartialEq, Message)]
struct Details {
    #[prost(message, repeated, tag = "3")]
    details: Vec<Any>,
}

#[derive(Clone, PartialEq, Message)]
struct RetryInfo {
    #[prost(message, optional, tag = "1")]
    retry_delay: Option<prost_types::Duration>,
}

/// A detail of that type with its fields in order: tag and content.
pub fn detail(name: &str, fields: &[(u8, &[u8])]) -> Any {
    let mut value = Vec::new();
    for (tag, content) in fields {
        value.extend([tag << 3 | 2, u8::try_from(content.len()).unwrap()]);
        value.extend(*content);
    }
    Any { type_url: format!("type.googleapis.com/google.rpc.{name}"), value }
}

/// The server asks to be left alone so long.
pub fn come_again(seconds: i64, nanos: i32) -> Any {
    let delay = RetryInfo { retry_delay: Some(prost_types::Duration { seconds, nanos }) };
    Any { type_url: "type.googleapis.com/google.rpc.RetryInfo".to_owned(), value: delay.encode_to_vec() }
}

/// The same for a millisecond.
pub fn soon() -> Any {
    come_again(0, 1_000_000)
}

/// A failure as the server words it, with a reason unless that is empty.
pub fn refusal(code: Code, reason: &str, details: impl IntoIterator<Item = Any>) -> Status {
    let mut details: Vec<_> = details.into_iter().collect();
    if !reason.is_empty() {
        details.push(detail("ErrorInfo", &[(1, reason.as_bytes()), (2, b"referee.v1"), (3, b"\x0a\x04name\x12\x01x")]));
    }
    let packed = Details { details }.encode_to_vec();
    Status::with_details(code, "as the test says", packed.into())
}
