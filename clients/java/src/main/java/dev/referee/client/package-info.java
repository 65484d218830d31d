/**
 * Asks a referee for chinchón and its kin: what a hand is worth, whether it may close, what may be
 * played, what a round is worth, whether a recorded game is a game, and what is wrong with a rule
 * set.
 *
 * <p>A {@link dev.referee.client.RefereeClient} is one connection to a server and may be used by
 * any number of threads. Where an answer is one of several things (a legal or a refused close, a
 * verdict or a fault) it is a sealed interface or a record of this package; what these are made of
 * are the messages of the schema, in {@code dev.referee.v1}.
 *
 * <p>What the rules say is an answer: a refused close, a broken record and a rule set full of
 * mistakes throw nothing. A call that fails throws a {@link dev.referee.client.RefereeException}
 * with a stable reason. Every call has a deadline, and is repeated where the server was not
 * reached: it changes nothing, or carries an id by which the server knows it again.
 */
package dev.referee.client;
