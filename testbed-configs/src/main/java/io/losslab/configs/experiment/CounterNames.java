package io.losslab.configs.experiment;

import io.losslab.proto.v1.Counter;
import java.util.Locale;

/** Names of counters in figures and results: {@code INGRESS_BYTES} is {@code ingressBytes}. */
public final class CounterNames {
    private CounterNames() {}

    /** The name of a counter. */
    public static String of(Counter counter) {
        String[] words = counter.name().toLowerCase(Locale.ROOT).split("_", -1);
        StringBuilder name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return name.toString();
    }
}
