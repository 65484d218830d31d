//! The client against servers that tests write, and against a real one.

mod calls;
mod conform;
mod programs;
mod rules;
mod scripted;
mod served;
mod stored;
mod streaming;
mod streams;
mod tokens;
