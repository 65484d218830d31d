//! Chunks of random sizes through random windows; lines.

use std::hash::{BuildHasher, Hasher, RandomState};

use super::*;

/// Numbers that differ from run to run; the first is printed, so that a failure can be looked into.
struct Numbers(u64);

impl Numbers {
    fn new() -> Self {
        let seed = RandomState::new().build_hasher().finish();
        println!("seed {seed}");
        Self(seed)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// An answer that finds everything clean.
fn clean(chunk: &v1::RecordChunk) -> v1::ChunkVerdicts {
    let records = chunk.lines.split(|byte| *byte == b'\n').count();
    v1::ChunkVerdicts { sequence: chunk.sequence, statuses: vec![Status::Clean.into(); records], verdicts: Vec::new() }
}

#[test]
fn chunks_hold_what_the_window_says_and_nothing_is_lost() {
    let mut random = Numbers::new();
    for _ in 0..500 {
        let window = v1::StreamWindow {
            chunks: u32::try_from(random.below(5)).unwrap(),
            records: u32::try_from(random.below(9)).unwrap(),
            bytes: u32::try_from(random.below(80)).unwrap(),
        };
        let wanted: Vec<_> =
            (0..random.below(60)).map(|_| vec![b'x'; 1 + usize::try_from(random.below(40)).unwrap()]).collect();
        let mut records = wanted.iter();
        let mut sending = Sending::default();
        match records.next() {
            Some(record) => sending.take(record).unwrap(), // as a client does before it opens a connection
            None => sending.end(),
        }
        assert!(sending.open(window).is_empty());
        assert_eq!(sending.first(), 1);
        let mut way: VecDeque<_> = sending.next_chunk(false).into_iter().collect();
        let mut got: Vec<_> = way.iter().map(|chunk: &v1::RecordChunk| chunk.lines.clone()).collect(); // of one record
        let mut heard = 0;
        while !sending.done() {
            assert!(sending.hungry() || sending.waiting() || sending.hesitant(), "stuck");
            if sending.hungry() && random.below(4) > 0 {
                match records.next() {
                    Some(record) => sending.take(record).unwrap(),
                    None => sending.end(),
                }
            } else if let Some(chunk) = way.pop_front() {
                heard += sending.answered(clean(&chunk)).unwrap().len();
            }
            while let Some(chunk) = sending.next_chunk(sending.hesitant() && random.below(2) == 0) {
                let lines: Vec<_> = chunk.lines.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                assert!(lines.len() <= window.records.max(1) as usize);
                assert!(lines.len() == 1 || chunk.lines.len() <= window.bytes as usize);
                got.extend(lines);
                way.push_back(chunk);
            }
            assert!(way.len() <= window.chunks.max(1) as usize);
        }
        assert_eq!((got, heard), (wanted.clone(), wanted.len()));
    }
}

#[test]
fn what_was_not_answered_is_sent_again() {
    let window = v1::StreamWindow { chunks: 3, records: 1, bytes: 100 };
    let mut sending = Sending::default();
    sending.open(window);
    let mut sent = Vec::new();
    for record in ["1", "2", "3"] {
        sending.take(record.as_bytes()).unwrap();
        sent.extend(sending.next_chunk(false));
    }
    assert!(!sending.hungry());
    sending.answered(clean(&sent[0])).unwrap();
    assert_eq!(sending.first(), 2);
    assert_eq!(sending.open(window), sent[1..]);
    assert!(sending.answered(clean(&sent[2])).is_err(), "not the oldest");
}

#[test]
fn a_record_is_sent_as_one_line() {
    for (record, wanted) in [
        ("", "null"),
        (" \n ", "null"),
        ("{\"record\": 1}\n", "{\"record\": 1}"),
        ("{\n\"record\": 1,\r\n\"a\":\"\\\\\"}", "{ \"record\": 1,  \"a\":\"\\\\\"}"),
        ("{\"a\": \"\\\"\",\n\"b\": 1}", "{\"a\": \"\\\"\", \"b\": 1}"),
        ("no record", "no record"), // the server says so
        ("record: 1\nrules: x", ""),
        ("{\"a\": \"1\n2\"}", ""),
        ("{\"a\": \"\\\"\n\"}", ""),
    ] {
        let got = line(record.as_bytes());
        assert_eq!(got.is_ok(), !wanted.is_empty(), "{record:?}");
        assert_eq!(got.unwrap_or_default(), wanted.as_bytes(), "{record:?}");
    }
}
