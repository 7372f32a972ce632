package io.losslab.analysis.run;

import java.util.Map;
import java.util.Objects;

/**
 * A cell that could not be run to its end; nothing of it is among the results.
 *
 * @param cell number, from 0
 * @param params {@code scheme} and {@code seed} among them
 * @param attempts how often it was tried
 * @param error what went wrong the last time, for users
 */
public record CellFailure(int cell, Map<String, Object> params, int attempts, String error) {
    public CellFailure {
        params = ParamValue.ordered(params);
        Objects.requireNonNull(error, "error");
    }
}
