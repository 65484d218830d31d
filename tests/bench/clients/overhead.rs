// What the Rust client adds to the stub that tonic makes: `overhead ADDRESS ROUNDS CALLS`, lines as overhead.py prints them.
use std::time::Instant;

use referee_client::v1::referee_service_client::RefereeServiceClient;
use referee_client::v1::rule_set_selector::RuleSet;
use referee_client::v1::{EvaluateHandRequest, RuleSetSelector, TableSetup};
use referee_client::{Client, Table};

const HAND: &str = "7o 7c 7e 1o 2o 3o 12b";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (rounds, calls): (u32, u32) = (given[1].parse()?, given[2].parse()?);
    let client = Client::new(&given[0])?;
    let channel = tonic::transport::Endpoint::new(format!("http://{}", given[0]))?.connect().await?;
    let mut stub = RefereeServiceClient::new(channel);
    let rule_set = RuleSetSelector { rule_set: Some(RuleSet::Name("spanish-40".into())) };
    let request = EvaluateHandRequest {
        table: Some(TableSetup { rule_set: Some(rule_set), ..Default::default() }),
        cards: HAND.split(' ').map(String::from).collect(),
        ..Default::default()
    };
    let table = Table::new("spanish-40");
    for round in 0..=rounds {
        let began = Instant::now();
        for _ in 0..calls {
            stub.evaluate_hand(request.clone()).await?;
        }
        let bare = began.elapsed().as_secs_f64() * 1e6 / f64::from(calls);
        let began = Instant::now();
        for _ in 0..calls {
            client.evaluate_hand(&table, HAND).await?;
        }
        let ours = began.elapsed().as_secs_f64() * 1e6 / f64::from(calls);
        if round > 0 {
            println!("{bare} {ours}");
        }
    }
    Ok(())
}
