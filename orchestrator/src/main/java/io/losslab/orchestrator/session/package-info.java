/**
 * The seam between the command line and what runs experiments: what a run is asked for, how it
 * ends, and how it tells people on the way.
 */
package io.losslab.orchestrator.session;
