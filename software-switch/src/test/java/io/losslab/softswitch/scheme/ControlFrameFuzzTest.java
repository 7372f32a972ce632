package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.fuzz.Fuzz;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Ndc;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.bfc.BfcFrame;
import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;
import io.losslab.flowcontrol.ofc.OfcFrame;
import io.losslab.flowcontrol.pause.LinkPauseFrame;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.portfc.PortFrame;
import io.losslab.flowcontrol.pyrrha.PyrrhaFrame;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.edge.FrameTaker;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever flow-control frames real hosts send, a switch under any scheme goes on, loses no frame
 * it has taken without counting it, and grows by nothing.
 */
class ControlFrameFuzzTest {
    private static final int TRIES = 3_000;
    private static final int PRIORITY = 3;
    private static final int FRAME_BYTES = 1_000;
    private static final int MTU = 1_024;
    private static final long STEP_NANOS = 1_000;

    /** What one frame may make tables grow by at once. */
    private static final long MOST_ALLOCATED_BYTES = 1 << 20;

    private static final long ROOT = DataPlane.root(1, 2);

    /** Settings that have no default, or not one for short links. */
    private static final Map<String, Map<String, String>> SETTINGS =
            Map.of(
                    "bifrost", Map.of("priorities", "8", "slot", "10000"),
                    "pfc", Map.of("priorities", "8", "xoff", "96000", "xon", "64000"),
                    "bifrostX", Map.of("priorities", "24"),
                    "pfcStar", Map.of("firstPriority", "3"),
                    "portfc", Map.of("n", "2"));

    static Stream<String> schemes() {
        return SchemeTypes.all().stream().map(SchemeType::name);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void anyFrameIsObeyedOrIgnored(String scheme) {
        Lab lab = new Lab(SchemeTypes.find(scheme).orElseThrow());
        new Fuzz()
                .valid(valid().toArray(byte[][]::new))
                .upTo(FabricEdge.longestControlBytes())
                .allocatingAtMost(MOST_ALLOCATED_BYTES)
                .run(TRIES, lab::send);
        lab.requireNothingLost();
    }

    private static List<byte[]> valid() {
        return List.of(
                frame(bytes -> PauseFrame.write(bytes, 0, 5, 1 << PRIORITY, 0xFFFF)),
                frame(bytes -> PauseFrame.write(bytes, 0, 5, 0xFF, 0)),
                frame(bytes -> LinkPauseFrame.write(bytes, 0, 5, 100)),
                pyrrha(PyrrhaFrame.PAUSE),
                pyrrha(PyrrhaFrame.RESUME),
                pyrrha(PyrrhaFrame.MERGE),
                pyrrha(PyrrhaFrame.DEALLOCATE),
                bfc(BfcFrame.PAUSE),
                bfc(BfcFrame.RESUME),
                ofc(OfcFrame.PAUSE, false),
                ofc(OfcFrame.RESUME, false),
                ofc(OfcFrame.PAUSE, true),
                portFc(PortFrame.PAUSE, PortFrame.DDQ),
                portFc(PortFrame.RESUME, PortFrame.DDQ),
                portFc(PortFrame.PAUSE, PortFrame.IHFQ),
                portFc(PortFrame.PAUSE, PortFrame.RELAY),
                local(0x4258, 0, 0, 0, 1, 2, 0, 0, 1, 0x86, 0xA0, 0, 0, 0x75, 0x30),
                local(0x4746, 0, 8, 0, 0, 0, 0, 0, 0, 0x7F, 0xFF),
                local(0x4342, 1, 3, 0, 0, 0, 0, 0, 0, 4, 0),
                local(0x4342, 2, 3, 0, 0, 0, 0, 0, 0, 4, 0));
    }

    private static byte[] frame(java.util.function.Consumer<byte[]> writing) {
        byte[] bytes = new byte[LocalFrame.LENGTH_BYTES];
        writing.accept(bytes);
        return bytes;
    }

    private static byte[] pyrrha(int opcode) {
        PyrrhaFrame frame = new PyrrhaFrame();
        frame.write(5, opcode, ROOT, opcode == PyrrhaFrame.MERGE ? ROOT + 1 : DataPlane.NO_ROOT, 1);
        return frame.bytes().clone();
    }

    private static byte[] bfc(int opcode) {
        BfcFrame frame = new BfcFrame();
        frame.write(5, opcode, 1, ROOT);
        return frame.bytes().clone();
    }

    private static byte[] ofc(int opcode, boolean all) {
        byte[] bytes = new byte[OfcFrame.MAX_LENGTH_BYTES];
        OfcFrame.begin(bytes, 5, opcode, PRIORITY, all, ROOT);
        for (int pair = 0; pair < 20; pair++) {
            OfcFrame.add(bytes, 0x0A00_0001_0A00_0002L + pair);
        }
        return Arrays.copyOf(bytes, OfcFrame.end(bytes));
    }

    private static byte[] portFc(int operation, int queueClass) {
        return frame(bytes -> PortFrame.write(bytes, 0, 5, operation, queueClass, 0, 1, 7, 1));
    }

    private static byte[] local(int magic, int... body) {
        return frame(
                bytes -> {
                    LocalFrame.begin(bytes, 0, 5, magic);
                    for (int i = 0; i < body.length; i++) {
                        bytes[LocalFrame.BODY_OFFSET + i] = (byte) body[i];
                    }
                });
    }

    /** NDC(2,1) with real hosts, so that every port of a switch leads to one, under a scheme. */
    private static final class Lab implements FrameTaker {
        private final Fabric fabric;
        private final FabricEdge edge;
        private final List<Node> hosts;
        private int turn;
        private long sent;
        private long arrived;
        private long dropped;

        Lab(SchemeType type) {
            LinkType link = new LinkType(DataRate.parse("100Gbps"), Nanos.parse("1us"));
            SwitchType model = new SwitchType(DataSize.parse("4MB"), Node.DEFAULT_PIPELINE);
            Topology ndc = new Ndc(2, 1, List.of(link, link), model, model.buffer()).build();
            Settings given = new Settings(SETTINGS.getOrDefault(type.name(), Map.of()));
            Settings settings =
                    SettingDefaults.complete(type.name(), type.settings(), given)
                            .resolve(Setting.PRIORITIES, 1 << 3);
            fabric = new Fabric(ndc, Math.max(8, type.queues(settings, 2)));
            hosts = ndc.hosts();
            hosts.forEach(host -> fabric.configureHost(host.id(), HostSettings.withMtu(MTU)));
            ShortestPaths.install(fabric);
            ndc.switches()
                    .forEach(
                            node ->
                                    DeviceScheme.install(
                                            fabric, type, settings, node, plane -> plane));
            edge = fabric.openEdge(this);
        }

        /** A host sends it, now and then behind data; the switch has the time to obey. */
        void send(byte[] input) {
            turn++;
            Node host = hosts.get(turn % hosts.size());
            int port = 1 + turn / hosts.size() % host.ports();
            if (turn % 3 == 0) {
                data(host, port);
            }
            byte[] frame = Arrays.copyOf(input, lengthOf(input));
            if (turn % 2 == 0) {
                // Else most would be frames of nobody.
                boolean pause = BigEndian.getShort(frame, 14) < 0x0102;
                BigEndian.putShort(
                        frame, 12, pause ? PauseFrame.ETHER_TYPE : LocalFrame.ETHER_TYPE);
            }
            edge.sendControl(host.id(), port, frame, 0, frame.length, fabric.nowNanos());
            fabric.run(fabric.nowNanos() + STEP_NANOS);
        }

        private static int lengthOf(byte[] input) {
            int most = FabricEdge.longestControlBytes();
            return Math.max(LocalFrame.LENGTH_BYTES, Math.min(most, input.length));
        }

        private void data(Node from, int port) {
            Node to = hosts.get((turn + 1 + turn / 5 % (hosts.size() - 1)) % hosts.size());
            if (to.equals(from)) {
                return;
            }
            int flow = edge.flow(from.ipv4(), to.ipv4(), 50_000 + turn % 7, PRIORITY);
            sent++;
            edge.send(
                    from.id(),
                    port,
                    turn,
                    FRAME_BYTES,
                    flow,
                    0,
                    PRIORITY,
                    0,
                    false,
                    fabric.nowNanos());
        }

        void requireNothingLost() {
            assertTrue(sent > TRIES / 4);
            long inFlight = fabric.counters().inFlight().packets();
            assertEquals(sent, arrived + dropped + inFlight);
        }

        @Override
        public void onFrame(int node, int port, int place, int priority, int tag, boolean marked) {
            arrived++;
        }

        @Override
        public void onControl(int node, int port, byte[] frame, int offset, int lengthBytes) {
            assertTrue(lengthBytes >= LocalFrame.LENGTH_BYTES);
        }

        @Override
        public int copy(int place, int priority, int tag, boolean marked, byte[] to) {
            return 0;
        }

        @Override
        public void onDropped(int place) {
            dropped++;
        }
    }
}
