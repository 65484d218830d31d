use std::time::Duration;

use referee_client::{Client, CloseQuestion, Code, Error, Table};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::builder().timeout(Duration::from_secs(1)).connect(std::env::args().nth(1).unwrap())?;
    let spanish = Table::new("spanish-40").language("es");
    let question = CloseQuestion::keep("7o 7c 7e 7b 5b 6b 12o").given("laps", "2");
    let close = client.check_close(&spanish, question).await?;
    for broken in close.broken() {
        println!("{} {}", broken.clause, broken.code);
    }

    let error = client.evaluate_hand(&spanish, "4z").await.unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
    println!("{} {}", error.reason().unwrap_or_default(), error.violations()[0].field);
    Ok(())
}
