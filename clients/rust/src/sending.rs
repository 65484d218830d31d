//! One stream of records as a client keeps it, whatever happens to its connections.

use std::collections::VecDeque;

use tonic::Code;

use crate::errors::Error;
use crate::v1;
use crate::v1::Status;

/// The answer to one record of a stream.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StreamedVerdict {
    /// Number of the record, from 0.
    pub number: usize,
    /// The short answer.
    pub status: Status,
    /// None for a clean record, unless whole verdicts were asked for.
    pub verdict: Option<v1::Verdict>,
}

/// Bounds what a server can make a client hold.
pub(crate) const MOST_CHUNKS: usize = 64;

/// What is on its way, what comes next, and what to send again. A chunk stays here until it is answered, never more of them
/// than the window holds.
#[derive(Debug, Default)]
pub(crate) struct Sending {
    unanswered: VecDeque<Sent>,
    window: v1::StreamWindow,
    answered: u64,         // chunks
    number: usize,         // of the next record that is answered
    held: Option<Vec<u8>>, // a line that is in no chunk yet
    lines: Vec<u8>,        // of the next chunk
    records: usize,        // of the next chunk
    ended: bool,
}

#[derive(Debug)]
struct Sent {
    lines: Vec<u8>,
    records: usize,
}

impl Sending {
    /// The sequence a stream is opened with, also one that goes on.
    pub(crate) fn first(&self) -> u64 {
        self.answered + 1
    }

    /// Takes the window of a new connection, and gives what has to be sent on it first.
    pub(crate) fn open(&mut self, window: v1::StreamWindow) -> Vec<v1::RecordChunk> {
        self.window = window;
        (self.first()..).zip(&self.unanswered).map(|(sequence, sent)| chunk(sequence, &sent.lines)).collect()
    }

    /// Whether everything is sent and answered.
    pub(crate) fn done(&self) -> bool {
        self.ended && self.idle()
    }

    /// Whether there is nothing to send and nothing to hear.
    pub(crate) fn idle(&self) -> bool {
        self.unanswered.is_empty() && self.records == 0 && self.held.is_none()
    }

    /// Whether an answer is to come.
    pub(crate) fn waiting(&self) -> bool {
        !self.unanswered.is_empty()
    }

    /// Whether a chunk that is not full is all there is: nothing is gained by waiting for more records.
    pub(crate) fn hesitant(&self) -> bool {
        self.records > 0 && !self.waiting()
    }

    /// Whether another record may be read: never further ahead of the answers than the window reaches.
    pub(crate) fn hungry(&self) -> bool {
        !self.ended && self.held.is_none() && self.unanswered.len() < self.room()
    }

    /// Takes a record, where it is hungry.
    pub(crate) fn take(&mut self, record: &[u8]) -> Result<(), Error> {
        self.held = Some(line(record)?);
        Ok(())
    }

    /// No more records are to come.
    pub(crate) fn end(&mut self) {
        self.ended = true;
    }

    fn room(&self) -> usize {
        usize::try_from(self.window.chunks).unwrap_or(MOST_CHUNKS).clamp(1, MOST_CHUNKS)
    }

    /// The next chunk if it is full, or if it is to be sent as it is; none where it is not, or the window has no room.
    pub(crate) fn next_chunk(&mut self, as_it_is: bool) -> Option<v1::RecordChunk> {
        let full = self.fill();
        if self.records == 0 || self.unanswered.len() >= self.room() || !(full || self.ended || as_it_is) {
            return None;
        }
        let sent = Sent { lines: std::mem::take(&mut self.lines), records: std::mem::take(&mut self.records) };
        let made = chunk(self.first() + self.unanswered.len() as u64, &sent.lines);
        self.unanswered.push_back(sent);
        self.fill();
        Some(made)
    }

    /// Puts the line that is held into the next chunk, where it has a place; whether that is full now.
    fn fill(&mut self) -> bool {
        let most = usize::try_from(self.window.records).unwrap_or(usize::MAX).max(1);
        if let Some(line) = self.held.take() {
            let bytes = self.lines.len() + 1 + line.len();
            if self.records > 0 && (self.records >= most || bytes as u64 > u64::from(self.window.bytes)) {
                self.held = Some(line);
                return true;
            }
            if self.records > 0 {
                self.lines.push(b'\n');
            }
            self.lines.extend(line);
            self.records += 1;
        }
        self.records >= most
    }

    /// Takes the answer to the oldest chunk, and gives those to its records.
    pub(crate) fn answered(&mut self, found: v1::ChunkVerdicts) -> Result<Vec<StreamedVerdict>, Error> {
        let oldest = self.unanswered.front().filter(|sent| sent.records == found.statuses.len());
        if oldest.is_none() || found.sequence != self.first() {
            return Err(Error::nonsense("is to no chunk that was sent"));
        }
        let whole = found.verdicts.len() == found.statuses.len();
        let statuses: Vec<_> = found.statuses().collect();
        let mut verdicts = found.verdicts.into_iter();
        let mut told = Vec::with_capacity(statuses.len());
        for (number, status) in (self.number..).zip(statuses) {
            let verdict = if whole || status != Status::Clean { verdicts.next() } else { None };
            if verdict.is_none() && status != Status::Clean {
                return Err(Error::nonsense("lacks a verdict"));
            }
            told.push(StreamedVerdict { number, status, verdict });
        }
        self.unanswered.pop_front();
        self.answered += 1;
        self.number += told.len();
        Ok(told)
    }
}

fn chunk(sequence: u64, lines: &[u8]) -> v1::RecordChunk {
    v1::RecordChunk { sequence, lines: lines.to_vec(), records: Vec::new() }
}

/// A record as one line. A text of several lines has to be JSON, which has no line ends within its texts; an empty one is
/// answered as no record.
fn line(record: &[u8]) -> Result<Vec<u8>, Error> {
    let mut made = record.trim_ascii().to_vec();
    if made.is_empty() {
        return Ok(b"null".to_vec());
    }
    let json = made[0] == b'{';
    let (mut quoted, mut escaped) = (false, false);
    for byte in &mut made {
        match *byte {
            b'\n' | b'\r' if !json || quoted => {
                let message = "a stream takes records as JSON; YAML goes to validate_record";
                return Err(Error::new(Code::InvalidArgument, message));
            }
            b'\n' | b'\r' => *byte = b' ',
            b'"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = *byte == b'\\' && quoted && !escaped;
    }
    Ok(made)
}

#[cfg(test)]
mod tests;
