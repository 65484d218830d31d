//! House rules that a server keeps: one that loses answers, and a real one with a store and tokens.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use referee_client::tonic::transport::Server;
use referee_client::tonic::{Request, Response, Status, async_trait};
use referee_client::v1::rule_set_store_service_server::{RuleSetStoreService, RuleSetStoreServiceServer};
use referee_client::v1::{self, CreateRuleSetRequest, DeleteRuleSetRequest, StoredRuleSet};
use referee_client::{Client, CloseQuestion, Code, Error, Judging, Keeping, Rules, Source, Table, methods};
use tokio::net::TcpListener;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::TcpListenerStream;

use crate::served::{AUTHOR, READER, keeping, real};

/// A store that loses some answers, hears every request, and has three pages of everything.
#[derive(Clone, Default)]
struct Losing(Arc<Mutex<Losses>>);

#[derive(Default)]
struct Losses {
    lost: usize,
    created: Vec<CreateRuleSetRequest>,
    deleted: Vec<DeleteRuleSetRequest>,
    pages: Vec<String>,
}

impl Losing {
    async fn serve(&self) -> Client {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Server::builder().add_service(RuleSetStoreServiceServer::new(self.clone()));
        tokio::spawn(async move { router.serve_with_incoming(TcpListenerStream::new(listener)).await.unwrap() });
        Client::new(address.to_string()).unwrap()
    }

    fn lose(&self, answers: usize) {
        *self.0.lock().unwrap() = Losses { lost: answers, ..Losses::default() };
    }

    /// The ids of the changes that were asked for, with all that was asked beside them.
    fn asked(&self) -> Vec<(String, String)> {
        let losses = self.0.lock().unwrap();
        let created = losses.created.iter().map(|one| (one.request_id.clone(), format!("{one:?}")));
        created.chain(losses.deleted.iter().map(|one| (one.request_id.clone(), format!("{one:?}")))).collect()
    }
}

fn answer<A>(losses: &mut Losses, answer: A) -> Result<Response<A>, Status> {
    if losses.lost > 0 {
        losses.lost -= 1;
        return Err(Status::unavailable("lost"));
    }
    Ok(Response::new(answer))
}

fn page(token: &str) -> (Vec<StoredRuleSet>, String) {
    let revision = token.parse().unwrap_or(0);
    let next = if revision < 2 { (revision + 1).to_string() } else { String::new() };
    (vec![StoredRuleSet { revision, ..StoredRuleSet::default() }], next)
}

#[async_trait]
impl RuleSetStoreService for Losing {
    async fn create_rule_set(
        &self,
        request: Request<CreateRuleSetRequest>,
    ) -> Result<Response<v1::CreateRuleSetResponse>, Status> {
        let mut losses = self.0.lock().unwrap();
        losses.created.push(request.into_inner());
        answer(&mut losses, v1::CreateRuleSetResponse::default())
    }

    async fn delete_rule_set(
        &self,
        request: Request<DeleteRuleSetRequest>,
    ) -> Result<Response<v1::DeleteRuleSetResponse>, Status> {
        let mut losses = self.0.lock().unwrap();
        losses.deleted.push(request.into_inner());
        answer(&mut losses, v1::DeleteRuleSetResponse::default())
    }

    async fn get_stored_rule_set(
        &self,
        _: Request<v1::GetStoredRuleSetRequest>,
    ) -> Result<Response<v1::GetStoredRuleSetResponse>, Status> {
        answer(&mut self.0.lock().unwrap(), v1::GetStoredRuleSetResponse::default())
    }

    async fn list_stored_rule_sets(
        &self,
        request: Request<v1::ListStoredRuleSetsRequest>,
    ) -> Result<Response<v1::ListStoredRuleSetsResponse>, Status> {
        let mut losses = self.0.lock().unwrap();
        losses.pages.push(request.into_inner().page_token);
        let (rule_sets, next_page_token) = page(losses.pages.last().unwrap());
        answer(&mut losses, v1::ListStoredRuleSetsResponse { rule_sets, next_page_token })
    }

    async fn list_rule_set_revisions(
        &self,
        request: Request<v1::ListRuleSetRevisionsRequest>,
    ) -> Result<Response<v1::ListRuleSetRevisionsResponse>, Status> {
        let mut losses = self.0.lock().unwrap();
        losses.pages.push(request.into_inner().page_token);
        let (rule_sets, next_page_token) = page(losses.pages.last().unwrap());
        answer(&mut losses, v1::ListRuleSetRevisionsResponse { rule_sets, next_page_token })
    }
}

async fn create(client: &Client, id: &str) -> Result<(), Error> {
    let keeping = Keeping { request_id: id.to_owned(), ..Keeping::after("e") };
    client.create_rule_set(&Source::inline("rule_set: casa\n"), &keeping).await.map(|_| ())
}

async fn delete(client: &Client, id: &str) -> Result<(), Error> {
    client.delete_rule_set("casa", "e", id).await
}

#[tokio::test]
async fn a_change_whose_answer_is_lost_is_asked_again_under_its_id() {
    let losing = Losing::default();
    let client = losing.serve().await;
    let mut ids = BTreeSet::new();
    for (change, lost) in (0..6).zip([2, 2, 1, 1, 0, 0]) {
        losing.lose(lost);
        if change % 2 == 0 { create(&client, "").await } else { delete(&client, "").await }.unwrap();
        let asked = losing.asked();
        assert_eq!(asked, vec![asked[0].clone(); lost + 1]);
        assert_eq!(asked[0].0.len(), 36);
        ids.insert(asked[0].0.clone());
    }
    assert_eq!(ids.len(), 6);
}

#[tokio::test]
async fn an_id_of_the_callers_own() {
    let losing = Losing::default();
    let client = losing.serve().await;
    let id = "6f1c2c1e-7d3b-4c55-9f8e-1a2b3c4d5e6f";
    losing.lose(3);
    assert_eq!(create(&client, id).await.unwrap_err().code(), Code::Unavailable);
    assert_eq!(losing.asked().iter().map(|(found, _)| found.as_str()).collect::<Vec<_>>(), [id; 3]);
    losing.lose(3);
    assert_eq!(delete(&client, id).await.unwrap_err().code(), Code::Unavailable);
    assert_eq!(losing.asked().iter().map(|(found, _)| found.as_str()).collect::<Vec<_>>(), [id; 3]);
}

/// Whoever asks by the method itself may leave the id out: then nobody knows whether the change was made.
#[tokio::test]
async fn a_change_without_an_id_is_not_repeated() {
    let losing = Losing::default();
    let client = losing.serve().await;
    losing.lose(1);
    let error = client.call(&methods::CREATE_RULE_SET, CreateRuleSetRequest::default()).await.unwrap_err();
    assert_eq!((error.code(), losing.asked().len()), (Code::Unavailable, 1));
}

#[tokio::test]
async fn pages_are_hidden_and_those_that_are_lost_asked_for_again() {
    let losing = Losing::default();
    let client = losing.serve().await;
    for all in [true, false] {
        losing.lose(1);
        let listed =
            if all { client.list_stored_rule_sets().await } else { client.list_rule_set_revisions("casa").await };
        assert_eq!(listed.unwrap().iter().map(|one| one.revision).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(losing.0.lock().unwrap().pages, ["", "", "1", "2"]);
    }
    let error = client.get_stored_rule_set("casa", None, false).await.unwrap_err();
    assert_eq!(error.code(), Code::Internal);
}

fn limited(name: &str, limit: i32) -> Source {
    Source::inline(format!(
        "rule_set: {name}\nformat: 1\nextends: spanish-40\nclose: {{may_close: {{es.4: deadwood at most {limit} points}}}}\n"
    ))
}

async fn keep(client: &Client, source: Source, etag: &str) -> Result<StoredRuleSet, Error> {
    Ok(client.create_rule_set(&source, &Keeping::after(etag)).await?.rule_set.unwrap())
}

fn refused<A: std::fmt::Debug>(answer: Result<A, Error>, code: Code, reason: &str) -> Option<String> {
    let error = answer.unwrap_err();
    assert_eq!((error.code(), error.reason()), (code, Some(reason)));
    error.metadata().get("etag").cloned()
}

#[tokio::test]
async fn a_real_server_keeps_house_rules_and_judges_by_each_revision() {
    let server = keeping();
    let client = Client::builder().token(AUTHOR).unwrap().connect(&server.address).unwrap();
    let rehearsal = Keeping { validate_only: true, ..Keeping::default() };
    let report = client.create_rule_set(&limited("casa", 3), &rehearsal).await.unwrap();
    assert!(report.rule_set.is_none() && report.diagnostics.is_empty());
    let wrong = Source::inline("rule_set: casa\nformat: 1\nclose: 3\n");
    let report = client.create_rule_set(&wrong, &Keeping::default()).await.unwrap();
    assert!(report.rule_set.is_none() && !report.diagnostics.is_empty());

    let first = keep(&client, limited("casa", 3), "").await.unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    assert!(now.abs_diff(u64::try_from(first.created.unwrap().seconds).unwrap()) < 60);
    let etag = refused(keep(&client, limited("casa", 4), "").await, Code::AlreadyExists, "RULE_SET_EXISTS");
    assert_eq!(etag.as_deref(), Some(first.etag.as_str()));
    let second = keep(&client, limited("casa", 4), &first.etag).await.unwrap();
    let slower = keep(&client, limited("casa", 5), &first.etag).await;
    assert_eq!(refused(slower, Code::Aborted, "ETAG_OUTDATED").as_ref(), Some(&second.etag));
    let slower = client.delete_rule_set("casa", &first.etag, "").await;
    assert_eq!(refused(slower, Code::Aborted, "ETAG_OUTDATED").as_ref(), Some(&second.etag));

    assert!(client.list_stored_rule_sets().await.unwrap().contains(&second));
    assert_eq!(client.list_rule_set_revisions("casa").await.unwrap(), [second.clone(), first.clone()]);
    let old = client.get_stored_rule_set("casa", Some(1), true).await.unwrap();
    assert_eq!((old.etag.as_str(), old.source.as_slice()), (first.etag.as_str(), limited("casa", 3).yaml()));
    assert_eq!(client.get_stored_rule_set("casa", None, false).await.unwrap(), second);

    let digest = Rules::Digest(first.summary.unwrap().digest);
    for (rules, legal) in [("casa".into(), true), ("casa@1".into(), false), ("casa@2".into(), true), (digest, false)] {
        let close = client.check_close(&Table::new(rules), CloseQuestion::keep("4o 5o 6o 7c 7e 7b 4c")).await;
        assert_eq!(close.unwrap().is_legal(), legal);
    }
    client.delete_rule_set("casa", &second.etag, "").await.unwrap();
    refused(client.get_stored_rule_set("casa", None, false).await, Code::NotFound, "RULE_SET_NOT_FOUND");
}

#[tokio::test]
async fn a_real_server_asks_who_is_asking() {
    let server = keeping();
    let reader = Client::builder().token(READER).unwrap().connect(&server.address).unwrap();
    let error = keep(&reader, limited("otra", 3), "").await.unwrap_err();
    assert_eq!((error.code(), error.reason()), (Code::PermissionDenied, Some("ROLE_TOO_LOW")));
    assert_eq!((error.metadata()["needed"].as_str(), error.metadata()["role"].as_str()), ("author", "reader"));
    let unknown = Client::builder().token("somebody-else").unwrap();
    for (builder, reason) in [(Client::builder(), "TOKEN_MISSING"), (unknown, "TOKEN_UNKNOWN")] {
        let client = builder.connect(&server.address).unwrap();
        refused(client.list_stored_rule_sets().await, Code::Unauthenticated, reason);
        let mut stream = client.stream_validate_records(tokio_stream::iter(["{}"]), Judging::default());
        refused(stream.next().await.unwrap(), Code::Unauthenticated, reason);
    }
    refused(real().client().list_stored_rule_sets().await, Code::FailedPrecondition, "NO_STORE");
}
