package io.losslab.roce.congestion;

import java.util.List;
import java.util.Optional;

/** The registry: every congestion control. One line each. */
public final class CongestionControls {
    private static final List<CongestionControlType> ALL =
            List.of(new DcqcnType(), new TimelyType(), new HpccType());

    private CongestionControls() {}

    public static List<CongestionControlType> all() {
        return ALL;
    }

    public static Optional<CongestionControlType> find(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }
}
