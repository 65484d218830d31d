//! How rule sets are named, and how much is asked at once.

use std::collections::BTreeMap;

use referee_client::v1::rule_set_selector::RuleSet;
use referee_client::v1::{self, hand_result};
use referee_client::{BATCH_ITEMS, Cards, CloseQuestion, Code, Source, Table};

use crate::scripted::{Script, refusal, serve, spanish, worth12};

/// Gives every hand the number of its cards as deadwood.
pub fn answer_each(request: &v1::BatchEvaluateHandsRequest) -> v1::BatchEvaluateHandsResponse {
    let results = request.hands.iter().map(|hand| {
        let deadwood = i32::try_from(hand.cards.len()).unwrap();
        let value = v1::HandValue { deadwood, best: Some(v1::Arrangement::default()), ..Default::default() };
        v1::HandResult { result: Some(hand_result::Result::Value(value)) }
    });
    v1::BatchEvaluateHandsResponse { rule_set_digest: "sha256:12".to_owned(), results: results.collect() }
}

#[tokio::test]
async fn a_source_is_sent_once_and_then_its_digest() {
    let evaluate = |count, request: &v1::EvaluateHandRequest| {
        let named = request.table.as_ref().unwrap().rule_set.as_ref().unwrap();
        match named.rule_set {
            Some(RuleSet::Digest(_)) if count == 3 => Err(refusal(Code::NotFound, "RULE_SET_NOT_LOADED", [])),
            _ => Ok(worth12()),
        }
    };
    let server = serve(Script { evaluate: Some(Box::new(evaluate)), ..Script::default() }).await;
    let client = server.client();
    let house = || Table::new(Source::inline("rule_set: house")).seats(3).option("jokers", "2");
    for _ in 0..4 {
        client.clone().evaluate_hand(&house(), "7o").await.unwrap();
    }
    let asked = server.asked.lock().unwrap();
    let mut named = Vec::new();
    for request in &asked.hands {
        let table = request.table.clone().unwrap();
        assert_eq!((table.seats, table.options["jokers"].as_str()), (Some(3), "2"));
        named.push(match table.rule_set.unwrap().rule_set.unwrap() {
            RuleSet::Source(yaml) => String::from_utf8(yaml).unwrap(),
            RuleSet::Name(text) | RuleSet::Digest(text) => text,
        });
    }
    assert_eq!(named, ["rule_set: house", "sha256:12", "sha256:12", "rule_set: house", "sha256:12"]);
}

#[tokio::test]
async fn many_items_go_in_several_batches() {
    let hands: Vec<Cards> = (0..2 * BATCH_ITEMS + 500).map(|i| vec!["7o"; i % 7].into_iter().collect()).collect();
    let server = serve(Script { batch: Some(answer_each), ..Script::default() }).await;
    let items = server.client().batch_evaluate_hands(&spanish(), hands.clone()).await.unwrap();
    let asked = server.asked.lock().unwrap();
    let sizes: Vec<_> = asked.batches.iter().map(|batch| batch.hands.len()).collect();
    assert_eq!((items.len(), sizes), (hands.len(), vec![BATCH_ITEMS, BATCH_ITEMS, 500]));
    for (i, item) in items.into_iter().enumerate() {
        assert_eq!(usize::try_from(item.unwrap().deadwood).unwrap(), i % 7);
    }
}

#[tokio::test]
async fn an_answer_too_few_is_a_failure() {
    let server =
        serve(Script { batch: Some(|_| v1::BatchEvaluateHandsResponse::default()), ..Script::default() }).await;
    let error = server.client().batch_evaluate_hands(&spanish(), ["7o"]).await.unwrap_err();
    assert_eq!(error.code(), Code::Internal, "{error}");
}

#[tokio::test]
async fn all_pages_are_read() {
    let page = |name: &str, next: &str| v1::ListRuleSetsResponse {
        rule_sets: vec![v1::RuleSetSummary { name: name.to_owned(), ..Default::default() }],
        next_page_token: next.to_owned(),
    };
    let pages = BTreeMap::from([("", page("a", "2")), ("2", page("b", "3")), ("3", page("c", ""))]);
    let pages = pages.into_iter().map(|(token, page)| (token.to_owned(), page)).collect();
    let server = serve(Script { pages, ..Script::default() }).await;
    let listed = server.client().list_rule_sets().await.unwrap();
    assert_eq!(listed.into_iter().map(|one| one.name).collect::<String>(), "abc");
}

#[tokio::test]
async fn an_answer_may_be_larger_than_grpc_likes() {
    let one = v1::RuleSetSummary { name: "x".repeat(5 << 20), ..Default::default() };
    let page = v1::ListRuleSetsResponse { rule_sets: vec![one], next_page_token: String::new() };
    let server = serve(Script { pages: BTreeMap::from([(String::new(), page)]), ..Script::default() }).await;
    assert_eq!(server.client().list_rule_sets().await.unwrap()[0].name.len(), 5 << 20);
}

#[tokio::test]
async fn a_close_is_asked_as_it_is_said() {
    let server = serve(Script::default()).await;
    let client = server.client();
    let table = spanish().language("eu");
    let hand = CloseQuestion::hand("7o 7c").closing("7o").taken("7c").given("laps", "2");
    let _ = client.check_close(&table, hand).await;
    let _ = client.check_close(&table, CloseQuestion::keep(vec!["7o".to_owned()])).await;
    let asked = server.asked.lock().unwrap();
    let [first, second] = &asked.closes[..] else { panic!("{} closes", asked.closes.len()) };
    assert_eq!(first.language, "eu");
    let close = first.close.clone().unwrap();
    assert_eq!(
        (close.closing_card.as_str(), close.taken_card.as_str(), close.given["laps"].as_str()),
        ("7o", "7c", "2")
    );
    assert_eq!(close.held, Some(v1::close_question::Held::Hand(v1::CardList { cards: vec!["7o 7c".to_owned()] })));
    let held = second.close.clone().unwrap().held;
    assert_eq!(held, Some(v1::close_question::Held::Keep(v1::CardList { cards: vec!["7o".to_owned()] })));
}
