package io.losslab.labs.backend.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.api.clock.ScaledClock;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataSize;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.Rest;
import io.losslab.softswitch.live.LiveFabric;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveTimeTest {
    private static final long LEAD_NANOS = 3_100_000_000L;

    private final Topology topology =
            new TopologyBuilder("one").switchNode("S", DataSize.parse("1MB")).build();

    @Test
    void trafficThatComesAfterTheEpochIsTooLateByTheLeadThatWasGiven() {
        try (LiveFabric switches =
                new LiveFabric(topology, 8, 1_024, ScaledClock.standing(1), port -> "")) {
            LiveTime time = new LiveTime(switches, List.of());
            time.prepare(LEAD_NANOS);
            while (time.untilZeroNanos() > 0) {
                Rest.nanos(time.untilZeroNanos());
            }
            CommandFailure late =
                    assertThrows(
                            CommandFailure.class, () -> time.runUntil(1_000, (nanos, hops) -> {}));
            assertEquals(
                    "the agents did not receive their traffic within 3100 ms", late.getMessage());
        }
    }
}
