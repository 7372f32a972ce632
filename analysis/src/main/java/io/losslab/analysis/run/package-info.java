/**
 * What a run says of itself: {@code run.json} as records, and the JSON reader and writer of the
 * results directory. The orchestrator makes these records; the rest of this module reads them.
 */
package io.losslab.analysis.run;
