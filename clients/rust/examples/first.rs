use referee_client::{Client, Error, Table};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::new(std::env::args().nth(1).unwrap())?;
    let spanish = Table::new("spanish-40");
    let hand = client.evaluate_hand(&spanish, "4o 5o 6o 7c 7e 7b 12c").await?;
    println!("{} {:?}", hand.deadwood, hand.best.loose_cards);
    Ok(())
}
