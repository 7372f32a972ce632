package io.losslab.configs.experiment.file;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.yaml.YamlValue;
import java.util.Optional;

/**
 * A scheme as a file writes it: a list of rules alone, or a mapping that also replaces some of the
 * experiment's settings.
 */
final class SchemeSection {
    private final YamlValue value;
    private final Optional<Fields> map;

    private SchemeSection(YamlValue value, Optional<Fields> map) {
        this.value = value;
        this.map = map;
    }

    static SchemeSection of(YamlValue value) {
        return new SchemeSection(
                value, value.isMap() ? ExperimentSections.SCHEME.read(value) : Optional.empty());
    }

    /** Its rules; a value that is neither list nor mapping stands for them, to be blamed. */
    Optional<YamlValue> rules() {
        return value.isMap()
                ? map.flatMap(keys -> keys.get(ExperimentSections.RULES))
                : Optional.of(value);
    }

    /** A setting of the experiment that the scheme replaces. */
    <T> Optional<T> get(Key<T> key) {
        return map.flatMap(keys -> keys.get(key));
    }
}
