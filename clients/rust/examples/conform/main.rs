//! Asks a served referee, through this client, the vectors of the conformance kit, and compares the answers as
//! `tests/conformance/PROTOCOL.md` says. What no message of its own can say is asked as a line.
//! The server is started with --folders tests/rules: it opens no files.
//!
//!     cargo run --example conform -- [--top FOLDER] [--op NAME] [--every N] [--show N] HOST:PORT
//!
//! The result is 0 if every answer is the one wanted, 1 if not, 2 if nothing could be asked.

pub mod asking;
pub mod games;
pub mod tally;
pub mod vectors;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, io};

use referee_client::Client;

use asking::Asker;
use tally::Tally;
use vectors::Vector;

const A_BATCH: usize = 500;
const USAGE: &str = "usage: conform [--top FOLDER] [--op NAME] [--every N] [--show N] HOST:PORT";

/// What is asked, and where.
struct Choice {
    address: String,
    top: PathBuf,
    op: Option<String>,
    every: usize,
    show: usize,
}

#[tokio::main]
async fn main() -> ExitCode {
    let began = Instant::now();
    match run(env::args().skip(1)).await {
        Ok(tally) => tally.print(began.elapsed()).into(),
        Err(error) => {
            eprintln!("conform: {error}");
            ExitCode::from(2)
        }
    }
}

fn choice(mut words: impl Iterator<Item = String>) -> Result<Choice, Box<dyn Error>> {
    let (mut address, mut top, mut op, mut every, mut show) = (None, None, None, 1, 5);
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            address = Some(word);
            continue;
        }
        let value = words.next().ok_or(USAGE)?;
        match word.as_str() {
            "--top" => top = Some(value.into()),
            "--op" => op = Some(value),
            "--every" => every = value.parse::<usize>()?.max(1),
            "--show" => show = value.parse()?,
            _ => return Err(USAGE.into()),
        }
    }
    Ok(Choice { address: address.ok_or(USAGE)?, top: top.map_or_else(top_folder, Ok)?, op, every, show })
}

/// The top folder of the checkout, found from the working folder upwards.
fn top_folder() -> io::Result<PathBuf> {
    let here = env::current_dir()?;
    let found = here.ancestors().find(|folder| folder.join("tests/conformance/vectors").is_dir());
    let lost = || io::Error::other("no folder above has tests/conformance/vectors; say where with --top");
    found.map(PathBuf::from).ok_or_else(lost)
}

/// Puts every vector that is chosen to a server, in batches of one op and one table.
async fn run(words: impl Iterator<Item = String>) -> Result<Tally, Box<dyn Error>> {
    let choice = choice(words)?;
    let client = Client::new(&choice.address)?;
    let names = client.list_rule_sets().await?.into_iter().map(|one| one.name).collect();
    let mut asker = Asker::new(client, choice.top.clone(), names);
    let mut tally = Tally::new(choice.show);
    let (groups, others) = grouped(&mut asker, &choice)?;
    let lines: Vec<_> = others.iter().map(|vector| asker.line(vector)).collect();
    let answers = asker.answers(&lines.iter().flatten().cloned().collect::<Vec<_>>()).await?;
    let mut answers = answers.iter();
    for (vector, line) in others.iter().zip(&lines) {
        match line.as_ref().and_then(|_| answers.next()) {
            Some(given) => tally.answered_line(vector, given),
            None => tally.unasked(vector),
        }
    }
    for batch in groups.values().flat_map(|group| group.chunks(A_BATCH)) {
        let answers = asker.ask(batch).await?;
        for (vector, given) in batch.iter().zip(answers) {
            tally.answered(vector, &given);
        }
    }
    Ok(tally)
}

type Grouped = (BTreeMap<String, Vec<Vector>>, Vec<Vector>);

/// The vectors that messages say, by op and table, and the others.
fn grouped(asker: &mut Asker, choice: &Choice) -> Result<Grouped, Box<dyn Error>> {
    let mut groups = BTreeMap::<String, Vec<Vector>>::new();
    let mut others = Vec::new();
    for vector in vectors::read_all(&choice.top.join("tests/conformance/vectors"))? {
        if vector.number % choice.every != 0 || choice.op.as_deref().is_some_and(|op| op != vector.op()) {
            continue;
        }
        if asker.askable(&vector)? {
            groups.entry(vector.group()).or_default().push(vector);
        } else {
            others.push(vector);
        }
    }
    Ok((groups, others))
}
