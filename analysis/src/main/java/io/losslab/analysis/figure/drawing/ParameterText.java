package io.losslab.analysis.figure.drawing;

import io.losslab.analysis.run.RunManifest;
import java.util.Map;
import java.util.stream.Collectors;

/** How the parameters of cells are written for users. */
public final class ParameterText {
    private static final String SCHEME = "scheme";

    private ParameterText() {}

    /** All of a cell: the scheme by its name, others as {@code name value}. */
    public static String of(Map<String, Object> params, RunManifest manifest) {
        return params.entrySet().stream()
                .map(
                        param -> {
                            String value = param.getValue().toString();
                            return param.getKey().equals(SCHEME)
                                    ? SeriesStyle.displayName(value, manifest)
                                    : param.getKey() + " " + value;
                        })
                .collect(Collectors.joining(", "));
    }

    /** A value: of the scheme its name, of any other parameter as it is. */
    public static String value(String parameter, String value, RunManifest manifest) {
        return parameter.equals(SCHEME) ? SeriesStyle.displayName(value, manifest) : value;
    }
}
