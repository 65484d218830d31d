//! Asks a served referee about a hand, a close, a move and two records, all under a house rule written right here.
//!
//!     referee serve &
//!     cargo run --example judge [HOST:PORT]

use std::collections::BTreeMap;
use std::env;
use std::error::Error;

use referee_client::v1::Deal;
use referee_client::{Client, CloseQuestion, Judging, Play, Source, Table};
use tokio_stream::StreamExt;

/// Spanish rules at a table where nobody closes with more than one loose card, nor with five points.
const HOUSE: &str = "
rule_set: casa-abuela
format: 1
extends: spanish-40
close:
  may_close:
    es.4: loose.count at most 1 card and deadwood below 5 points
";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = env::args().nth(1).unwrap_or("127.0.0.1:50051".to_owned());
    let client = Client::new(address)?;
    let house = Table::new(Source::inline(HOUSE));
    hand(&client, &house).await?;
    play(&client, &house).await?;
    records(&client, &house).await?;
    Ok(())
}

/// What a hand is worth, and whether it may close.
async fn hand(client: &Client, house: &Table) -> Result<(), referee_client::Error> {
    let hand = client.evaluate_hand(house, "4o 5o 6o 7c 7e 7b 12c").await?;
    println!("hand: {} points, loose {}", hand.deadwood, hand.best.loose_cards.join(" "));
    let question = CloseQuestion::hand("4c 5c 6c 11o 11e 11b 5b 2e").closing("2e");
    let close = client.check_close(house, question).await?;
    for broken in close.broken() {
        println!("close: {} {}", broken.clause, broken.text);
    }
    println!("close: legal would be {}", close.legal_cards().collect::<Vec<_>>().join(" "));
    Ok(())
}

/// Deals, takes the upcard, and asks whether the seat may close at once.
async fn play(client: &Client, house: &Table) -> Result<(), Box<dyn Error>> {
    let deal = Deal {
        eldest: "A".to_owned(),
        hands: BTreeMap::from([
            ("A".to_owned(), "4o 12o 5c 6c 7c 1e 12e".to_owned()),
            ("B".to_owned(), "2o 11o 3c 4c 12c 6e 10b".to_owned()),
        ]),
        upcard: "12b".to_owned(),
        ..Deal::default()
    };
    let mut state = None;
    for play in [Play::deal(deal), "<12b".into()] {
        let done = client.apply_action(house, state.as_ref(), play).await?;
        state = Some(done.outcome().map_err(|refusal| refusal.code)?);
    }
    let check = client.check_action(house, state.as_ref(), "x7c").await?;
    println!("move: x7c is allowed: {}", check.is_allowed());
    for broken in check.refusal().into_iter().flat_map(|refusal| &refusal.broken) {
        println!("move: {} {}", broken.clause, broken.text);
    }
    let legal = client.list_legal_actions(house, state.as_ref()).await?;
    let words: Vec<_> = legal.actions.into_iter().map(|action| action.word).collect();
    println!("move: legal are {}", words.join(" "));
    Ok(())
}

/// Judges a record and one with a slip in it, as a stream of any length would be.
async fn records(client: &Client, house: &Table) -> Result<(), referee_client::Error> {
    let record = |play: &str| {
        format!(
            r#"{{"record": 1, "rules": "casa-abuela", "seats": {{"A": "Ane", "B": "Jon"}}, "rounds": [{{
                "eldest": "A", "hands": {{"A": "4o 12o 5c 6c 7c 1e 12e", "B": "2o 11o 3c 4c 12c 6e 10b"}},
                "upcard": "12b", {play}}}]}}"#
        )
    };
    let written = tokio_stream::iter([
        record(r#""play": "A: <12b-4o +5b-12c +2bx2b", "scores": {"A": 1, "B": 34}"#),
        record(r#""play": "A: <12b-4o +5b-12b""#),
    ]);
    let judging = Judging { rules: Some(house.rules.clone()), ..Judging::default() };
    let mut verdicts = client.stream_validate_records(written, judging);
    while let Some(one) = verdicts.next().await {
        let one = one?;
        print!("record {}: {}", one.number + 1, one.status);
        if let Some(first) = one.verdict.and_then(|verdict| verdict.first_violation) {
            print!(": {}", first.message);
        }
        println!();
    }
    Ok(())
}
