package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.DataPlane;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Charges the time a flow's packets stood in a paused queue to the congested port that caused the
 * pause, and says whether the flow crosses that port.
 *
 * <p>There is no head-of-line blocking exactly where every flow that stands paused on account of a
 * port passes that port (Pyrrha, Definition 7). A pause is charged when it ends: to every flow with
 * a packet in the queue, from the pause's start or from the arrival of the flow's oldest packet
 * there, whichever is later. Off until it is asked for; then it costs a store a packet.
 */
public final class Blame {
    /**
     * Time a flow stood paused in one queue on account of one port.
     *
     * @param flow id as the flow's specification gives it
     * @param node device that held the packets
     * @param port its egress port, from 1
     * @param queue egress queue
     * @param rootNode device of the congested port
     * @param rootPort congested egress port, from 1
     * @param crossesRoot whether the flow passes the congested port; if not, it was blocked
     *     innocently
     * @param pausedNanos in all
     */
    public record Charge(
            int flow,
            int node,
            int port,
            int queue,
            int rootNode,
            int rootPort,
            boolean crossesRoot,
            long pausedNanos) {}

    private record Key(int flow, int port, int queue, long root) {}

    private final Fabric fabric;
    private final Map<Key, long[]> picosByKey = new HashMap<>();

    /** By flow: the last pause that was charged to it, so that it is charged once. */
    private int[] chargedIn = new int[64];

    private int pauseNumber;
    private boolean on;

    Blame(Fabric fabric) {
        this.fabric = fabric;
    }

    void turnOn() {
        on = true;
    }

    boolean isOn() {
        return on;
    }

    /** Charges since the start; pauses that stand are charged up to now. */
    public List<Charge> charges() {
        Pauses pauses = fabric.pauses();
        Ports ports = fabric.ports();
        for (int port = 1; port <= fabric.numbers().count(); port++) {
            for (int queue = 0; queue < ports.dataQueues(); queue++) {
                if (pauses.sincePicos(port, queue) >= 0) {
                    pauses.settle(port, queue);
                }
            }
        }
        List<Charge> charges = new ArrayList<>();
        picosByKey.forEach((key, picos) -> charges.add(charge(key, picos[0])));
        return charges;
    }

    /**
     * The congested port behind a pause of an ingress port's upstream: the egress that holds most
     * of its bytes, or, if that one is paused itself, the port on whose account.
     */
    long rootBehind(int ingress) {
        if (!on) {
            return DataPlane.NO_ROOT;
        }
        int worst = 0;
        long most = -1;
        for (int egress : fabric.numbers().portsOf(fabric.numbers().nodeOf(ingress))) {
            long bytes = fabric.buffers().transitBytes(ingress, egress);
            if (bytes > most) {
                most = bytes;
                worst = egress;
            }
        }
        for (int queue = fabric.ports().nextBlocked(worst, 0);
                queue >= 0;
                queue = fabric.ports().nextBlocked(worst, queue + 1)) {
            long root = fabric.pauses().root(worst, queue);
            if (root != DataPlane.NO_ROOT) {
                return root;
            }
        }
        return fabric.rootOf(worst);
    }

    void onPauseEnds(int port, int queue, long sincePicos, long root) {
        if (!on || root == DataPlane.NO_ROOT) {
            return;
        }
        pauseNumber++;
        Ports ports = fabric.ports();
        HostStack hosts = fabric.hosts();
        if (!ports.onHost(port)) {
            chargePackets(ports.head(port, queue), port, queue, sincePicos, root);
            return;
        }
        for (int flow = ports.head(port, queue); flow != 0; flow = hosts.nextFlow()[flow]) {
            if (hosts.isRelay(flow)) {
                chargePackets(hosts.relayHead(flow), port, queue, sincePicos, root);
            } else {
                charge(flow, port, queue, fabric.nowPicos() - sincePicos, root);
            }
        }
    }

    private void chargePackets(int head, int port, int queue, long sincePicos, long root) {
        Records records = fabric.records();
        for (int id = head; id != 0; id = records.next(id)) {
            long from = Math.max(sincePicos, records.words[id << 2 | Records.TIME]);
            charge(records.flow(id), port, queue, fabric.nowPicos() - from, root);
        }
    }

    private void charge(int flow, int port, int queue, long picos, long root) {
        if (flow >= chargedIn.length) {
            chargedIn =
                    java.util.Arrays.copyOf(chargedIn, Math.max(2 * chargedIn.length, flow + 1));
        }
        if (chargedIn[flow] != pauseNumber) {
            chargedIn[flow] = pauseNumber;
            picosByKey.computeIfAbsent(new Key(flow, port, queue, root), k -> new long[1])[0] +=
                    picos;
        }
    }

    private Charge charge(Key key, long picos) {
        int node = (int) (key.root >>> 32) - 1;
        int rootPort = (int) key.root;
        return new Charge(
                fabric.hosts().spec(key.flow).id(),
                fabric.numbers().nodeOf(key.port),
                fabric.ports().localNumber(key.port),
                key.queue,
                node,
                rootPort,
                fabric.hosts().hopsTo(key.flow, fabric.numbers().nodeOf(key.port), node, rootPort)
                        >= 0,
                picos / 1000);
    }
}
