/** Asks a served referee, through this client, the vectors of the conformance kit. */
package dev.referee.client.conform;
