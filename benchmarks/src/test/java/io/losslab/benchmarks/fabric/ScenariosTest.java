package io.losslab.benchmarks.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.softswitch.fabric.Fabric;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The networks that are measured, each for so many packet-hops, whatever time these take. */
class ScenariosTest {
    private static final long WARM_UP_HOPS = 100_000;
    private static final long HOPS = 50_000;
    private static final long SLICE_NANOS = 10_000;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<Scenario> endless() {
        return scenarios().filter(scenario -> scenario.endNanos() == Long.MAX_VALUE);
    }

    static Stream<Scenario> mixes() {
        return scenarios().filter(scenario -> scenario.endNanos() < Long.MAX_VALUE);
    }

    private static Stream<Scenario> scenarios() {
        return Scenarios.all().stream();
    }

    static Stream<Scenario> schemes() {
        return SchemeScenarios.all().stream().map(SchemeScenarios.Pair::own);
    }

    /** Below a byte a hop is what logs of messages take. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("endless")
    void steadyTrafficAllocatesNothingAPacket(Scenario scenario) {
        double bytes = bytesAllocatedPerHop(scenario.fabric().get());
        assertTrue(bytes < 1, "bytes a hop: " + bytes);
    }

    /** An object a packet-hop would be 16 bytes; tables still grow in so short a time. */
    @ParameterizedTest(name = "{0}")
    @MethodSource({"schemes", "mixes"})
    void schemesAllocateNothingAPacket(Scenario scenario) {
        double bytes = bytesAllocatedPerHop(scenario.fabric().get());
        assertTrue(bytes < 8, "bytes a hop: " + bytes);
    }

    @Test
    void everyRegisteredSchemeIsComparedWithPfc() {
        List<String> expected =
                SchemeTypes.all().stream()
                        .map(SchemeType::name)
                        .filter(name -> !name.equals("pfc"))
                        .toList();
        assertEquals(
                expected,
                SchemeScenarios.all().stream().map(SchemeScenarios.Pair::scheme).toList());
    }

    /** After a warm-up, and nothing may be dropped in either. */
    private static double bytesAllocatedPerHop(Fabric fabric) {
        advance(fabric, WARM_UP_HOPS);
        fabric.drainFlows();
        long hops = fabric.counters().packetHops();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        advance(fabric, HOPS);
        double bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        assertEquals(0, Scenarios.drops(fabric));
        return bytes / (fabric.counters().packetHops() - hops);
    }

    private static void advance(Fabric fabric, long hops) {
        long end = fabric.counters().packetHops() + hops;
        while (fabric.counters().packetHops() < end) {
            fabric.run(fabric.nowNanos() + SLICE_NANOS);
        }
    }
}
