package io.losslab.devices.tofino2.program;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers for settings that ports have in common, from 0 in order of their first use. Not thread
 * safe.
 *
 * @param <T> what is numbered, by its equality
 */
final class Profiles<T> {
    private final Map<T, Integer> numbers = new LinkedHashMap<>();

    int of(T settings) {
        return numbers.computeIfAbsent(settings, first -> numbers.size());
    }

    Map<T, Integer> all() {
        return numbers;
    }
}
