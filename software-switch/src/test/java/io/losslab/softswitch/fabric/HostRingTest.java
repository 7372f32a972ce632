package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.traffic.FlowLog;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.host.HostStack;
import org.junit.jupiter.api.Test;

/** Flows in the rings of a host's port: parked ones, and those that stand for relayed packets. */
class HostRingTest {
    private static final int QUEUE = 3;

    private final Fabric fabric = Networks.fabric(Networks.star(3, Networks.RATE, 1_000), 1_024);
    private final int sender = Networks.id(fabric.topology(), "h1");
    private final int port = fabric.numbers.portsOf(sender)[0];

    @Test
    void aParkedFlowSendsNothingAndItsQueueGoesOn() {
        start(1, 1_000_000);
        start(2, 1_000_000);
        fabric.run(10_000);
        fabric.whole().hosts.park(1);
        assertFalse(fabric.whole().hosts.hasPacket(1));
        fabric.run(1_000_000);
        FlowLog log = fabric.drainFlows();
        assertEquals(1, log.size());
        assertEquals(2, log.flow(0));
        fabric.whole().hosts.unpark(1, fabric.whole().agenda.nowPicos());
        fabric.run(2_000_000);
        assertEquals(1, fabric.drainFlows().flow(0));
        assertEquals(0, fabric.counters().host(sender).retransmittedPackets());
    }

    @Test
    void relayedPacketsKeepTheirOrderAndTakeTurnsWithFlows() {
        HostStack hosts = fabric.whole().hosts;
        fabric.whole().ports.queues.pause(port, QUEUE);
        start(1, 100_000);
        fabric.run(1_000);
        int first = packet(500);
        int second = packet(700);
        hosts.appendRelayed(first, port, QUEUE, fabric.whole().agenda.nowPicos());
        hosts.appendRelayed(second, port, QUEUE, fabric.whole().agenda.nowPicos());
        assertEquals(1_200, hosts.queueBytes(port, QUEUE));
        assertEquals(0, hosts.queueBytes(port, QUEUE + 1));
        int own = fabric.whole().ports.queues.head(port, QUEUE);
        int relay = hosts.nextFlow(own);
        assertFalse(hosts.isRelay(own));
        assertTrue(hosts.isRelay(relay));
        assertEquals(first, hosts.relayHead(relay));
        assertEquals(500, hosts.nextPacketBytes(relay));
        fabric.whole().ports.resume(port, QUEUE, fabric.whole().agenda.nowPicos());
        // An own packet of 1,118 wire bytes, the first relayed one, another own, the second.
        fabric.run(fabric.nowNanos() + 91);
        assertEquals(second, hosts.relayHead(relay));
        fabric.run(1_000_000);
        assertEquals(0, hosts.queueBytes(port, QUEUE));
        assertFalse(hosts.hasPacket(relay));
        assertEquals(2, Networks.dropped(fabric), "they carried no route");
        assertEquals(1, fabric.drainFlows().size());
    }

    private int packet(int bytes) {
        int id = fabric.whole().records.allocate();
        fabric.whole().records.setFlowAndCursor(id, 1, 0);
        fabric.whole().records.setBody(id, 0, 0, QUEUE, EventKind.DATA, bytes);
        return id;
    }

    private void start(int flow, long bytes) {
        int to = Networks.id(fabric.topology(), "h0");
        fabric.addFlow(Networks.message(flow, sender, to, bytes));
    }
}
