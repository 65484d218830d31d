//! Questions as calls, and answers as the protocol has them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::path::PathBuf;
use std::{fs, io};

use referee_client::v1::Arrangement;
use referee_client::{
    Cards, Client, Close, CloseQuestion, CloseVerdict, Hand, Item, Judging, Rules, Source, Table, Values, Worth,
};
use serde_json::{Value, json};

use super::games;
use super::vectors::{Vector, texts};

/// The refusals that a message can provoke and an answer can say.
const SAID: [&str; 13] = [
    "RULE_SET_UNKNOWN",
    "NOT_PLAYABLE",
    "SEATS_NOT_OFFERED",
    "OPTION_UNKNOWN",
    "OPTION_OUT_OF_RANGE",
    "OPTION_NOT_OFFERED",
    "OPTION_FIXED",
    "CARD_UNKNOWN",
    "CARD_TWICE",
    "HAND_TOO_LARGE",
    "WRONG_NUMBER_OF_CARDS",
    "FACT_UNKNOWN",
    "FACT_OUT_OF_RANGE",
];

/// As many lines as one call asks, so that its deadline holds on a busy machine, too.
const SOME_LINES: usize = 100;

/// Asks one server. Rule sets that are paths are read below the top folder; names are those that the server has.
pub struct Asker {
    client: Client,
    top: PathBuf,
    names: HashSet<String>,
    files: HashMap<String, Source>,
}

impl Asker {
    pub fn new(client: Client, top: PathBuf, names: HashSet<String>) -> Self {
        Self { client, top, names, files: HashMap::new() }
    }

    /// A rule set as the client names it.
    fn rules(&mut self, name: &str) -> io::Result<Rules> {
        if !name.contains('/') {
            return Ok(name.into());
        }
        if !self.files.contains_key(name) {
            self.files.insert(name.to_owned(), Source::file(self.top.join(name))?);
        }
        Ok(self.files[name].clone().into())
    }

    /// Whether a message can say a question: 0 is left out of messages, and a text that is sent finds its base by name only.
    /// What meld and layoff ask, no message of its own does.
    pub fn askable(&mut self, vector: &Vector) -> io::Result<bool> {
        let said = vector.code().is_none_or(|code| SAID.contains(&code));
        let asked = match vector.op() {
            "deadwood" | "invalid_hand" | "close" | "validate" => true,
            "legal_actions" => games::stops_in_its_first_round(vector),
            _ => false,
        };
        if !said || !asked || vector.seats() == Some(0) {
            return Ok(false);
        }
        let Rules::Source(source) = self.rules(vector.rules())? else {
            return Ok(true);
        };
        let text = String::from_utf8_lossy(source.yaml());
        let base = text.lines().find_map(|line| line.strip_prefix("extends: "));
        Ok(base.is_none_or(|base| self.names.contains(base)))
    }

    /// The line that asks a question, with the rule sets of tests/rules by their names, for a server opens no files; none where it
    /// has no rule set of that name.
    pub fn line(&self, vector: &Vector) -> Option<Vec<u8>> {
        let mut line = vector.line().to_vec();
        for file in fs::read_dir(self.top.join("tests/rules")).into_iter().flatten().flatten() {
            let path = file.path();
            let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
            let named = format!("\"tests/rules/{name}.yaml\"").into_bytes();
            while let Some(at) = line.windows(named.len()).position(|part| part == named) {
                if !self.names.contains(name) {
                    return None;
                }
                line.splice(at..at + named.len(), format!("\"{name}\"").into_bytes());
            }
        }
        Some(line)
    }

    /// The answers to lines.
    pub async fn answers(&self, lines: &[Vec<u8>]) -> Result<Vec<Value>, Box<dyn Error>> {
        let mut answers = Vec::with_capacity(lines.len());
        for some in lines.chunks(SOME_LINES) {
            for answer in self.client.answer_lines(some).await? {
                answers.push(serde_json::from_str(&answer)?);
            }
        }
        Ok(answers)
    }

    /// The answers to a batch of one op and one table. What is refused as a whole is refused for each of them.
    pub async fn ask(&mut self, batch: &[Vector]) -> Result<Vec<Value>, Box<dyn Error>> {
        let rules = self.rules(batch[0].rules())?;
        let mut table = Table::new(rules);
        table.seats = batch[0].seats();
        table.options = values(&batch[0].question["options"]);
        let answers = match batch[0].op() {
            "deadwood" => self.deadwood(&table, batch).await,
            "invalid_hand" => self.invalid_hand(&table, batch).await,
            "close" => self.closes(&table, batch).await,
            "validate" => self.validate(&table, batch).await,
            _ => games::legal_actions(&self.client, &table, batch).await,
        };
        match answers {
            Err(error) => match error.violations().first().map(|first| first.reason.as_str()).or(error.reason()) {
                Some(reason) => Ok(vec![refused(reason); batch.len()]),
                None => Err(error.into()),
            },
            Ok(answers) => Ok(answers),
        }
    }

    async fn hands(&self, table: &Table, batch: &[Vector]) -> Result<Vec<Item<Hand>>, referee_client::Error> {
        let hands = batch.iter().map(|vector| Cards::from(vector.list("hand")));
        self.client.batch_evaluate_hands(table, hands).await
    }

    async fn deadwood(&self, table: &Table, batch: &[Vector]) -> Result<Vec<Value>, referee_client::Error> {
        let told = |hand: Hand| {
            let best = hand.best;
            json!({"deadwood": hand.deadwood, "melds": melds(&best), "loose": best.loose_cards})
        };
        Ok(self.hands(table, batch).await?.into_iter().map(|item| each(item, told)).collect())
    }

    /// Tells the cards in the order that is wanted if they are the same: which order is not for an RPC to say.
    async fn invalid_hand(&self, table: &Table, batch: &[Vector]) -> Result<Vec<Value>, referee_client::Error> {
        let told = |hand: Hand, vector: &Vector| {
            let held = [melds(&hand.best).concat(), hand.best.loose_cards].concat();
            let wanted = texts(&vector.answer["hand"]);
            json!({"hand": if sorted(&held) == sorted(&wanted) { wanted } else { held }})
        };
        let items = self.hands(table, batch).await?.into_iter().zip(batch);
        Ok(items.map(|(item, vector)| each(item, |hand| told(hand, vector))).collect())
    }

    async fn closes(&self, table: &Table, batch: &[Vector]) -> Result<Vec<Value>, referee_client::Error> {
        let items = self.client.batch_check_closes(table, batch.iter().map(question)).await?;
        Ok(items.into_iter().map(|item| each(item, closed)).collect())
    }

    async fn validate(&self, table: &Table, batch: &[Vector]) -> Result<Vec<Value>, referee_client::Error> {
        let records: Vec<_> = batch.iter().map(|vector| vector.question["record"].to_string()).collect();
        let judging = Judging { rules: Some(table.rules.clone()), full: true, ..Judging::default() };
        let items = self.client.batch_validate_records(&records, &judging).await?;
        Ok(items.into_iter().map(|item| each(item, |verdict| games::verdict(&verdict))).collect())
    }
}

/// Values as rule files write them.
pub fn values(given: &Value) -> Values {
    let text = |value: &Value| match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    given.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), text(value))).collect::<BTreeMap<_, _>>()
}

pub fn refused(reason: &str) -> Value {
    // What the server calls otherwise than the protocol.
    let code = if reason == "RULE_SET_NOT_FOUND" { "RULE_SET_UNKNOWN" } else { reason };
    json!({"error": {"code": code}})
}

fn each<A>(item: Item<A>, told: impl FnOnce(A) -> Value) -> Value {
    item.map_or_else(|fault| refused(&fault.reason), told)
}

fn sorted(cards: &[String]) -> Vec<&String> {
    let mut made: Vec<_> = cards.iter().collect();
    made.sort();
    made
}

fn melds(best: &Arrangement) -> Vec<Vec<String>> {
    best.melds.iter().map(|meld| meld.cards.clone()).collect()
}

fn question(vector: &Vector) -> CloseQuestion {
    let asked = &vector.question;
    let mut made = match asked.get("keep") {
        Some(_) => CloseQuestion::keep(vector.list("keep")),
        None => CloseQuestion::hand(vector.list("cards")),
    };
    let mut given = values(&asked["given"]);
    if let Some(laps) = asked.get("laps") {
        given.insert("laps".to_owned(), laps.to_string());
    }
    for (name, value) in given {
        made = made.given(name, value);
    }
    made
}

fn closed(found: Close) -> Value {
    if found.closings.is_empty() {
        return found.verdict.map_or(Value::Null, |verdict| close_verdict(&verdict));
    }
    let told = |card: &str, verdict: &CloseVerdict| {
        let mut made = close_verdict(verdict);
        made["card"] = card.into();
        made
    };
    let closings: Vec<_> = found.closings.iter().map(|one| told(&one.card, &one.verdict)).collect();
    json!({"legal": found.is_legal(), "best": found.best_card, "closings": closings})
}

fn close_verdict(found: &CloseVerdict) -> Value {
    let (mut told, not_judged) = match found {
        CloseVerdict::Refused(refused) => {
            let mut clauses: Vec<_> = refused.broken.iter().map(|broken| &broken.clause).collect();
            clauses.dedup(); // they come in order
            (json!({"legal": false, "clauses": clauses}), &refused.not_judged)
        }
        CloseVerdict::Legal(legal) => {
            let outcome = &legal.outcome;
            let told = match legal.worth {
                Worth::WinsGame => json!({"legal": true, "chinchon": true, "outcome": outcome}),
                Worth::Writes(points) => json!({"legal": true, "outcome": outcome, "score": points}),
                Worth::HangsOnOthers => json!({"legal": true, "outcome": outcome, "score": null}),
            };
            (told, &legal.not_judged)
        }
    };
    if !not_judged.is_empty() {
        told["not_judged"] = not_judged.clone().into();
    }
    told
}
