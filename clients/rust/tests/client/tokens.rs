//! The token of a client: it goes with every call, not over just any connection, and into no text.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use referee_client::tonic::transport::Server;
use referee_client::tonic::{Request, Status};
use referee_client::v1::GameState;
use referee_client::v1::record_service_server::{RecordService, RecordServiceServer};
use referee_client::v1::referee_service_server::{RefereeService, RefereeServiceServer};
use referee_client::v1::rule_set_service_server::{RuleSetService, RuleSetServiceServer};
use referee_client::v1::rule_set_store_service_server::{RuleSetStoreService, RuleSetStoreServiceServer};
use referee_client::{Builder, Client, CloseQuestion, Code, Error, Judging, Keeping, Reading, Source, Writing};
use tokio::net::TcpListener;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::TcpListenerStream;

use crate::scripted::spanish;

const SECRET: &str = "kaixo-7b-5o-Zz";

/// Has every service, none of its methods, and hears who calls.
struct Nothing;

impl RefereeService for Nothing {}
impl RuleSetService for Nothing {}
impl RuleSetStoreService for Nothing {}
impl RecordService for Nothing {}

type Heard = Arc<Mutex<Vec<Option<String>>>>;

async fn listen() -> (SocketAddr, Heard) {
    let heard = Heard::default();
    let noted = heard.clone();
    let hear = move |request: Request<()>| -> Result<Request<()>, Status> {
        let told = request.metadata().get("authorization").map(|value| value.to_str().unwrap().to_owned());
        noted.lock().unwrap().push(told);
        Err(Status::unimplemented("no methods"))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Server::builder()
        .add_service(RefereeServiceServer::with_interceptor(Nothing, hear.clone()))
        .add_service(RuleSetServiceServer::with_interceptor(Nothing, hear.clone()))
        .add_service(RuleSetStoreServiceServer::with_interceptor(Nothing, hear.clone()))
        .add_service(RecordServiceServer::with_interceptor(Nothing, hear));
    tokio::spawn(async move { router.serve_with_incoming(TcpListenerStream::new(listener)).await.unwrap() });
    (address, heard)
}

/// Asks everything that a client can; what each failed with.
async fn every_call(client: &Client) -> Vec<Error> {
    let (table, house) = (spanish(), Source::inline("rule_set: casa\n"));
    let kept = || CloseQuestion::keep("7o");
    let mut stream = client.stream_validate_records(tokio_stream::iter(["{}"]), Judging::default());
    vec![
        client.list_rule_sets().await.unwrap_err(),
        client.get_rule_set("x", false).await.unwrap_err(),
        client.check_rule_set(&house).await.unwrap_err(),
        client.compile_rule_set(&house).await.unwrap_err(),
        client.describe_rule_set(&table).await.unwrap_err(),
        client.create_rule_set(&house, &Keeping::default()).await.unwrap_err(),
        client.get_stored_rule_set("casa", None, false).await.unwrap_err(),
        client.list_stored_rule_sets().await.unwrap_err(),
        client.list_rule_set_revisions("casa").await.unwrap_err(),
        client.delete_rule_set("casa", "", "").await.unwrap_err(),
        client.evaluate_hand(&table, "7o").await.unwrap_err(),
        client.batch_evaluate_hands(&table, ["7o"]).await.unwrap_err(),
        client.check_close(&table, kept()).await.unwrap_err(),
        client.batch_check_closes(&table, [kept()]).await.unwrap_err(),
        client.list_legal_actions(&table, None).await.unwrap_err(),
        client.check_action(&table, None, "-7c").await.unwrap_err(),
        client.apply_action(&table, None, "-7c").await.unwrap_err(),
        client.score_round(&table, &GameState::default(), None).await.unwrap_err(),
        client.parse_record("{}", &Reading::default()).await.unwrap_err(),
        client.format_record("{}", &Writing::default()).await.unwrap_err(),
        client.validate_record("{}", &Judging::default()).await.unwrap_err(),
        client.batch_validate_records(&["{}"], &Judging::default()).await.unwrap_err(),
        stream.next().await.unwrap().unwrap_err(),
    ]
}

#[tokio::test]
async fn it_goes_with_every_call_and_into_no_text() {
    for token in [Some(SECRET), None] {
        let (address, heard) = listen().await;
        let builder = Client::builder();
        let builder = if let Some(token) = token { builder.token(token).unwrap() } else { builder };
        let told = format!("{builder:?}");
        let client = builder.connect(address.to_string()).unwrap();
        assert!(!told.contains(SECRET) && !format!("{client:?} {client:#?}").contains(SECRET));
        let failures = every_call(&client).await;
        for error in &failures {
            assert_eq!(error.code(), Code::Unimplemented, "{error}");
            assert!(!format!("{error} {error:?}").contains(SECRET));
        }
        let wanted = token.map(|token| format!("Bearer {token}"));
        assert_eq!(*heard.lock().unwrap(), vec![wanted; failures.len()]);
    }
}

#[tokio::test]
async fn unencrypted_it_stays_on_this_machine_unless_it_is_meant() {
    let holding = || Client::builder().token(SECRET).unwrap();
    let elsewhere = "referee.example:50051";
    let endpoint = Builder::endpoint(format!("http://{elsewhere}")).unwrap();
    for refused in [holding().connect(elsewhere), holding().connect_with(&endpoint)] {
        let error = refused.unwrap_err();
        assert!(error.message().contains("unencrypted to `referee.example`, which is not this machine"), "{error}");
        assert!(!format!("{error:?}").contains(SECRET));
    }
    assert!(holding().insecure_token().connect(elsewhere).is_ok());
    assert!(Client::builder().connect(elsewhere).is_ok());
    assert!(holding().connect("https://localhost:50051").is_ok());
    let encrypted = Builder::endpoint("https://referee.example").unwrap();
    assert!(holding().connect_with(&encrypted).is_ok());
}
