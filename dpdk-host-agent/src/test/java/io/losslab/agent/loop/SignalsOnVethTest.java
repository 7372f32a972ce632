package io.losslab.agent.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;
import io.losslab.flowcontrol.ofc.OfcFrame;
import io.losslab.flowcontrol.pyrrha.PyrrhaFrame;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.frame.NativeMemory;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signals of OFC, Pyrrha and BifrostX over a veth pair, obeyed by two flows to two hosts. */
class SignalsOnVethTest {
    private static final int FIRST_IPV4 = 0x0A00_0002;
    private static final int SECOND_IPV4 = 0x0A00_0003;
    private static final int PRIORITY = 3;
    private static final int FRAMES = 10;

    /** Frames of 200 B payload with a RETH: 278 B with FCS. */
    private static final int FRAME_BYTES = 278;

    private static final int QUEUES = 101;
    private static final int BIFROST_X = 0x4258;

    private final byte[] frame = new byte[OfcFrame.MAX_LENGTH_BYTES];
    private final Map<Integer, Integer> arrived = new TreeMap<>();
    private VethHost veth;
    private LoopHost host;
    private int first;
    private int second;

    @BeforeEach
    void start() throws Exception {
        veth =
                VethHost.start(
                        QUEUES,
                        data ->
                                arrived.merge(
                                        NativeMemory.FRAMES.destinationIpv4(data),
                                        1,
                                        Integer::sum));
        host = veth.host;
    }

    @AfterEach
    void stop() throws Exception {
        if (veth != null) {
            veth.close();
        }
    }

    /** DPDK starts once in a process: all three in one test, one after the other. */
    @Test
    void stopAndLetGoWhatTheyName() {
        openFlows("ofc", Map.of(Setting.PRIORITIES, "8"));
        OfcFrame.begin(frame, veth.far.mac(), OfcFrame.PAUSE, PRIORITY, false, DataPlane.NO_ROOT);
        OfcFrame.add(frame, (long) LoopHost.IPV4 << 32 | FIRST_IPV4);
        veth.obey(frame, OfcFrame.end(frame));
        offer();
        assertArrives(0, FRAMES);
        OfcFrame.begin(frame, veth.far.mac(), OfcFrame.RESUME, PRIORITY, false, DataPlane.NO_ROOT);
        OfcFrame.add(frame, (long) LoopHost.IPV4 << 32 | FIRST_IPV4);
        veth.obey(frame, OfcFrame.end(frame));
        assertArrives(FRAMES, FRAMES);
        closeFlows();

        openFlows("pyrrha", Map.of());
        pyrrha(PyrrhaFrame.PAUSE);
        offer();
        assertArrives(0, FRAMES);
        pyrrha(PyrrhaFrame.RESUME);
        assertArrives(FRAMES, FRAMES);
        closeFlows();

        openFlows("bifrostX", Map.of("slot", "1000000"));
        tokens(0);
        offer();
        assertArrives(0, 0);
        tokens(5 * FRAME_BYTES);
        assertArrives(3, 2);
        tokens(1_000_000);
        assertArrives(FRAMES, FRAMES);
        closeFlows();
    }

    private void openFlows(String scheme, Map<String, String> given) {
        arrived.clear();
        SchemeType type = SchemeTypes.find(scheme).orElseThrow();
        Settings settings = SettingDefaults.complete(scheme, type.settings(), new Settings(given));
        host.schemes.clear();
        host.schemes.add(type, Map.of(1, type.resolve(settings, LoopHost.LINK)));
        host.schemes.start();
        // The first passes port 2 of the next device, the second its port 3.
        host.device
                .ownFlows()
                .setPath(FIRST_IPV4, 1, new long[] {DataPlane.root(1, 1), DataPlane.root(2, 2)});
        host.device
                .ownFlows()
                .setPath(SECOND_IPV4, 2, new long[] {DataPlane.root(1, 1), DataPlane.root(2, 3)});
        first = host.device.ownFlows().open(FIRST_IPV4, 1, 1, PRIORITY);
        second = host.device.ownFlows().open(SECOND_IPV4, 2, 1, PRIORITY);
    }

    private void closeFlows() {
        host.device.ownFlows().close(first);
        host.device.ownFlows().close(second);
    }

    private void offer() {
        host.offer(first, FIRST_IPV4, PRIORITY, 0, FRAMES);
        host.offer(second, SECOND_IPV4, PRIORITY, 0, FRAMES);
    }

    private void pyrrha(int opcode) {
        PyrrhaFrame signal = new PyrrhaFrame();
        signal.write(veth.far.mac(), opcode, DataPlane.root(2, 2), DataPlane.NO_ROOT, 1);
        System.arraycopy(signal.bytes(), 0, frame, 0, PyrrhaFrame.LENGTH_BYTES);
        veth.obey(frame, PyrrhaFrame.LENGTH_BYTES);
    }

    /** For the link and for each of all eight priorities. */
    private void tokens(int bytes) {
        LocalFrame.begin(frame, 0, veth.far.mac(), BIFROST_X);
        int at = LocalFrame.BODY_OFFSET;
        frame[at + 4] = 8;
        for (int i = 0; i < 9; i++) {
            BigEndian.putInt(frame, at + 6 + 4 * i, bytes);
        }
        veth.obey(frame, LocalFrame.LENGTH_BYTES);
    }

    /** So many frames of each flow come out at the far end, and no more while the loop turns. */
    private void assertArrives(int ofFirst, int ofSecond) {
        Map<Integer, Integer> expected = new TreeMap<>();
        if (ofFirst > 0) {
            expected.put(FIRST_IPV4, ofFirst);
        }
        if (ofSecond > 0) {
            expected.put(SECOND_IPV4, ofSecond);
        }
        int all = ofFirst + ofSecond;
        VethHost.until(
                () -> {
                    veth.turn();
                    veth.receive();
                    return arrived.values().stream().mapToInt(Integer::intValue).sum() >= all;
                });
        veth.nowNanos += 100;
        veth.turn();
        assertEquals(expected, arrived);
    }
}
