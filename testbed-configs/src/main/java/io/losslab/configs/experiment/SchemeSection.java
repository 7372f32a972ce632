package io.losslab.configs.experiment;

import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.util.Optional;

/**
 * A scheme as a file writes it: a list of rules alone, or a mapping that also replaces some of the
 * experiment's settings.
 */
final class SchemeSection {
    private final YamlValue value;
    private final Optional<YamlMap> map;

    private SchemeSection(YamlValue value, Optional<YamlMap> map) {
        this.value = value;
        this.map = map;
    }

    static SchemeSection of(YamlValue value) {
        return new SchemeSection(
                value, value.isMap() ? value.map(ExperimentFormat.SCHEME) : Optional.empty());
    }

    /** Its rules; a value that is neither list nor mapping stands for them, to be blamed. */
    Optional<YamlValue> rules() {
        return value.isMap() ? map.flatMap(keys -> keys.get("rules")) : Optional.of(value);
    }

    /** A setting of the experiment that the scheme replaces. */
    Optional<YamlValue> get(String key) {
        return map.flatMap(keys -> keys.get(key));
    }
}
