//! How many answers were the ones wanted.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use super::vectors::Vector;

/// The ops of the protocol.
const OPS: [&str; 7] = ["close", "deadwood", "invalid_hand", "layoff", "legal_actions", "meld", "validate"];

#[derive(Clone, Copy, Default)]
struct Count {
    same: usize,
    other: usize,
    lines: usize,
    unasked: usize,
}

pub struct Tally {
    show: usize,
    counts: BTreeMap<&'static str, Count>,
    told: Vec<String>,
}

impl Tally {
    /// A tally that shows so many differences in full.
    pub fn new(show: usize) -> Self {
        Self { show, counts: BTreeMap::new(), told: Vec::new() }
    }

    fn of(&mut self, op: &str) -> &mut Count {
        let name = OPS.into_iter().find(|known| *known == op).unwrap_or("(no question)");
        self.counts.entry(name).or_default()
    }

    pub fn unasked(&mut self, vector: &Vector) {
        self.of(vector.op()).unasked += 1;
    }

    /// Counts an answer to what was asked as a line, for no message of its own says it.
    pub fn answered_line(&mut self, vector: &Vector, given: &Value) {
        self.of(vector.op()).lines += 1;
        self.answered(vector, given);
    }

    pub fn answered(&mut self, vector: &Vector, given: &Value) {
        if vector.same(given) {
            self.of(vector.op()).same += 1;
            return;
        }
        self.of(vector.op()).other += 1;
        if self.told.len() < self.show {
            self.told.push(format!(
                "{}, vector {}\n  question {}\n  wanted   {}\n  given    {given}",
                vector.part,
                vector.number,
                String::from_utf8_lossy(vector.line()),
                vector.answer
            ));
        }
    }

    /// Writes the table and the first differences; the exit code.
    pub fn print(&self, took: Duration) -> u8 {
        let row = |name: &str, count: Count| {
            println!("{name:<16}{:>8}{:>8}{:>10}{:>11}", count.same, count.other, count.lines, count.unasked);
        };
        println!("{:<16}{:>8}{:>8}{:>10}{:>11}", "op", "same", "other", "as lines", "not asked");
        let mut all = Count::default();
        for (name, count) in &self.counts {
            row(name, *count);
            all.same += count.same;
            all.other += count.other;
            all.lines += count.lines;
            all.unasked += count.unasked;
        }
        row("all", all);
        println!("{:.1} s", took.as_secs_f64());
        if all.unasked > 0 {
            let why = "for the server has no such rule set; start it with --folders tests/rules";
            println!("not asked: {}, {why}", all.unasked);
        }
        for one in &self.told {
            println!("\n{one}");
        }
        match all {
            Count { other: 1.., .. } => 1,
            Count { same: 0, .. } => 2,
            _ => 0,
        }
    }
}
