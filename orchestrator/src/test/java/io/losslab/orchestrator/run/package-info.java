/** Runs from the command line to the results directory, on the real virtual lab. */
package io.losslab.orchestrator.run;
