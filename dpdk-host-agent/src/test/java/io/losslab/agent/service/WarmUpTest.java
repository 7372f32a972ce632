package io.losslab.agent.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.agent.loop.Polling;
import io.losslab.agent.plane.PortPlace;
import io.losslab.agent.traffic.EndTimes;
import io.losslab.api.clock.ScaledClock;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.proto.v1.HostCounters;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final int BUFFERS = 4095;

    private final AgentSettings settings =
            new AgentSettings(
                    7,
                    "h7",
                    0x0A00_0007,
                    List.of(
                            new AgentPort(
                                    "--vdev net_null0",
                                    "net_null0",
                                    false,
                                    new PortPlace(
                                            0,
                                            1,
                                            new LinkProfile(1_000_000_000L, 0, 1600),
                                            2,
                                            1,
                                            0))),
                    List.of(),
                    false,
                    96,
                    BUFFERS,
                    1024,
                    8,
                    ScaledClock.standing(1),
                    EndTimes.HALF_ROUND_TRIP,
                    Polling.ADAPTIVE,
                    true);

    /** A second time, as the ring of the first one is gone. */
    @Test
    void sendsToItselfAndPausesItselfAndGivesBackWhatItTook() {
        try (AgentDpdk dpdk = new AgentDpdk(settings)) {
            for (int time = 0; time < 2; time++) {
                HostCounters passed = WarmUp.run(settings, dpdk);
                assertTrue(passed.getDeliveredBytes() > 10_000_000, passed::toString);
                assertTrue(passed.getRxPauseFrames() > 5_000, passed::toString);
                assertEquals(passed.getTxPauseFrames(), passed.getRxPauseFrames());
                assertEquals(BUFFERS, dpdk.pool.freeBuffers());
            }
        }
    }
}
