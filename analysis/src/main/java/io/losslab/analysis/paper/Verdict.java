package io.losslab.analysis.paper;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a measured value stands to the one a paper reports; {@link Agreement} decides. */
public enum Verdict {
    /** The size is the paper's, within the factor of the row. */
    @JsonProperty("agrees")
    AGREES("agrees"),
    /** The change has the paper's sign, but not its size. */
    @JsonProperty("sameDirectionOnly")
    SAME_DIRECTION_ONLY("same direction only"),
    /** The paper's result is not what was measured. */
    @JsonProperty("contradicts")
    CONTRADICTS("contradicts"),
    /** The seeds do not tell. */
    @JsonProperty("undecided")
    UNDECIDED("undecided"),
    /** The experiment states why it cannot be measured. */
    @JsonProperty("notReproducible")
    NOT_REPRODUCIBLE("not reproducible"),
    /** No finished cell has the value. */
    @JsonProperty("notMeasured")
    NOT_MEASURED("not measured");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    /** For users. */
    public String label() {
        return label;
    }
}
