package io.losslab.agent.plane;

import static io.losslab.roce.frame.NativeMemory.MEMORY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.flowcontrol.pause.LinkPauseFrame;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.portfc.PortFcType;
import io.losslab.flowcontrol.portfc.PortFrame;
import io.losslab.flowcontrol.portfc.QueueIndex;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.frame.NativeMemory;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fabric's host-side schemes at work on the agent's queues. */
class HostSchemesTest {
    private static TestHost host;
    private static AgentDevice device;
    private static ControlFrames control;
    private static final QueueIndex NDC = new QueueIndex(2, 1);

    private final byte[] frame = new byte[PortFrame.LENGTH_BYTES];
    private final Burst burst = new Burst();

    @BeforeAll
    static void start() {
        host = new TestHost();
        device = host.device;
        control = new ControlFrames(device);
        PortFcType portFc = new PortFcType();
        Settings settings =
                portFc.resolve(
                        SettingDefaults.complete(
                                "portfc", portFc.settings(), new Settings(Map.of("n", "2"))),
                        TestHost.LINK);
        HostSchemes schemes = new HostSchemes(device);
        schemes.add(portFc, Map.of(1, settings, 2, settings));
        schemes.start();
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @BeforeEach
    void now() {
        device.setNow(1000);
    }

    @Test
    void anOwnFlowGoesToTheQueueOfItsHopsAndDirection() {
        int twoHop = device.ownFlows().open(0x0A01_0101, 1, 1, 3);
        int fourHop = device.ownFlows().open(0x0A00_0101, 2, 1, 3);
        device.queues(1).offer(device.ownFlows().source(twoHop), burst(3), 10_000, 3);
        device.queues(1).offer(device.ownFlows().source(fourHop), burst(5), 10_000, 3);

        assertEquals(3 * 104, device.queues(1).ownBytes(NDC.twoHop(0)));
        assertEquals(5 * 104, device.queues(1).ownBytes(NDC.fourHop(0)));
        device.queues(1).fill(burst, 1000);
        assertEquals(8, burst.size());
        device.queues(1).onSent(burst, 8);
        device.ownFlows().close(twoHop);
        device.ownFlows().close(fourHop);
    }

    @Test
    void aSwitchsDirectQueuePausesTwoHopFlowsAndIsRelayedByTheOtherPort() {
        message(PortFrame.PAUSE, PortFrame.DDQ);

        assertTrue(device.queues(1).isPaused(NDC.twoHop(0)));
        assertFalse(device.queues(1).isPaused(NDC.fourHop(0)));
        byte[] relayed = sentControl(2);
        assertTrue(PortFrame.matches(relayed, 0));
        assertTrue(PortFrame.pauses(relayed, 0));
        assertEquals(0, PortFrame.relayIndex(relayed, 0));
        assertEquals(1, PortFrame.hops(relayed, 0));

        message(PortFrame.RESUME, PortFrame.DDQ);
        assertFalse(device.queues(1).isPaused(NDC.twoHop(0)));
        assertFalse(PortFrame.pauses(sentControl(2), 0));
    }

    @Test
    void aSwitchsInterHopQueuePausesFourHopFlowsAndIsNotRelayed() {
        message(PortFrame.PAUSE, PortFrame.IHFQ);

        assertTrue(device.queues(1).isPaused(NDC.fourHop(0)));
        assertFalse(device.queues(1).isPaused(NDC.relay()));
        assertFalse(device.queues(2).hasReady());
        message(PortFrame.RESUME, PortFrame.IHFQ);
    }

    @Test
    void aPriorityPauseStopsAllDataQueuesOfAPortThatClassifiesOtherwise() {
        PauseFrame.write(frame, 0, 5, 1 << 3, 2);
        control(1);

        // Two quanta of 512 bit times at 100 Gb/s are 10.24 ns, rounded up.
        assertTrue(device.queues(1).isPaused(NDC.relay()));
        assertFalse(device.queues(2).isPaused(NDC.relay()));
        assertEquals(1011, device.queues(1).nextExpiryNanos());
        device.queues(1).expire(1011);
        assertFalse(device.queues(1).isPaused(NDC.relay()));
    }

    @Test
    void aPauseBelowTheShortestFrameIsNotObeyed() {
        PauseFrame.write(frame, 0, 5, 0xFF, 100);
        long unknown = control.unknown(1);
        control(1, PauseFrame.LENGTH_BYTES - 5);
        assertFalse(device.queues(1).isPaused(NDC.relay()));
        assertEquals(unknown + 1, control.unknown(1));
    }

    @Test
    void aLinkPauseStopsResponsesToo() {
        LinkPauseFrame.write(frame, 0, 5, 100);
        control(1);
        assertTrue(device.queues(1).isPaused(device.queues(1).responses()));

        LinkPauseFrame.write(frame, 0, 5, 0);
        control(1);
        assertFalse(device.queues(1).isPaused(device.queues(1).responses()));
    }

    @Test
    void aFrameOfNobodyIsCounted() {
        long before = control.unknown(1);
        PauseFrame.write(frame, 0, 5, 1 << 3, 2);
        frame[15] = 0x55;
        control(1);

        assertEquals(before + 1, control.unknown(1));
    }

    @Test
    void everyObeyedFrameHasItsReactionTime() {
        long before = control.reactions().getTotalCount();
        message(PortFrame.PAUSE, PortFrame.IHFQ);
        message(PortFrame.RESUME, PortFrame.IHFQ);
        assertTrue(control.hasObeyed());
        control.onObeyed(1000, 1700);

        assertFalse(control.hasObeyed());
        assertTrue(control.reactions().getTotalCount() >= before + 2);
        assertTrue(control.reactions().copy().getMaxValue() >= 700);
    }

    private void message(int operation, int queueClass) {
        PortFrame.write(frame, 0, 0x21, operation, queueClass, 0, 1, 11, 1);
        control(1);
    }

    private void control(int port) {
        control(port, frame.length - 4);
    }

    private void control(int port, int lengthBytes) {
        long address = NativeMemory.allocate(frame.length);
        MEMORY.write(address, frame, 0, frame.length);
        control.onFrame(port, address, lengthBytes);
        NativeMemory.free(address);
    }

    /** The one control frame that leaves by a port. */
    private byte[] sentControl(int port) {
        burst.clear();
        device.queues(port).fill(burst, 1000);
        assertEquals(1, burst.size());
        Burst again = new Burst();
        again.add(burst.buffer(0));
        byte[] bytes = new byte[PortFrame.LENGTH_BYTES];
        MEMORY.read(PacketPool.prepend(burst.buffer(0), 0), bytes, 0, 60);
        device.queues(port).onSent(burst, 1);
        PacketPool.free(again);
        return bytes;
    }

    /** Own frames of 104 bytes with FCS, in buffers that nobody looks into. */
    private static Burst burst(int count) {
        Burst frames = new Burst();
        for (int i = 0; i < count; i++) {
            frames.add(i + 1);
            frames.setLength(i, 100);
        }
        return frames;
    }
}
