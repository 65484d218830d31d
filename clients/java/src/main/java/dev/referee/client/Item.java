package dev.referee.client;

import dev.referee.v1.InputFault;

/**
 * The answer to one item of a batch: an answer, or why it was not judged.
 *
 * @param <A> what an answer is
 */
public sealed interface Item<A> {
  /**
   * An answer.
   *
   * @param <A> what an answer is
   * @param answer the answer
   */
  record Answered<A>(A answer) implements Item<A> {}

  /**
   * Why the item was not judged. The others are, all the same.
   *
   * @param <A> what an answer would have been
   * @param fault the reason, a sentence, and the field at fault
   */
  record Faulty<A>(InputFault fault) implements Item<A> {}

  /** The answer; an IllegalStateException with the fault where there is none. */
  default A orElseThrow() {
    if (this instanceof Answered<A> answered) {
      return answered.answer();
    }
    InputFault fault = ((Faulty<A>) this).fault();
    throw new IllegalStateException(fault.getReason() + ": " + fault.getMessage());
  }
}
