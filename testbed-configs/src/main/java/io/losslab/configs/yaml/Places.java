package io.losslab.configs.yaml;

import java.util.List;
import java.util.Optional;

/**
 * Where the values of a document stand, by their dotted paths: for problems that are found after
 * the document was read. Immutable.
 */
public final class Places {
    private final String file;
    private final Optional<YamlDocument> document;

    /**
     * Of a document.
     *
     * @param file that problems name where nothing of a path is written
     * @param document empty: there is only the file
     */
    public Places(String file, Optional<YamlDocument> document) {
        this.file = file;
        this.document = document;
    }

    /** The file as a whole. */
    public Position ofFile() {
        return Position.ofFile(file);
    }

    /**
     * Where a value stands, or what is above it where it is not written.
     *
     * @param path such as {@code traffic.0.size}
     */
    public Position at(String path) {
        Optional<YamlValue> value = document.map(known -> known.root(new Reading(new Problems())));
        Position place = ofFile();
        for (String step : path.split("\\.", -1)) {
            value = value.flatMap(above -> below(above, step));
            if (value.isPresent()) {
                place = value.get().at();
            }
        }
        return place;
    }

    private static Optional<YamlValue> below(YamlValue above, String step) {
        if (above.isList()) {
            List<YamlValue> items = above.items();
            int index = step.matches("[0-9]{1,9}") ? Integer.parseInt(step) : items.size();
            return index < items.size() ? Optional.of(items.get(index)) : Optional.empty();
        }
        return above.isMap()
                ? above.entries().stream()
                        .filter(entry -> entry.key().equals(step))
                        .map(YamlValue.Entry::value)
                        .findFirst()
                : Optional.empty();
    }
}
