package io.losslab.flowcontrol.portfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.portfc.NdcNetwork.Control;
import io.losslab.flowcontrol.portfc.NdcNetwork.Hold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Algorithms 1 to 4 by hand, then over every port of a network. XOFF is 12 packets, XON 8. */
class PortFcTest {
    private static final int XOFF_PACKETS = 12;
    private static final int XON_PACKETS = 8;

    private final NdcNetwork network = new NdcNetwork(4);
    private final NdcNetwork.Device switch19 = network.layerSwitch(0, 3);
    private final NdcNetwork.Device switch23 = network.layerSwitch(1, 3);
    private final NdcNetwork.Device node15 = network.node(15);

    @Test
    void aDdqAtXoffPausesAllOtherPortsOnceAndAtXonResumesThem() {
        fill(switch19, flowTo(15, 14), 4, 3, XOFF_PACKETS - 1);
        assertEquals(List.of(), frames());
        fill(switch19, flowTo(15, 14), 4, 3, 1);
        assertEquals(
                List.of(
                        "pause DDQ port 2 to device 13",
                        "pause DDQ port 2 to device 14",
                        "pause DDQ port 2 to device 16"),
                frames());
        fill(switch19, flowTo(15, 14), 4, 3, 1);
        drain(switch19, 3, network.queues.ddq(), XOFF_PACKETS - XON_PACKETS);
        assertEquals(List.of(), frames());
        drain(switch19, 3, network.queues.ddq(), 1);
        assertEquals(
                List.of(
                        "resume DDQ port 2 to device 13",
                        "resume DDQ port 2 to device 14",
                        "resume DDQ port 2 to device 16"),
                frames());
        drain(switch19, 3, network.queues.ddq(), 1);
        assertEquals(List.of(), frames());
    }

    /** The plan leads n1 to n0 by layer 0, and to n5 by port 2 of its layer-1 switch. */
    @Test
    void aFlowWaitsForThePortThatItsPathTakes() {
        NdcNetwork.Device node1 = network.node(1);
        int device = network.layerSwitch(1, 1).id;
        int byLayerOne = network.flow(1, 0, 2);
        network.secondPorts.put(byLayerOne, DataPlane.root(device, 3));
        assertEquals(network.queues.fourHop(1), node1.scheme.classifyFlow(byLayerOne, 2, 3));
        int detour = network.flow(1, 5, 2);
        network.secondPorts.put(detour, DataPlane.root(device, 4));
        assertEquals(network.queues.fourHop(2), node1.scheme.classifyFlow(detour, 2, 3));
        int unknown = network.flow(1, 5, 2);
        assertEquals(network.queues.twoHop(0), node1.scheme.classifyFlow(unknown, 2, 3));
        assertEquals(List.of(), network.violations);
    }

    @Test
    void theIhfqsOfAPortCountTogether() {
        for (int i = 0; i < 3; i++) {
            fill(switch23, flowTo(11, 12 + i), 3, 4, XOFF_PACKETS / 3);
        }
        assertEquals(
                List.of(
                        "pause IHFQ port 3 to device 4",
                        "pause IHFQ port 3 to device 8",
                        "pause IHFQ port 3 to device 12"),
                frames());
        drain(switch23, 4, 0, 3);
        assertEquals(List.of(), frames());
        drain(switch23, 4, 2, 1);
        assertEquals(3, frames().size());
    }

    @Test
    void oneClassDoesNotHideOrClearTheOther() {
        fill(switch19, flowTo(15, 14), 4, 3, XOFF_PACKETS);
        fill(switch19, flowTo(15, 6), 4, 3, XOFF_PACKETS);
        assertEquals(6, frames().size());
        PortFcSwitch scheme = (PortFcSwitch) switch19.scheme;
        assertTrue(scheme.ddqPauses(3) && scheme.ihfqPauses(3));
        drain(switch19, 3, network.queues.ddq(), XOFF_PACKETS);
        assertFalse(scheme.ddqPauses(3));
        assertTrue(scheme.ihfqPauses(3));
        assertTrue(frames().stream().allMatch(frame -> frame.startsWith("resume DDQ")));
    }

    @Test
    void anIhfqPauseStopsTheNodesFourHopFlowsToThatPortAndGoesNoFurther() {
        control(node15, 1, PortFrame.PAUSE, PortFrame.IHFQ, 2);
        assertEquals(List.of(new Hold(16, 1, 2, true, DataPlane.root(20, 3))), network.holds);
        control(node15, 1, PortFrame.RESUME, PortFrame.IHFQ, 2);
        assertFalse(node15.isHeld(1, 2));
        assertEquals(List.of(), frames());
    }

    @Test
    void aDdqPauseStopsTheNodesTwoHopFlowsAndIsRelayedToTheOtherSwitch() {
        control(node15, 1, PortFrame.PAUSE, PortFrame.DDQ, 2);
        long root = DataPlane.root(20, 3);
        assertEquals(List.of(new Hold(16, 1, 5, true, root)), network.holds);
        Control relayed = network.controls.peek();
        assertEquals(24, relayed.device());
        assertEquals(4, relayed.port());
        assertEquals(root, relayed.root());
        assertEquals(2, PortFrame.relayIndex(relayed.bytes(), 0));
        assertEquals(1, PortFrame.hops(relayed.bytes(), 0));
        assertEquals(1, network.controls.size());

        network.holds.clear();
        network.deliverControls();
        assertEquals(List.of(new Hold(24, 4, 2, true, root)), network.holds);
        control(node15, 1, PortFrame.RESUME, PortFrame.DDQ, 2);
        network.deliverControls();
        assertFalse(node15.isHeld(1, 5));
        assertFalse(switch23.isHeld(4, 2));
    }

    @Test
    void aFrameThatCannotBeIsReported() {
        control(node15, 1, PortFrame.PAUSE, PortFrame.DDQ, 3);
        control(switch19, 4, PortFrame.PAUSE, PortFrame.IHFQ, 1);
        assertEquals(2, network.violations.size());
        assertEquals(List.of(), network.holds);
    }

    @Test
    void aFrameOfAnotherSchemeIsLeftAlone() {
        assertFalse(node15.scheme.onControl(1, new byte[64], 0));
        assertFalse(switch19.scheme.onControl(1, new byte[64], 0));
    }

    @Test
    void aGuardedRelayQueueStopsAllIhfqsThatFeedItUntilXon() {
        NdcNetwork guarded = new NdcNetwork(4, Map.of("relayGuard", "on"));
        NdcNetwork.Device relay = guarded.node(15);
        for (int i = 0; i < XOFF_PACKETS; i++) {
            relay.enqueue(guarded.packet(guarded.flow(11, 12, 2)), 2, 1);
        }
        guarded.deliverControls();
        NdcNetwork.Device feeding = guarded.layerSwitch(1, 3);
        assertTrue(IntStream.range(0, 3).allMatch(queue -> feeding.isHeld(4, queue)));
        assertFalse(feeding.isHeld(4, guarded.queues.ddq()));

        byte[] frame = new byte[64];
        PortFrame.write(frame, 0, 1, PortFrame.PAUSE, PortFrame.DDQ, 3, 0, 20, 1);
        relay.scheme.onControl(1, frame, 0);
        guarded.deliverControls();
        drain(relay, 1, guarded.queues.relay(), XOFF_PACKETS - XON_PACKETS);
        guarded.deliverControls();
        assertTrue(feeding.isHeld(4, 0), "the DDQ behind still pauses this direction");
        assertFalse(feeding.isHeld(4, 1) || feeding.isHeld(4, 2));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void everyPausableQueueHasExactlyOnePauser(int n) {
        Map<List<Integer>, Set<List<Integer>>> pausersOfQueue = new HashMap<>();
        NdcNetwork whole = new NdcNetwork(n);
        for (int id = n * n + 1; id <= whole.devices(); id++) {
            for (int port = 1; port <= n; port++) {
                for (int queueClass : new int[] {PortFrame.IHFQ, PortFrame.DDQ}) {
                    whole.holds.clear();
                    congest(whole, whole.device(id), port, queueClass);
                    whole.deliverControls();
                    for (Hold hold : whole.holds) {
                        assertEquals(DataPlane.root(id, port), hold.root());
                        pausersOfQueue
                                .computeIfAbsent(
                                        List.of(hold.device(), hold.port(), hold.queue()),
                                        key -> new HashSet<>())
                                .add(List.of(id, port, queueClass));
                    }
                }
            }
        }
        int ofNodes = n * n * 2 * 2 * (n - 1);
        int ofSwitches = 2 * n * n * (n - 1);
        assertEquals(ofNodes + ofSwitches, pausersOfQueue.size());
        assertTrue(pausersOfQueue.values().stream().allMatch(pausers -> pausers.size() == 1));
        assertEquals(List.of(), whole.violations);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void congestionTravelsThreeHopsAtMost(int n) {
        NdcNetwork whole = new NdcNetwork(n);
        NdcNetwork.Device first = whole.layerSwitch(0, 1);
        congest(whole, first, 1, PortFrame.DDQ);
        whole.deliverControls();
        List<Hold> atSwitches = new ArrayList<>();
        for (Hold hold : List.copyOf(whole.holds)) {
            boolean atNode = whole.device(hold.device()).isNode();
            assertEquals(atNode, hold.queue() >= n - 1, "node b or switch IHFQ");
            if (!atNode) {
                atSwitches.add(hold);
            }
        }
        assertEquals(n - 1, atSwitches.size(), "one switch behind each of the other nodes");

        whole.holds.clear();
        for (Hold hold : atSwitches) {
            congest(whole, whole.device(hold.device()), hold.port(), PortFrame.IHFQ);
        }
        whole.deliverControls();
        assertEquals((n - 1) * (n - 1), whole.holds.size());
        for (Hold hold : whole.holds) {
            assertTrue(whole.device(hold.device()).isNode());
            assertTrue(hold.queue() < n - 1, "an a-queue: nothing depends on it any more");
        }
    }

    /** Fills a class of a port to XOFF with a packet of some pair that waits there. */
    private static void congest(
            NdcNetwork network, NdcNetwork.Device device, int port, int queueClass) {
        int n = network.n;
        int next = device.peerDevice(port) - 1;
        int otherPort = port % n + 1;
        int source = device.peerDevice(otherPort) - 1;
        int destination =
                queueClass == PortFrame.DDQ
                        ? next
                        : device.layer() == 0
                                ? (next + n) % (n * n)
                                : next / n * n + (next + 1) % n;
        int flow = network.flow(source, destination, device.layer() + 1);
        for (int i = 0; i < XOFF_PACKETS; i++) {
            device.enqueue(network.packet(flow), otherPort, port);
        }
    }

    private int flowTo(int source, int destination) {
        return network.flow(source, destination, 1);
    }

    private void fill(NdcNetwork.Device device, int flow, int ingress, int egress, int packets) {
        for (int i = 0; i < packets; i++) {
            device.enqueue(network.packet(flow), ingress, egress);
        }
    }

    private static void drain(NdcNetwork.Device device, int port, int queue, int packets) {
        for (int i = 0; i < packets; i++) {
            device.dequeue(port, queue);
        }
    }

    /** Hands a device a frame that switch 19 (device 20) made. */
    private static void control(
            NdcNetwork.Device device, int port, int operation, int queueClass, int portIndex) {
        byte[] frame = new byte[64];
        PortFrame.write(frame, 0, 1, operation, queueClass, 0, portIndex, 20, 1);
        assertTrue(device.scheme.onControl(port, frame, 0));
    }

    private List<String> frames() {
        List<String> texts = new ArrayList<>();
        while (!network.controls.isEmpty()) {
            Control control = network.controls.poll();
            texts.add(
                    "%s %s port %d to device %d"
                            .formatted(
                                    PortFrame.pauses(control.bytes(), 0) ? "pause" : "resume",
                                    PortFrame.queueClass(control.bytes(), 0) == PortFrame.DDQ
                                            ? "DDQ"
                                            : "IHFQ",
                                    PortFrame.portIndex(control.bytes(), 0),
                                    control.device()));
        }
        return texts;
    }
}
