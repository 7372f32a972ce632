package io.losslab.labs.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.summary.Check;
import io.losslab.api.topology.Node;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.plan.CellPlan;
import io.losslab.devices.NicCounters;
import io.losslab.labs.backend.LabTime;
import io.losslab.labs.backend.TestPlans;
import io.losslab.labs.measure.CellReadings.BifrostReading;
import io.losslab.labs.measure.check.CellChecks;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.HostCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What the checks of a cell say of devices that do not count everything. */
class CellChecksTest {
    private CellPlan plan = TestPlans.first("bifrost/case-a", "scheme=bifrost");
    private final Map<Node, PortReadings> switches = new LinkedHashMap<>();
    private final Map<Node, NicCounters.Reading> nics = new LinkedHashMap<>();
    private final Map<Node, HostCounters> hosts = new LinkedHashMap<>();
    private final List<BifrostReading> bifrost = new ArrayList<>();

    @Test
    void noDropIsNotListedWhereNoDeviceCountsDrops() {
        ports("M", Counter.RX_BYTES, 9);
        ports("N");
        nic("A", OptionalLong.empty());
        assertEquals(Optional.empty(), check("no drop"));
        assertNull(readings().drops());
        assertNull(readings().switchPauseFrames());
    }

    @Test
    void noDropNamesTheDevicesThatDoNotCountDrops() {
        ports("M", Counter.DROPPED_PACKETS, 0);
        ports("N", Counter.TX_PAUSE_FRAMES, 7);
        nic("A", OptionalLong.of(0));
        assertEquals("not counted by the switches N", passed("no drop"));
        nic("B", OptionalLong.empty());
        assertEquals("not counted by the switches N and the NICs of B", passed("no drop"));
        assertEquals(0, readings().drops());
        assertEquals(7, readings().switchPauseFrames());
    }

    @Test
    void dropsThatNicsCountFailACellWhoseSwitchesCountNone() {
        ports("M");
        ports("N");
        nic("A", OptionalLong.of(3));
        Check check = check("no drop").orElseThrow();
        assertEquals(false, check.passed());
        assertEquals("3 packets dropped (NICs: A 3), time and place not recorded", check.detail());
        assertNull(readings().drops());
    }

    @Test
    void allIsKnownWhereEverySwitchCounts() {
        ports("M", Counter.DROPPED_PACKETS, 0);
        ports("N", Counter.DROPPED_PACKETS, 0);
        assertEquals("", passed("no drop"));
        assertEquals(0, readings().drops());
    }

    @Test
    void bifrostsReservationIsCheckedWhereThePortCountsWhatItHolds() {
        PortControl control =
                plan.setup().controls().stream()
                        .filter(PortControl::runsOnCoprocessor)
                        .findFirst()
                        .orElseThrow();
        bifrost.add(new BifrostReading(control, BifrostCounters.getDefaultInstance()));
        String name = control.port().node().name();
        int port = control.port().port();
        String check = "queue within H and leak allowance";
        assertEquals(Optional.empty(), check(check));
        ports(name, Counter.RX_BYTES, 9);
        assertEquals(Optional.empty(), check(check));
        ports(name, port + 1, Counter.MAX_INGRESS_BYTES, 9);
        assertEquals(Optional.empty(), check(check));
        ports(name, port, Counter.MAX_INGRESS_BYTES, 9);
        assertEquals("at most 9 B", passed(check));
        ports(name, port, Counter.MAX_INGRESS_BYTES, control.reservedBytes() + 1);
        assertEquals(false, check(check).orElseThrow().passed());
    }

    @Test
    void inOrderNamesThePortOfAHostThatHasOne() {
        hosts.put(
                node("C"),
                HostCounters.newBuilder()
                        .setReorderedPackets(2)
                        .setFirstReorderNs(5_000)
                        .setFirstReorderFlow(1)
                        .build());
        assertEquals(
                "2 packets received ahead of a gap, the first at 5.000 us at C port 1 queue 3, flow 1",
                check("in order").orElseThrow().detail());
    }

    /** Which of its ports a packet came in by is not told. */
    @Test
    void inOrderNamesNoPortOfAHostWithSeveral() {
        plan = TestPlans.first("show/ndc-deadlock");
        Node host = plan.topology().hosts().get(0);
        assertTrue(host.ports() > 1, host::toString);
        hosts.put(host, HostCounters.newBuilder().setReorderedPackets(2).build());
        String detail = check("in order").orElseThrow().detail();
        assertTrue(detail.contains(" us at " + host.name() + " flow 0, which"), detail);
    }

    private void ports(String name, Counter counter, long value) {
        ports(name, 1, counter, value);
    }

    private void ports(String name, int port, Counter counter, long value) {
        switches.put(
                node(name),
                new PortReadings(
                        CounterSamples.newBuilder()
                                .addTimeNs(0)
                                .addPort(port)
                                .addQueue(-1)
                                .addCounter(counter)
                                .addValue(value)
                                .build()));
    }

    /** Of a switch that does not tell any. */
    private void ports(String name) {
        switches.put(node(name), new PortReadings(CounterSamples.getDefaultInstance()));
    }

    private void nic(String host, OptionalLong dropped) {
        nics.put(node(host), new NicCounters.Reading(List.of(), dropped, OptionalLong.empty()));
    }

    private Node node(String name) {
        return plan.topology().nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String passed(String name) {
        Check check = check(name).orElseThrow();
        assertEquals(true, check.passed(), check::detail);
        return check.detail();
    }

    private Optional<Check> check(String name) {
        return CellChecks.of(plan, readings()).stream()
                .filter(check -> check.name().equals(name))
                .findFirst();
    }

    private CellReadings readings() {
        return new CellReadings(
                new LabTime(1_000_000, 0, LabTime.UNKNOWN, 0, null),
                hosts,
                0,
                switches,
                nics,
                bifrost,
                List.of(),
                Map.of(),
                Optional.empty(),
                new StrayFrames(false, List.of(), 0));
    }
}
