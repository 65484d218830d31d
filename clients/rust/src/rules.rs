//! Rule sets and tables, as questions name them.

use std::collections::BTreeMap;
use std::future::Future;
use std::path::Path;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::{fs, io};

use crate::client::Client;
use crate::digests::Digests;
use crate::errors::Error;
use crate::v1;
use crate::v1::rule_set_selector::RuleSet as Selected;

/// What the server says when it has forgotten a digest.
const NOT_LOADED: &str = "RULE_SET_NOT_LOADED";

/// Options or facts by name, written as rule files write them: `"2"`, `"yes"`, `"no"`, a choice.
pub type Values = BTreeMap<String, String>;

/// A rule set. A text is its name: `"spanish-40".into()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// One that the server offers.
    Name(String),
    /// One by its digest from an earlier answer; the server may have forgotten it.
    Digest(String),
    /// One that is brought along.
    Source(Source),
}

/// A rule set that is brought along: its YAML, and what diagnostics are to call it.
///
/// A client sends a source once and then its digest, and sends it again when the server has forgotten it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    yaml: Arc<[u8]>,
    file_name: String,
}

impl Source {
    /// A rule set written in the program.
    pub fn inline(yaml: impl AsRef<[u8]>) -> Self {
        Self { yaml: yaml.as_ref().into(), file_name: String::new() }
    }

    /// The rule set in a file.
    pub fn file(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { yaml: fs::read(path)?.into(), file_name })
    }

    /// Its YAML.
    pub fn yaml(&self) -> &[u8] {
        &self.yaml
    }

    /// What diagnostics are to call it; empty where nobody says.
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    pub(crate) fn same_text(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.yaml, &other.yaml) || self.yaml == other.yaml
    }
}

impl Rules {
    /// The rule set as a request names it.
    pub(crate) fn selector(&self) -> v1::RuleSetSelector {
        let rule_set = match self {
            Self::Name(name) => Selected::Name(name.clone()),
            Self::Digest(digest) => Selected::Digest(digest.clone()),
            Self::Source(source) => Selected::Source(source.yaml.to_vec()),
        };
        v1::RuleSetSelector { rule_set: Some(rule_set) }
    }
}

impl From<&str> for Rules {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for Rules {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl From<Source> for Rules {
    fn from(source: Source) -> Self {
        Self::Source(source)
    }
}

/// The rule set, what the table chose, and the language it is answered in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The rule set.
    pub rules: Rules,
    /// How many play; none: the smallest number the rule set offers.
    pub seats: Option<i32>,
    /// What the table chose; what is left out has its default.
    pub options: Values,
    /// Language of refusals and clauses: `en`, `es`, `eu`, `fr`, `pt`, `tr`. Empty: English.
    pub language: String,
}

impl Table {
    /// A table that chose nothing.
    pub fn new(rules: impl Into<Rules>) -> Self {
        Self { rules: rules.into(), seats: None, options: Values::new(), language: String::new() }
    }

    /// The same with so many seats.
    #[must_use]
    pub fn seats(mut self, seats: i32) -> Self {
        self.seats = Some(seats);
        self
    }

    /// The same with an option.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.insert(name.into(), value.into());
        self
    }

    /// The same, answered in a language.
    #[must_use]
    pub fn language(mut self, language: impl Into<String>) -> Self {
        self.language = language.into();
        self
    }

    fn setup(&self, named: v1::RuleSetSelector) -> v1::TableSetup {
        v1::TableSetup { rule_set: Some(named), seats: self.seats, options: self.options.clone() }
    }

    /// The table as a request describes it, with the rule set as the caller named it: texts of a source are in no digest.
    pub(crate) fn whole(&self) -> v1::TableSetup {
        self.setup(self.rules.selector())
    }
}

impl Client {
    /// Asks what holds no text of the rules: a source that the server has seen goes as its digest, and itself again if the
    /// server has forgotten it.
    pub(crate) async fn by_digest<A, F>(
        &self,
        table: &Table,
        ask: impl Fn(v1::TableSetup) -> F,
        digest: impl Fn(&A) -> &str,
    ) -> Result<A, Error>
    where
        F: Future<Output = Result<A, Error>>,
    {
        let Rules::Source(source) = &table.rules else {
            return ask(table.whole()).await;
        };
        let known = self.digests().of(source);
        if let Some(known) = known {
            let answer = ask(table.setup(Rules::Digest(known).selector())).await;
            match answer {
                Err(error) if error.reason() == Some(NOT_LOADED) => {}
                other => return other,
            }
        }
        let answer = ask(table.whole()).await?;
        self.digests().remember(source, digest(&answer));
        Ok(answer)
    }

    pub(crate) fn digests(&self) -> MutexGuard<'_, Digests> {
        self.digests.lock().unwrap_or_else(PoisonError::into_inner) // it is only a memory
    }
}
