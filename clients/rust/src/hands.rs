//! What hands are worth.

use crate::client::Client;
use crate::errors::Error;
use crate::methods;
use crate::rules::Table;
use crate::v1;

/// The most items of one batch; more are sent in several.
pub const BATCH_ITEMS: usize = 1000;

/// The answer to one item of a batch, or why it was not judged.
pub type Item<A> = Result<A, v1::InputFault>;

/// Some cards: one in each text, or all in a single text, parted by blanks. Any notation a person would write is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cards(Vec<String>);

impl Cards {
    pub(crate) fn list(self) -> v1::CardList {
        v1::CardList { cards: self.0 }
    }
}

impl From<&str> for Cards {
    fn from(cards: &str) -> Self {
        Self(vec![cards.to_owned()])
    }
}

impl From<Vec<String>> for Cards {
    fn from(cards: Vec<String>) -> Self {
        Self(cards)
    }
}

impl<S: Into<String>> FromIterator<S> for Cards {
    fn from_iter<I: IntoIterator<Item = S>>(cards: I) -> Self {
        Self(cards.into_iter().map(Into::into).collect())
    }
}

/// What a hand is worth.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hand {
    /// Points of the loose cards in the best arrangement.
    pub deadwood: i32,
    /// The best arrangement.
    pub best: v1::Arrangement,
    /// Every arrangement with as few loose points, the best first, at most 100; empty unless they were asked for.
    pub optimal: Vec<v1::Arrangement>,
    /// There are more than these.
    pub more_optimal: bool,
    /// Digest of the rule set that judged.
    pub rule_set_digest: String,
}

impl Hand {
    fn read(value: Option<v1::HandValue>, rule_set_digest: &str) -> Result<Self, Error> {
        let found = value.ok_or_else(|| Error::nonsense("lacks the value of the hand"))?;
        Ok(Self {
            deadwood: found.deadwood,
            best: found.best.ok_or_else(|| Error::nonsense("lacks an arrangement"))?,
            optimal: found.optimal,
            more_optimal: found.more_optimal,
            rule_set_digest: rule_set_digest.to_owned(),
        })
    }
}

impl Client {
    /// What a hand is worth, in its best arrangement.
    pub async fn evaluate_hand(&self, table: &Table, cards: impl Into<Cards>) -> Result<Hand, Error> {
        self.evaluated(table, cards.into(), false).await
    }

    /// The same with every arrangement that has as few loose points, in [`Hand::optimal`].
    pub async fn optimal_arrangements(&self, table: &Table, cards: impl Into<Cards>) -> Result<Hand, Error> {
        self.evaluated(table, cards.into(), true).await
    }

    async fn evaluated(&self, table: &Table, cards: Cards, all_optimal: bool) -> Result<Hand, Error> {
        let cards = cards.0;
        let request = |setup| v1::EvaluateHandRequest { table: Some(setup), cards: cards.clone(), all_optimal };
        let ask = |setup| self.call(&methods::EVALUATE_HAND, request(setup));
        let answer = self.by_digest(table, ask, |answer| &answer.rule_set_digest).await?;
        Hand::read(answer.value, &answer.rule_set_digest)
    }

    /// What each of any number of hands is worth, in order. Each batch of 1,000 has a deadline of its own.
    pub async fn batch_evaluate_hands<I>(&self, table: &Table, hands: I) -> Result<Vec<Item<Hand>>, Error>
    where
        I: IntoIterator,
        I::Item: Into<Cards>,
    {
        let lists: Vec<_> = hands.into_iter().map(|cards| cards.into().list()).collect();
        let mut items = Vec::with_capacity(lists.len());
        for batch in lists.chunks(BATCH_ITEMS) {
            let request =
                |setup| v1::BatchEvaluateHandsRequest { table: Some(setup), hands: batch.to_vec(), all_optimal: false };
            let ask = |setup| self.call(&methods::BATCH_EVALUATE_HANDS, request(setup));
            let answer = self.by_digest(table, ask, |answer| &answer.rule_set_digest).await?;
            complete(answer.results.len(), batch.len())?;
            for one in answer.results {
                items.push(match one.result {
                    Some(v1::hand_result::Result::Fault(fault)) => Err(fault),
                    Some(v1::hand_result::Result::Value(value)) => {
                        Ok(Hand::read(Some(value), &answer.rule_set_digest)?)
                    }
                    None => return Err(Error::nonsense("lacks an item")),
                });
            }
        }
        Ok(items)
    }
}

/// An error where a server answers other than it was asked.
pub(crate) fn complete(answered: usize, asked: usize) -> Result<(), Error> {
    if answered == asked {
        return Ok(());
    }
    Err(Error::nonsense(&format!("has {answered} items, and {asked} were asked for")))
}
