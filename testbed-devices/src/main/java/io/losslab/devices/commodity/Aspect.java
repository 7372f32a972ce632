package io.losslab.devices.commodity;

import io.losslab.configs.language.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What an experiment asks of a port, as far as systems differ in whether gNMI can set it. */
public enum Aspect {
    /** PFC is on at the port. */
    PFC,
    /** Which priorities are lossless. */
    PRIORITIES,
    /** When a priority is paused and resumed, and how much headroom it has. */
    THRESHOLDS,
    /** When packets are marked. */
    ECN;

    /** A value of key {@code byHand}. */
    static final Type<List<Aspect>> LIST =
            Type.listOf(Type.choice(Arrays.asList(values()), Aspect::word));

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The same of a port, for users. */
    String of(String port) {
        return "%s of %s".formatted(word(), port);
    }

    /** Several, for users. */
    static String words(Set<Aspect> aspects) {
        return aspects.isEmpty()
                ? "nothing"
                : aspects.stream().sorted().map(Aspect::word).collect(Collectors.joining(", "));
    }
}
