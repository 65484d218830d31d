//! Records judged, and games played action by action.

use std::collections::BTreeMap;

use referee_client::v1::{Deal, Finding, GameState, Phase, Verdict, Weight};
use referee_client::{Client, Error, Play, Reading, Table};
use serde_json::{Map, Value, json};

use super::asking::{refused, values};
use super::vectors::Vector;

pub fn verdict(found: &Verdict) -> Value {
    let accepted = found.accepted.unwrap_or_default();
    let mut told = json!({
        "status": found.status().name(),
        "complete": found.complete,
        "accepted": {"rounds": accepted.rounds, "turns": accepted.turns, "actions": accepted.actions},
        "totals": found.totals,
        "out": found.out,
        "winners": found.winners,
    });
    if let Some(first) = &found.first_violation {
        told["violation"] = finding(first);
    }
    let stands = found.findings.iter().filter(|one| one.weight() == Weight::Irregularity).map(finding);
    let stands: Vec<_> = stands.collect();
    if !stands.is_empty() {
        told["stands"] = stands.into();
    }
    told
}

/// A finding by its code, its clause and as much of its place as it has; the path only of what is no play.
pub fn finding(found: &Finding) -> Value {
    let place = found.place.clone().unwrap_or_default();
    let mut told = Map::new();
    for (key, text) in [("code", &found.code), ("clause", &found.clause), ("seat", &place.seat)] {
        if !text.is_empty() {
            told.insert(key.to_owned(), text.as_str().into());
        }
    }
    for (key, number) in [("round", place.round), ("turn", place.turn), ("action", place.action)] {
        if number != 0 {
            told.insert(key.to_owned(), number.into());
        }
    }
    if place.turn == 0 && !place.path.is_empty() {
        told.insert("path".to_owned(), place.path.into());
    }
    told.into()
}

/// Whether a record stops there before its close: what is shown behind it are no actions.
pub fn stops_in_its_first_round(vector: &Vector) -> bool {
    let rounds = vector.question["record"]["rounds"].as_array().map_or(0, Vec::len);
    rounds == 1 && matches!(vector.answer["phase"].as_str(), Some("offer" | "draw" | "discard"))
}

/// Plays the game of each record, action by action, and asks what may come next.
pub async fn legal_actions(client: &Client, table: &Table, batch: &[Vector]) -> Result<Vec<Value>, Error> {
    let mut made = Vec::with_capacity(batch.len());
    for vector in batch {
        let record = &vector.question["record"];
        let mut at = Table::new(table.rules.clone());
        at.seats = record["seats"].as_object().and_then(|seats| seats.len().try_into().ok());
        at.options = values(&record["options"]);
        made.push(match played(client, &at, record).await? {
            None => refused("RECORD_INVALID"),
            Some(state) => legal(client, &at, &state).await?,
        });
    }
    Ok(made)
}

async fn legal(client: &Client, table: &Table, state: &GameState) -> Result<Value, Error> {
    let found = client.list_legal_actions(table, Some(state)).await?;
    // A server is shown the stock, and names the card.
    let word = |word: &str| if word.starts_with('+') { "+?".to_owned() } else { word.to_owned() };
    let words: Vec<_> = found.actions.iter().map(|action| word(&action.word)).collect();
    Ok(json!({"phase": phase(found.phase()), "seat": found.seat, "legal": words}))
}

fn phase(phase: Phase) -> String {
    phase.as_str_name().trim_start_matches("PHASE_").to_lowercase()
}

/// Where the game of a record stands; none if an action is refused.
async fn played(client: &Client, table: &Table, record: &Value) -> Result<Option<GameState>, Error> {
    let reading = Reading { rules: Some(table.rules.clone()), ..Reading::default() };
    let parsed = client.parse_record(record.to_string(), &reading).await?;
    let Some(first) = parsed.plays.into_iter().next() else {
        return Ok(None);
    };
    let deal = Play::deal(dealt(&record["rounds"][0]));
    let mut state = None;
    for play in std::iter::once(deal).chain(first.actions.into_iter().map(Play::from)) {
        match client.apply_action(table, state.as_ref(), play).await?.outcome() {
            Ok(next) => state = Some(next),
            Err(_) => return Ok(None),
        }
    }
    Ok(state)
}

fn dealt(round: &Value) -> Deal {
    let text = |key: &str| round[key].as_str().unwrap_or_default().to_owned();
    let hands = round["hands"].as_object().into_iter().flatten();
    Deal {
        eldest: text("eldest"),
        pack: text("pack"),
        hands: hands
            .map(|(seat, cards)| (seat.clone(), cards.as_str().unwrap_or_default().to_owned()))
            .collect::<BTreeMap<_, _>>(),
        upcard: text("upcard"),
        stock: round["stock"].as_str().map(str::to_owned),
    }
}
