package io.losslab.configs.yaml;

/**
 * A pair of a mapping whose keys the user chooses.
 *
 * @param key as written
 * @param keyAt where the key stands
 * @param value what it maps to
 */
public record YamlEntry(String key, Position keyAt, YamlValue value) {}
