/**
 * What a cell sets on devices, as calls that are data, and the transaction that makes them: check
 * all, write down what to undo, apply, read back; undo where anything fails. The same calls are
 * what {@code losslab plan} prints. Uses {@code plan}, {@code binding} and the drivers.
 */
package io.losslab.labs.provision;
