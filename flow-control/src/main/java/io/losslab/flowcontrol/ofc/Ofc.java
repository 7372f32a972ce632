package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.GaugeSink;
import io.losslab.flowcontrol.IngressScheme;
import java.util.Map;

/**
 * OFC of a device (OFC, Algorithms 1 to 3): finds the flows that meet the congestion at its origin,
 * pauses them at the upstream, and parks those that its downstream paused.
 *
 * <p>On a host it parks own flows one by one and treats relayed packets as a switch does. Packets
 * that wait at a port without OFC count for their ingress too; such a port has no tables, so they
 * can only make it pause all flows.
 */
public final class Ofc implements EgressScheme {
    private static final int COUNT_BYTES = 4;

    private final DataPlane plane;
    private final FlowKeys keys;
    private final int ports;
    private final Map<Integer, OfcSettings> settings;

    // By port * 8 + priority; null where the port or priority is not controlled.
    private final Upstream[] upstreams;
    private final ThreeQueues[] egresses;
    private final ParkedFlows[] parked;

    /** By (ingress * (ports + 1) + egress) * 8 + priority; null until a packet goes that way. */
    private final Transit[] transits;

    // By port.
    private final TableSize[] flowInPort;
    private final TableSize[] congested;
    private final TableSize[] pauseFrame;

    private final byte[] frame = new byte[OfcFrame.MAX_LENGTH_BYTES];
    private long framesSent;

    Ofc(DataPlane plane, FlowKey flowKey, Map<Integer, OfcSettings> byPort) {
        this.plane = plane;
        this.keys = FlowKeys.of(flowKey, plane);
        this.ports = plane.ports();
        this.settings = byPort;
        int lanes = ports + 1 << 3;
        this.upstreams = new Upstream[lanes];
        this.egresses = new ThreeQueues[lanes];
        this.parked = new ParkedFlows[lanes];
        this.transits = new Transit[(ports + 1) * lanes];
        this.flowInPort = new TableSize[ports + 1];
        this.congested = new TableSize[ports + 1];
        this.pauseFrame = new TableSize[ports + 1];
        byPort.forEach(this::control);
    }

    private void control(int port, OfcSettings settings) {
        for (int priority = 0; priority < 8; priority++) {
            if (settings.governs(priority)) {
                int lane = port << 3 | priority;
                upstreams[lane] = new Upstream(port, priority, settings);
                egresses[lane] = new ThreeQueues(plane, keys, port, priority);
                parked[lane] = new ParkedFlows();
            }
        }
        long now = plane.nowNanos();
        flowInPort[port] = new TableSize(keys.bytes() + COUNT_BYTES, now);
        congested[port] = new TableSize(keys.bytes(), now);
        pauseFrame[port] = new TableSize(keys.bytes(), now);
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return plane.priority(packet);
    }

    @Override
    public void onEnqueue(int packet, int ingress, int egress, int queue) {
        ThreeQueues out = egresses[lane(egress, queue)];
        boolean moved = QueueNumbers.placeOf(queue) != 0;
        if (out == null || ingress == 0 || moved) {
            return;
        }
        int bytes = plane.bytes(packet);
        out.count(bytes);
        Transit transit = transit(ingress, egress, queue);
        if (transit.enter(keys.of(plane.flow(packet)))) {
            flowInPort[egress].add(1, plane.nowNanos());
        }
        Upstream in = upstreams[lane(ingress, queue)];
        if (in != null) {
            in.count(bytes);
            pauseOrResume(in, out, transit);
        }
    }

    @Override
    public int onHead(int packet, int ingress, int egress, int queue) {
        ThreeQueues out = egresses[lane(egress, queue)];
        if (out == null) {
            return queue;
        }
        int to = out.onHead(queue, packet);
        if (to != queue) {
            // A move may empty the served queue, and the order mark that comes out lets flows go.
            countCongested(out);
        }
        return to;
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        ThreeQueues out = egresses[lane(egress, queue)];
        if (out == null || ingress == 0) {
            return;
        }
        int bytes = plane.bytes(packet);
        out.count(-bytes);
        Transit transit = transit(ingress, egress, QueueNumbers.priorityOf(queue));
        if (transit.leave(keys.of(plane.flow(packet)))) {
            flowInPort[egress].add(-1, plane.nowNanos());
        }
        if (QueueNumbers.placeOf(queue) != 0) {
            out.onSent(queue);
            countCongested(out);
        }
        Upstream in = upstreams[lane(ingress, queue)];
        if (in != null) {
            in.count(-bytes);
            pauseOrResume(in, out, transit);
        }
    }

    @Override
    public IngressScheme ingress(int port) {
        return new Ingress(settings.get(port));
    }

    /** What came in by a port of OFC and waits at a port, or in a priority, that has no OFC. */
    private final class Ingress implements IngressScheme {
        private final OfcSettings settings;

        Ingress(OfcSettings settings) {
            this.settings = settings;
        }

        @Override
        public void onEnqueue(
                int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
            count(ingressPort, egressPort, priority, bytes);
        }

        @Override
        public void onDequeue(
                int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
            count(ingressPort, egressPort, priority, -bytes);
        }

        @Override
        public BufferPolicy bufferPolicy(int port) {
            return settings.buffer().bufferPolicy(port);
        }

        private void count(int ingress, int egress, int priority, int more) {
            Upstream in = upstreams[lane(ingress, priority)];
            if (in == null || egresses[lane(egress, priority)] != null) {
                return;
            }
            in.count(more);
            if (in.bytes() >= settings.xoffBytes()) {
                pauseAll(in, DataPlane.root(plane.deviceId(), egress));
            } else if (in.mayResume()) {
                resume(in);
            }
        }
    }

    @Override
    public boolean onControl(int port, byte[] control, int offset) {
        if (!OfcFrame.matches(control, offset) || !keys.names(control, offset)) {
            return false;
        }
        int lane = port << 3 | OfcFrame.priority(control, offset);
        ThreeQueues out = egresses[lane];
        if (out == null) {
            return true;
        }
        if (OfcFrame.isPause(control, offset)) {
            out.pause(control, offset);
        } else {
            out.resume(control, offset);
            parked[lane].unpark(plane, keys, out.told());
        }
        countCongested(out);
        return true;
    }

    @Override
    public int onFlowHead(int flow, int egress, int queue, int bytes) {
        int lane = lane(egress, queue);
        ThreeQueues out = egresses[lane];
        if (out == null || !out.isTold(flow)) {
            return queue;
        }
        plane.parkedFor(flow, out.root());
        parked[lane].park(flow);
        return PARK;
    }

    @Override
    public void onFlowEnd(int flow) {
        for (ParkedFlows flows : parked) {
            if (flows != null) {
                flows.remove(flow);
            }
        }
    }

    /** Packets moved to a backup queue, ever, over all ports. */
    public long moves() {
        long moves = 0;
        for (ThreeQueues egress : egresses) {
            moves += egress == null ? 0 : egress.moves();
        }
        return moves;
    }

    /** Entries that all tables hold now. */
    public long entries() {
        long entries = 0;
        for (int port = 1; port <= ports; port++) {
            if (flowInPort[port] != null) {
                entries += flowInPort[port].entries();
                entries += congested[port].entries();
                entries += pauseFrame[port].entries();
            }
        }
        return entries;
    }

    /** Sizes of the ports' tables over all priorities (OFC, Table II), and what was sent. */
    @Override
    public void readGauges(GaugeSink gauges) {
        long now = plane.nowNanos();
        for (int port = 1; port <= ports; port++) {
            if (flowInPort[port] != null) {
                gauges.mean("ofcFlowInPortBytes", flowInPort[port].meanBytes(now));
                gauges.mean("ofcCongestedBytes", congested[port].meanBytes(now));
                gauges.mean("ofcPauseFrameBytes", pauseFrame[port].meanBytes(now));
                gauges.max("ofcMaxFlowInPortBytes", flowInPort[port].maxBytes());
                gauges.max("ofcMaxCongestedBytes", congested[port].maxBytes());
                gauges.max("ofcMaxPauseFrameBytes", pauseFrame[port].maxBytes());
            }
        }
        gauges.sum("ofcMovedPackets", moves());
        gauges.sum("ofcFrames", framesSent);
    }

    private void countCongested(ThreeQueues out) {
        int growth = out.takeGrowth();
        if (growth != 0) {
            congested[out.port()].add(growth, plane.nowNanos());
        }
    }

    /** Algorithm 1. */
    private void pauseOrResume(Upstream in, ThreeQueues out, Transit transit) {
        OfcSettings settings = in.settings();
        long threshold = settings.xoffCongestedBytes();
        if (in.bytes() >= settings.xoffBytes()) {
            pauseAll(in, rootOf(out));
        } else if (in.bytes() >= threshold && out.bytes() >= threshold) {
            pauseCongested(in, out, transit);
        } else if (in.mayResume()) {
            resume(in);
        }
    }

    private void pauseAll(Upstream in, long root) {
        if (in.paused().all()) {
            return;
        }
        in.paused().setAll(true);
        begin(in, OfcFrame.PAUSE, true, root);
        send(in, root);
    }

    /** Names what meets the original congestion here, or passes on what the downstream named. */
    private void pauseCongested(Upstream in, ThreeQueues out, Transit transit) {
        PausedFlows named = out.congested();
        if (in.paused().all() || !transit.isNews(named.changes() + in.paused().changes())) {
            return;
        }
        long root = rootOf(out);
        begin(in, OfcFrame.PAUSE, false, root);
        int before = in.paused().flows().size();
        if (named.isEmpty() || named.all()) {
            pauseNew(in, transit.flows(), root);
        }
        pauseNew(in, named.flows(), root);
        if (OfcFrame.count(frame, 0) > 0) {
            send(in, root);
        }
        pauseFrame[in.port()].add(in.paused().flows().size() - before, plane.nowNanos());
    }

    private void pauseNew(Upstream in, FlowSet flows, long root) {
        for (int slot = 0; slot < flows.slots(); slot++) {
            long flow = flows.at(slot);
            if (flow != 0 && in.paused().add(flow)) {
                list(in, flow, OfcFrame.PAUSE, root);
            }
        }
    }

    private void resume(Upstream in) {
        PausedFlows paused = in.paused();
        begin(in, OfcFrame.RESUME, paused.all(), DataPlane.NO_ROOT);
        FlowSet flows = paused.flows();
        for (int slot = 0; slot < flows.slots(); slot++) {
            if (flows.at(slot) != 0) {
                list(in, flows.at(slot), OfcFrame.RESUME, DataPlane.NO_ROOT);
            }
        }
        if (OfcFrame.count(frame, 0) > 0 || OfcFrame.all(frame, 0)) {
            send(in, DataPlane.NO_ROOT);
        }
        pauseFrame[in.port()].add(-flows.size(), plane.nowNanos());
        paused.clear();
    }

    private void begin(Upstream in, int opcode, boolean all, long root) {
        keys.begin(frame, plane.mac(in.port()), opcode, in.priority(), all, root);
    }

    /** Lists a flow, and starts another frame when this one is full. */
    private void list(Upstream in, long flow, int opcode, long root) {
        if (keys.list(frame, flow)) {
            send(in, root);
            begin(in, opcode, false, root);
        }
    }

    private void send(Upstream in, long root) {
        int length = OfcFrame.end(frame);
        framesSent++;
        if (root == DataPlane.NO_ROOT) {
            plane.sendControl(in.port(), frame, 0, length);
        } else {
            plane.sendControl(in.port(), frame, 0, length, root);
        }
    }

    /** The port itself where its downstream paused nothing; else the one the downstream named. */
    private long rootOf(ThreeQueues out) {
        return out.congested().isEmpty()
                ? DataPlane.root(plane.deviceId(), out.port())
                : out.root();
    }

    private Transit transit(int ingress, int egress, int priority) {
        int index = (ingress * (ports + 1) + egress) << 3 | priority;
        Transit transit = transits[index];
        if (transit == null) {
            transit = new Transit();
            transits[index] = transit;
        }
        return transit;
    }

    private static int lane(int port, int queue) {
        return port << 3 | QueueNumbers.priorityOf(queue);
    }
}
