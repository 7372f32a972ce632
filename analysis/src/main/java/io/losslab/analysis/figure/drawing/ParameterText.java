package io.losslab.analysis.figure.drawing;

import io.losslab.analysis.run.RunManifest;
import java.util.Map;
import java.util.stream.Collectors;

/** How the parameters of cells are written for users. */
public final class ParameterText {
    private static final String SCHEME = "scheme";

    private static final Map<String, String> NAMES =
            Map.ofEntries(
                    Map.entry("pfc", "PFC"),
                    Map.entry("bifrost", "Bifrost"),
                    Map.entry("bifrostX", "BifrostX"),
                    Map.entry("portfc", "PortFC"),
                    Map.entry("ofc", "OFC"),
                    Map.entry("capfc", "CaPFC"),
                    Map.entry("gfc", "GFC"),
                    Map.entry("pyrrha", "Pyrrha"),
                    Map.entry("bfc", "BFC"),
                    Map.entry("cbfc", "CBFC"),
                    Map.entry("swing", "SWING"),
                    Map.entry("irn", "IRN"),
                    Map.entry("none", "no flow control"));

    private ParameterText() {}

    /** All of a cell: the scheme by its name, others as {@code name value}. */
    public static String of(Map<String, Object> params, RunManifest manifest) {
        return params.entrySet().stream()
                .map(
                        param -> {
                            String value = param.getValue().toString();
                            return param.getKey().equals(SCHEME)
                                    ? scheme(value, manifest)
                                    : param.getKey() + " " + value;
                        })
                .collect(Collectors.joining(", "));
    }

    /** A value: of the scheme its name, of any other parameter as it is. */
    public static String value(String parameter, String value, RunManifest manifest) {
        return parameter.equals(SCHEME) ? scheme(value, manifest) : value;
    }

    /** A scheme's label or, without one, its name as its paper writes it. */
    public static String scheme(String name, RunManifest manifest) {
        return manifest.labels().getOrDefault(name, NAMES.getOrDefault(name, name));
    }
}
