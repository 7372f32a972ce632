package io.losslab.configs.experiment;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One run of the matrix.
 *
 * @param index position among the experiment's cells, from 0
 * @param sweep name of the sweep it belongs to
 * @param scheme name of its flow-control scheme
 * @param parameters values of all parameters as written, in the file's order
 * @param seed of its random choices
 * @param setup what is run
 */
public record Cell(
        int index,
        String sweep,
        String scheme,
        Map<String, String> parameters,
        long seed,
        Setup setup) {

    /** The same place in the matrix with another setup. */
    public Cell with(Setup other) {
        return new Cell(index, sweep, scheme, parameters, seed, other);
    }

    /**
     * What tells the cell from the others, for results: {@code scheme}, the parameters, {@code
     * seed}. Whole numbers are {@link Long}s, all else is text.
     */
    public Map<String, Object> params() {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("scheme", scheme);
        parameters.forEach((name, value) -> params.put(name, typed(value)));
        params.put("seed", seed);
        return params;
    }

    /** A parameter's text as a whole number if it is one. */
    public static Object typed(String value) {
        return value.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(value) : value;
    }
}
