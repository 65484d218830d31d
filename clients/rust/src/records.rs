//! Game records, read, written and judged.

use std::fmt;

use crate::client::Client;
use crate::errors::Error;
use crate::hands::{BATCH_ITEMS, Item, complete};
use crate::methods;
use crate::rules::Rules;
use crate::v1;
use crate::v1::Status;

/// What the records of one batch come to at most; a message has at most 4 MiB.
const BATCH_BYTES: usize = 3_500_000;

/// How records are judged. By default each is judged by its own rules, in English, up to its first violation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judging {
    /// Rules other than the record's own: what if.
    pub rules: Option<Rules>,
    /// Language of the messages. Empty: English.
    pub language: String,
    /// Judge later rounds on the written totals after a violation; such findings are conditional.
    pub keep_going: bool,
    /// Whole verdicts for clean records of batches and streams, too.
    pub full: bool,
}

/// How a record is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Rules whose pack the cards are read with; none: those the record names.
    pub rules: Option<Rules>,
    /// Refuse everything that is not well-formed instead of repairing it.
    pub strict: bool,
    /// What places are to call the file.
    pub file_name: String,
}

/// How a record is written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Writing {
    /// Rules whose pack the cards are written with; none: those the record names.
    pub rules: Option<Rules>,
    /// Compute the seals.
    pub seal: bool,
    /// Takes the place of the record's own plays: one list of actions a round, or none at all.
    pub plays: Vec<Vec<v1::Action>>,
}

fn selector(rules: Option<&Rules>) -> Option<v1::RuleSetSelector> {
    rules.map(Rules::selector)
}

impl Judging {
    pub(crate) fn selector(&self) -> Option<v1::RuleSetSelector> {
        selector(self.rules.as_ref())
    }
}

impl Status {
    /// Whether nothing is wrong with a record that nobody ruled upon.
    pub fn is_in_order(self) -> bool {
        matches!(self, Self::Clean | Self::Consistent | Self::Irregular)
    }

    /// The status as people and records write it: `clean`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unspecified => "unspecified",
            Self::Clean => "clean",
            Self::Consistent => "consistent",
            Self::Irregular => "irregular",
            Self::Violation => "violation",
            Self::Unreadable => "unreadable",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for v1::InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason, self.message)
    }
}

impl std::error::Error for v1::InputFault {}

impl Client {
    /// Reads a record from YAML or JSON, with every repair, and gives its plays as actions.
    pub async fn parse_record(
        &self,
        record: impl AsRef<[u8]>,
        reading: &Reading,
    ) -> Result<v1::ParseRecordResponse, Error> {
        let request = v1::ParseRecordRequest {
            source: record.as_ref().to_vec(),
            file_name: reading.file_name.clone(),
            strict: reading.strict,
            rule_set: selector(reading.rules.as_ref()),
        };
        self.call(&methods::PARSE_RECORD, request).await
    }

    /// Writes a record, given as YAML or JSON, in canonical form.
    pub async fn format_record(
        &self,
        record: impl AsRef<[u8]>,
        writing: &Writing,
    ) -> Result<v1::FormatRecordResponse, Error> {
        let request = v1::FormatRecordRequest {
            content: Some(v1::format_record_request::Content::Source(record.as_ref().to_vec())),
            plays: writing.plays.iter().map(|actions| v1::Play { actions: actions.clone() }).collect(),
            seal: writing.seal,
            rule_set: selector(writing.rules.as_ref()),
        };
        self.call(&methods::FORMAT_RECORD, request).await
    }

    /// Judges a record, given as YAML or JSON. Whatever is wrong with it is its verdict and no error.
    pub async fn validate_record(&self, record: impl AsRef<[u8]>, judging: &Judging) -> Result<v1::Verdict, Error> {
        let request = v1::ValidateRecordRequest {
            content: Some(v1::validate_record_request::Content::Source(record.as_ref().to_vec())),
            keep_going: judging.keep_going,
            rule_set: judging.selector(),
            language: judging.language.clone(),
        };
        let answer = self.call(&methods::VALIDATE_RECORD, request).await?;
        answer.verdict.ok_or_else(|| Error::nonsense("lacks a verdict"))
    }

    /// Judges any number of records, in order. Each batch, as many as one message holds, has a deadline of its own.
    pub async fn batch_validate_records<R: AsRef<[u8]>>(
        &self,
        records: &[R],
        judging: &Judging,
    ) -> Result<Vec<Item<v1::Verdict>>, Error> {
        let mut items = Vec::with_capacity(records.len());
        while items.len() < records.len() {
            let rest = &records[items.len()..];
            let batch = &rest[..first_batch(rest.iter().map(|record| record.as_ref().len()))];
            let answer = self.call(&methods::BATCH_VALIDATE_RECORDS, batched(batch, judging)).await?;
            complete(answer.results.len(), batch.len())?;
            for one in answer.results {
                items.push(match one.result {
                    Some(v1::record_result::Result::Verdict(verdict)) => Ok(verdict),
                    Some(v1::record_result::Result::Fault(fault)) => Err(fault),
                    None => return Err(Error::nonsense("lacks an item")),
                });
            }
        }
        Ok(items)
    }

    /// Answers questions of the line protocol, each a line of JSON about rule sets that the server has, in order: any number, as
    /// `referee answer` does. A bad line is answered, too.
    pub async fn answer_lines<L: AsRef<[u8]>>(&self, lines: &[L]) -> Result<Vec<String>, Error> {
        let mut answers = Vec::with_capacity(lines.len());
        while answers.len() < lines.len() {
            let rest = &lines[answers.len()..];
            let batch = &rest[..first_batch(rest.iter().map(|line| line.as_ref().len()))];
            let request = v1::AnswerLinesRequest { lines: batch.iter().map(|line| line.as_ref().to_vec()).collect() };
            let answer = self.call(&methods::ANSWER_LINES, request).await?;
            complete(answer.answers.len(), batch.len())?;
            answers.extend(answer.answers);
        }
        Ok(answers)
    }
}

fn batched<R: AsRef<[u8]>>(batch: &[R], judging: &Judging) -> v1::BatchValidateRecordsRequest {
    let content =
        |record: &R| v1::RecordContent { content: Some(v1::record_content::Content::Source(record.as_ref().to_vec())) };
    v1::BatchValidateRecordsRequest {
        records: batch.iter().map(content).collect(),
        keep_going: judging.keep_going,
        rule_set: judging.selector(),
        language: judging.language.clone(),
        full: judging.full,
    }
}

/// How many records of these sizes one message holds, at least one.
fn first_batch(sizes: impl Iterator<Item = usize>) -> usize {
    let mut bytes = 0;
    let fits = sizes.take(BATCH_ITEMS).take_while(|size| {
        bytes += size;
        bytes <= BATCH_BYTES
    });
    fits.count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_a_batch_fit_into_a_message() {
        const LARGE: usize = 1 << 20;
        for (sizes, wanted) in [
            (vec![10, 10], 2),
            (vec![LARGE, LARGE, LARGE, LARGE, 10], 3),
            (vec![BATCH_BYTES + 1, 10], 1),
            (vec![BATCH_BYTES, 0, 1], 2),
            (vec![0; BATCH_ITEMS + 1], BATCH_ITEMS),
        ] {
            assert_eq!(first_batch(sizes.iter().copied()), wanted, "{sizes:?}");
        }
    }

    #[test]
    fn a_status_has_the_name_that_the_schema_gives_it() {
        for number in 0..=5 {
            let status = Status::try_from(number).unwrap();
            assert_eq!(status.as_str_name(), format!("STATUS_{}", status.name().to_uppercase()));
            assert_eq!(status.is_in_order(), (1..=3).contains(&number));
        }
        assert!(Status::try_from(6).is_err()); // a new one needs a name
    }
}
