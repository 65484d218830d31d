//! Deadlines, repeats and errors of single calls.

use std::time::{Duration, Instant};

use referee_client::tonic::transport::{Certificate, ClientTlsConfig};
use referee_client::v1::{EvaluateHandRequest, EvaluateHandResponse};
use referee_client::{
    Builder, Client, Code, DEFAULT_BATCH_TIMEOUT, DEFAULT_TIMEOUT, Method, Source, Table, Violation, tonic,
};
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::rules::answer_each;
use crate::scripted::{Script, always12, come_again, detail, refusal, serve, spanish, worth12};

/// Fails so often with a code, and then answers.
fn failing(failures: usize, code: Code) -> Script {
    let evaluate = move |count, _: &_| if count <= failures { Err(refusal(code, "", [])) } else { Ok(worth12()) };
    Script { evaluate: Some(Box::new(evaluate)), ..Script::default() }
}

#[tokio::test]
async fn a_call_is_repeated_where_the_server_was_not_reached() {
    for (failures, asked, answered) in [(0, 1, true), (1, 2, true), (2, 3, true), (3, 3, false)] {
        let server = serve(failing(failures, Code::Unavailable)).await;
        let hand = server.client().evaluate_hand(&spanish(), "7o").await;
        assert_eq!((server.hands(), hand.is_ok()), (asked, answered), "{failures} failures");
        match hand {
            Ok(hand) => assert_eq!((hand.deadwood, hand.rule_set_digest.as_str()), (12, "sha256:12")),
            Err(error) => assert_eq!(error.code(), Code::Unavailable),
        }
    }
}

#[tokio::test]
async fn nothing_else_is_repeated() {
    use Code::{Aborted, DeadlineExceeded, Internal, InvalidArgument, ResourceExhausted, Unknown};
    for code in [ResourceExhausted, DeadlineExceeded, Internal, InvalidArgument, Aborted, Unknown] {
        let evaluate = move |_, _: &_| Err(refusal(code, "REASON", [come_again(0, 500_000_000)]));
        let server = serve(Script { evaluate: Some(Box::new(evaluate)), ..Script::default() }).await;
        let error = server.client().evaluate_hand(&spanish(), "7o").await.unwrap_err();
        assert_eq!((error.code(), server.hands()), (code, 1));
        assert_eq!(error.retry_after(), Some(Duration::from_millis(500)));
    }
}

#[tokio::test]
async fn a_method_of_which_nothing_is_promised_is_not_repeated() {
    let server = serve(failing(9, Code::Unavailable)).await;
    let path = "/referee.v1.RefereeService/EvaluateHand";
    for (pure, asked) in [(false, 1), (true, 4)] {
        let method = Method::<EvaluateHandRequest, EvaluateHandResponse>::new(path, pure);
        let error = server.client().call(&method, EvaluateHandRequest::default()).await.unwrap_err();
        assert_eq!((error.code(), server.hands()), (Code::Unavailable, asked));
    }
}

#[tokio::test]
async fn the_server_says_when_to_come_again() {
    let evaluate = |count, _: &_| match count {
        1 => Err(refusal(Code::Unavailable, "", [come_again(0, 400_000_000)])), // longer than a first wait ever is
        _ => Ok(worth12()),
    };
    let server = serve(Script { evaluate: Some(Box::new(evaluate)), ..Script::default() }).await;
    let began = Instant::now();
    server.client().evaluate_hand(&spanish(), "7o").await.unwrap();
    assert!(began.elapsed() >= Duration::from_millis(400));
}

#[tokio::test]
async fn a_wait_that_is_negative_is_none() {
    let evaluate = |_, _: &_| Err(refusal(Code::ResourceExhausted, "", [come_again(-1, -5)]));
    let server = serve(Script { evaluate: Some(Box::new(evaluate)), ..Script::default() }).await;
    let error = server.client().evaluate_hand(&spanish(), "7o").await.unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::ZERO));
}

#[tokio::test]
async fn nobody_waits_longer_than_the_deadline() {
    for seconds in [3600, i64::MAX] {
        let evaluate = move |_, _: &_| Err(refusal(Code::Unavailable, "", [come_again(seconds, 0)]));
        let server = serve(Script { evaluate: Some(Box::new(evaluate)), ..Script::default() }).await;
        let client = server.client().within(Duration::from_secs(60));
        let table = spanish();
        let call = timeout(Duration::from_secs(30), client.evaluate_hand(&table, "7o"));
        let error = call.await.expect("nobody waits").unwrap_err();
        assert_eq!((error.retry_after(), server.hands()), (Some(Duration::from_secs(seconds.unsigned_abs())), 1));
    }
}

/// The deadline that came with a call.
fn deadline(header: &str) -> Duration {
    let (number, unit) = header.split_at(header.len() - 1);
    let number: u64 = number.parse().unwrap();
    match unit {
        "S" => Duration::from_secs(number),
        "m" => Duration::from_millis(number),
        "u" => Duration::from_micros(number),
        "n" => Duration::from_nanos(number),
        _ => panic!("{header}"),
    }
}

#[tokio::test]
async fn every_call_has_a_deadline() {
    let server = serve(Script { batch: Some(answer_each), ..always12() }).await;
    let client = server.client();
    client.evaluate_hand(&spanish(), "7o").await.unwrap();
    client.batch_evaluate_hands(&spanish(), ["7o"]).await.unwrap();
    client.within(Duration::from_secs(10)).evaluate_hand(&spanish(), "7o").await.unwrap();
    client.within(Duration::MAX).evaluate_hand(&spanish(), "7o").await.unwrap();
    let asked = server.asked.lock().unwrap();
    let wanted = [DEFAULT_TIMEOUT, DEFAULT_BATCH_TIMEOUT, Duration::from_secs(10)];
    for (metadata, wanted) in asked.metadata.iter().zip(wanted) {
        let left = deadline(metadata.get("grpc-timeout").unwrap().to_str().unwrap());
        assert!(left <= wanted && left > wanted / 2, "{left:?} of {wanted:?}");
    }
    assert_eq!(asked.metadata.len(), 4);
}

#[tokio::test]
async fn a_deadline_that_passes_ends_the_call() {
    let server = serve(Script { slowly: Duration::from_secs(60), ..always12() }).await;
    for _ in 0..20 {
        let client = Client::builder().timeout(Duration::from_millis(20)).connect(server.address.to_string()).unwrap();
        let error = client.evaluate_hand(&spanish(), "7o").await.unwrap_err();
        assert_eq!(error.code(), Code::DeadlineExceeded, "{error}"); // whoever noticed it first
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_not_reached() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let error = Client::new(address).unwrap().evaluate_hand(&spanish(), "7o").await.unwrap_err();
    assert_eq!((error.code(), error.reason()), (Code::Unavailable, None), "{error}");
}

#[tokio::test]
async fn a_connection_that_breaks_is_a_server_that_was_not_reached() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mute = tokio::spawn(async move {
        let mut connections = 0;
        while let Ok((open, _)) = listener.accept().await {
            connections += 1;
            let mut ready = [0];
            open.readable().await.unwrap();
            let _ = open.try_read(&mut ready); // has been asked, and hangs up
            if connections == 3 {
                break;
            }
        }
        connections
    });
    let error = Client::new(address).unwrap().evaluate_hand(&spanish(), "7o").await.unwrap_err();
    assert_eq!(error.code(), Code::Unavailable, "{error}");
    assert_eq!(mute.await.unwrap(), 3);
}

#[tokio::test]
async fn a_failure_has_everything_the_server_says() {
    let evaluate = |_, _: &_| {
        let violation = b"\x0a\x08cards[0]\x12\x07no card\x1a\x0cCARD_UNKNOWN";
        let details = [detail("BadRequest", &[(1, violation)]), detail("Help", &[(1, b"not read")])];
        Err(refusal(Code::InvalidArgument, "CARD_UNKNOWN", details))
    };
    let server = serve(Script { evaluate: Some(Box::new(evaluate)), ..Script::default() }).await;
    let error = server.client().evaluate_hand(&spanish(), "7z").await.unwrap_err();
    assert_eq!((error.code(), error.reason()), (Code::InvalidArgument, Some("CARD_UNKNOWN")));
    assert_eq!((error.message(), error.retry_after()), ("as the test says", None));
    assert_eq!(error.metadata()["name"], "x");
    let [Violation { field, reason, message }] = error.violations() else { panic!("{:?}", error.violations()) };
    assert_eq!([field, reason, message], ["cards[0]", "CARD_UNKNOWN", "no card"]);
    assert_eq!(error.to_string(), "CARD_UNKNOWN: as the test says");
}

#[tokio::test]
async fn details_that_nobody_can_read_are_none() {
    let evaluate = |_, _: &_| Err(tonic::Status::with_details(Code::NotFound, "gone", (&b"\xff\xff"[..]).into()));
    let server = serve(Script { evaluate: Some(Box::new(evaluate)), ..Script::default() }).await;
    let error = server.client().evaluate_hand(&spanish(), "7z").await.unwrap_err();
    assert_eq!((error.reason(), error.to_string().as_str()), (None, "NotFound: gone"));
}

#[tokio::test]
async fn an_answer_that_lacks_what_was_asked_is_a_failure() {
    let evaluate = |_, _: &_| Ok(EvaluateHandResponse::default());
    let server = serve(Script { evaluate: Some(Box::new(evaluate)), ..Script::default() }).await;
    assert_eq!(server.client().evaluate_hand(&spanish(), "7o").await.unwrap_err().code(), Code::Internal);
}

#[tokio::test]
async fn a_connection_is_encrypted() {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let pem = made.cert.pem();
    let server = serve(Script { encrypted: Some((pem.clone(), made.signing_key.serialize_pem())), ..always12() }).await;
    let trusting = |pem: &str| {
        let endpoint = Builder::endpoint(format!("https://localhost:{}", server.address.port())).unwrap();
        let trusted = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem));
        Client::builder().connect_with(&endpoint.tls_config(trusted).unwrap()).unwrap()
    };
    assert_eq!(trusting(&pem).evaluate_hand(&spanish(), "7o").await.unwrap().deadwood, 12);
    let error = trusting(&other.cert.pem()).evaluate_hand(&spanish(), "7o").await.unwrap_err();
    assert_eq!((error.code(), server.hands()), (Code::Unavailable, 1));
}

#[tokio::test]
async fn a_client_serves_many_at_once() {
    let server = serve(always12()).await;
    let client = server.client();
    let tasks: Vec<_> = (0..50)
        .map(|i| {
            let client = client.clone();
            tokio::spawn(async move {
                let table = Table::new(Source::inline(format!("rule_set: house-{}", i % 5)));
                for _ in 0..4 {
                    assert_eq!(client.evaluate_hand(&table, "7o").await.unwrap().deadwood, 12);
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(server.hands(), 200);
}

#[test]
fn a_bad_address_and_a_missing_runtime_are_told_at_once() {
    assert_eq!(Client::new("127.0.0.1:50051").unwrap_err().code(), Code::FailedPrecondition);
    assert_eq!(Client::new("no address").unwrap_err().code(), Code::InvalidArgument);
}
