package io.losslab.configs.experiment.file;

import io.losslab.configs.language.Fields;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Expands sweeps into matrix points. A sweep that does not say which schemes runs all of them; an
 * experiment without sweeps is one sweep, {@code all}. Not thread safe.
 */
final class SweepReader {
    static final String SCHEME = "scheme";
    static final String SEED = "seed";
    private static final int MAX_POINTS = 20_000;

    private final Map<String, YamlValue> parameters;
    private final List<String> schemes;
    private final Set<String> names = new LinkedHashSet<>();

    /**
     * Makes a reader.
     *
     * @param parameters defaults by name
     */
    SweepReader(Map<String, YamlValue> parameters, List<String> schemes) {
        this.parameters = parameters;
        this.schemes = schemes;
    }

    List<MatrixPoint> read(Optional<YamlValue> sweeps) {
        if (sweeps.isEmpty()) {
            names.add("all");
            return schemes.stream()
                    .map(scheme -> new MatrixPoint("all", scheme, parameters))
                    .toList();
        }
        List<MatrixPoint> points = new ArrayList<>();
        List<YamlValue> items = sweeps.get().items();
        if (items.isEmpty() && sweeps.get().isList()) {
            sweeps.get()
                    .error("the list of sweeps is empty; omit the key to run every scheme once");
        }
        for (YamlValue item : items) {
            ExperimentSections.SWEEP.read(item).ifPresent(map -> points.addAll(sweep(map)));
        }
        if (points.size() > MAX_POINTS) {
            sweeps.get()
                    .error(
                            "the sweeps have %,d points".formatted(points.size()),
                            "at most 20,000",
                            "");
            return List.of();
        }
        return points;
    }

    /** Names of the sweeps read so far. */
    Set<String> names() {
        return names;
    }

    private List<MatrixPoint> sweep(Fields map) {
        Optional<String> name = map.get(ExperimentSections.SWEEP_NAME);
        if (name.isPresent() && !names.add(name.get())) {
            map.blame(ExperimentSections.SWEEP_NAME)
                    .error("duplicate sweep '%s'".formatted(name.get()));
        }
        Map<String, List<YamlValue>> axes = new LinkedHashMap<>();
        Optional<List<YamlValue.Entry>> matrix = map.get(ExperimentSections.MATRIX);
        for (YamlValue.Entry entry : matrix.orElse(List.of())) {
            List<YamlValue> values = axis(entry);
            if (known(entry) && !values.isEmpty()) {
                axes.put(entry.key(), values);
            }
        }
        if (matrix.filter(List::isEmpty).isPresent()) {
            map.blame(ExperimentSections.MATRIX).error("the matrix is empty");
        }
        if (matrix.isPresent() && axes.isEmpty()) {
            return List.of();
        }
        for (YamlValue.Entry entry : map.get(ExperimentSections.SET).orElse(List.of())) {
            if (axes.containsKey(entry.key())) {
                entry.error("'%s' is in both 'matrix' and 'set'".formatted(entry.key()), "", "");
            } else if (known(entry) && entry.value().text().isPresent()) {
                axes.put(entry.key(), List.of(entry.value()));
                checkScheme(entry.key(), entry.value());
            }
        }
        return points(name.orElse("?"), axes);
    }

    private List<YamlValue> axis(YamlValue.Entry entry) {
        if (!entry.value().isList()) {
            entry.value().error("an axis must be a list of values", "[a, b, ...]", "");
            return List.of();
        }
        List<YamlValue> values = new ArrayList<>();
        Set<String> texts = new HashSet<>();
        for (YamlValue item : entry.value().items()) {
            Optional<String> text = item.text();
            if (text.isPresent() && !texts.add(text.get())) {
                item.error("duplicate value '%s' on the axis".formatted(text.get()));
            } else if (text.isPresent() && checkScheme(entry.key(), item)) {
                values.add(item);
            }
        }
        if (entry.value().items().isEmpty()) {
            entry.value().error("the axis '%s' is empty".formatted(entry.key()));
        }
        return values;
    }

    private boolean checkScheme(String key, YamlValue value) {
        return !key.equals(SCHEME) || value.oneOf(schemes, "there is no scheme '%s'").isPresent();
    }

    private boolean known(YamlValue.Entry entry) {
        List<String> names = new ArrayList<>(parameters.keySet());
        names.add(SCHEME);
        boolean known = names.contains(entry.key());
        if (!known) {
            entry.unknown("there is no parameter '%s'".formatted(entry.key()), names);
        }
        return known;
    }

    private List<MatrixPoint> points(String sweep, Map<String, List<YamlValue>> axes) {
        List<Map<String, YamlValue>> choices = new ArrayList<>();
        choices.add(Map.of());
        for (Map.Entry<String, List<YamlValue>> axis : axes.entrySet()) {
            List<Map<String, YamlValue>> longer = new ArrayList<>();
            for (Map<String, YamlValue> choice : choices) {
                for (YamlValue value : axis.getValue()) {
                    Map<String, YamlValue> more = new LinkedHashMap<>(choice);
                    more.put(axis.getKey(), value);
                    longer.add(more);
                    if (longer.size() > MAX_POINTS) {
                        return bound(sweep, longer);
                    }
                }
            }
            choices = longer;
        }
        return bound(sweep, choices);
    }

    private List<MatrixPoint> bound(String sweep, List<Map<String, YamlValue>> choices) {
        List<MatrixPoint> points = new ArrayList<>();
        for (Map<String, YamlValue> choice : choices) {
            Map<String, YamlValue> bindings = new LinkedHashMap<>(parameters);
            choice.forEach(bindings::replace);
            YamlValue scheme = choice.get(SCHEME);
            List<String> chosen =
                    scheme == null ? schemes : List.of(scheme.text().orElse(schemes.get(0)));
            chosen.forEach(name -> points.add(new MatrixPoint(sweep, name, bindings)));
        }
        return points;
    }
}
