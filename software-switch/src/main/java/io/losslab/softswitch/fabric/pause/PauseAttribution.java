package io.losslab.softswitch.fabric.pause;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Charges the time a flow's packets stood in a paused queue to the congested port that caused the
 * pause, and says whether the flow crosses that port.
 *
 * <p>There is no head-of-line blocking exactly where every flow that is paused on account of a port
 * passes that port (Pyrrha, Definition 7). A pause is charged when it ends: to every flow with a
 * packet in the queue, from the pause's start or from when the flow's oldest packet joined the
 * queue, whichever is later. A flow of a host that its scheme parked is charged likewise. Waiting
 * for one's turn, for credits or for tokens is no pause. Off until it is asked for.
 */
public final class PauseAttribution {
    /**
     * Time a flow was paused in one queue on account of one port.
     *
     * @param flow id as the flow's specification gives it
     * @param node device that held the packets
     * @param port its egress port, from 1
     * @param queue egress queue
     * @param rootNode device of the congested port
     * @param rootPort congested egress port, from 1
     * @param crossesRoot whether the flow passes the congested port; if not, it is a victim
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

    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final HostStack hosts;
    private final Map<Key, long[]> picosByKey = new LinkedHashMap<>();

    /** By flow: the last pause that was charged to it, so that it is charged once. */
    private int[] chargedIn = new int[64];

    private int pauseNumber;

    /*
     * By flow of a host: since when it is parked, and on whose account; NO_ROOT if it is not.
     */
    private long[] parkedPicos = new long[64];
    private long[] parkedFor = new long[64];
    private int parkedEnd;

    private boolean on;

    public PauseAttribution(
            Agenda agenda, Records records, Ports ports, PortNumbers numbers, HostStack hosts) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.hosts = hosts;
    }

    /** Charges pauses from here on. */
    public void turnOn() {
        on = true;
    }

    boolean isOn() {
        return on;
    }

    /** Charges at the ports of a device of pauses that have ended. */
    List<Charge> charges(int node) {
        List<Charge> charges = new ArrayList<>();
        picosByKey.forEach(
                (key, picos) -> {
                    if (numbers.nodeOf(key.port) == node) {
                        charges.add(charge(key, picos[0]));
                    }
                });
        return charges;
    }

    /** Charges the flows of a host's port that are parked up to now. */
    void settleParked(int port) {
        for (int flow = 1; flow < parkedEnd; flow++) {
            if (parkedFor[flow] != DataPlane.NO_ROOT && hosts.portOf(flow) == port) {
                long root = parkedFor[flow];
                onUnparked(flow);
                onParked(flow, root);
            }
        }
    }

    void onPauseEnds(int port, int queue, long sincePicos, long root) {
        if (!on || root == DataPlane.NO_ROOT) {
            return;
        }
        pauseNumber++;
        if (!ports.onHost(port)) {
            chargePackets(ports.queues.head(port, queue), port, queue, sincePicos, root);
            return;
        }
        for (int flow = ports.queues.head(port, queue); flow != 0; flow = hosts.nextFlow(flow)) {
            if (hosts.isRelay(flow)) {
                chargePackets(hosts.relayHead(flow), port, queue, sincePicos, root);
            } else if (hosts.hasPacket(flow)) {
                chargeOnce(flow, port, queue, Math.max(sincePicos, hosts.joinedPicos(flow)), root);
            }
        }
    }

    /** A flow of a host stops by itself, and its queue goes on. */
    public void onParked(int flow, long root) {
        if (!on || root == DataPlane.NO_ROOT) {
            return;
        }
        if (flow >= parkedFor.length) {
            int capacity = Math.max(2 * parkedFor.length, flow + 1);
            parkedPicos = Arrays.copyOf(parkedPicos, capacity);
            parkedFor = Arrays.copyOf(parkedFor, capacity);
        }
        parkedPicos[flow] = agenda.nowPicos();
        parkedFor[flow] = root;
        parkedEnd = Math.max(parkedEnd, flow + 1);
    }

    public void onUnparked(int flow) {
        if (flow < parkedEnd && parkedFor[flow] != DataPlane.NO_ROOT) {
            int port = hosts.portOf(flow);
            int queue = hosts.queueOf(flow);
            charge(flow, port, queue, agenda.nowPicos() - parkedPicos[flow], parkedFor[flow]);
            parkedFor[flow] = DataPlane.NO_ROOT;
        }
    }

    private void chargePackets(int head, int port, int queue, long sincePicos, long root) {
        for (int id = head; id != 0; id = records.next(id)) {
            long from = Math.max(sincePicos, records.joinedPicos(id));
            chargeOnce(records.flow(id), port, queue, from, root);
        }
    }

    private void chargeOnce(int flow, int port, int queue, long fromPicos, long root) {
        if (flow >= chargedIn.length) {
            chargedIn = Arrays.copyOf(chargedIn, Math.max(2 * chargedIn.length, flow + 1));
        }
        if (chargedIn[flow] != pauseNumber) {
            chargedIn[flow] = pauseNumber;
            charge(flow, port, queue, agenda.nowPicos() - fromPicos, root);
        }
    }

    private void charge(int flow, int port, int queue, long picos, long root) {
        picosByKey.computeIfAbsent(new Key(flow, port, queue, root), any -> new long[1])[0] +=
                picos;
    }

    private Charge charge(Key key, long picos) {
        int node = (int) (key.root >>> 32) - 1;
        int rootPort = (int) key.root;
        return new Charge(
                hosts.spec(key.flow).id(),
                numbers.nodeOf(key.port),
                ports.localNumber(key.port),
                key.queue,
                node,
                rootPort,
                crosses(key.flow, node, rootPort),
                picos / 1000);
    }

    /** Whether a flow passes a port anywhere on its way. */
    private boolean crosses(int flow, int node, int localPort) {
        int source = numbers.nodeOf(hosts.portOf(flow));
        return hosts.hopsTo(flow, source, node, localPort) >= 0;
    }
}
