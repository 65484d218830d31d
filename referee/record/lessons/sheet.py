"""Lessons on the sheet, on evidence, on the frame of a record, and on what is only told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.record.lessons.lesson import CLOSED, LAP, Lesson, played, record

_STANDS: Final = "If it was agreed so, a ruling without `turn` lets it stand: `stands: true`."
_ZEROS, _ONES = "00" * 32, "11" * 32

SHEET: Final[Mapping[str, Lesson]] = {
    "SCORE_DIFFERS": Lesson(
        "A score is not the one that the rules give for the cards of the seat, or is missing, or stands where none is "
        "written. Often a card that could be laid off was counted. Without cards, a number that nobody can write here.",
        f"The help says how the referee put the cards down; the parts of the sum are in the message. {_STANDS}",
        played(CLOSED, "    scores: {A: 1, B: 37, C: 17}\n"),
    ),
    "SCORE_RULED": Lesson(
        "A ruling adds points to a score, or sets it, and no play that stands by this ruling goes with it.",
        "See whether the ruling means a play, and call it behind that play (`@1`). If it means none, the number stands "
        "all the same, and the record is irregular.",
        played(CLOSED, "    rulings: [{points: {B: 10}}]\n    scores: {A: 1, B: 44, C: 17}\n"),
    ),
    "TOTAL_DIFFERS": Lesson(
        "A total is not the total before and the score of the round.",
        f"Correct the sum, or the score from which it comes. {_STANDS}",
        record("  - scores: {A: 1, B: 34, C: 17}\n    totals: {A: 1, B: 43, C: 17}\n"),
    ),
    "RESULT_DIFFERS": Lesson(
        "The result names other winners than the rules give, or the game is not over.",
        "Correct `result`, or add the rounds that are missing.",
        record("  - scores: {A: 1, B: 60, C: 57}\n  - scores: {A: 1, B: 60, C: 60}\nresult: {winners: [C]}\n"),
    ),
    "POT_DIFFERS": Lesson(
        "The pot under `result` is not what was paid in: the stakes, and what seats paid to come back.",
        "Correct `pot`, or the stake under `options`.",
        record(
            "  - scores: {A: 1, B: 60, C: 57}\n  - scores: {A: 1, B: 60, C: 60}\nresult: {winners: [A], pot: 6}\n",
            rules="fournier-40",
        ),
    ),
    "SHOWN_HAND_DIFFERS": Lesson(
        "A seat shows other cards than it holds by the deal and the play, or not so many.",
        "Look for a slip of the pen in the show, or in the turns of that seat.",
        played(f"{CLOSED} =5c6c7c,12o12e12b|2e"),
    ),
    "COMMITMENT_BROKEN": Lesson(
        "A seed that was revealed is not the one that its seat committed to before the deal.",
        "Ask the seat for the seed it committed to. Nobody can say whether this deal was honest.",
        record(
            f"  - shuffle:\n      commitments: {{A: {_ONES}}}\n      seeds: {{A: {_ZEROS}, B: {_ONES}}}\n",
            seats=2,
        ),
    ),
    "SHUFFLE_DIFFERS": Lesson(
        "The seeds of the seats give another order of the cards than the one that was dealt.",
        "Look for a slip in the cards or in the seeds, in `id` and in `cut`, on which the order hangs.",
        record(f"  - upcard: 12b\n    shuffle: {{seeds: {{A: {_ZEROS}, B: {_ONES}}}}}\n", seats=2),
    ),
    "SEED_REUSED": Lesson(
        "A seed was revealed in an earlier round, so that whoever knew it could foresee this shuffle.",
        "Draw a new seed for every round.",
        record(
            f"  - shuffle: {{seeds: {{A: {_ZEROS}, B: {_ONES}}}}}\n    scores: {{A: 1, B: 2}}\n"
            f"  - shuffle: {{seeds: {{A: {_ZEROS}, B: {'22' * 32}}}}}\n    scores: {{A: 1, B: 2}}\n",
            seats=2,
        ),
    ),
    "SEAL_BROKEN": Lesson(
        "Something was changed after the seal was set: in this round or before it, or rounds were cut off at the end.",
        "Compare with another copy. If the change is meant, seal the record again.",
        record(f"  - scores: {{A: 1, B: 34, C: 17}}\n    seal: {_ZEROS}\n"),
    ),
    "RULES_UNKNOWN": Lesson(
        "The rules that the record names are not at hand, or have mistakes, or are not those whose digest it has. So "
        "nothing was judged.",
        "Put the rule file beside the record, called as the record calls it, or give it: `--what-if FILE`.",
        record("  - scores: {A: 1, B: 34, C: 17}\n", rules="casa-abuela"),
    ),
}

FRAME: Final[Mapping[str, Lesson]] = {
    "UNREADABLE": Lesson(
        "Something cannot be read: a card that the pack does not have, a word that is none, a file that is no YAML.",
        "The help says what was probably meant; `rulesets/RECORDS.md` has every word there is.",
        played("A: <12b-4o +5b-13c"),
    ),
    "SEAT_NOT_SAID": Lesson(
        "Behind turns that were not recorded nobody knows who is on turn, and the word has no label.",
        "Write the letter of the seat in front: `C: +1b-12c`.",
        played("... +1b-12c"),
    ),
    "NO_SUCH_RULING": Lesson(
        "`@2` calls the second ruling of the round, and there are not so many.",
        "Rulings are counted from 1 in the order in which they stand under `rulings` of the same round.",
        played("A: <12b-4o @1"),
    ),
    "KEY_TWICE": Lesson(
        "The same key, or the same seat, stands twice in one mapping.",
        "Keep one of the two.",
        record("  - scores: {A: 1, A: 2}\n"),
    ),
    "UNKNOWN_KEY": Lesson(
        "A key that records do not have; most often it is misspelt.",
        "Take the nearest that the help names. What is nobody else's business goes under `x`.",
        record("  - score: {A: 1}\n"),
    ),
    "MISSING_KEY": Lesson(
        "Every record has `record`, `rules`, `seats` and `rounds`; one of them is not there.",
        "Add it. A record begins with `record: 1`.",
        "record: 1\nrules: spanish-40\nrounds: []\n",
    ),
    "WRONG_SHAPE": Lesson(
        "A value is of another kind than its key asks for, two keys do not go together, or a list names a seat twice.",
        "The message says what is expected here.",
        record("  - scores: 34\n"),
    ),
    "NOT_A_NUMBER": Lesson(
        "A number is written with more than its digits, or has more than six of them.",
        "Write `34` or `-10`, nothing else.",
        record("  - scores: {A: 1e3}\n"),
    ),
    "NO_SUCH_SEAT": Lesson(
        "A seat is named that is not under `seats`, or by a name that two of them have.",
        "Write the letter of the seat.",
        record("  - scores: {Dani: 3}\n"),
    ),
    "NEWER_FORMAT": Lesson(
        "The record is in a format that this referee does not know yet.",
        "Use a newer referee.",
        "record: 2\nrules: spanish-40\nseats: {A: Ane, B: Beñat}\nrounds: []\n",
    ),
}

TABLE: Final[Mapping[str, Lesson]] = {
    "NOT_PLAYABLE": Lesson(
        "The rules that the record names are only a base for others, or lack something that every game needs.",
        "Name the rule set that was played by; `referee list` has them all.",
        "record: 1\nrules: common\nseats: {A: Ane, B: Beñat}\nrounds: []\n",
    ),
    "SEATS_NOT_OFFERED": Lesson(
        "The rules are not for so many seats.",
        "Look whether a seat is missing or too many under `seats`, and whether the rules are those of this game.",
        "record: 1\nrules: spanish-40\nseats: {A: Ane, B: Beñat, C: Carla, D: Dani, E: Eneko}\nrounds: []\n",
    ),
    "OPTION_UNKNOWN": Lesson(
        "An option is set that the rules do not have.",
        "`referee show` names the options of a rule set, each as it is typed.",
        "record: 1\nrules: spanish-40\noptions: {jokres: 2}\nseats: {A: Ane, B: Beñat}\nrounds: []\n",
    ),
    "OPTION_OUT_OF_RANGE": Lesson(
        "An option has a value that the rules do not offer.",
        "The message says what is offered. For another value write a rule set of your own over this one.",
        "record: 1\nrules: spanish-40\noptions: {limit: 5}\nseats: {A: Ane, B: Beñat}\nrounds: []\n",
    ),
    "OPTION_NOT_OFFERED": Lesson(
        "An option is set that is offered only where another one has a certain value.",
        "Set the other option too, as the table played; the rules say which under `when`.",
        "record: 1\nrules: chilean-50\noptions: {printed_jokers: 2}\nseats: {A: Ane, B: Beñat}\nrounds: []\n",
    ),
    "OPTION_FIXED": Lesson(
        "An option is set that these rules have settled for good (`fixed`), to another value than theirs.",
        "Leave it out, or name the rules that still offer it.",
    ),
}

NOTES: Final[Mapping[str, Lesson]] = {
    "PLAY_STOPS": Lesson(
        "The record ends before its round does.",
        "Nothing need be done; to have the rest judged, write it down.",
        played(LAP),
    ),
    "ROUND_VOID": Lesson(
        "A ruling or a misdeal makes the round void: it counts for nothing, and the same seat plays first again.",
        "Nothing need be done.",
        played("!misdeal"),
    ),
    "LAID_LESS": Lesson(
        "A seat laid off less than it could. Where the referee arranges the hands it is counted all the same.",
        "See by the words in the message whether a lay-off was left out of the record.",
        played(f"{CLOSED}\n      B: 4c>1 ."),
    ),
    "RULING_IDLE": Lesson(
        "A ruling changes nothing: what it lets stand breaks no rule, its turn is none of the round, its seat was "
        "barred before, its round is void, no score is another one by it, it is called twice, or it says nothing.",
        "Look whether its `turn` is a slip, or whether the play it is about was written otherwise than it happened.",
        played("A: <12b-4o @1", "    rulings: [{stands: true}]\n"),
    ),
    "SEAT_REMOVED": Lesson(
        "A ruling removes a seat: it is out from here on, and cannot win a game that this round ends.",
        "Nothing need be done.",
        played(f"{LAP} @1", "    rulings: [{removed: [C]}]\n"),
    ),
    "RESIGN": Lesson(
        "A seat gives the game up: it is out from here on.",
        "Nothing need be done.",
        played("A: !resign"),
    ),
    "LEAVE": Lesson(
        "A seat leaves the table: it is out from here on.",
        "Nothing need be done.",
        played("A: !leave"),
    ),
    "TIMEOUT": Lesson(
        "The time of a seat ran out. What follows is what was agreed under `time_out`.",
        "Nothing need be done.",
        played("A: !timeout <12b-4o"),
    ),
}
