package io.losslab.benchmarks.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What a row says is what its spell of CPU time was; the spells here are too short for rates. */
class FabricBenchTest {
    private static final double CPU_SECONDS = 0.02;

    private final FabricBench bench = new FabricBench(CPU_SECONDS);

    @Test
    void rateIsHopsOverCpuTime() {
        Scenario incast = Scenario.endless("incast", Scenarios::incast);
        FabricBench.Row row = bench.measure(incast);
        assertEquals("incast", row.name());
        assertTrue(row.packetHops() > 0, "hops: " + row.packetHops());
        assertTrue(row.cpuSeconds() >= CPU_SECONDS, "CPU seconds: " + row.cpuSeconds());
        assertTrue(row.simulatedSeconds() > 0);
        assertEquals(row.packetHops() / row.cpuSeconds(), row.packetHopsPerCpuSecond(), 1);
        assertEquals(0, row.drops());
        assertTrue(Double.isNaN(row.ratioToPfc()), "compared with nothing: " + row.ratioToPfc());
    }

    @Test
    void aSchemeIsComparedWithPfcOnTheSameTraffic() {
        FabricBench.Row row = bench.measure(SchemeScenarios.all().get(0));
        assertTrue(row.packetHops() > 0, "hops: " + row.packetHops());
        assertTrue(row.ratioToPfc() > 0, "ratio: " + row.ratioToPfc());
        assertEquals(0, row.drops());
    }
}
