//! The vectors of the kit, and how answers are compared.

use std::error::Error;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::{Map, Value, json};

/// One question of the kit and its answer. Lines that are no question at all have neither.
#[derive(Debug)]
pub struct Vector {
    pub part: String,
    pub number: usize, // in its part, from 1
    pub question: Value,
    pub answer: Value,
    expect: Value,
    line: Vec<u8>,
}

impl Vector {
    pub fn read(part: &str, number: usize, line: &str) -> serde_json::Result<Self> {
        let mut found: Value = serde_json::from_str(line)?;
        let mut of = |key: &str| found.get_mut(key).map(Value::take).unwrap_or_default();
        let (question, answer, expect) = (of("question"), of("answer"), of("expect"));
        let line = match (of("bytes"), of("line")) {
            (Value::String(digits), _) => bytes(&digits),
            (_, Value::String(text)) => {
                text.repeat(of("times").as_u64().map_or(1, |times| times.try_into().unwrap_or(1))).into_bytes()
            }
            _ => question.to_string().into_bytes(),
        };
        Ok(Self { part: part.to_owned(), number, question, answer, expect, line })
    }

    /// The line that asks it, without its end.
    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// The name of the op; empty for a line that is no question.
    pub fn op(&self) -> &str {
        self.question["op"].as_str().unwrap_or_default()
    }

    /// The rule set; empty where none is named.
    pub fn rules(&self) -> &str {
        self.question["rules"].as_str().unwrap_or_default()
    }

    pub fn seats(&self) -> Option<i32> {
        self.question["seats"].as_i64().and_then(|seats| seats.try_into().ok())
    }

    /// The texts of a list of the question.
    pub fn list(&self, key: &str) -> Vec<String> {
        texts(&self.question[key])
    }

    /// The code of the error that is wanted, if one is.
    pub fn code(&self) -> Option<&str> {
        self.answer["error"]["code"].as_str()
    }

    /// What all questions of a batch have in common: the op and the table.
    pub fn group(&self) -> String {
        format!("{} {} {:?} {}", self.op(), self.rules(), self.seats(), self.question["options"])
    }

    /// Whether an answer is the one wanted, and as its case expects; of an error only the code counts.
    pub fn same(&self, given: &Value) -> bool {
        counted(given) == counted(&self.answer)
            && match &self.expect {
                Value::Null => true,
                Value::String(key) => given.get(key).is_some() && given.as_object().map(Map::len) == Some(1),
                Value::Object(wanted) => wanted.iter().all(|(key, value)| given.get(key) == Some(value)),
                _ => false,
            }
    }
}

/// The bytes that hexadecimal digits stand for.
fn bytes(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).filter_map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
}

fn counted(answer: &Value) -> Value {
    match answer.get("error") {
        Some(error) => json!({ "error": error["code"] }),
        None => answer.clone(),
    }
}

/// The texts of a list; none where it is no list.
pub fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// All vectors of a folder, part by part, as many as `contents.json` says.
pub fn read_all(folder: &Path) -> Result<Vec<Vector>, Box<dyn Error>> {
    let contents: Map<String, Value> = serde_json::from_slice(&fs::read(folder.join("contents.json"))?)?;
    let mut found = Vec::new();
    for (part, listed) in contents {
        let mut text = String::new();
        GzDecoder::new(File::open(folder.join(format!("{part}.jsonl.gz")))?).read_to_string(&mut text)?;
        let before = found.len();
        for (number, line) in (1..).zip(text.lines()) {
            found.push(Vector::read(&part, number, line).map_err(|error| format!("{part}, vector {number}: {error}"))?);
        }
        if listed["vectors"].as_u64() != Some((found.len() - before) as u64) {
            return Err(format!("{part} has {} vectors, not what contents.json says", found.len() - before).into());
        }
    }
    Ok(found)
}
