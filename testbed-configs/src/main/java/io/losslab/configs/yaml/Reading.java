package io.losslab.configs.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One pass over a document: where problems go, and what {@code ${parameters}} stand for. Not thread
 * safe.
 */
public final class Reading {
    private final Problems problems;
    private final Map<String, YamlValue> bindings;
    private final Set<String> used;
    private final boolean allowing;

    /** A pass without parameters. */
    public Reading(Problems problems) {
        this(problems, Map.of(), new TreeSet<>(), false);
    }

    private Reading(
            Problems problems,
            Map<String, YamlValue> bindings,
            Set<String> used,
            boolean allowing) {
        this.problems = problems;
        this.bindings = new LinkedHashMap<>(bindings);
        this.used = used;
        this.allowing = allowing;
    }

    /** A pass in which parameters have values; what it uses counts as used in this one too. */
    public Reading binding(Map<String, YamlValue> newBindings) {
        return new Reading(problems, newBindings, used, true);
    }

    /** A pass over another file: the same problems, no parameters. */
    public Reading withoutBindings() {
        return new Reading(problems, Map.of(), used, false);
    }

    public Problems problems() {
        return problems;
    }

    /** Parameters that some value referred to so far. */
    public Set<String> usedParameters() {
        return used;
    }

    /** Whether values may refer to parameters, even if there are none. */
    boolean allowsParameters() {
        return allowing;
    }

    Map<String, YamlValue> bindings() {
        return bindings;
    }

    void markUsed(String parameter) {
        used.add(parameter);
    }
}
