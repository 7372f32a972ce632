package io.losslab.analysis.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How far a run came. */
public enum RunStatus {
    /** Still going, or cut off without a chance to say so. */
    @JsonProperty("running")
    RUNNING,
    /** Every cell is there; checks may still have failed. */
    @JsonProperty("complete")
    COMPLETE,
    /** Stopped by a person; the finished cells are there. */
    @JsonProperty("interrupted")
    INTERRUPTED,
    /** Cells failed, or an error ended the run; the finished cells are there. */
    @JsonProperty("failed")
    FAILED
}
