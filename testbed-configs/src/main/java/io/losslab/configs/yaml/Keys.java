package io.losslab.configs.yaml;

import java.util.ArrayList;
import java.util.List;

/**
 * The keys that a mapping may have.
 *
 * @param section what the mapping is, for messages: {@code a traffic group}
 * @param required keys that must be there
 * @param optional keys that may be there
 */
public record Keys(String section, List<String> required, List<String> optional) {
    public Keys {
        required = List.copyOf(required);
        optional = List.copyOf(optional);
    }

    public List<String> all() {
        List<String> all = new ArrayList<>(required);
        all.addAll(optional);
        return all;
    }
}
