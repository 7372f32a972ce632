/**
 * One cell of a run, from provisioning to its rows on disk. The steps are the same on every
 * backend.
 */
package io.losslab.orchestrator.run.cell;
