//! The conformance runner: what it compares, what it asks, and how it ends.

use std::collections::HashSet;
use std::fs;
use std::time::Duration;

use referee_client::Client;
use referee_client::v1::{Finding, Place};
use serde_json::{Value, json};

use runner::asking::{Asker, refused};
use runner::games::finding;
use runner::tally::Tally;
use runner::vectors::Vector;

#[path = "../../examples/conform/main.rs"]
#[allow(dead_code)] // it is run as a program, too
mod runner;

fn vector(line: &Value) -> Vector {
    Vector::read("part", 1, &line.to_string()).unwrap()
}

#[test]
fn answers_are_compared_as_the_protocol_says() {
    let twelve = json!({"answer": {"deadwood": 12}});
    for (wanted, given, same) in [
        (json!({"answer": {"deadwood": 12, "melds": [["7o"]]}}), json!({"melds": [["7o"]], "deadwood": 12}), true),
        (twelve.clone(), json!({"deadwood": 11}), false),
        (twelve, json!({"deadwood": 12, "loose": []}), false),
        (json!({"answer": {"loose": ["7o", "7c"]}}), json!({"loose": ["7c", "7o"]}), false),
        (json!({"answer": {"score": 1}}), json!({"score": true}), false),
        (json!({"answer": {"error": {"code": "CARD_TWICE", "message": "x"}}}), refused("CARD_TWICE"), true),
        (json!({"answer": {"error": {"code": "CARD_TWICE"}}}), refused("CARD_UNKNOWN"), false),
        (json!({"answer": {"error": {"code": "RULE_SET_UNKNOWN"}}}), refused("RULE_SET_NOT_FOUND"), true),
        (json!({"answer": {"legal": true}, "expect": {"legal": true}}), json!({"legal": true}), true),
        (json!({"answer": {"legal": true}, "expect": {"legal": false}}), json!({"legal": true}), false),
        (json!({"answer": {"error": {"code": "X"}}, "expect": "error"}), refused("X"), true),
        (json!({"answer": {"legal": true}, "expect": "error"}), json!({"legal": true}), false),
    ] {
        assert_eq!(vector(&wanted).same(&given), same, "{wanted} and {given}");
    }
}

#[tokio::test]
async fn what_no_message_can_say_is_not_asked() {
    let top = std::env::temp_dir().join(format!("referee-conform-{}", std::process::id()));
    fs::create_dir_all(top.join("rules")).unwrap();
    fs::write(top.join("rules/good.yaml"), "rule_set: good\nextends: spanish-40\n").unwrap();
    fs::write(top.join("rules/lost.yaml"), "rule_set: lost\nextends: nowhere\n").unwrap();
    let names = HashSet::from(["spanish-40".to_owned()]);
    let mut asker = Asker::new(Client::new("127.0.0.1:1").unwrap(), top.clone(), names);
    let hand =
        |rules: &str| json!({"question": {"op": "deadwood", "rules": rules, "hand": []}, "answer": {"deadwood": 0}});
    let record = |rounds: Value, phase: &str| {
        let question = json!({"op": "legal_actions", "rules": "spanish-40", "record": {"rounds": rounds}});
        json!({"question": question, "answer": {"phase": phase}})
    };
    for (line, wanted) in [
        (hand("spanish-40"), true),
        (hand("rules/good.yaml"), true),
        (hand("rules/lost.yaml"), false),
        (json!({"question": {"op": "deadwood", "rules": "spanish-40", "seats": 0}, "answer": {}}), false),
        (json!({"question": {"op": "meld", "rules": "spanish-40", "cards": []}, "answer": {"meld": false}}), false),
        (json!({"question": {"op": "close", "rules": "x"}, "answer": {"error": {"code": "KEEP_OR_CARDS"}}}), false),
        (json!({"question": {"op": 1}, "answer": {"error": {"code": "WRONG_TYPE"}}}), false),
        (json!({"question": [1], "answer": {"error": {"code": "NOT_AN_OBJECT"}}}), false),
        (json!({"bytes": "ff", "answer": {"error": {"code": "NOT_UTF8"}}}), false),
        (record(json!([{}]), "draw"), true),
        (record(json!([{}, {}]), "draw"), false),
        (record(json!([{}]), "lay_off"), false),
    ] {
        assert_eq!(asker.askable(&vector(&line)).unwrap(), wanted, "{line}");
    }
    fs::remove_dir_all(top).unwrap();
}

#[tokio::test]
async fn what_no_message_can_say_is_a_line() {
    let top = std::env::temp_dir().join(format!("referee-lines-{}", std::process::id()));
    fs::create_dir_all(top.join("tests/rules")).unwrap();
    fs::write(top.join("tests/rules/around.yaml"), "rule_set: around\n").unwrap();
    let meld = |rules: &str| json!({"question": {"op": "meld", "rules": format!("tests/rules/{rules}.yaml")}});
    let around = Some(br#"{"op":"meld","rules":"around"}"#.to_vec());
    let unknown = Some(br#"{"op":"meld","rules":"tests/rules/no-such.yaml"}"#.to_vec());
    for (held, name, wanted) in [
        (meld("around"), "around", around),
        (meld("around"), "other", None),
        (meld("no-such"), "other", unknown),
        (json!({"bytes": "ff7b"}), "other", Some(vec![0xff, b'{'])),
        (json!({"line": "[1", "times": 2}), "other", Some(b"[1[1".to_vec())),
    ] {
        let client = Client::new("127.0.0.1:1").unwrap();
        let asker = Asker::new(client, top.clone(), HashSet::from([name.to_owned()]));
        assert_eq!(asker.line(&vector(&held)), wanted, "{held}");
    }
    fs::remove_dir_all(top).unwrap();
}

#[test]
fn findings_have_what_they_have() {
    let path = "rounds[0].play".to_owned();
    for (turn, wanted) in [
        (2, json!({"code": "X", "round": 1, "turn": 2, "seat": "B"})),
        (0, json!({"code": "X", "round": 1, "seat": "B", "path": "rounds[0].play"})),
    ] {
        let place = Place { round: 1, turn, seat: "B".to_owned(), path: path.clone(), ..Place::default() };
        let found = Finding { code: "X".to_owned(), place: Some(place), ..Finding::default() };
        assert_eq!(finding(&found), wanted);
    }
}

#[test]
fn the_result_says_how_it_went() {
    let right = vector(&json!({"question": {"op": "close"}, "answer": {"legal": true}}));
    for (wanted, given) in [(0, &[true, true][..]), (1, &[true, false]), (2, &[])] {
        let mut tally = Tally::new(1);
        for legal in given {
            tally.answered(&right, &json!({"legal": legal}));
        }
        tally.unasked(&right);
        assert_eq!(tally.print(Duration::ZERO), wanted);
    }
}
