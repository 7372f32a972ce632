package io.losslab.flowcontrol.portfc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figure 6 of the paper: NDC(4,1), node 15 and its switches 19 (layer 0) and 23 (layer 1). */
class WorkedExampleTest {
    private static final int LAYER_0 = 1;
    private static final int LAYER_1 = 2;

    private final NdcNetwork network = new NdcNetwork(4);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "F11, 11, 15, 3",
        "F16,  7, 15, 3",
        "F12, 11, 12, 0",
        "F13, 11, 13, 1",
        "F14, 11, 14, 2",
        "F15,  3, 14, 2"
    })
    void switch23QueuesForNode15ByThePortAtSwitch19(
            String name, int source, int destination, int queue) {
        NdcNetwork.Device switch23 = network.layerSwitch(1, 3);
        int packet = network.packet(network.flow(source, destination, LAYER_1));
        assertEquals(queue, switch23.enqueue(packet, source / 4 + 1, 4));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "F1,  0, 0",
        "F4,  4, 0",
        "F2,  1, 1",
        "F3,  2, 2",
        "F6, 12, 3",
        "F7, 13, 4",
        "F8, 14, 5"
    })
    void node15QueuesItsOwnByHopsAndThePortAtSwitch19(String name, int destination, int queue) {
        int flow = network.flow(15, destination, LAYER_0);
        assertEquals(queue, network.node(15).scheme.classifyFlow(flow, LAYER_0, 0));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"F9, 11, 12", "F10, 3, 14"})
    void node15QueuesWhatItRelaysApart(String name, int source, int destination) {
        int packet = network.packet(network.flow(source, destination, LAYER_1));
        assertEquals(6, network.node(15).enqueue(packet, LAYER_1, LAYER_0));
    }

    @Test
    void behindTheRelayTheDestinationIsDirect() {
        int packet = network.packet(network.flow(11, 12, LAYER_1));
        assertEquals(3, network.layerSwitch(0, 3).enqueue(packet, 4, 1));
    }

    @Test
    void switch19QueuesForNode12ByThePortAtSwitch20() {
        int packet = network.packet(network.flow(15, 0, LAYER_0));
        assertEquals(0, network.layerSwitch(0, 3).enqueue(packet, 4, 1));
    }

    @Test
    void relayedPacketsGoBeforeOwnOnes() {
        NdcNetwork.Device node15 = network.node(15);
        for (int port = 1; port <= 2; port++) {
            for (int queue = 0; queue < network.queues.relay(); queue++) {
                assertEquals(0, node15.level(port, queue));
            }
            assertEquals(1, node15.level(port, network.queues.relay()));
        }
    }
}
