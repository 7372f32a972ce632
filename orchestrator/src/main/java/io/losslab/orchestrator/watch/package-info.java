/**
 * Watching a run from another terminal: what its directory says of it, and the live counters whose
 * address stands there. Changes nothing.
 */
package io.losslab.orchestrator.watch;
