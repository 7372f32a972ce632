/**
 * Options that several commands share: the experiment and its changes, the testbed, the output
 * format, parallel cells, and the directory of the results.
 */
package io.losslab.orchestrator.cli.option;
