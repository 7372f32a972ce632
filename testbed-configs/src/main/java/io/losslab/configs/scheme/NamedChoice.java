package io.losslab.configs.scheme;

import io.losslab.flowcontrol.setting.Settings;

/**
 * What a file chose by name, with its settings.
 *
 * @param chosen with its keys
 * @param settings every key has a value in base units, or {@code auto}
 */
public record NamedChoice(NamedSettings chosen, Settings settings) {
    public String name() {
        return chosen.name();
    }
}
