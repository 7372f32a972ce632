package io.losslab.softswitch.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.softswitch.fabric.Fabric;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FabricBenchTest {
    static Stream<Arguments> scenarios() {
        return Stream.of(
                scenario("case-a", Scenarios::caseA),
                scenario("fat-tree", Scenarios::fatTreePermutation),
                scenario("incast", Scenarios::incast));
    }

    /**
     * Steady state allocates nothing a packet: below a byte a hop is what logs of messages take.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void noPacketAllocatesAndNoneDrops(String name, Supplier<Fabric> scenario) {
        FabricBench.Row row = new FabricBench(0.7).measure(name, scenario);
        assertEquals(name, row.name());
        assertTrue(row.packetHops() > 10_000, "hops: " + row.packetHops());
        assertTrue(row.bytesAllocatedPerHop() < 1, "bytes a hop: " + row.bytesAllocatedPerHop());
        assertEquals(0, row.drops());
        assertTrue(row.simulatedSeconds() > 0);
        assertEquals(row.packetHops() / row.cpuSeconds(), row.packetHopsPerCpuSecond(), 1);
    }

    private static Arguments scenario(String name, Supplier<Fabric> scenario) {
        return Arguments.of(name, scenario);
    }
}
