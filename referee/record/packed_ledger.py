"""One game between its rounds, in rows of machine words: totals are added, seats go out and come back, the game ends.

The steps are those of `game.standing` and `game.stakes`; what a rule says of a seat is asked of it (`packed_between`).
Who has to be asked whether it comes back does so where the record says it.
"""

from __future__ import annotations

from referee.game.state import Standing
from referee.record.packed_between import PackedBetween
from referee.record.packed_desk import PackedDesk
from referee.record.packed_facts import PLACES
from referee.record.packed_round import MOST_SEATS, PackedRound, row


class PackedLedger:
    """One game. `eldest` plays first in the next round, `seats_in` are the seats in, as bits, `rounds` were played.

    `winners` are the seats that have won, as bits: none while it goes on. `pot` are the coins before they were won.
    `desk` is where the rounds of this game are counted. Whoever was not told of a round has no more use of the ledger,
    but to begin another game.
    """

    __slots__ = (
        "_after_closer",
        "_back",
        "_facts",
        "_gained",
        "_highest_in",
        "_is_closer",
        "_is_eldest",
        "_lost",
        "_now_pot",
        "_out",
        "_out_since",
        "_outcome",
        "_paid",
        "_pot",
        "_re_entries",
        "_rounds",
        "_rounds_out",
        "_rules",
        "_seats",
        "_seats_in",
        "_second_highest_in",
        "_seen_gained",
        "_seen_lost",
        "_seen_re_entries",
        "_seen_total",
        "_seen_written",
        "_told",
        "_totals",
        "_written",
        "desk",
        "eldest",
        "pot",
        "rounds",
        "seats_in",
        "winners",
    )

    def __init__(self, rules: PackedBetween, eldest: int = 0) -> None:
        self._rules, self._seats, self.desk = rules, rules.seats, PackedDesk()
        self._facts = self.desk.facts
        self._totals, self._gained, self._lost, self._told = (row(MOST_SEATS) for _ in range(4))
        self._written, self._out_since, self._re_entries, self._paid = (row(MOST_SEATS) for _ in range(4))
        self._back = row(MOST_SEATS)
        at = PLACES  # where the facts stand in a row of them
        self._seen_total, self._seen_gained, self._seen_lost = at["total"], at["gained"], at["lost"]
        self._is_eldest, self._seen_re_entries, self._rounds = at["is_eldest"], at["re_entries"], at["rounds"]
        self._seats_in, self._seen_written, self._outcome = at["seats_in"], at["written"], at["outcome"]
        self._is_closer, self._after_closer, self._out = at["is_closer"], at["after_closer"], at["out"]
        self._rounds_out, self._highest_in = at["rounds_out"], at["highest_in"]
        self._second_highest_in, self._pot = at["second_highest_in"], at["pot"]
        self.begin(eldest)

    def begin(self, eldest: int) -> None:
        """Begin a game: all seats in at 0, their entries paid, and `eldest` to play first."""
        self.eldest, self.rounds, self.winners = eldest, 0, 0
        self.seats_in = (1 << self._seats) - 1
        self.pot = self._now_pot = self._rules.entry * self._seats
        for seat in range(self._seats):
            self._totals[seat] = self._gained[seat] = self._lost[seat] = self._told[seat] = 0
            self._re_entries[seat] = 0
            self._out_since[seat] = -1
            self._paid[seat] = self._rules.entry

    def lay_out(self, played: PackedRound) -> None:
        """Say which seats are in the round that is played next, and at which place it begins."""
        places = 0
        for seat in range(self._seats):
            if self.seats_in >> seat & 1:
                if seat == self.eldest:
                    played.first = places
                played.seats[places] = seat
                places += 1
        played.places = places

    @property
    def over(self) -> bool:
        """Whether the game has winners."""
        return self.winners != 0

    def total(self, seat: int) -> int:
        """The total of a seat behind the last round, before anybody came back."""
        return self._told[seat]

    def held(self, seat: int) -> int:
        """The total of a seat as it counts in the next round."""
        return self._totals[seat]

    def standing(self) -> Standing:
        """The standing before the next round, or at the end of the game."""
        seats = range(self._seats)
        since = [int(self._out_since[seat]) for seat in seats]
        return Standing(
            totals=tuple([int(self._totals[seat]) for seat in seats]),
            gained=tuple([int(self._gained[seat]) for seat in seats]),
            lost=tuple([int(self._lost[seat]) for seat in seats]),
            out_since=tuple([None if one < 0 else one for one in since]),
            re_entries=tuple([int(self._re_entries[seat]) for seat in seats]),
            paid=tuple([int(self._paid[seat]) for seat in seats]),
            pot=int(self._now_pot),
            rounds=self.rounds,
            eldest=self.eldest,
            winners=tuple([seat for seat in seats if self.winners >> seat & 1]),
        )

    def add(self, played: PackedRound) -> bool:
        """Add a round that was counted. False where it is not told what comes of it."""
        closer, places = played.seats[played.closer], played.places
        self.rounds += 1
        self._facts[self._rounds], self._facts[self._outcome] = self.rounds, played.outcome
        for seat in range(self._seats):
            self._written[seat] = 0
        if played.wins:
            self._tell()
            return played.coming == 0 and self._won(closer, 1 << closer)
        for place in range(places):
            seat = played.seats[place]
            written = played.points[place]
            self._totals[seat] += written
            self._written[seat] = written
            if written > 0:
                self._gained[seat] += written
            else:
                self._lost[seat] -= written
        if self._rules.adjusts and not self._adjusted(played, closer):
            return False
        if self._rules.puts_out and not self._put_out(played, closer):
            return False
        self._tell()
        if (played.coming or self._rules.returns) and not self._came_back(closer, played.coming):
            return False
        over = self._ended(played, closer) if self._rules.ends else 0
        if over != 0:
            return over > 0 and self._won(closer, self._winners_of(played, closer))
        self.eldest = self._rules.next_eldest(self.eldest, closer, self.seats_in)
        return True

    # -- the steps ---------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """These are the totals that are written down, and the coins."""
        for seat in range(self._seats):
            self._told[seat] = self._totals[seat]
        self.pot = self._now_pot

    def _adjusted(self, played: PackedRound, closer: int) -> bool:
        """The first case that fits makes the totals of seats others; all are asked about the totals as they were."""
        rules = self._rules
        self._see_all()
        for place in range(played.places):
            seat = played.seats[place]
            self._see(seat, closer)
            total = rules.adjust.of(self._facts)
            if total == rules.adjust.untold:
                return False
            self._told[seat] = self._totals[seat] if total == rules.no_case else total
        for place in range(played.places):
            seat = played.seats[place]
            self._totals[seat] = self._told[seat]
        return True

    def _put_out(self, played: PackedRound, closer: int) -> bool:
        """The seats that go out now."""
        rule, gone = self._rules.out, 0
        by_total = rule.only == self._seen_total
        if not by_total:
            self._see_all()
        for place in range(played.places):
            seat = played.seats[place]
            if by_total:
                said = rule.of_one(self._totals[seat], self._facts)
            else:
                self._see(seat, closer)
                said = rule.of(self._facts)
            if said:
                if said == rule.untold:
                    return False
                gone |= 1 << seat
        if gone:
            for seat in range(self._seats):
                if gone >> seat & 1:
                    self._out_since[seat] = self.rounds
            self.seats_in &= ~gone
        return True

    def _came_back(self, closer: int, wanted: int) -> bool:
        """The seats that come back: by themselves, or of those that are asked the ones `wanted`, as bits.

        All see the standing as it was. False where one may not, or it is not told.
        """
        rules, coming = self._rules, 0
        if not rules.comes_back or (rules.returns and wanted):
            return False
        self._see_all()
        for seat in range(self._seats):
            if self.seats_in >> seat & 1 or not (rules.returns or wanted >> seat & 1):
                continue
            self._see(seat, closer)
            said = rules.back.of(self._facts)
            if said == 0:
                continue
            total = rules.back_total.of(self._facts)
            if said == rules.back.untold or total == rules.back_total.untold:
                return False
            self._back[seat] = total
            coming |= 1 << seat
        for seat in range(self._seats):
            if coming >> seat & 1:
                self._totals[seat] = self._back[seat]
                self._out_since[seat] = -1
                self._re_entries[seat] += 1
                self._paid[seat] += rules.price
                self._now_pot += rules.price
        self.seats_in |= coming
        self.pot = self._now_pot
        return rules.returns or coming == wanted

    # -- the end -----------------------------------------------------------------------------------------------------

    def _ended(self, played: PackedRound, closer: int) -> int:
        """Whether the game is over for a seat that played the round: 1 or 0; below 0 where it is not told."""
        rules = self._rules
        if rules.end.only == self._seats_in:
            said = rules.end.of_one(self._count_in(), self._facts)
            return -1 if said == rules.end.untold else said != 0
        self._see_all()
        for place in range(played.places):
            self._see(played.seats[place], closer)
            said = rules.end.of(self._facts)
            if said:
                return -1 if said == rules.end.untold else 1
            if rules.ends_for_all:
                return 0
        return 0

    def _winners_of(self, played: PackedRound, closer: int) -> int:
        """Those who are left when the criteria have been asked one after the other, as bits; 0 where it is not told."""
        rules, left = self._rules, 0
        self._see_all()
        for place in range(played.places):
            left |= 1 << played.seats[place]
        for number in range(len(rules.criteria)):
            rule, kept, best = rules.criteria[number], 0, 0
            for seat in range(self._seats):
                if left >> seat & 1 == 0:
                    continue
                self._see(seat, closer)
                measured = rule.of(self._facts)
                if measured == rule.untold:
                    return 0
                if rules.highest[number]:
                    measured = -measured
                if kept == 0 or measured < best:
                    best, kept = measured, 1 << seat
                elif measured == best:
                    kept |= 1 << seat
            left = kept
        return left

    def _won(self, closer: int, winners: int) -> bool:
        """The end: the winners share what they take of the pot, and every other seat of the table pays them."""
        rules = self._rules
        self._facts[self._pot] = self._now_pot
        taken = rules.winner_takes.of(self._facts)
        if winners == 0 or taken == rules.winner_takes.untold:
            return False
        self._now_pot -= taken
        self._share(taken, closer, winners)
        self._see_all()
        for seat in range(self._seats):
            if winners >> seat & 1:
                continue
            self._see(seat, closer)
            due = rules.loser_pays.of(self._facts)
            if due == rules.loser_pays.untold:
                return False
            if due:
                self._paid[seat] += due
                self._share(due, closer, winners)
        self.winners = winners
        return True

    def _share(self, coins: int, closer: int, winners: int) -> None:
        """Coins in equal shares for the winners; a rest goes to the first of them after the closer."""
        count = 0
        for seat in range(self._seats):
            count += winners >> seat & 1
        share = coins // count
        rest = coins - share * count
        for place in range(1, self._seats + 1):
            seat = (closer + place) % self._seats
            if winners >> seat & 1:
                self._paid[seat] -= share + rest
                rest = 0

    # -- facts -------------------------------------------------------------------------------------------------------

    def see_closer(self, seat: int) -> None:
        """Fill the facts of a seat in a round that is not added yet."""
        self._see_all()
        self._see(seat, seat)
        self._facts[self._rounds] = self.rounds + 1

    def _see_all(self) -> None:
        """Fill the facts that are the same for every seat, but for those of the round."""
        self._facts[self._seats_in] = self._count_in()
        if self._rules.by_highest:
            self._see_highest()

    def _count_in(self) -> int:
        """How many seats are in."""
        count = 0
        for seat in range(self._seats):
            count += self.seats_in >> seat & 1
        return count

    def _see_highest(self) -> None:
        """Fill the highest and the second highest total of the seats in."""
        count, highest, second = 0, 0, 0
        for seat in range(self._seats):
            if self.seats_in >> seat & 1 == 0:
                continue
            total = self._totals[seat]
            count += 1
            if count == 1:
                highest = second = total
            elif total > highest:
                highest, second = total, highest
            elif count == 2 or total > second:
                second = total
        self._facts[self._highest_in], self._facts[self._second_highest_in] = highest, second

    def _see(self, seat: int, closer: int) -> None:
        """Fill the facts of a seat."""
        since = self._out_since[seat]
        self._facts[self._seen_total] = self._totals[seat]
        self._facts[self._seen_gained] = self._gained[seat]
        self._facts[self._seen_lost] = self._lost[seat]
        self._facts[self._is_eldest] = seat == self.eldest
        self._facts[self._seen_re_entries] = self._re_entries[seat]
        self._facts[self._seen_written] = self._written[seat]
        self._facts[self._is_closer] = seat == closer
        self._facts[self._after_closer] = (seat - closer) % self._seats
        self._facts[self._out] = since >= 0
        self._facts[self._rounds_out] = 0 if since < 0 else self.rounds - since
