package dev.referee.client;

import static java.util.Objects.requireNonNull;

import dev.referee.v1.Action;
import dev.referee.v1.Close;
import dev.referee.v1.Deal;
import dev.referee.v1.DeclaredMelds;
import dev.referee.v1.Decline;
import dev.referee.v1.Reenter;
import java.util.List;

/** What is done in a game. */
public sealed interface Play {
  /**
   * A play in the notation of records.
   *
   * @param word "+5c", "&lt;12b", "-7c", "x7c"; "B: -7c" if it is not of the seat to act
   */
  record Word(String word) implements Play {
    public Word {
      requireNonNull(word, "word");
    }
  }

  /**
   * A play as a message.
   *
   * @param action for example one of those that {@link RefereeClient#listLegalActions} tells
   */
  record Act(Action action) implements Play {
    public Act {
      requireNonNull(action, "action");
    }
  }

  /** A play in the notation of records. */
  static Play word(String word) {
    return new Word(word);
  }

  /** A play as a message. */
  static Play act(Action action) {
    return new Act(action);
  }

  /**
   * The deal of the table: the order of the whole pack, or what is known of hands, upcard and
   * stock.
   */
  static Play dealing(Deal deal) {
    return act(Action.newBuilder().setDeal(deal).build());
  }

  /**
   * A close with the melds that are declared, each as cards written together. Without melds the
   * word "x7c" says the same.
   */
  static Play closing(String seat, String card, List<String> melds) {
    DeclaredMelds declared = DeclaredMelds.newBuilder().addAllMelds(melds).build();
    Close close = Close.newBuilder().setCard(card).setDeclared(declared).build();
    return act(Action.newBuilder().setSeat(seat).setClose(close).build());
  }

  /** A seat that is out comes back. */
  static Play reentering(String seat) {
    return act(Action.newBuilder().setSeat(seat).setReenter(Reenter.getDefaultInstance()).build());
  }

  /** A seat that is out might come back, and does not. */
  static Play declining(String seat) {
    return act(Action.newBuilder().setSeat(seat).setDecline(Decline.getDefaultInstance()).build());
  }
}
