package io.losslab.softswitch.fabric.device;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.softswitch.fabric.buffer.EcnMarker;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.pause.Pauses;
import io.losslab.softswitch.fabric.port.EgressQueues;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.QueueScheduler;
import io.losslab.softswitch.fabric.port.SchemeSlots;

/**
 * Sends what waits at a port once its line is free: the head of a switch's queue, or the next
 * packet of the flow at the head of a host's ring, unless the scheme at the egress moves or holds
 * it.
 */
public final class LineServer {
    private final Records records;
    private final Ports ports;
    private final EgressQueues queues;
    private final QueueScheduler scheduler;
    private final SchemeSlots schemes;
    private final HostStack hosts;
    private final Pauses pauses;
    private final Forwarding forwarding;
    private final EcnMarker ecn;

    public LineServer(
            Records records,
            Ports ports,
            QueueScheduler scheduler,
            SchemeSlots schemes,
            HostStack hosts,
            Pauses pauses,
            Forwarding forwarding,
            EcnMarker ecn) {
        this.records = records;
        this.ports = ports;
        queues = ports.queues;
        this.scheduler = scheduler;
        this.schemes = schemes;
        this.hosts = hosts;
        this.pauses = pauses;
        this.forwarding = forwarding;
        this.ecn = ecn;
    }

    /** The line of a port is free: sends the next frame, if there is one. */
    public void onLineFree(int port, long now) {
        ports.onLineFree(port);
        while (ports.busyUntil(port) <= now) {
            int queue = scheduler.next(port);
            if (queue < 0) {
                return;
            }
            if (queue >= queues.ackQueue) {
                int id = queues.remove(port, queue);
                ports.transmit(port, id, records.bytes(id), now);
            } else if (ports.onHost(port)) {
                pullFromHost(port, queue, now);
            } else {
                sendData(port, queue, now);
            }
        }
        ports.requestLine(port, now);
    }

    /** Sends the head of a switch's queue, unless the port's scheme moves or holds it. */
    private void sendData(int port, int queue, long now) {
        int id = queues.head(port, queue);
        int ingress = records.port(id);
        EgressScheme scheme = schemes.atEgress(port);
        if (scheme != null) {
            int local = ports.localNumber(ingress);
            int to = scheme.onHead(id, local, ports.localNumber(port), queue);
            if (to != queue) {
                moveOrHold(port, queue, to, now);
                return;
            }
        }
        queues.remove(port, queue);
        int bytes = records.bytes(id);
        int priority = records.priority(id);
        if (schemes.relabels(port)) {
            scheme.relabel(id, ports.localNumber(ingress));
        }
        if (ecn.isAtDequeue(port) && ecn.marks(port, queues.bytes(port, queue))) {
            forwarding.mark(id, port, queue);
        }
        hosts.intStamp(id, port, now);
        ports.transmit(port, id, bytes, now);
        forwarding.onDequeue(id, ingress, port, queue, priority, bytes);
    }

    private void moveOrHold(int port, int queue, int to, long now) {
        if (to == EgressScheme.HOLD) {
            pauses.hold(port, queue, DataPlane.NO_ROOT);
            return;
        }
        boolean firstWithheld = queues.isPausedAndEmpty(port, to);
        queues.move(port, queue, to, now);
        forwarding.onMoved(port, to);
        if (firstWithheld) {
            pauses.onWithheld(port, to);
        }
    }

    private void pullFromHost(int port, int queue, long now) {
        int flow = queues.head(port, queue);
        EgressScheme scheme = schemes.atEgress(port);
        if (scheme != null && !mayPull(scheme, port, queue, flow, now)) {
            return;
        }
        int id = hosts.nextPacket(flow);
        if (id != 0) {
            transmitFromHost(port, queue, id, scheme, now);
        }
        hosts.endTurn(port, queue, flow);
    }

    private void transmitFromHost(int port, int queue, int id, EgressScheme scheme, long now) {
        int ingress = records.port(id);
        int bytes = records.bytes(id);
        int priority = records.priority(id);
        if (schemes.relabels(port)) {
            scheme.relabel(id, ingress == 0 ? 0 : ports.localNumber(ingress));
        }
        ports.transmit(port, id, bytes, now);
        if (ingress != 0) {
            queues.addRelayedBytes(port, -bytes);
            forwarding.onDequeue(id, ingress, port, queue, priority, bytes);
        } else if (scheme != null) {
            scheme.onDequeue(id, 0, ports.localNumber(port), queue);
        }
    }

    /** Asks the scheme whether a flow's next packet may go; does what it answers. */
    private boolean mayPull(EgressScheme scheme, int port, int queue, int flow, long now) {
        int answer;
        if (hosts.isRelay(flow)) {
            int head = hosts.relayHead(flow);
            int ingress = ports.localNumber(records.port(head));
            answer = scheme.onHead(head, ingress, ports.localNumber(port), queue);
        } else {
            int bytes = hosts.nextPacketBytes(flow);
            if (bytes == 0) {
                return true;
            }
            answer = scheme.onFlowHead(flow, ports.localNumber(port), queue, bytes);
        }
        if (answer == EgressScheme.HOLD) {
            pauses.hold(port, queue, DataPlane.NO_ROOT);
        } else if (answer == EgressScheme.PARK) {
            hosts.park(flow);
            hosts.endTurn(port, queue, flow);
        } else if (answer != queue) {
            hosts.appendRelayed(hosts.nextPacket(flow), port, answer, now);
            hosts.endTurn(port, queue, flow);
        }
        return answer == queue;
    }
}
