package io.losslab.configs.traffic;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds of traffic, with the keys that only some of them have. */
public enum TrafficKind {
    BANDWIDTH("bandwidth", "size", "flows txDepth iterations"),
    LATENCY("latency", "size", "flows iterations gap"),
    LONG_LIVED("longLived", "", "size flows txDepth"),
    POISSON("poisson", "load", "size sizes capacity sites interShare"),
    INCAST("incast", "", "size sizes degree perSender period load count window"),
    BURST("burst", "", "size sizes flows window stagger racks"),
    ALL_TO_ALL("allToAll", "", "size sizes period window"),
    PERMUTATION("permutation", "", "size sizes period window"),
    PARAMETER_SERVER("parameterServer", "", "size sizes rounds"),
    MOE("moe", "", "tokens tokenSize topExperts zipf period"),
    QUEUE_STRESS("queueStress", "m", "size sizes perSender");

    private final String word;
    private final String required;
    private final String optional;

    /** Keys are parted by blanks. */
    TrafficKind(String word, String required, String optional) {
        this.word = word;
        this.required = required;
        this.optional = optional;
    }

    /** The word in files and plans. */
    public String word() {
        return word;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(TrafficKind::word).toList();
    }

    static Optional<TrafficKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    /** Keys of its own that it must have. */
    List<String> required() {
        return keys(required);
    }

    /** All keys of its own. */
    List<String> keys() {
        return keys(required + " " + optional);
    }

    /** Keys that some kind has and others have not. */
    static List<String> keysOfSome() {
        return Arrays.stream(values()).flatMap(kind -> kind.keys().stream()).distinct().toList();
    }

    private static List<String> keys(String blankParted) {
        return Arrays.stream(blankParted.split(" ")).filter(key -> !key.isEmpty()).toList();
    }
}
