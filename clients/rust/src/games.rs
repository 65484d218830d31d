//! Games by calls: what may be played, what comes of it, what a round is worth.

use crate::client::Client;
use crate::errors::Error;
use crate::methods;
use crate::rules::Table;
use crate::v1;
use crate::v1::action::Kind;

/// What is done. A text is a word of the record notation (`+5c`, `<12b`, `-7c`, `x7c`; `B: -7c` if it is not the seat to act),
/// a [`v1::Action`] comes from [`Client::list_legal_actions`] or a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Play {
    /// A word of the record notation.
    Word(String),
    /// An action as a message.
    Action(Box<v1::Action>),
}

impl Play {
    /// The deal of the table: the order of the whole pack, or what is known of hands, upcard and stock.
    pub fn deal(deal: v1::Deal) -> Self {
        Self::of("", Kind::Deal(deal))
    }

    /// A close with the melds that are declared, each as cards written together. Without melds the word `x7c` says the same.
    pub fn close<M: Into<String>>(seat: &str, card: &str, melds: impl IntoIterator<Item = M>) -> Self {
        let melds = melds.into_iter().map(Into::into).collect();
        let declared = Some(v1::DeclaredMelds { melds });
        Self::of(seat, Kind::Close(v1::Close { card: card.to_owned(), without_card: false, declared }))
    }

    /// A seat that is out and comes back.
    pub fn reenter(seat: &str) -> Self {
        Self::of(seat, Kind::Reenter(v1::Reenter {}))
    }

    /// A seat that is out, might come back and does not.
    pub fn decline(seat: &str) -> Self {
        Self::of(seat, Kind::Decline(v1::Decline {}))
    }

    fn of(seat: &str, kind: Kind) -> Self {
        v1::Action { seat: seat.to_owned(), kind: Some(kind) }.into()
    }
}

impl From<&str> for Play {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl From<String> for Play {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl From<v1::Action> for Play {
    fn from(action: v1::Action) -> Self {
        Self::Action(Box::new(action))
    }
}

impl From<Play> for v1::check_action_request::Played {
    fn from(play: Play) -> Self {
        match play {
            Play::Word(word) => Self::Word(word),
            Play::Action(action) => Self::Action(*action),
        }
    }
}

impl From<Play> for v1::apply_action_request::Played {
    fn from(play: Play) -> Self {
        match play {
            Play::Word(word) => Self::Word(word),
            Play::Action(action) => Self::Action(*action),
        }
    }
}

/// What the rules say of an action; `S` is what comes of one that is allowed.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionVerdict<S> {
    /// It is legal.
    Legal(S),
    /// No clause allows it, and it stands: the rule set lets it, or a ruling does.
    Irregular(S, v1::Irregularity),
    /// It may not be done; why, and what would have been legal.
    Refused(Box<v1::ActionRefusal>),
}

/// The answer about an action. What comes of it is nothing where it is only checked, and the next state where it is done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ActionAnswer<S> {
    /// What the rules say.
    pub verdict: ActionVerdict<S>,
    /// Clauses that hang on cards nobody knows, and were taken to hold.
    pub not_judged: Vec<String>,
    /// Digest of the rule set that judged.
    pub rule_set_digest: String,
}

impl<S> ActionAnswer<S> {
    /// Whether it is legal, or stands although it is not.
    pub fn is_allowed(&self) -> bool {
        self.refusal().is_none()
    }

    /// Why it is refused; none where it is allowed.
    pub fn refusal(&self) -> Option<&v1::ActionRefusal> {
        match &self.verdict {
            ActionVerdict::Refused(refusal) => Some(refusal),
            ActionVerdict::Legal(_) | ActionVerdict::Irregular(..) => None,
        }
    }

    /// What comes of it, or why it is refused.
    pub fn outcome(self) -> Result<S, Box<v1::ActionRefusal>> {
        match self.verdict {
            ActionVerdict::Legal(made) | ActionVerdict::Irregular(made, _) => Ok(made),
            ActionVerdict::Refused(refusal) => Err(refusal),
        }
    }
}

fn verdict<S>(
    made: Option<S>,
    irregularity: Option<v1::Irregularity>,
    refusal: Option<v1::ActionRefusal>,
) -> Result<ActionVerdict<S>, Error> {
    match (refusal, made, irregularity) {
        (Some(refusal), _, _) => Ok(ActionVerdict::Refused(Box::new(refusal))),
        (None, Some(made), None) => Ok(ActionVerdict::Legal(made)),
        (None, Some(made), Some(irregularity)) => Ok(ActionVerdict::Irregular(made, irregularity)),
        (None, None, _) => Err(Error::nonsense("neither allows an action nor refuses it")),
    }
}

impl Client {
    /// Every play that is legal where a game stands; without a state it has not begun.
    pub async fn list_legal_actions(
        &self,
        table: &Table,
        state: Option<&v1::GameState>,
    ) -> Result<v1::ListLegalActionsResponse, Error> {
        let request = |setup| v1::ListLegalActionsRequest { table: Some(setup), state: state.cloned() };
        let ask = |setup| self.call(&methods::LIST_LEGAL_ACTIONS, request(setup));
        self.by_digest(table, ask, |answer| &answer.rule_set_digest).await
    }

    /// Whether something may be done where a game stands, or why not.
    pub async fn check_action(
        &self,
        table: &Table,
        state: Option<&v1::GameState>,
        play: impl Into<Play>,
    ) -> Result<ActionAnswer<()>, Error> {
        let request = v1::CheckActionRequest {
            table: Some(table.whole()),
            state: state.cloned(),
            played: Some(play.into().into()),
            language: table.language.clone(),
        };
        let answer = self.call(&methods::CHECK_ACTION, request).await?;
        Ok(ActionAnswer {
            verdict: verdict(answer.allowed.then_some(()), answer.irregularity, answer.refusal)?,
            not_judged: answer.not_judged,
            rule_set_digest: answer.rule_set_digest,
        })
    }

    /// The game after a play. Without a state the play is the first deal.
    pub async fn apply_action(
        &self,
        table: &Table,
        state: Option<&v1::GameState>,
        play: impl Into<Play>,
    ) -> Result<ActionAnswer<v1::GameState>, Error> {
        self.applied(table, state, Some(play.into()), None).await
    }

    /// The game after a play that a director lets stand, or after a ruling alone.
    pub async fn apply_ruling(
        &self,
        table: &Table,
        state: &v1::GameState,
        play: Option<Play>,
        ruling: v1::Ruling,
    ) -> Result<ActionAnswer<v1::GameState>, Error> {
        self.applied(table, Some(state), play, Some(ruling)).await
    }

    async fn applied(
        &self,
        table: &Table,
        state: Option<&v1::GameState>,
        play: Option<Play>,
        ruling: Option<v1::Ruling>,
    ) -> Result<ActionAnswer<v1::GameState>, Error> {
        let request = v1::ApplyActionRequest {
            table: Some(table.whole()),
            state: state.cloned(),
            played: play.map(Into::into),
            language: table.language.clone(),
            ruling,
        };
        let answer = self.call(&methods::APPLY_ACTION, request).await?;
        Ok(ActionAnswer {
            verdict: verdict(answer.state, answer.irregularity, answer.refusal)?,
            not_judged: answer.not_judged,
            rule_set_digest: answer.rule_set_digest,
        })
    }

    /// What the round of a game in the stage COUNT is worth and how the game goes on. Where another table is given, also what
    /// its rules make of the same cards.
    pub async fn score_round(
        &self,
        table: &Table,
        state: &v1::GameState,
        repriced_at: Option<&Table>,
    ) -> Result<v1::ScoreRoundResponse, Error> {
        self.scored(table, v1::score_round_request::Played::State(state.clone()), repriced_at).await
    }

    /// What a round is worth that has been shown, for example one from an earlier answer.
    pub async fn score_facts(
        &self,
        table: &Table,
        facts: &v1::RoundFacts,
        repriced_at: Option<&Table>,
    ) -> Result<v1::ScoreRoundResponse, Error> {
        self.scored(table, v1::score_round_request::Played::Facts(facts.clone()), repriced_at).await
    }

    async fn scored(
        &self,
        table: &Table,
        played: v1::score_round_request::Played,
        repriced_at: Option<&Table>,
    ) -> Result<v1::ScoreRoundResponse, Error> {
        let request = v1::ScoreRoundRequest {
            table: Some(table.whole()),
            played: Some(played),
            repriced_at: repriced_at.map(Table::whole),
            language: table.language.clone(),
        };
        self.call(&methods::SCORE_ROUND, request).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_legal_or_irregular_or_refused() {
        let irregularity = v1::Irregularity { clause: "es.4".to_owned(), ..Default::default() };
        let refusal = v1::ActionRefusal { code: "OUT_OF_TURN".to_owned(), ..Default::default() };
        let found = |made, irregularity, refusal| {
            let verdict = verdict::<i32>(made, irregularity, refusal)?;
            let answer = ActionAnswer { verdict, not_judged: Vec::new(), rule_set_digest: String::new() };
            Ok::<_, Error>((
                answer.is_allowed(),
                answer.verdict.clone(),
                answer.outcome().map_err(|refusal| refusal.code),
            ))
        };
        assert_eq!(found(Some(7), None, None).unwrap(), (true, ActionVerdict::Legal(7), Ok(7)));
        let stands = ActionVerdict::Irregular(7, irregularity.clone());
        assert_eq!(found(Some(7), Some(irregularity), None).unwrap(), (true, stands, Ok(7)));
        let refused = ActionVerdict::Refused(Box::new(refusal.clone()));
        assert_eq!(found(None, None, Some(refusal)).unwrap(), (false, refused, Err("OUT_OF_TURN".to_owned())));
        assert!(found(None, None, None).is_err());
    }
}
