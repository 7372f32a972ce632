/** Malformed inputs for the decoders of all modules; for tests. */
package io.losslab.api.fuzz;
