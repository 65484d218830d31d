//! The client against a real `referee serve`: the program that REFEREE names, or the one on the path.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use std::{env, fs};

use referee_client::v1::{Deal, Phase, Ruling};
use referee_client::{
    ActionVerdict, Client, CloseQuestion, CloseVerdict, Code, Judging, Play, Reading, Rules, Source, Status, Table,
    Worth, Writing, methods, v1,
};
use tokio::time::timeout;
use tokio_stream::StreamExt;

use crate::scripted::spanish;
use crate::streaming::Cable;

/// A real server. It ends with the last test that holds it, and its store with it.
pub struct Real {
    child: Child,
    pub address: String,
    folder: Option<PathBuf>,
}

/// The tokens of somebody who may change what the server keeps, and of somebody who may not.
pub const AUTHOR: &str = "the-author-of-casa";
pub const READER: &str = "somebody-who-reads";

static SHARED: Mutex<Weak<Real>> = Mutex::new(Weak::new());
static KEEPING: AtomicUsize = AtomicUsize::new(0);

/// The server that other tests are asking now, or a new one.
pub fn real() -> Arc<Real> {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let started = Arc::new(Real::start(&[], None));
        *shared = Arc::downgrade(&started);
        started
    })
}

/// A server of one's own that keeps house rules, in a new store, and asks for a token.
pub fn keeping() -> Real {
    let number = KEEPING.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("referee-client-{}-{number}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let text = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(text("author"), AUTHOR).unwrap();
    fs::write(text("reader"), READER).unwrap();
    fs::write(text("tokens.yaml"), "ane: {role: author, file: author}\njon: {role: reader, file: reader}\n").unwrap();
    let (store, tokens) = (text("rules.db"), text("tokens.yaml"));
    let migrated = Command::new(program()).args(["migrate", "--store", &store]).output().unwrap();
    assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
    Real::start(&["--store", &store, "--tokens-file", &tokens], Some(folder))
}

fn program() -> String {
    env::var("REFEREE").unwrap_or_else(|_| "referee".to_owned())
}

impl Real {
    fn start(arguments: &[&str], folder: Option<PathBuf>) -> Self {
        let program = program();
        let mut command = Command::new(&program);
        command.args(["serve", "--address", "127.0.0.1:0"]).args(arguments);
        let child = command.stdout(Stdio::piped()).spawn();
        let mut child =
            child.unwrap_or_else(|error| panic!("{program} cannot be started ({error}); name it by REFEREE"));
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("{program} said {line:?}"));
        Self { child, address: address.to_owned(), folder }
    }

    pub fn client(&self) -> Client {
        Client::new(&self.address).unwrap()
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(folder) = &self.folder {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// The table of the example program.
fn house() -> Table {
    Table::new(Source::inline(
        "rule_set: casa-abuela\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n    \
         es.4: loose.count at most 1 card and deadwood below 5 points\n",
    ))
}

#[tokio::test]
async fn rule_sets_are_told_checked_and_compiled() {
    let server = real();
    let client = server.client();
    let names: Vec<_> = client.list_rule_sets().await.unwrap().into_iter().map(|one| one.name).collect();
    assert!(names.is_sorted() && names.contains(&"spanish-40".to_owned()), "{names:?}");
    let told = client.get_rule_set("spanish-40", true).await.unwrap();
    assert_eq!(told.summary.unwrap().name, "spanish-40");
    assert!(!told.source.is_empty());
    let error = client.get_rule_set("spanish-41", false).await.unwrap_err();
    assert_eq!((error.code(), error.reason()), (Code::NotFound, Some("RULE_SET_NOT_FOUND")));
    assert_eq!(error.metadata()["nearest"], "spanish-40");
    let bad = Source::inline("rule_set: x\nformat: 1\nextends: spanish-40\nclose: 3\n");
    let checked = client.check_rule_set(&bad).await.unwrap();
    assert!(!checked.usable && !checked.diagnostics.is_empty());
    let Rules::Source(source) = house().rules else { unreachable!() };
    let compiled = client.compile_rule_set(&source).await.unwrap().rule_set.unwrap();
    assert_eq!(compiled.name, "casa-abuela");
    let by_digest = Table::new(Rules::Digest(compiled.digest.clone()));
    assert_eq!(client.evaluate_hand(&by_digest, "7o").await.unwrap().rule_set_digest, compiled.digest);
    let printed = client.describe_rule_set(&spanish().seats(3).language("es")).await.unwrap();
    assert_eq!((printed.seats, printed.language.as_str()), (3, "es"));
    assert!(!printed.paragraphs.is_empty());
}

#[tokio::test]
async fn what_has_no_method_of_its_own_is_called() {
    let server = real();
    let request = v1::CreateRuleSetRequest { source: b"rule_set: x".to_vec(), ..Default::default() };
    let error = server.client().call(&methods::CREATE_RULE_SET, request).await.unwrap_err();
    assert_eq!((error.code(), error.reason()), (Code::FailedPrecondition, Some("NO_STORE")));
}

#[tokio::test]
async fn hands_and_closes_are_judged() {
    let server = real();
    let client = server.client();
    for _ in 0..2 {
        let hand = client.optimal_arrangements(&house(), "4o 5o 6o 7c 7e 7b 12c").await.unwrap(); // then by digest
        assert_eq!((hand.deadwood, hand.optimal.is_empty(), hand.best.melds.len()), (12, false, 2));
    }
    let items = client.batch_evaluate_hands(&house(), ["7o 7c 7e", "7z", "1o"]).await.unwrap();
    let worth: Vec<_> =
        items.into_iter().map(|item| item.map(|hand| hand.deadwood).map_err(|fault| fault.reason)).collect();
    assert_eq!(worth, [Ok(0), Err("CARD_UNKNOWN".to_owned()), Ok(1)]);

    let question = CloseQuestion::hand("4c 5c 6c 11o 11e 11b 5b 2e");
    let close = client.check_close(&house(), question.clone().closing("2e")).await.unwrap();
    assert!(!close.is_legal());
    assert_eq!(close.broken()[0].clause, "es.4");
    assert_eq!(close.legal_cards().collect::<Vec<_>>(), ["5b"]);
    let best = client.check_close(&house(), question).await.unwrap();
    assert_eq!(best.best_card.as_deref(), Some("5b"));
    let Some(CloseVerdict::Legal(legal)) = best.verdict else { panic!("{best:?}") };
    assert_eq!((legal.outcome.as_str(), legal.worth), ("plain", Worth::Writes(2)));
    let chinchon = CloseQuestion::keep("1b 2b 3b 4b 5b 6b 7b");
    let items = client.batch_check_closes(&spanish(), [chinchon, CloseQuestion::keep("7o")]).await.unwrap();
    let [Ok(won), Err(fault)] = &items[..] else { panic!("{items:?}") };
    let Some(CloseVerdict::Legal(legal)) = &won.verdict else { panic!("{won:?}") };
    assert_eq!((legal.worth, &legal.not_judged[..]), (Worth::WinsGame, &["es.2".to_owned()][..]));
    assert_eq!(fault.reason, "WRONG_NUMBER_OF_CARDS");
    assert!(fault.to_string().starts_with("WRONG_NUMBER_OF_CARDS: "));

    let error = client.evaluate_hand(&spanish(), "7z").await.unwrap_err();
    assert_eq!((error.code(), error.violations()[0].field.as_str()), (Code::InvalidArgument, "cards"));
}

fn hands() -> BTreeMap<String, String> {
    let hands = [("A", "4o 12o 5c 6c 7c 1e 12e"), ("B", "2o 11o 3c 4c 12c 6e 10b")];
    hands.map(|(seat, cards)| (seat.to_owned(), cards.to_owned())).into()
}

fn record(slip: &str) -> String {
    let hands = hands();
    format!(
        r#"{{"record": 1, "rules": "spanish-40", "seats": {{"A": "Ane", "B": "Jon"}}, "rounds": [{{"eldest": "A",
        "hands": {{"A": "{}", "B": "{}"}}, "upcard": "12b", "play": "A: <12b-4o +5b-{slip} +2bx2b", "scores": {{"A": 1, "B": 34}}}}]}}"#,
        hands["A"], hands["B"]
    )
}

/// A round of the house rule, played to its end.
async fn played(client: &Client) -> v1::GameState {
    let deal = Deal { eldest: "A".to_owned(), hands: hands(), upcard: "12b".to_owned(), ..Deal::default() };
    let words = ["<12b", "-4o", "+5b", "-12c", "+2b", "x2b"];
    let mut state: Option<v1::GameState> = None;
    for play in std::iter::once(Play::deal(deal)).chain(words.map(Play::from)) {
        let check = client.check_action(&house(), state.as_ref(), play.clone()).await.unwrap();
        assert_eq!(check.verdict, ActionVerdict::Legal(()), "{play:?}");
        state = Some(client.apply_action(&house(), state.as_ref(), play).await.unwrap().outcome().unwrap());
    }
    state.unwrap()
}

#[tokio::test]
async fn a_game_is_played_and_scored() {
    let server = real();
    let client = server.client();
    let state = played(&client).await;
    let score = client.score_round(&house(), &state, Some(&spanish())).await.unwrap();
    let next = score.next.unwrap();
    let sheet = score.sheet.unwrap();
    assert_eq!((next.phase(), sheet.lines.len()), (Phase::Deal, 2));
    assert!(score.repriced.is_some());
    let again = client.score_facts(&house(), &score.facts.unwrap(), None).await.unwrap();
    assert_eq!(again.sheet.unwrap(), sheet);
    for play in [Play::reenter("B"), Play::decline("B")] {
        let refused = client.check_action(&house(), Some(&next), play).await.unwrap();
        assert_eq!(refused.refusal().map(|refusal| refusal.code.as_str()), Some("NOT_OUT"));
    }
    let ruling = Ruling { points: BTreeMap::from([("A".to_owned(), 5)]), ..Ruling::default() };
    let ruled = client.apply_ruling(&house(), &state, None, ruling).await.unwrap().outcome().unwrap();
    assert_eq!(ruled.round.unwrap().penalties[0].points, 5);
}

#[tokio::test]
async fn a_play_is_refused_with_what_would_be_legal() {
    let server = real();
    let client = server.client();
    let deal = Deal { eldest: "A".to_owned(), hands: hands(), upcard: "12b".to_owned(), ..Deal::default() };
    let mut state = None;
    for play in [Play::deal(deal), "<12b".into()] {
        state = Some(client.apply_action(&house(), state.as_ref(), play).await.unwrap().outcome().unwrap());
    }
    let close = Play::close("A", "7c", ["4o5c"]);
    let refusal = client.apply_action(&house(), state.as_ref(), close).await.unwrap().outcome().unwrap_err();
    assert!(!refusal.code.is_empty() && !refusal.legal.is_empty(), "{refusal:?}");
    let legal = client.list_legal_actions(&house(), state.as_ref()).await.unwrap();
    assert_eq!(legal.phase(), Phase::Discard);
    for one in legal.actions {
        let check = client.check_action(&house(), state.as_ref(), one.action.unwrap()).await.unwrap();
        assert!(check.is_allowed(), "{}", one.word);
    }
}

#[tokio::test]
async fn records_are_read_written_and_judged() {
    let server = real();
    let client = server.client();
    let parsed = client.parse_record(record("12c"), &Reading::default()).await.unwrap();
    assert!(parsed.faults.is_empty());
    let plays = parsed.plays.into_iter().map(|play| play.actions).collect();
    let writing = Writing { seal: true, plays, ..Writing::default() };
    let written = client.format_record(record("12c"), &writing).await.unwrap();
    let judging = Judging { rules: Some(house().rules), language: "es".to_owned(), ..Judging::default() };
    for (text, wanted) in [
        (record("12c"), Status::Clean),
        (written.yaml, Status::Clean),
        (record("12b"), Status::Violation),
        ("{".to_owned(), Status::Unreadable),
    ] {
        let verdict = client.validate_record(&text, &judging).await.unwrap();
        assert_eq!(verdict.status(), wanted, "{text}");
        assert_eq!(verdict.first_violation.is_none(), wanted.is_in_order());
    }
    let judging = Judging { full: true, ..Judging::default() };
    let items = client.batch_validate_records(&[record("12c"), record("12b")], &judging).await.unwrap();
    let [Ok(clean), Ok(violated)] = &items[..] else { panic!("{items:?}") };
    assert!(clean.status() == Status::Clean && !clean.sheet.is_empty());
    assert_eq!(violated.first_violation.as_ref().unwrap().code, "NOT_IN_HAND");
    let lines = client.answer_lines(&[r#"{"op": "meld", "rules": "spanish-40", "cards": ["7o"]}"#, "{"]).await.unwrap();
    assert_eq!(lines[0], r#"{"meld": false}"#);
    assert!(lines.len() == 2 && lines[1].contains("NOT_JSON"), "{lines:?}");
}

/// Two rounds, each with a score that is not what the rules give.
fn miscounted() -> String {
    let hands = hands();
    let round = |eldest: &str, other: &str, points: [i32; 2]| {
        format!(
            r#"{{"eldest": "{eldest}", "hands": {{"{eldest}": "{}", "{other}": "{}"}}, "upcard": "12b",
            "play": "{eldest}: <12b-4o +5b-12c +2bx2b", "scores": {{"{eldest}": {}, "{other}": {}}}}}"#,
            hands["A"], hands["B"], points[0], points[1]
        )
    };
    let (first, second) = (round("A", "B", [1, 37]), round("B", "A", [2, 34]));
    format!(
        r#"{{"record": 1, "rules": "spanish-40", "seats": {{"A": "Ane", "B": "Jon"}}, "rounds": [{first}, {second}]}}"#
    )
}

#[tokio::test]
async fn records_are_judged_as_it_is_said() {
    let server = real();
    let client = server.client();
    for (keep_going, language, findings, message) in
        [(false, "", 0, "the sheet says 37"), (true, "es", 1, "la hoja dice 37")]
    {
        let judging = Judging { keep_going, language: language.to_owned(), ..Judging::default() };
        let records = [miscounted().replace('\n', " ")]; // places are the same in all
        let alone = client.validate_record(&records[0], &judging).await.unwrap();
        let batch = client.batch_validate_records(&records, &judging).await.unwrap().pop().unwrap().unwrap();
        let mut stream = client.stream_validate_records(tokio_stream::iter(records), judging);
        let streamed = stream.next().await.unwrap().unwrap().verdict.unwrap();
        let first = alone.first_violation.clone().unwrap();
        assert_eq!((first.code.as_str(), alone.findings.len()), ("SCORE_DIFFERS", findings));
        assert!(first.message.contains(message), "{}", first.message);
        for other in [batch, streamed] {
            assert_eq!(
                (other.first_violation.unwrap().message, other.findings),
                (first.message.clone(), alone.findings.clone())
            );
        }
    }
}

#[tokio::test]
async fn a_stream_goes_on_over_another_connection() {
    const COUNT: usize = 1000;
    let server = real();
    let cable = Cable::to(&server.address).await;
    let client = Client::new(cable.address.to_string()).unwrap();
    let records = (0..COUNT).map(|number| record(["12c", "12b"][number % 2]));
    let mut verdicts = client.stream_validate_records(tokio_stream::iter(records), Judging::default());
    let mut heard = 0;
    while let Some(answer) = timeout(Duration::from_secs(60), verdicts.next()).await.expect("the stream is stuck") {
        let answer = answer.unwrap();
        assert_eq!((answer.number, answer.status), (heard, [Status::Clean, Status::Violation][heard % 2]));
        heard += 1;
        if heard == 150 || heard == 620 {
            cable.cut();
        }
    }
    assert_eq!((heard, cable.made.load(Ordering::SeqCst)), (COUNT, 3));
}
