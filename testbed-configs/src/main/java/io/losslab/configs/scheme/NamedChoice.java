package io.losslab.configs.scheme;

import io.losslab.flowcontrol.Settings;

/**
 * A name that a file chose, with its settings.
 *
 * @param name of the registry
 * @param settings every key has a value in base units, or {@code auto}
 */
public record NamedChoice(String name, Settings settings) {}
