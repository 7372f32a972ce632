package io.losslab.softswitch.pcap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.congestion.CongestionControls;
import io.losslab.roce.congestion.CongestionSettings;
import io.losslab.roce.frame.DscpMap;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.named.NamedType;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts overload the port to a third, in virtual time; what their ports saw is read back. */
class PortCaptureTest {
    private static final int PRIORITY = 3;
    private static final long MESSAGE_BYTES = 200_000;
    private static final long LONG_ENOUGH = 10_000_000;

    @TempDir Path directory;

    private final Topology topology = star();
    private Fabric fabric;
    private Path file;

    @BeforeEach
    void setUp() {
        file = directory.resolve("ports.pcapng");
        fabric = overloaded(1_024, 8);
        PfcSettings settings = PfcSettings.ofStatic(1 << PRIORITY, 20_000, 10_000, 200_000);
        for (int port = 1; port <= 3; port++) {
            fabric.schemes()
                    .setIngress(node("S").id(), port, (plane, at) -> new Pfc(plane, at, settings));
        }
    }

    /** The star, whose hosts A and B are about to send to C. */
    private Fabric overloaded(int mtuBytes, int dataQueues) {
        Fabric made = new Fabric(topology, dataQueues);
        for (Node host : topology.hosts()) {
            made.configureHost(host.id(), HostSettings.withMtu(mtuBytes));
            int port = topology.linkAt(host, 1).peerOf(host).port();
            made.routes().put(node("S").id(), host.ipv4(), 32, new int[] {port});
        }
        addMessage(made, 1, "A");
        addMessage(made, 2, "B");
        return made;
    }

    @Test
    void tsharkReadsEveryFrameOfBothDirectionsWithoutAMalformedOne() throws IOException {
        capture(new PortRef(node("S"), 1));
        Tshark tshark = new Tshark(file);
        tshark.assertWellFormed();
        PortCounters port = fabric.counters().port(node("S").id(), 1);
        assertEquals(port.txFrames(), tshark.count("frame.packet_flags_direction == 2"));
        assertEquals(
                port.rxFrames(),
                tshark.count(
                        "frame.packet_flags_direction == 1 && infiniband.bth.opcode in"
                                + " {6,7,8,10}"));
        assertEquals(List.of("S:1"), tshark.fields("frame.number == 1", "frame.interface_name"));
    }

    @Test
    void jumboFramesAreWellFormedToo() throws IOException {
        fabric = overloaded(4_096, 8);
        capture(new PortRef(node("S"), 3));
        Tshark tshark = new Tshark(file);
        tshark.assertWellFormed();
        assertEquals(2 * 49, tshark.count("infiniband.bth.opcode in {6,7,8,10}"));
        assertTrue(tshark.count("frame.len == 4154 && frame.cap_len == 4154") > 0);
    }

    @Test
    void signalsOfSchemesAreFramesOfTheLocalEtherType() throws IOException {
        SchemeType pyrrha = SchemeTypes.find("pyrrha").orElseThrow();
        Settings given =
                SettingDefaults.complete("pyrrha", pyrrha.settings(), new Settings(Map.of()));
        fabric = overloaded(1_024, pyrrha.queues(given, 3));
        for (Node device : topology.nodes()) {
            Map<Integer, Settings> byPort = new TreeMap<>();
            for (int port = 1; port <= device.ports(); port++) {
                byPort.put(port, pyrrha.resolve(given, fabric.link(device.id(), port)));
            }
            fabric.schemes()
                    .addEgress(
                            device.id(),
                            List.copyOf(byPort.keySet()),
                            plane -> pyrrha.egress(plane, byPort));
        }
        capture(new PortRef(node("S"), 1));
        Tshark tshark = new Tshark(file);
        tshark.assertWellFormed();
        List<String> signals = tshark.fields("eth.type == 0x88b5", "frame.len", "eth.dst");
        assertTrue(signals.size() >= 2, "a pause and a resume: " + signals);
        assertTrue(signals.stream().allMatch("60\t01:80:c2:00:00:01"::equals), signals::toString);
    }

    @Test
    void pauseFramesShowClassVectorAndQuanta() throws IOException {
        capture(new PortRef(node("S"), 1));
        Tshark tshark = new Tshark(file);
        PortCounters port = fabric.counters().port(node("S").id(), 1);
        assertTrue(port.txControl() > 0);
        List<String> pauses =
                tshark.fields("macc", "macc.opcode", "macc.cbfc.enbv", "macc.cbfc.pause_time.c3");
        assertEquals(port.txControl(), pauses.size());
        assertEquals("0x0101\t0x0008\t65535", pauses.get(0));
    }

    @Test
    void dataPacketsCarrySequenceNumbersAndTheMessageLength() throws IOException {
        capture(new PortRef(node("A"), 1));
        Tshark tshark = new Tshark(file);
        List<String> numbers =
                tshark.fields("infiniband.bth.opcode in {6,7,8,10}", "infiniband.bth.psn");
        assertEquals(196, numbers.size());
        for (int i = 0; i < numbers.size(); i++) {
            assertEquals(Integer.toString(i), numbers.get(i));
        }
        assertEquals(
                List.of("6\t200000"),
                tshark.fields(
                        "infiniband.bth.psn == 0 && infiniband.bth.opcode == 6",
                        "infiniband.bth.opcode",
                        "infiniband.reth.dmalen"));
        assertEquals(
                List.of("195"),
                tshark.fields("infiniband.aeth.syndrome == 0x1f", "infiniband.bth.psn").stream()
                        .skip(Math.max(0, tshark.count("infiniband.aeth") - 1))
                        .toList());
    }

    @Test
    void dataAndAnswersHaveTheDscpOfTheirSendersClassMap() throws IOException {
        HostSettings usual = HostSettings.withMtu(1_024);
        for (Node host : List.of(node("A"), node("C"))) {
            int dscp = host.equals(node("A")) ? 26 : 27;
            fabric.configureHost(
                    host.id(),
                    new HostSettings(
                            usual.transport(),
                            usual.queueOfPriority(),
                            new DscpMap(List.of(0, 8, 16, dscp, 32, 40, 48, 56)),
                            usual.obeyedPriorities(),
                            usual.timer(),
                            usual.pauseReactionNanos()));
        }
        capture(new PortRef(node("S"), 1));
        Tshark tshark = new Tshark(file);
        assertEquals(
                List.of("26"),
                tshark.fields("infiniband.bth.opcode in {6,7,8,10}", "ip.dsfield.dscp").stream()
                        .distinct()
                        .toList());
        assertEquals(
                List.of("27"),
                tshark.fields("infiniband.aeth", "ip.dsfield.dscp").stream().distinct().toList());
    }

    @Test
    void timesOfAPortAreInOrderAndShowItsRate() throws IOException {
        capture(new PortRef(node("S"), 3));
        List<Double> times =
                new Tshark(file)
                        .fields("infiniband.bth.opcode == 7", "frame.time_relative").stream()
                                .map(Double::parseDouble)
                                .toList();
        assertEquals(times.stream().sorted().toList(), times);
        // 1,024 bytes and headers, preamble and gap, at 100 Gb/s; times are cut to nanoseconds.
        double frame = (1_024 + 62 + 20) * 8 / 100e9;
        assertEquals(frame, times.get(10) - times.get(9), 1.1e-9);
    }

    /** No answer has come back by then. */
    @Test
    void whatHasArrivedIsHandedOverEvenIfThePortItselfIsSilent() {
        List<Long> times = new ArrayList<>();
        fabric.taps()
                .add(
                        node("S").id(),
                        1,
                        0,
                        70,
                        (tap, nanos, outbound, frame, captured, length) -> times.add(nanos));
        fabric.run(3_000);
        PortCounters port = fabric.counters().port(node("S").id(), 1);
        assertEquals(0, port.txFrames() + port.txControl());
        assertTrue(port.rxFrames() > 10);
        assertTrue(times.size() >= port.rxFrames() - 1);
        assertEquals(times.stream().sorted().toList(), times);
    }

    @Test
    void congestionNoticesAndMarksAreReadToo() throws IOException {
        CongestionSettings dcqcn =
                NamedType.find(CongestionControls.ALL, "dcqcn").orElseThrow().make(Settings.NONE);
        TransportSettings transport =
                new TransportSettings(1_024, 1, new GoBackN(100_000_000, 0), dcqcn);
        for (Node host : topology.hosts()) {
            fabric.configureHost(host.id(), HostSettings.of(transport));
        }
        fabric.setEcn(node("S").id(), 3, new RedMarking(1_000, 2_000, 1, true, 1));
        capture(new PortRef(node("S"), 3));
        Tshark tshark = new Tshark(file);
        tshark.assertWellFormed();
        assertTrue(tshark.count("infiniband.bth.opcode == 0x81") > 0);
        assertTrue(tshark.count("infiniband.bth.opcode == 7 && ip.dsfield.ecn == 3") > 0);
    }

    @Test
    void wholeFramesEndInTheirInvariantCrc() {
        List<byte[]> frames = new ArrayList<>();
        int whole = 1 << 14;
        fabric.taps()
                .add(
                        node("C").id(),
                        1,
                        0,
                        whole,
                        (tap, nanos, outbound, frame, captured, length) ->
                                frames.add(Arrays.copyOf(frame, captured)));
        fabric.run(LONG_ENOUGH);
        assertTrue(frames.size() > 100);
        for (byte[] frame : frames) {
            int end = frame.length - 4;
            int written = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
            assertEquals(invariantCrc(frame, end), written);
        }
    }

    /** Bit by bit, as the text of Annex A17, 3.3 says. */
    private static int invariantCrc(byte[] frame, int end) {
        byte[] covered = Arrays.copyOfRange(frame, 14 - 8, end);
        Arrays.fill(covered, 0, 8, (byte) 0xFF);
        // Type of service, time to live, both checksums, and the reserved byte of the BTH.
        for (int at : new int[] {9, 16, 18, 19, 34, 35, 40}) {
            covered[at] = (byte) 0xFF;
        }
        int crc = -1;
        for (byte value : covered) {
            crc ^= value & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) != 0 ? crc >>> 1 ^ 0xEDB88320 : crc >>> 1;
            }
        }
        return ~crc;
    }

    @Test
    void capturingChangesNothing() throws IOException {
        capture(new PortRef(node("S"), 1), new PortRef(node("A"), 1));
        long hops = fabric.counters().packetHops();
        PortCaptureTest other = new PortCaptureTest();
        other.directory = directory;
        other.setUp();
        other.fabric.run(LONG_ENOUGH);
        assertEquals(other.fabric.counters().packetHops(), hops);
    }

    private void capture(PortRef... ports) throws IOException {
        PortCapture capture = PortCapture.begin(fabric, List.of(ports), file);
        fabric.run(LONG_ENOUGH);
        capture.close();
    }

    private void addMessage(Fabric to, int flow, String from) {
        to.addFlow(
                FlowSpec.scheduled(
                        flow,
                        node(from).id(),
                        node("C").id(),
                        50_000 + flow,
                        PRIORITY,
                        MessageSchedule.of(new long[] {0}, new long[] {MESSAGE_BYTES})));
    }

    private Node node(String name) {
        return topology.node(name).orElseThrow();
    }

    private static Topology star() {
        TopologyBuilder builder =
                new TopologyBuilder("star").switchNode("S", DataSize.parse("16MB"));
        for (String host : List.of("A", "B", "C")) {
            builder.host(host).link(host, "S", DataRate.parse("100Gbps"), new Nanos(1_000), "edge");
        }
        return builder.build();
    }
}
