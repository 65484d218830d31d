use referee_client::{Client, CloseQuestion, Error, Keeping, Source, Table};

fn rules(limit: i32) -> Source {
    Source::inline(format!(
        "rule_set: casa-abuela\nformat: 1\nextends: spanish-40\nclose: {{may_close: {{es.4: deadwood at most {limit} points}}}}\n"
    ))
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let token = std::env::var("REFEREE_TOKEN").unwrap_or_default();
    let client = Client::builder().token(token)?.connect(std::env::args().nth(1).unwrap())?;
    let mut etag = String::new();
    for limit in [3, 4] {
        let report = client.create_rule_set(&rules(limit), &Keeping::after(etag)).await?;
        let kept = report.rule_set.expect("rules without a mistake");
        println!("{} {}", kept.summary.unwrap_or_default().name, kept.revision);
        etag = kept.etag;
    }
    for name in ["casa-abuela@1", "casa-abuela"] {
        let close = client.check_close(&Table::new(name), CloseQuestion::keep("4o 5o 6o 7c 7e 7b 4c")).await?;
        println!("{name} {}", close.is_legal());
    }
    let error = client.delete_rule_set("casa-abuela", "0123456789abcdef0123456789abcdef", "").await.unwrap_err();
    println!("{} {}", error.reason().unwrap_or_default(), error.metadata()["etag"] == etag);
    client.delete_rule_set("casa-abuela", etag, "").await
}
