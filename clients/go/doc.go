// Package referee asks a referee for chinchón and its kin: what a hand is worth, whether it may close, what may be played,
// what a round is worth, whether a recorded game is a game, and what is wrong with a rule set.
//
// A [Client] is one connection to a server and may be used by any number of goroutines. Its methods are those of the
// services in package refereev1, whose messages are the answers; where an answer is one of two things (a verdict or a
// fault, a check with or without a new state) it has a type of its own here.
//
// What the rules say is an answer: a refused close, a broken record and a rule set full of mistakes are no errors. A call
// that fails returns an [*Error] with a stable reason. Every call has a deadline, and is repeated where the server was not
// reached: it changes nothing, or carries an id by which the server knows it again.
package referee
