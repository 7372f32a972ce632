package io.losslab.softswitch.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.clock.ScaledClock;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.pyrrha.PyrrhaFrame;
import io.losslab.roce.frame.BufferMemory;
import io.losslab.roce.frame.InvariantCrc;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import io.losslab.softswitch.netns.NamespaceLab;
import io.losslab.softswitch.netns.NeedsNamespaces;
import io.losslab.softswitch.pcap.PortCapture;
import io.losslab.softswitch.pcap.Tshark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three hosts in namespaces of their own on one live switch. */
@NeedsNamespaces
class LiveFabricTest {
    /** So 100 Gb/s become 1 Mb/s: a pause of most quanta lasts 33 s, longer than any stall. */
    private static final long SCALE = 100_000;

    private static final long RATE = 100_000_000_000L;
    private static final int PRIORITY = 3;
    private static final int PAYLOAD = 1_024;
    private static final int WIRE_BYTES = 14 + 20 + 8 + 12 + PAYLOAD + 4 + 4 + 20;

    private static NamespaceLab lab;
    private static Topology topology;

    private LiveFabric live;
    private RawHost a;
    private RawHost b;
    private RawHost c;

    @BeforeAll
    static void makeLab() {
        TopologyBuilder builder =
                new TopologyBuilder("star").switchNode("S", DataSize.parse("16MB"));
        for (String host : List.of("A", "B", "C")) {
            builder.host(host).link(host, "S", new DataRate(RATE), new Nanos(1_000), "edge");
        }
        topology = builder.build();
        lab = NamespaceLab.create(topology, 4_096);
    }

    @AfterAll
    static void takeLabDown() {
        if (lab != null) {
            lab.close();
        }
    }

    @BeforeEach
    void start() {
        live =
                new LiveFabric(
                        topology, 8, 4_096, ScaledClock.standing(SCALE), lab::switchInterface);
        a = new RawHost(lab, node("A"), 1);
        b = new RawHost(lab, node("B"), 1);
        c = new RawHost(lab, node("C"), 1);
    }

    @AfterEach
    void end() {
        live.close();
        List.of(a, b, c).forEach(RawHost::close);
    }

    @Test
    void carriesFramesInOrderAndUnchanged() {
        live.startClockAt(System.nanoTime());
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            sent.add(a.data(b, i, PRIORITY, PAYLOAD));
            a.send(sent.get(i));
        }
        List<RawHost.Arrival> arrivals = b.receive(50);
        assertEquals(50, arrivals.size());
        for (int i = 0; i < 50; i++) {
            assertArrayEquals(sent.get(i), arrivals.get(i).frame(), "frame " + i);
        }
        assertEquals(List.of(), c.receiveNow());
    }

    /** All frames wait at the port to B when the first one goes, however slowly they were sent. */
    @Test
    void sendsNoFasterThanTheSlowedDownLinkAndNoLaterThanItReports() {
        live.startClockAt(System.nanoTime());
        holdB();
        int count = 40;
        for (int i = 0; i < count; i++) {
            a.send(a.data(b, i, PRIORITY, PAYLOAD));
        }
        awaitSwitch(counters("A"), now -> now.rxFrames() == count);
        letGoB();
        List<RawHost.Arrival> arrivals = b.receive(count);
        assertEquals(count, arrivals.size());
        long took = arrivals.get(count - 1).sentNanos() - arrivals.get(0).sentNanos();
        long ideal = (count - 1L) * WIRE_BYTES * 8 * SCALE / (RATE / 1_000_000_000L);
        long late = live.totals().lateWorstNanos();
        // The kernel stamps a frame within the call that the lateness is read after.
        assertTrue(Math.abs(took - ideal) <= late + SCALE, took - ideal + " ns, late " + late);
    }

    @Test
    void aPauseFrameOfAHostStopsThePortToItAndAResumeLetsItGo() {
        live.startClockAt(System.nanoTime());
        holdB();
        for (int i = 0; i < 10; i++) {
            a.send(a.data(b, i, PRIORITY, PAYLOAD));
        }
        awaitSwitch(counters("A"), now -> now.rxFrames() == 10);
        assertEquals(List.of(), b.receiveNow());
        assertEquals(10L * (WIRE_BYTES - 20), onSwitch(counters("B")).egressBytes());
        letGoB();
        assertEquals(10, b.receive(10).size());
    }

    @Test
    void pausesAHostThatOverloadsAPort(@TempDir Path directory) {
        Path file = directory.resolve("port.pcapng");
        PortCapture capture = capture(file);
        configure(
                fabric -> {
                    PfcSettings settings =
                            PfcSettings.ofStatic(1 << PRIORITY, 8_000, 4_000, 200_000);
                    for (int port = 1; port <= 3; port++) {
                        fabric.schemes()
                                .setIngress(
                                        node("S").id(),
                                        port,
                                        (plane, at) -> new Pfc(plane, at, settings));
                    }
                });
        live.startClockAt(System.nanoTime());
        sendToBAtOnce(30);
        assertEquals(60, b.receive(60).size());
        byte[] pause = a.receive(1).get(0).frame();
        byte[] first = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(first, 0, switchMac(1), 1 << PRIORITY, PauseFrame.MAX_QUANTA);
        assertArrayEquals(Arrays.copyOf(first, 60), pause);
        configure(fabric -> capture.close());
        Tshark tshark = new Tshark(file);
        tshark.assertWellFormed();
        assertEquals(30, tshark.count("infiniband.bth.opcode == 7"));
        assertEquals(
                "0x0101\t0x0008\t65535",
                tshark.fields(
                                "macc.opcode && frame.packet_flags_direction == 2",
                                "macc.opcode",
                                "macc.cbfc.enbv",
                                "macc.cbfc.pause_time.c3")
                        .get(0));
    }

    @Test
    void capturesJumboFramesAndSignalsWhole(@TempDir Path directory) {
        Path file = directory.resolve("port.pcapng");
        PortCapture capture = capture(file);
        live.startClockAt(System.nanoTime());
        a.send(a.data(b, 1, PRIORITY, 4_096));
        a.send(pyrrhaPause(a));
        assertEquals(1, b.receive(1).size());
        awaitSwitch(counters("A"), now -> now.rxControl() == 1);
        configure(fabric -> capture.close());
        Tshark tshark = new Tshark(file);
        tshark.assertWellFormed();
        assertEquals(
                List.of("4154", "60"),
                tshark.fields("frame.packet_flags_direction == 1", "frame.cap_len"));
        assertEquals(1, tshark.count("eth.type == 0x88b5"));
    }

    @Test
    void capturesTheTagOfAFrameThatASwitchTags(@TempDir Path directory) {
        Path file = directory.resolve("port.pcapng");
        PortCapture capture = capture(file);
        configure(
                fabric ->
                        fabric.schemes()
                                .addEgress(node("S").id(), List.of(1, 2, 3), TaggingEgress::new));
        live.startClockAt(System.nanoTime());
        b.send(b.data(a, 1, PRIORITY, PAYLOAD));
        assertEquals(PRIORITY << 13 | 77, a.receive(1).get(0).tag());
        configure(fabric -> capture.close());
        String tagged = Integer.toString(WIRE_BYTES - 20 - 4 + 4);
        assertEquals(
                List.of("77\t" + tagged + "\t" + tagged),
                new Tshark(file).fields("vlan", "vlan.id", "frame.cap_len", "frame.len"));
    }

    /** Puts each frame into queue 0, with tag 77. */
    private record TaggingEgress(DataPlane plane) implements EgressScheme {
        @Override
        public int classify(int packet, int ingress, int egress) {
            return 0;
        }

        @Override
        public void onEnqueue(int packet, int ingress, int egress, int queue) {
            plane.setTag(packet, 77);
        }

        @Override
        public void onDequeue(int packet, int ingress, int egress, int queue) {}
    }

    @Test
    void marksCongestionInTheHeaderWithARightChecksum() {
        configure(fabric -> fabric.setEcn(node("S").id(), 2, new RedMarking(1, 2, 1, true, 1)));
        live.startClockAt(System.nanoTime());
        sendToBAtOnce(10);
        List<byte[]> frames = b.receive(20).stream().map(RawHost.Arrival::frame).toList();
        assertEquals(20, frames.size());
        assertTrue(frames.stream().anyMatch(frame -> (frame[15] & 3) == 3));
        assertTrue(frames.stream().allMatch(frame -> RawHost.checksum(frame, 14) == 0));
    }

    @Test
    void goesByTheRoutingTablesWhereTheMacIsNotThatOfANeighbour() {
        configure(
                fabric -> fabric.routes().put(node("S").id(), node("C").ipv4(), 32, new int[] {3}));
        live.startClockAt(System.nanoTime());
        byte[] frame = a.data(c, 0, PRIORITY, PAYLOAD);
        frame[5] ^= 0x40;
        a.send(frame);
        assertArrayEquals(frame, c.receive(1).get(0).frame());
    }

    @Test
    void givesAFrameForARelayToTheHostWhoseMacItHas() {
        live.startClockAt(System.nanoTime());
        byte[] frame = a.data(c, 0, PRIORITY, PAYLOAD);
        byte[] toB = a.data(b, 0, PRIORITY, PAYLOAD);
        System.arraycopy(toB, 0, frame, 0, 6);
        a.send(frame);
        assertArrayEquals(frame, b.receive(1).get(0).frame());
        assertEquals(List.of(), c.receiveNow());
    }

    @Test
    void aTaggedFrameKeepsItsTagAndIsOfItsCodePointsPriority() {
        live.startClockAt(System.nanoTime());
        b.send(pause(b, 1 << 6, PauseFrame.MAX_QUANTA));
        awaitSwitch(counters("B"), now -> now.rxControl() == 1);
        byte[] frame = a.data(b, 0, PRIORITY, PAYLOAD);
        a.send(tagged(frame, 6 << 13 | 77));
        awaitSwitch(counters("B"), now -> now.egressBytes() > 0);
        assertEquals(WIRE_BYTES - 20, onSwitch(counters("B")).egressBytes());
        b.send(pause(b, 1 << 6, 0));
        RawHost.Arrival arrival = b.receive(1).get(0);
        assertArrayEquals(frame, arrival.frame());
        assertEquals(6 << 13 | 77, arrival.tag());
    }

    @Test
    void answersGoAheadOfDataThatWaits() {
        live.startClockAt(System.nanoTime());
        holdB();
        a.send(a.data(b, 0, PRIORITY, PAYLOAD));
        byte[] ack = a.roce(b, 0x11, 7, PRIORITY, 4);
        a.send(ack);
        byte[] first = b.receive(1).get(0).frame();
        assertArrayEquals(ack, Arrays.copyOf(first, ack.length));
    }

    @Test
    void leavesNoSocketOpenWhateverEndsItsMaking() throws IOException {
        String ofA = lab.switchInterface(new PortRef(node("A"), 1));
        assertEquals(1, packetSockets(ofA));
        assertThrows(
                AssertionError.class,
                () ->
                        new LiveFabric(
                                topology,
                                8,
                                1_024,
                                ScaledClock.standing(SCALE),
                                port -> {
                                    assertEquals(node("A"), port.node());
                                    return ofA;
                                }));
        assertEquals(1, packetSockets(ofA));
    }

    private static long packetSockets(String interfaceName) throws IOException {
        String index = Integer.toString(Libc.if_nametoindex(interfaceName));
        return Files.readAllLines(Path.of("/proc/net/packet")).stream()
                .filter(socket -> socket.split("\\s+", 6)[4].equals(index))
                .count();
    }

    @Test
    void timeStandsUntilTheEpochAndEarlierFramesAreThrownAway() {
        live.startClockAt(System.nanoTime() + 3_600_000_000_000L);
        a.send(a.data(b, 0, PRIORITY, PAYLOAD));
        await(() -> live.totals().earlyFrames() == 1);
        assertEquals(-1, live.clock().nowNanos());
        assertEquals(List.of(), b.receiveNow());
    }

    @Test
    void timeBeginsAtTheEpochWithoutWhatCameBefore() {
        a.send(a.data(b, 0, PRIORITY, PAYLOAD));
        long epoch = System.nanoTime() + 300_000_000L;
        live.startClockAt(epoch);
        awaitSwitch(Fabric::nowNanos, now -> now > 0);
        assertTrue(System.nanoTime() > epoch);
        a.send(a.data(b, 1, PRIORITY, PAYLOAD));
        byte[] arrived = b.receive(1).get(0).frame();
        assertArrayEquals(a.data(b, 1, PRIORITY, PAYLOAD), arrived);
        assertEquals(1, live.totals().earlyFrames());
    }

    @Test
    void countsWhatItDoesNotCarry() {
        live.startClockAt(System.nanoTime());
        byte[] arp = new byte[60];
        arp[12] = 8;
        arp[13] = 6;
        a.send(arp);
        a.send(a.data(b, 0, PRIORITY, PAYLOAD));
        assertEquals(1, b.receive(1).size());
        LiveTotals totals = live.totals();
        assertEquals(2, totals.framesIn());
        assertEquals(1, totals.ignoredFrames());
        assertEquals(1, totals.framesOut());
    }

    @Test
    void whyItsThreadEndedIsThrownByAllThatIsAskedOfIt() {
        RuntimeException full = new UncheckedIOException(new IOException("disk full"));
        CompletableFuture<Future<Long>> waiting = new CompletableFuture<>();
        live.atLeisure(
                () -> {
                    waiting.complete(live.executor().submit(() -> 0L));
                    throw full;
                });
        ExecutionException refused =
                assertThrows(ExecutionException.class, () -> waiting.join().get());
        assertSame(full, refused.getCause());
        assertSame(full, assertThrows(RuntimeException.class, live::totals));
    }

    @Test
    void dropsDamagedFramesAndThoseOfNoFlowAndCountsThemAtTheirPorts() {
        live.startClockAt(System.nanoTime());
        for (int i = 0; i < 3; i++) {
            byte[] damaged = a.data(b, i, PRIORITY, PAYLOAD);
            damaged[100 + i] ^= 1;
            a.send(damaged);
        }
        c.send(Arrays.copyOf(c.data(b, 0, PRIORITY, PAYLOAD), 500));
        byte[] stranger = c.data(b, 0, PRIORITY, PAYLOAD);
        stranger[26] ^= 1;
        c.send(resealed(stranger));
        byte[] sound = a.data(b, 9, PRIORITY, PAYLOAD);
        a.send(sound);

        assertArrayEquals(sound, b.receive(1).get(0).frame());
        awaitSwitch(counters("C"), now -> now.unknownFlowFrames() == 1);
        assertEquals(1, onSwitch(counters("C")).wrongIcrcFrames());
        assertEquals(3, onSwitch(counters("A")).wrongIcrcFrames());
        assertEquals(0, onSwitch(counters("A")).unknownFlowFrames());
        assertEquals(1, onSwitch(counters("A")).rxFrames());
        assertEquals(0, onSwitch(counters("C")).rxFrames());
        assertEquals(List.of(), b.receiveNow());
        assertEquals(0, live.totals().ignoredFrames());
    }

    /** With both checksums made right again. */
    private static byte[] resealed(byte[] frame) {
        ByteBuffer buffer = ByteBuffer.wrap(frame);
        buffer.putShort(24, (short) 0);
        buffer.putShort(24, (short) RawHost.checksum(frame, 14));
        new InvariantCrc(frame.length).seal(BufferMemory.of(frame), 14, buffer.getShort(16));
        return frame;
    }

    /** The port to B sends nothing of the priority until it is let go. */
    private void holdB() {
        b.send(pause(b, 1 << PRIORITY, PauseFrame.MAX_QUANTA));
        awaitSwitch(counters("B"), now -> now.rxControl() == 1);
    }

    private void letGoB() {
        b.send(pause(b, 1 << PRIORITY, 0));
    }

    /** So many frames of A and of C wait at the port to B before the first one goes. */
    private void sendToBAtOnce(int count) {
        holdB();
        for (int i = 0; i < count; i++) {
            a.send(a.data(b, i, PRIORITY, PAYLOAD));
            c.send(c.data(b, i, PRIORITY, PAYLOAD));
        }
        awaitSwitch(counters("A"), now -> now.rxFrames() == count);
        awaitSwitch(counters("C"), now -> now.rxFrames() == count);
        letGoB();
    }

    private byte[] pyrrhaPause(RawHost from) {
        PyrrhaFrame frame = new PyrrhaFrame();
        frame.write(from.mac(), PyrrhaFrame.PAUSE, DataPlane.root(1, 1), DataPlane.NO_ROOT, 1);
        return Arrays.copyOf(frame.bytes(), 60);
    }

    private PortCapture capture(Path file) {
        return onSwitch(
                fabric -> {
                    try {
                        PortRef port = new PortRef(node("S"), 1);
                        return PortCapture.begin(fabric, List.of(port), file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    private void configure(Consumer<Fabric> change) {
        onSwitch(
                fabric -> {
                    change.accept(fabric);
                    return null;
                });
    }

    private <T> T onSwitch(Function<Fabric, T> question) {
        try {
            return live.executor().submit(() -> question.apply(live.fabric())).get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> void awaitSwitch(Function<Fabric, T> question, Predicate<T> answer) {
        await(() -> answer.test(onSwitch(question)));
    }

    private static void await(BooleanSupplier holds) {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!holds.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "the switch did not get there");
        }
    }

    private static Function<Fabric, PortCounters> counters(String host) {
        int port = topology.linkAt(node(host), 1).peerOf(node(host)).port();
        return fabric -> fabric.counters().port(node("S").id(), port);
    }

    private static byte[] tagged(byte[] frame, int tag) {
        ByteBuffer tagged = ByteBuffer.allocate(frame.length + 4);
        tagged.put(frame, 0, 12).putShort((short) 0x8100).putShort((short) tag);
        return tagged.put(frame, 12, frame.length - 12).array();
    }

    private static byte[] pause(RawHost from, int priorities, int quanta) {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, from.mac(), priorities, quanta);
        return Arrays.copyOf(frame, 60);
    }

    private static long switchMac(int port) {
        return Topology.macOf(node("S").id(), port);
    }

    private static Node node(String name) {
        return topology.node(name).orElseThrow();
    }
}
