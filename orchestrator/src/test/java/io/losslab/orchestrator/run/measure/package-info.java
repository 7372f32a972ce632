/** Figures made of what devices measured. */
package io.losslab.orchestrator.run.measure;
