//! Streams of records: their order, their window, and how they go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use referee_client::v1::stream_validate_records_response::Part as Told;
use referee_client::{Client, Code, Error, Judging, Status, StreamedVerdict, Verdicts, v1};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tokio_stream::{Stream, StreamExt};

use crate::scripted::{Answers, Script, refusal, serve, soon};
use crate::streaming::{Cable, Judge, judged, window};

const BROAD: u32 = 1 << 20;

fn record(number: usize) -> String {
    format!("{{\"record\": {number}}}")
}

/// So many records; how many of them have been read.
fn numbered(count: usize) -> (impl Stream<Item = String> + Send + 'static, Arc<AtomicUsize>) {
    let read = Arc::new(AtomicUsize::default());
    let counted = read.clone();
    let records = (0..count).map(move |number| {
        counted.fetch_add(1, Ordering::SeqCst);
        record(number)
    });
    (tokio_stream::iter(records), read)
}

/// The next answer, which comes soon or never.
async fn next(verdicts: &mut Verdicts) -> Option<Result<StreamedVerdict, Error>> {
    timeout(Duration::from_secs(30), verdicts.next()).await.expect("the stream is stuck")
}

/// Reads a stream to its end: how many answers came, each once and in order, and why it ended.
async fn hear(mut verdicts: Verdicts) -> (usize, Option<Error>) {
    let mut heard = 0;
    while let Some(answer) = next(&mut verdicts).await {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                assert!(next(&mut verdicts).await.is_none(), "an error is the last");
                return (heard, Some(error));
            }
        };
        let violated = heard % 3 == 2;
        let told = answer.verdict.map(|verdict| verdict.record_id);
        assert_eq!((answer.number, told), (heard, violated.then(|| record(heard))));
        assert_eq!(answer.status, if violated { Status::Violation } else { Status::Clean });
        heard += 1;
    }
    (heard, None)
}

fn unbroken(_: usize, _: usize) -> Option<referee_client::tonic::Status> {
    None
}

#[tokio::test]
async fn a_stream_answers_every_record_in_order() {
    for count in [0, 1, 7, 8, 1000] {
        let judge = Judge::new(window(3, 7, BROAD), unbroken);
        let server = judge.serve().await;
        let (records, _) = numbered(count);
        let (heard, error) = hear(server.client().stream_validate_records(records, Judging::default())).await;
        assert!(error.is_none() && heard == count, "{heard} of {count}, {error:?}");
        assert_eq!(judge.answered.load(Ordering::SeqCst), count.div_ceil(7));
    }
}

#[tokio::test]
async fn no_more_is_read_than_the_window_holds() {
    let judge = Judge::new(window(3, 7, BROAD), unbroken);
    let server = judge.serve().await;
    let (records, read) = numbered(500);
    let mut verdicts = server.client().stream_validate_records(records, Judging::default());
    let (mut heard, mut furthest) = (0, 0);
    while let Some(answer) = next(&mut verdicts).await {
        answer.unwrap();
        heard += 1;
        furthest = furthest.max(read.load(Ordering::SeqCst) - heard);
    }
    assert_eq!(heard, 500);
    assert!((7..=21).contains(&furthest), "{furthest} were read ahead");
}

#[tokio::test]
async fn a_stream_goes_on_where_it_broke() {
    for (round, at) in [[1, 1, 0], [1, 5, 3], [3, 2, 1], [2, 4, 0], [3, 5, 2], [1, 3, 1]].into_iter().enumerate() {
        let (chunks, size, count) = ([1, 2, 4][round % 3], [1, 3, 8][(round + 1) % 3], 20 + 30 * round);
        let judge = Judge::new(window(chunks, size, BROAD), move |connection, answers| match connection {
            1 | 3 if answers >= at[connection - 1] => Some(refusal(Code::Unavailable, "", [soon()])),
            2 if answers >= at[1] => Some(refusal(Code::DeadlineExceeded, "STREAM_IDLE", [])),
            _ => None,
        });
        let server = judge.serve().await;
        let (records, read) = numbered(count);
        let (heard, error) = hear(server.client().stream_validate_records(records, Judging::default())).await;
        assert!(error.is_none() && heard == count, "{heard} of {count}, breaks at {at:?}: {error:?}");
        assert_eq!(read.load(Ordering::SeqCst), count);
        let mut wanted = 1;
        for (connection, first) in judge.first.lock().unwrap().iter().enumerate() {
            assert_eq!(*first, wanted, "connection {}, breaks at {at:?}", connection + 1);
            wanted += at.get(connection).map_or(0, |&answers| answers as u64);
        }
    }
}

#[tokio::test]
async fn a_stream_that_gets_on_may_break_any_number_of_times() {
    let judge =
        Judge::new(window(2, 5, BROAD), |_, answers| (answers > 0).then(|| refusal(Code::Unavailable, "", [soon()])));
    let server = judge.serve().await;
    let (heard, error) = hear(server.client().stream_validate_records(numbered(100).0, Judging::default())).await;
    assert!(error.is_none() && heard == 100, "{heard}, {error:?}");
    assert!(judge.connections() >= 20);
}

#[tokio::test]
async fn a_cable_that_is_cut_loses_nothing() {
    let judge = Judge::new(window(3, 5, BROAD), unbroken);
    let server = judge.serve().await;
    let cable = Cable::to(server.address.to_string()).await;
    let client = Client::new(cable.address.to_string()).unwrap();
    let (records, read) = numbered(300);
    let mut verdicts = client.stream_validate_records(records, Judging::default());
    for wanted in 0..300 {
        if wanted == 40 || wanted == 200 {
            cable.cut();
        }
        assert_eq!(next(&mut verdicts).await.unwrap().unwrap().number, wanted);
    }
    assert!(next(&mut verdicts).await.is_none());
    assert_eq!((read.load(Ordering::SeqCst), cable.made.load(Ordering::SeqCst)), (300, 3));
}

#[tokio::test]
async fn a_stream_is_given_up() {
    for (code, reason, connections) in [
        (Code::Unavailable, "DRAINING", 5), // the first has an answer: the failures after it count
        (Code::ResourceExhausted, "STREAMS_EXHAUSTED", 1),
        (Code::InvalidArgument, "SEQUENCE_BROKEN", 1),
    ] {
        let judge = Judge::new(window(2, 5, BROAD), move |connection, answers| {
            let good = connections > 1 && connection == 1 && answers == 0;
            (!good).then(|| refusal(code, reason, [soon()]))
        });
        let server = judge.serve().await;
        let (heard, error) = hear(server.client().stream_validate_records(numbered(100).0, Judging::default())).await;
        assert_eq!(error.unwrap().reason(), Some(reason));
        assert_eq!(heard, 5 * judge.answered.load(Ordering::SeqCst));
        assert_eq!(judge.connections(), connections);
    }
}

#[tokio::test]
async fn who_has_heard_enough_ends_the_stream() {
    let judge = Judge::new(window(2, 5, BROAD), unbroken);
    let server = judge.serve().await;
    let (records, read) = numbered(1000);
    let mut verdicts = server.client().stream_validate_records(records, Judging::default());
    while next(&mut verdicts).await.unwrap().unwrap().number < 12 {}
    drop(verdicts);
    judge.left.subscribe().wait_for(|left| *left == 1).await.unwrap();
    assert!(read.load(Ordering::SeqCst) <= 25);
}

#[tokio::test]
async fn slow_records_are_answered_one_by_one() {
    let judge = Judge::new(window(4, 100, BROAD), unbroken);
    let server = judge.serve().await;
    let (written, records) = mpsc::unbounded_channel();
    let records = UnboundedReceiverStream::new(records);
    let mut verdicts = server.client().stream_validate_records(records, Judging::default());
    for number in 0..5 {
        written.send(record(number)).unwrap();
        assert_eq!(next(&mut verdicts).await.unwrap().unwrap().number, number);
    }
    drop(written);
    assert!(next(&mut verdicts).await.is_none());
    assert_eq!(judge.answered.load(Ordering::SeqCst), 5);
}

#[tokio::test]
async fn a_stream_that_the_server_ended_for_want_of_records_is_opened_again_when_there_is_one() {
    let judge = Judge::new(window(4, 100, BROAD), |_, answers| {
        (answers == 1).then(|| refusal(Code::DeadlineExceeded, "STREAM_IDLE", [soon()]))
    });
    let server = judge.serve().await;
    let (written, records) = mpsc::unbounded_channel();
    let mut verdicts =
        server.client().stream_validate_records(UnboundedReceiverStream::new(records), Judging::default());
    for number in 0..10 {
        written.send(record(number)).unwrap();
        assert_eq!(next(&mut verdicts).await.unwrap().unwrap().number, number);
        assert_eq!(judge.connections(), number + 1);
    }
    let none = timeout(Duration::from_millis(500), verdicts.next()).await;
    assert!(none.is_err(), "{none:?}"); // time to see the last one end, and to open another without need
    assert_eq!(judge.connections(), 10);
}

#[tokio::test]
async fn a_record_that_is_waited_for_wears_out_no_patience() {
    const PATIENCE: Duration = Duration::from_secs(1);
    let server = Judge::new(window(4, 100, BROAD), unbroken).serve().await;
    let client = Client::builder().patience(PATIENCE).connect(server.address.to_string()).unwrap();
    let (written, records) = mpsc::unbounded_channel();
    written.send(record(0)).unwrap();
    tokio::spawn(async move {
        sleep(PATIENCE * 3 / 2).await;
        written.send(record(1)).unwrap();
    });
    let records = UnboundedReceiverStream::new(records);
    let (heard, error) = hear(client.stream_validate_records(records, Judging::default())).await;
    assert!(error.is_none() && heard == 2, "{heard}, {error:?}");
}

/// How a stream ends at a server that says this and then ends it, or says no more.
async fn says(told: Vec<v1::StreamValidateRecordsResponse>, ends: bool) -> Option<Error> {
    let stream = move |_, _| -> Answers {
        let told = tokio_stream::iter(told.clone()).map(Ok);
        if ends { Box::pin(told) } else { Box::pin(told.chain(tokio_stream::pending())) }
    };
    let server = serve(Script { stream: Some(Box::new(stream)), ..Script::default() }).await;
    let patience = if ends { Duration::from_secs(60) } else { Duration::from_millis(50) };
    let client = Client::builder().patience(patience).connect(server.address.to_string()).unwrap();
    let (heard, error) = hear(client.stream_validate_records(numbered(20).0, Judging::default())).await;
    assert_eq!(heard, 0);
    error
}

#[tokio::test]
async fn a_server_that_says_nothing_is_not_waited_for_for_ever() {
    for told in [vec![], vec![window(2, 5, BROAD)]] {
        assert_eq!(says(told, false).await.unwrap().code(), Code::DeadlineExceeded);
    }
}

#[tokio::test]
async fn patience_may_have_no_end() {
    let server = Judge::new(window(1, 1, BROAD), unbroken).serve().await;
    let client = Client::builder().patience(Duration::MAX).connect(server.address.to_string()).unwrap();
    assert_eq!(hear(client.stream_validate_records(numbered(3).0, Judging::default())).await.0, 3);
}

#[tokio::test]
async fn an_answer_to_nothing_is_a_failure() {
    let lines = b"0\n1\n2\n3\n4";
    let violated = vec![Status::Violation.into(); 5];
    let verdicts = |told| vec![v1::StreamValidateRecordsResponse { part: Some(Told::Verdicts(told)) }];
    for (name, answers) in [
        ("another chunk", verdicts(judged(2, lines))),
        ("too few records", verdicts(judged(1, b"0\n1"))),
        ("a verdict is not there", verdicts(v1::ChunkVerdicts { sequence: 1, statuses: violated, verdicts: vec![] })),
        ("no verdicts", vec![v1::StreamValidateRecordsResponse::default()]),
        ("another window", vec![window(1, 1, 1)]),
        ("an early end", vec![]),
    ] {
        let told = std::iter::once(window(2, 5, BROAD)).chain(answers).collect();
        assert_eq!(says(told, true).await.unwrap().code(), Code::Internal, "{name}");
    }
}

#[tokio::test]
async fn a_record_that_is_no_line_ends_the_stream() {
    let judge = Judge::new(window(1, 1, BROAD), unbroken);
    let server = judge.serve().await;
    let records = tokio_stream::iter([record(0), "record: 1\nrules: x".to_owned(), record(1)]);
    let (heard, error) = hear(server.client().stream_validate_records(records, Judging::default())).await;
    assert_eq!((heard, error.unwrap().code()), (1, Code::InvalidArgument));
}
