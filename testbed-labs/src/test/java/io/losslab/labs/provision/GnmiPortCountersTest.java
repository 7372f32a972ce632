package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.Sessions;
import io.losslab.devices.gnmi.GnmiPortCounters;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import io.losslab.driver.clock.VirtualClockClient;
import io.losslab.driver.gnmi.CounterPaths;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.backend.TestPlans;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The software switch, asked as a commodity switch, tells what it tells over switch control. */
class GnmiPortCountersTest {
    private static final long MICROSECOND = 1_000;

    private final CellPlan plan = TestPlans.first("bifrost/case-a");
    private final ServedLab lab = LocalLab.of(plan);
    private final Channels channels = new Channels();
    private final Sessions sessions = new Sessions(channels);
    private final Device served = lab.testbed().device("M").orElseThrow();

    @AfterEach
    void stop() {
        sessions.close();
        channels.close();
        lab.close();
    }

    @Test
    void countersAreThoseOfSwitchControl() {
        GnmiPortCounters counters = counters();
        startTraffic();
        runUntil(500 * MICROSECOND);
        Map<String, Long> told = byCell(counters.read());
        assertEquals(
                byCell(
                        switchControl()
                                .counters(List.of(), List.copyOf(CounterPaths.LOSSLAB.known()))),
                told);
        assertTrue(told.get("1 RX_BYTES") > 0);
    }

    @Test
    void totalsCountFromTheBeginningAndLevelsDoNot() {
        startTraffic();
        runUntil(300 * MICROSECOND);
        CounterSamples before = control();
        GnmiPortCounters counters = counters();
        runUntil(500 * MICROSECOND);
        Map<String, Long> first = byCell(before);
        Map<String, Long> told = byCell(counters.read());
        Map<String, Long> now = byCell(control());
        assertEquals(now.get("1 RX_BYTES") - first.get("1 RX_BYTES"), told.get("1 RX_BYTES"));
        assertEquals(now.get("3 EGRESS_BYTES"), told.get("3 EGRESS_BYTES"));
        assertTrue(first.get("1 RX_BYTES") > 0);
    }

    @Test
    void countersThatWereResetMeanwhileAreAnErrorAndTheOthersAreStillTold() {
        startTraffic();
        runUntil(300 * MICROSECOND);
        GnmiPortCounters counters = counters();
        new VirtualClockClient(channels.channel(served, Service.GNMI)).reset(8);
        String message = assertThrows(DeviceException.class, counters::read).getMessage();
        assertEquals(
                "M (%s): counters of port %s were reset during the run: RX_BYTES is below what it was; do not clear its counters while losslab measures, and repeat the run"
                        .formatted(served.address(Service.GNMI), served.ports().get(0).name()),
                message.replaceFirst("run: \\w+ is", "run: RX_BYTES is"));
        Map<String, Long> left = byCell(counters.readClasses());
        assertFalse(left.containsKey("1 RX_BYTES"));
        assertTrue(left.containsKey("1 EGRESS_BYTES"));
        assertTrue(left.values().stream().allMatch(value -> value >= 0), left::toString);
    }

    @Test
    void samplesCountTimeFromTheirFirst() throws InterruptedException {
        runUntil(70 * MICROSECOND);
        BlockingQueue<CounterSamples> told = new LinkedBlockingQueue<>();
        try (OpenWatch stream =
                counters()
                        .watch(
                                List.of(1),
                                List.of(Counter.TX_BYTES, Counter.THROUGHPUT_LOSS_NANOS),
                                10 * MICROSECOND,
                                told::add)) {
            assertEquals(0, told.poll(60, TimeUnit.SECONDS).getTimeNs(0));
            runUntil(90 * MICROSECOND);
            CounterSamples next = told.poll(60, TimeUnit.SECONDS);
            assertEquals(10 * MICROSECOND, next.getTimeNs(0));
            assertEquals(List.of(Counter.TX_BYTES), next.getCounterList());
            assertTrue(stream.failure().isEmpty());
        }
    }

    private SwitchControlClient switchControl() {
        return new SwitchControlClient(
                channels.channel(served, Service.SWITCH_CONTROL), served.id());
    }

    private CounterSamples control() {
        return switchControl().counters(List.of(), List.copyOf(CounterPaths.LOSSLAB.known()));
    }

    private GnmiPortCounters counters() {
        Device commodity =
                new Device(
                        "M",
                        DeviceKinds.COMMODITY,
                        served.id(),
                        Map.of(Service.GNMI, served.address(Service.GNMI)),
                        served.ports(),
                        served.security(),
                        1,
                        served.deadline(),
                        Optional.empty(),
                        Optional.empty());
        return new GnmiPortCounters(commodity, sessions.of(served).channel(Service.GNMI));
    }

    private void startTraffic() {
        CellSettings settings =
                new CellSettings(plan, Binding.ofFabric(plan.topology(), lab.testbed()));
        new Provisioner(sessions, Ledger.inMemory()).apply(settings.desired());
        settings.traffic().forEach(call -> call.send(sessions.of(call.device())));
    }

    private void runUntil(long nanos) {
        new VirtualClockClient(channels.channel(served, Service.GNMI))
                .runUntil(nanos, 10 * MICROSECOND, time -> {});
    }

    private static Map<String, Long> byCell(CounterSamples rows) {
        Map<String, Long> cells = new TreeMap<>();
        for (int row = 0; row < rows.getValueCount(); row++) {
            cells.put(rows.getPort(row) + " " + rows.getCounter(row), rows.getValue(row));
        }
        return cells;
    }
}
