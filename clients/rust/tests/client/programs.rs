//! The programs of README.md and examples/, as they stand.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::served::{AUTHOR, keeping, real};

const ADDRESS: &str = "\"127.0.0.1:50051\"";
/// What stands in examples/ in its place.
const ASKED: &str = "std::env::args().nth(1).unwrap()";

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The program of an example, which Cargo builds before it runs tests.
fn built(example: &str) -> PathBuf {
    let folder = env::current_exe().unwrap().parent().and_then(Path::parent).unwrap().join("examples");
    folder.join(example).with_extension(env::consts::EXE_EXTENSION)
}

fn prints(example: &str, wanted: &str) {
    prints_of(example, wanted, &real().address);
}

fn prints_of(example: &str, wanted: &str, address: &str) {
    let done = Command::new(built(example)).arg(address).env("REFEREE_TOKEN", AUTHOR).output().unwrap();
    let printed = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success(), "{example}: {}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(printed, wanted, "{example}");
}

/// The fenced blocks of a language.
fn blocks(readme: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    readme.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_programs_of_the_readme_print_what_it_says() {
    let readme = text("README.md");
    let (programs, printed) = (blocks(&readme, "rust"), blocks(&readme, "text"));
    let examples = ["first", "refused", "kept"];
    assert_eq!((programs.len(), printed.len()), (examples.len(), examples.len()));
    for ((program, printed), example) in programs.iter().zip(&printed).zip(examples) {
        assert_eq!(program.replace(ADDRESS, ASKED), text(&format!("examples/{example}.rs")), "{example}");
        if program.contains("token") {
            prints_of(example, printed, &keeping().address);
        } else {
            prints(example, printed);
        }
    }
}

#[test]
fn the_example_judges_a_hand_a_move_and_records() {
    prints("judge", &text("examples/judge.txt"));
}
