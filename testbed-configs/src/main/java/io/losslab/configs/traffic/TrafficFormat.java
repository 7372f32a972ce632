package io.losslab.configs.traffic;

import io.losslab.configs.yaml.Keys;
import java.util.ArrayList;
import java.util.List;

/** The keys of a traffic group in experiment files. */
public final class TrafficFormat {
    public static final Keys GROUP =
            new Keys("a traffic group", List.of("name", "kind", "from", "to"), optional());

    private TrafficFormat() {}

    private static List<String> optional() {
        List<String> keys = new ArrayList<>(TrafficKind.keysOfSome());
        keys.addAll(List.of("ecmp", "via", "path", "class", "classes", "start", "stop", "bins"));
        return keys;
    }
}
