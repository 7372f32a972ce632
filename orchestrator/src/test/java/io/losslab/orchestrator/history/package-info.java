/** Tests of {@code losslab history}, and of the page and the notebook about analysing results. */
package io.losslab.orchestrator.history;
