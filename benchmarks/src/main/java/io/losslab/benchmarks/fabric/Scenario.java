package io.losslab.benchmarks.fabric;

import io.losslab.softswitch.fabric.Fabric;
import java.util.function.Supplier;

/**
 * A network under traffic that {@link FabricBench} measures.
 *
 * @param name it is reported under
 * @param fabric makes it anew, with all its traffic
 * @param endNanos when its traffic ends, virtual time; {@link Long#MAX_VALUE} for never
 */
public record Scenario(String name, Supplier<Fabric> fabric, long endNanos) {
    /** One whose traffic never ends. */
    public static Scenario endless(String name, Supplier<Fabric> fabric) {
        return new Scenario(name, fabric, Long.MAX_VALUE);
    }
}
