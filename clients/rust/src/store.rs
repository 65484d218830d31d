//! House rules that a server keeps.

use std::fmt::Write as _;

use tonic::Code;

use crate::client::Client;
use crate::errors::Error;
use crate::methods;
use crate::rules::Source;
use crate::v1;

/// How a source is kept. By default as the first revision of its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keeping {
    /// That of the latest revision of the name; empty where there is none yet.
    pub etag: String,
    /// A UUID of the caller's choice: the same request under the same id is answered as the first time. Empty: one is made for
    /// this call.
    pub request_id: String,
    /// Only say what would be answered.
    pub validate_only: bool,
}

impl Keeping {
    /// As the revision after the one with an etag.
    pub fn after(etag: impl Into<String>) -> Self {
        Self { etag: etag.into(), ..Self::default() }
    }
}

impl Client {
    /// Keeps a source as the next revision of the name it gives itself; of a source with mistakes nothing is kept, and the
    /// answer has diagnostics. Where the etag is not that of the latest revision the call fails with `ETAG_OUTDATED`, or
    /// `RULE_SET_EXISTS` if there was none, and `etag` among the metadata is the one it should have been.
    ///
    /// Every attempt has the same request id, so that one whose answer was lost is repeated safely.
    pub async fn create_rule_set(
        &self,
        source: &Source,
        keeping: &Keeping,
    ) -> Result<v1::CreateRuleSetResponse, Error> {
        let request = v1::CreateRuleSetRequest {
            source: source.yaml().to_vec(),
            etag: keeping.etag.clone(),
            request_id: identified(&keeping.request_id)?,
            validate_only: keeping.validate_only,
        };
        self.repeat(&methods::CREATE_RULE_SET, request, true).await
    }

    /// One revision of a name, the latest unless another is asked for, and its YAML where `with_source` says so.
    pub async fn get_stored_rule_set(
        &self,
        name: impl Into<String>,
        revision: Option<i32>,
        with_source: bool,
    ) -> Result<v1::StoredRuleSet, Error> {
        let request =
            v1::GetStoredRuleSetRequest { name: name.into(), revision: revision.unwrap_or_default(), with_source };
        let answer = self.call(&methods::GET_STORED_RULE_SET, request).await?;
        answer.rule_set.ok_or_else(|| Error::nonsense("lacks the rule set"))
    }

    /// The latest revision of every name, by name.
    pub async fn list_stored_rule_sets(&self) -> Result<Vec<v1::StoredRuleSet>, Error> {
        let mut listed = Vec::new();
        let mut page_token = String::new();
        loop {
            let request = v1::ListStoredRuleSetsRequest { page_size: 0, page_token };
            let page = self.call(&methods::LIST_STORED_RULE_SETS, request).await?;
            listed.extend(page.rule_sets);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(listed);
            }
        }
    }

    /// All revisions of a name, the latest first.
    pub async fn list_rule_set_revisions(&self, name: impl Into<String>) -> Result<Vec<v1::StoredRuleSet>, Error> {
        let name = name.into();
        let mut listed = Vec::new();
        let mut page_token = String::new();
        loop {
            let request = v1::ListRuleSetRevisionsRequest { name: name.clone(), page_size: 0, page_token };
            let page = self.call(&methods::LIST_RULE_SET_REVISIONS, request).await?;
            listed.extend(page.rule_sets);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(listed);
            }
        }
    }

    /// Takes a name off the lists, whose latest revision has an etag; its revisions are still found as `casa@2` and by digest.
    /// The id of the request is as in [`Keeping::request_id`].
    pub async fn delete_rule_set(
        &self,
        name: impl Into<String>,
        etag: impl Into<String>,
        request_id: &str,
    ) -> Result<(), Error> {
        let request =
            v1::DeleteRuleSetRequest { name: name.into(), etag: etag.into(), request_id: identified(request_id)? };
        self.repeat(&methods::DELETE_RULE_SET, request, true).await.map(|_| ())
    }
}

/// The id of a request: the caller's, or a random UUID (version 4 of RFC 9562).
fn identified(id: &str) -> Result<String, Error> {
    if !id.is_empty() {
        return Ok(id.to_owned());
    }
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Error::new(Code::Internal, format!("no id is to be had: {error}")))?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::with_capacity(36);
    for (i, byte) in bytes.iter().enumerate() {
        let part = if matches!(i, 4 | 6 | 8 | 10) { "-" } else { "" };
        let _ = write!(text, "{part}{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_are_random_uuids_unless_the_caller_has_one() {
        let ids: BTreeSet<_> = (0..1000).map(|_| identified("").unwrap()).collect();
        assert_eq!(ids.len(), 1000);
        for id in &ids {
            let parts: Vec<_> = id.split('-').map(str::len).collect();
            assert_eq!(parts, [8, 4, 4, 4, 12], "{id}");
            assert!(id.chars().all(|sign| sign == '-' || sign.is_ascii_digit() || ('a'..='f').contains(&sign)), "{id}");
            assert!(id[14..].starts_with('4') && id[19..].starts_with(['8', '9', 'a', 'b']), "{id}");
        }
        assert_eq!(identified("mine").unwrap(), "mine");
    }
}
