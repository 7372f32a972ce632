/**
 * Packs: the results of a run with their inputs, as an RO-Crate in one zip file that others can
 * read, check, and repeat. Uses {@code analysis} for what results hold.
 */
package io.losslab.orchestrator.pack;
