package dev.referee.client;

import static java.util.Objects.requireNonNull;

import dev.referee.v1.CardList;
import dev.referee.v1.CloseQuestion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A close about which the referee is asked: made by {@link #of} from the whole hand, or by {@link
 * #keeping} from what is kept.
 *
 * @param cards the cards: one in each text, or all in a single text, parted by blanks
 * @param kept whether these are the cards kept, and the closing card is not known
 * @param closingCard the card of the hand put face down; empty: every card is tried
 * @param takenCard the card of the hand that came from the discard pile in this turn; empty: none,
 *     or nobody asks
 * @param given facts by name, as text: {"laps": "2"}
 */
public record Closing(
    List<String> cards,
    boolean kept,
    String closingCard,
    String takenCard,
    Map<String, String> given) {
  public Closing {
    cards = List.copyOf(cards);
    requireNonNull(closingCard, "closingCard");
    requireNonNull(takenCard, "takenCard");
    given = Map.copyOf(given);
  }

  /** A close with this hand, one card more than a full one; the closing card is among them. */
  public static Closing of(String... hand) {
    return new Closing(List.of(hand), false, "", "", Map.of());
  }

  /** A close with these cards kept, as many as a full hand. */
  public static Closing keeping(String... cards) {
    return new Closing(List.of(cards), true, "", "", Map.of());
  }

  /** This close with that card put face down. */
  public Closing withClosingCard(String card) {
    return new Closing(cards, kept, card, takenCard, given);
  }

  /** This close after that card was taken from the discard pile. */
  public Closing withTakenCard(String card) {
    return new Closing(cards, kept, closingCard, card, given);
  }

  /** This close with one more fact given. */
  public Closing withGiven(String name, String value) {
    Map<String, String> more = new HashMap<>(given);
    more.put(name, value);
    return new Closing(cards, kept, closingCard, takenCard, more);
  }

  CloseQuestion message() {
    CloseQuestion.Builder made =
        CloseQuestion.newBuilder()
            .setClosingCard(closingCard)
            .setTakenCard(takenCard)
            .putAllGiven(given);
    CardList held = CardList.newBuilder().addAllCards(cards).build();
    return (kept ? made.setKeep(held) : made.setHand(held)).build();
  }
}
