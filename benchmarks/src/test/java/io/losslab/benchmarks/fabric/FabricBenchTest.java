package io.losslab.benchmarks.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FabricBenchTest {
    /** Small and large messages; the workloads themselves are another module's. */
    private static final FlowSizes MICE_AND_ELEPHANTS =
            new FlowSizes() {
                @Override
                public long next(SplittableRandom random) {
                    return random.nextInt(10) == 0 ? 1_000_000 : 10_000;
                }

                @Override
                public double meanBytes() {
                    return 109_000;
                }
            };

    static Stream<Scenario> scenarios() {
        return Scenarios.all(workload -> MICE_AND_ELEPHANTS).stream();
    }

    static Stream<SchemeScenarios.Pair> schemes() {
        return SchemeScenarios.all().stream();
    }

    /**
     * Steady state allocates nothing a packet: below a byte a hop is what logs of messages take.
     * The mixes, which end, grow their tables for longer than a test may wait.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void noPacketAllocatesAndNoneDrops(Scenario scenario) {
        FabricBench.Row row = new FabricBench(0.7).measure(scenario);
        assertEquals(scenario.name(), row.name());
        assertTrue(row.packetHops() > 10_000, "hops: " + row.packetHops());
        if (scenario.endNanos() == Long.MAX_VALUE) {
            assertTrue(
                    row.bytesAllocatedPerHop() < 1, "bytes a hop: " + row.bytesAllocatedPerHop());
        }
        assertEquals(0, row.drops());
        assertTrue(row.simulatedSeconds() > 0);
        assertEquals(row.packetHops() / row.cpuSeconds(), row.packetHopsPerCpuSecond(), 1);
        assertTrue(Double.isNaN(row.ratioToPfc()));
    }

    /** An object a packet-hop would be 16 bytes; tables still grow in so short a time. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("schemes")
    void schemesAreAtWorkWhereTheirCostIsMeasured(SchemeScenarios.Pair pair) {
        FabricBench.Row own = new FabricBench(0.4).measure(pair);
        assertTrue(own.packetHops() > 10_000, "hops: " + own.packetHops());
        assertEquals(0, own.drops());
        assertTrue(own.bytesAllocatedPerHop() < 8, "bytes a hop: " + own.bytesAllocatedPerHop());
        assertTrue(own.ratioToPfc() > 0, "ratio: " + own.ratioToPfc());
    }

    @Test
    void everyRegisteredSchemeIsCompared() {
        List<String> expected = new ArrayList<>(List.of("bifrost"));
        SchemeTypes.all().stream().map(SchemeType::name).forEach(expected::add);
        assertEquals(expected, schemes().map(SchemeScenarios.Pair::scheme).toList());
    }
}
