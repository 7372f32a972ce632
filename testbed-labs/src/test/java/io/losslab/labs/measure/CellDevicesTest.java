package io.losslab.labs.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Node;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.clock.VirtualClockClient;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.RealTimeLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.backend.Silence;
import io.losslab.labs.backend.TestPlans;
import io.losslab.labs.provision.Ledger;
import io.losslab.proto.v1.Counter;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CellDevicesTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long HOUR_NANOS = 3_600_000 * MILLISECOND;

    private final CellPlan plan = TestPlans.first("bifrost/case-a");

    /** Time passes on its own in a testbed: here in a thread, while the devices are closed. */
    @Test
    void hostsOfACellThatFailsHaveNoMessageLeft() throws Exception {
        try (ServedLab served = LocalLab.of(plan);
                Channels channels = new Channels();
                RealTimeLab lab = lab(served, channels)) {
            VirtualClockClient clock =
                    new VirtualClockClient(channels.channel(host(served), Service.HOST_AGENT));
            HostAgentClient agent;
            Thread time;
            try (CellDevices devices = new CellDevices(lab, plan)) {
                devices.provision();
                devices.startTraffic();
                run(clock, 2 * MILLISECOND);
                assertEquals(HOUR_NANOS, lab.silence().untilNanos(HOUR_NANOS));
                agent = devices.hosts().values().iterator().next();
                assertTrue(agent.counters().getOutstandingMessages() > 0);
                time =
                        new Thread(
                                () -> {
                                    for (int ms = 3; ms < 60; ms++) {
                                        run(clock, ms * MILLISECOND);
                                    }
                                });
                time.start();
            }
            assertEquals(0, agent.counters().getOutstandingMessages());
            assertTrue(lab.silence().untilNanos(HOUR_NANOS) < HOUR_NANOS);
            time.join();
        }
    }

    /** A cell that follows has no traffic of this one to wait for. */
    @Test
    void silenceBeginsWhereNothingIsOnItsWayBeforeTheCountersAreRead() throws Exception {
        try (ServedLab served = LocalLab.of(plan);
                Channels channels = new Channels();
                RealTimeLab lab = lab(served, channels);
                CellDevices devices = new CellDevices(lab, plan)) {
            devices.startTraffic();
            devices.readPorts();
            assertEquals(HOUR_NANOS, lab.silence().untilNanos(HOUR_NANOS));
            devices.stopTraffic();
            devices.readPorts();
            assertTrue(lab.silence().untilNanos(HOUR_NANOS) < HOUR_NANOS);
        }
    }

    /** As a SONiC switch without SSH; here before any switch was asked what it counts. */
    @Test
    void aSwitchThatTellsNoCountersIsThereWithoutAny() throws Exception {
        try (ServedLab served = LocalLab.of(plan);
                Channels channels = new Channels();
                RealTimeLab lab = lab(served, channels);
                CellDevices devices = new CellDevices(lab, plan)) {
            Map<Node, PortReadings> readings = devices.readPorts();
            assertEquals(Set.copyOf(plan.topology().switches()), readings.keySet());
            readings.values().forEach(ports -> assertFalse(ports.has(Counter.RX_BYTES)));
        }
    }

    private static void run(VirtualClockClient clock, long untilNanos) {
        clock.runUntil(untilNanos, 0, time -> {});
    }

    private Device host(ServedLab served) {
        return served.testbed().device(plan.topology().hosts().get(0).name()).orElseThrow();
    }

    private RealTimeLab lab(ServedLab served, Channels channels) {
        Binding binding = Binding.ofFabric(plan.topology(), served.testbed());
        return new RealTimeLab(binding, channels, Ledger.inMemory(), new Silence());
    }
}
