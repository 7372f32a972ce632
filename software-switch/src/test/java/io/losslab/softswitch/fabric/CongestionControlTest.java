package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Node;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.DataRate;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.congestion.CongestionControls;
import io.losslab.roce.congestion.CongestionSettings;
import io.losslab.roce.frame.RoceHeaders;
import io.losslab.roce.frame.RoceOpcodes;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.named.NamedType;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Congestion controls on a bottleneck that two hosts share. */
class CongestionControlTest {
    private static final int MTU = 1024;

    /** A BTH begins with it. */
    private static final int OPCODE = RoceFrame.ETHERNET_BYTES + RoceHeaders.IP_AND_UDP_BYTES;

    private static final DataRate RATE = DataRate.parse("10Gbps");

    /** The second flow joins late; in the end each has half, and the queue is no buffer's worth. */
    @ParameterizedTest
    @ValueSource(strings = {"dcqcn", "timely", "hpcc"})
    void twoFlowsComeToAFairShare(String name) {
        Fabric fabric = bottleneck(name, Settings.NONE);
        add(fabric, 1, 0);
        add(fabric, 2, 2_000_000);
        fabric.run(60_000_000);
        fabric.drainFlows();
        fabric.run(100_000_000);
        FlowLog log = fabric.drainFlows();
        long[] bytes = new long[3];
        for (int row = 0; row < log.size(); row++) {
            bytes[log.flow(row)] += log.bytes(row);
        }
        double share = bytes[1] / (double) (bytes[1] + bytes[2]);
        assertEquals(0.5, share, 0.1, name);
        double goodput = (bytes[1] + bytes[2]) * 8 / 40e6;
        assertTrue(goodput > 7 && goodput < 10, name + ": " + goodput + " Gb/s of 10");
        assertEquals(0, Networks.dropped(fabric));
    }

    @Test
    void hpccKeepsTheQueueShort() {
        Fabric fabric = bottleneck("hpcc", Settings.NONE);
        add(fabric, 1, 0);
        add(fabric, 2, 0);
        fabric.run(5_000_000);
        int node = Networks.id(fabric.topology(), "S");
        for (int slice = 0; slice < 100; slice++) {
            fabric.run(fabric.nowNanos() + 10_000);
            long waiting = fabric.counters().port(node, 1).egressBytes();
            assertTrue(waiting < 20_000, "waiting: " + waiting);
        }
    }

    /** Small frames leave a quarter of the line to headers, preambles, and gaps; 95% are sent. */
    @ParameterizedTest
    @ValueSource(ints = {256, 1024, 4096})
    void hpccLeavesATwentiethOfTheLineWhateverTheFrames(int mtu) {
        Fabric fabric = bottleneck("hpcc", Settings.NONE, mtu);
        add(fabric, 1, 0);
        add(fabric, 2, 0);
        fabric.run(10_000_000);
        int node = Networks.id(fabric.topology(), "S");
        PortCounters before = fabric.counters().port(node, 1);
        fabric.run(20_000_000);
        PortCounters after = fabric.counters().port(node, 1);
        double bytes =
                after.txBytes()
                        - before.txBytes()
                        + RoceFrame.WIRE_OVERHEAD_BYTES * (after.txFrames() - before.txFrames());
        assertEquals(0.95, bytes * 8 / 10e6 / 10, 0.01);
    }

    /** However many packets an ACK is for, telemetry comes back with every one. */
    @Test
    void hpccHasEveryPacketAcknowledged() {
        Fabric fabric = bottleneck("hpcc", Settings.NONE, MTU, 16);
        int to = Networks.id(fabric.topology(), "h0");
        fabric.addFlow(Networks.message(1, Networks.id(fabric.topology(), "h1"), to, 1_000L * MTU));
        fabric.run(10_000_000);
        assertEquals(1_000, fabric.counters().port(to, 1).txFrames());
    }

    /** DCQCN, section 3.1: a receiver tells of marks at most once an interval. */
    @ParameterizedTest
    @ValueSource(longs = {20_000, 50_000})
    void marksAreToldOfOnceAnInterval(long intervalNanos) {
        // Both flows together are never below the line, so that a queue stays.
        Settings settings =
                Settings.NONE.with("cnpInterval", intervalNanos).with("minRate", 6_000_000_000L);
        Fabric fabric = bottleneck("dcqcn", settings);
        add(fabric, 1, 0);
        add(fabric, 2, 0);
        List<Long> notices = notices(fabric, 1);
        fabric.run(5_000_000);
        assertTrue(notices.size() > 20, "notices: " + notices.size());
        long least = Long.MAX_VALUE;
        for (int i = 1; i < notices.size(); i++) {
            least = Math.min(least, notices.get(i) - notices.get(i - 1));
        }
        // One of them may wait at the switch for a frame or two.
        assertEquals((double) intervalNanos, least, 3_000);
    }

    /** A control that goes by delay or telemetry asks for no notices, however many are marked. */
    @ParameterizedTest
    @ValueSource(strings = {"timely", "hpcc"})
    void onlyDcqcnHearsOfMarks(String name) {
        Fabric fabric = bottleneck(name, Settings.NONE);
        int node = Networks.id(fabric.topology(), "S");
        fabric.setEcn(node, 1, new RedMarking(0, 1, 1, false, 1));
        add(fabric, 1, 0);
        add(fabric, 2, 0);
        List<Long> notices = notices(fabric, 1);
        fabric.run(1_000_000);
        assertTrue(fabric.counters().port(node, 1).markedFrames() > 0, "marked");
        assertEquals(List.of(), notices);
    }

    /** Alone on its line a flow is not paced: it finishes as without a control. */
    @Test
    void aFlowAloneIsNotHeldBack() {
        Fabric controlled = bottleneck("dcqcn", Settings.NONE);
        Fabric plain = Networks.fabric(Networks.star(3, RATE, 1_000), MTU);
        long[] ends = new long[2];
        for (int i = 0; i < 2; i++) {
            Fabric fabric = i == 0 ? controlled : plain;
            int from = Networks.id(fabric.topology(), "h1");
            int to = Networks.id(fabric.topology(), "h0");
            fabric.addFlow(Networks.message(1, from, to, 1_000_000));
            fabric.run(10_000_000);
            ends[i] = fabric.drainFlows().endNanos(0);
        }
        assertEquals(ends[1], ends[0]);
    }

    /** A rate is one of the line: headers, preambles, and gaps are part of it. */
    @ParameterizedTest
    @ValueSource(ints = {256, 1024})
    void aPacedFlowTakesItsRateOfTheLine(int mtu) {
        long rate = 2_000_000_000;
        // Every round trip is too long, so that the flow comes to its least rate and stays there.
        Settings slow = Settings.NONE.with("minRate", rate).with("tLow", 1).with("tHigh", 2);
        Fabric fabric = bottleneck("timely", slow, mtu);
        int from = Networks.id(fabric.topology(), "h1");
        long bytes = 4_000L * mtu;
        fabric.addFlow(Networks.message(1, from, Networks.id(fabric.topology(), "h0"), bytes));
        fabric.run(100_000_000);
        double expected = Networks.wireBytes(bytes, mtu) * 8e9 / rate;
        assertEquals(expected, fabric.drainFlows().endNanos(0), 0.01 * expected);
    }

    /** Is given the time of each notice that arrives at the host that sends a flow. */
    private static List<Long> notices(Fabric fabric, int flow) {
        List<Long> notices = new ArrayList<>();
        int host = Networks.id(fabric.topology(), "h" + flow);
        fabric.taps()
                .add(
                        host,
                        1,
                        0,
                        1 << 14,
                        (tap, nanos, outbound, frame, captured, length) -> {
                            if (!outbound
                                    && frame[OPCODE] == (byte) RoceOpcodes.CONGESTION_NOTICE) {
                                notices.add(nanos);
                            }
                        });
        return notices;
    }

    private static void add(Fabric fabric, int flow, long startNanos) {
        int from = Networks.id(fabric.topology(), "h" + flow);
        int to = Networks.id(fabric.topology(), "h0");
        fabric.addFlow(
                FlowSpec.bandwidth(flow, from, to, 50_000 + flow, 3, 20_000, 16)
                        .between(startNanos, Long.MAX_VALUE));
    }

    private static Fabric bottleneck(String name, Settings settings) {
        return bottleneck(name, settings, MTU);
    }

    private static Fabric bottleneck(String name, Settings settings, int mtu) {
        return bottleneck(name, settings, mtu, 1);
    }

    private static Fabric bottleneck(String name, Settings settings, int mtu, int ackEvery) {
        Fabric fabric = new Fabric(Networks.star(3, RATE, 1_000));
        ShortestPaths.install(fabric);
        CongestionSettings congestion =
                NamedType.find(CongestionControls.ALL, name).orElseThrow().make(settings);
        HostSettings hosts =
                HostSettings.of(
                        new TransportSettings(
                                mtu, ackEvery, new GoBackN(100_000_000, 0), congestion));
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(host.id(), hosts);
        }
        fabric.setEcn(
                Networks.id(fabric.topology(), "S"),
                1,
                new RedMarking(40_000, 160_000, 0.2, false, 1));
        return fabric;
    }
}
