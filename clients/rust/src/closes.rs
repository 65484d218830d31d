//! Whether a hand may close.

use crate::client::Client;
use crate::errors::Error;
use crate::hands::{BATCH_ITEMS, Cards, Item, complete};
use crate::methods;
use crate::rules::{Table, Values};
use crate::v1;

/// A close: the cards kept, or the whole hand with the card that is put face down among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloseQuestion {
    held: Held,
    closing_card: String,
    taken_card: String,
    given: Values,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Held {
    Keep(Cards),
    Hand(Cards),
}

impl CloseQuestion {
    /// A close with the cards that are kept; which card is put down is not known.
    pub fn keep(cards: impl Into<Cards>) -> Self {
        Self::of(Held::Keep(cards.into()))
    }

    /// A close with the whole hand. Unless a closing card is named, every card is tried.
    pub fn hand(cards: impl Into<Cards>) -> Self {
        Self::of(Held::Hand(cards.into()))
    }

    fn of(held: Held) -> Self {
        Self { held, closing_card: String::new(), taken_card: String::new(), given: Values::new() }
    }

    /// The same with the card of the hand that is put face down.
    #[must_use]
    pub fn closing(mut self, card: impl Into<String>) -> Self {
        self.closing_card = card.into();
        self
    }

    /// The same with the card of the hand that came from the discard pile in this turn.
    #[must_use]
    pub fn taken(mut self, card: impl Into<String>) -> Self {
        self.taken_card = card.into();
        self
    }

    /// The same with a fact: `("laps", "2")`.
    #[must_use]
    pub fn given(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.given.insert(name.into(), value.into());
        self
    }

    fn message(self) -> v1::CloseQuestion {
        let held = match self.held {
            Held::Keep(cards) => v1::close_question::Held::Keep(cards.list()),
            Held::Hand(cards) => v1::close_question::Held::Hand(cards.list()),
        };
        v1::CloseQuestion {
            held: Some(held),
            closing_card: self.closing_card,
            given: self.given,
            taken_card: self.taken_card,
        }
    }
}

/// The answer about a close.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Close {
    /// The verdict on the cards kept, on the closing card chosen, or on the best one; none where none was chosen and none is
    /// legal.
    pub verdict: Option<CloseVerdict>,
    /// The closing card that is best for the closer; none where none is legal, and where only the cards kept are known.
    pub best_card: Option<String>,
    /// Every card of the hand that differs, in the order of the pack, with what would come of it.
    pub closings: Vec<Closing>,
    /// Digest of the rule set that judged.
    pub rule_set_digest: String,
}

/// A card that might be put face down, and what would come of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Closing {
    /// The closing card.
    pub card: String,
    /// The verdict on the close with it.
    pub verdict: CloseVerdict,
}

/// What the rules say of one close.
#[derive(Clone, Debug, PartialEq)]
pub enum CloseVerdict {
    /// It may be done.
    Legal(LegalClose),
    /// It may not, and why.
    Refused(RefusedClose),
}

/// A close that may be done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LegalClose {
    /// Name of the outcome, for example `clean`.
    pub outcome: String,
    /// What the closer has of it.
    pub worth: Worth,
    /// Clause of the outcome.
    pub clause: String,
    /// Clause of its price.
    pub priced_by: String,
    /// The closer's best arrangement.
    pub arrangement: v1::Arrangement,
    /// Clauses that could not be judged without the closing card, and were taken to hold.
    pub not_judged: Vec<String>,
}

/// What a closer has of a legal close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The closer writes so many points.
    Writes(i32),
    /// The closer wins the game.
    WinsGame,
    /// The points depend on the hands of the others.
    HangsOnOthers,
}

/// A close that may not be done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RefusedClose {
    /// The clauses it breaks with what was measured, in natural order of their ids; at least one.
    pub broken: Vec<v1::BrokenClause>,
    /// The arrangement that breaks fewest clauses.
    pub arrangement: v1::Arrangement,
    /// Clauses that could not be judged without the closing card, and were taken to hold.
    pub not_judged: Vec<String>,
}

impl CloseVerdict {
    /// Whether the close may be done.
    pub fn is_legal(&self) -> bool {
        matches!(self, Self::Legal(_))
    }

    /// The clauses that a refused close breaks; empty where it is legal.
    pub fn broken(&self) -> &[v1::BrokenClause] {
        match self {
            Self::Legal(_) => &[],
            Self::Refused(refused) => &refused.broken,
        }
    }

    fn read(found: v1::CloseVerdict) -> Result<Self, Error> {
        let arrangement = found.arrangement.ok_or_else(|| Error::nonsense("lacks an arrangement"))?;
        let not_judged = found.not_judged;
        if !found.legal {
            let broken = found.refusal.ok_or_else(|| Error::nonsense("lacks a refusal"))?.broken;
            return Ok(Self::Refused(RefusedClose { broken, arrangement, not_judged }));
        }
        let worth = match found.writes {
            _ if found.wins_game => Worth::WinsGame,
            Some(points) => Worth::Writes(points),
            None => Worth::HangsOnOthers,
        };
        let (outcome, clause, priced_by) = (found.outcome, found.clause, found.priced_by);
        Ok(Self::Legal(LegalClose { outcome, worth, clause, priced_by, arrangement, not_judged }))
    }
}

impl Close {
    /// Whether the close is legal; where no closing card was chosen: whether any is.
    pub fn is_legal(&self) -> bool {
        self.verdict.as_ref().is_some_and(CloseVerdict::is_legal)
    }

    /// The clauses that a refused close breaks; empty where it is legal, and where no closing card was chosen.
    pub fn broken(&self) -> &[v1::BrokenClause] {
        self.verdict.as_ref().map_or(&[], CloseVerdict::broken)
    }

    /// The closing cards with which the close would be legal.
    pub fn legal_cards(&self) -> impl Iterator<Item = &str> {
        self.closings.iter().filter(|one| one.verdict.is_legal()).map(|one| one.card.as_str())
    }

    fn read(answer: v1::CloseAnswer, rule_set_digest: &str) -> Result<Self, Error> {
        let closing = |one: v1::Closing| {
            let verdict = one.verdict.ok_or_else(|| Error::nonsense("lacks a verdict"))?;
            Ok(Closing { card: one.card, verdict: CloseVerdict::read(verdict)? })
        };
        Ok(Self {
            verdict: answer.verdict.map(CloseVerdict::read).transpose()?,
            best_card: Some(answer.best_card).filter(|card| !card.is_empty()),
            closings: answer.closings.into_iter().map(closing).collect::<Result<_, Error>>()?,
            rule_set_digest: rule_set_digest.to_owned(),
        })
    }
}

impl Client {
    /// Whether a close is legal and what it is, or why not. A refused close is no error.
    pub async fn check_close(&self, table: &Table, question: CloseQuestion) -> Result<Close, Error> {
        let request = v1::CheckCloseRequest {
            table: Some(table.whole()),
            close: Some(question.message()),
            language: table.language.clone(),
        };
        let found = self.call(&methods::CHECK_CLOSE, request).await?;
        let answer = found.answer.ok_or_else(|| Error::nonsense("lacks what was asked for"))?;
        Close::read(answer, &found.rule_set_digest)
    }

    /// The same of any number of closes, in order. Each batch of 1,000 has a deadline of its own.
    pub async fn batch_check_closes<I>(&self, table: &Table, questions: I) -> Result<Vec<Item<Close>>, Error>
    where
        I: IntoIterator<Item = CloseQuestion>,
    {
        let closes: Vec<_> = questions.into_iter().map(CloseQuestion::message).collect();
        let mut items = Vec::with_capacity(closes.len());
        for batch in closes.chunks(BATCH_ITEMS) {
            let request = v1::BatchCheckClosesRequest {
                table: Some(table.whole()),
                closes: batch.to_vec(),
                language: table.language.clone(),
            };
            let answer = self.call(&methods::BATCH_CHECK_CLOSES, request).await?;
            complete(answer.results.len(), batch.len())?;
            for one in answer.results {
                items.push(match one.result {
                    Some(v1::close_result::Result::Fault(fault)) => Err(fault),
                    Some(v1::close_result::Result::Answer(found)) => Ok(Close::read(found, &answer.rule_set_digest)?),
                    None => return Err(Error::nonsense("lacks an item")),
                });
            }
        }
        Ok(items)
    }
}
