package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.GaugeSink;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings.Queueing;
import java.util.EnumMap;
import java.util.Map;

/** Pyrrha on one device, switch or host NIC (Pyrrha, section IV). */
public final class Pyrrha implements EgressScheme {
    private final EgressPort[] ports;
    private final Signals signals;
    private final RootDirectory directory;
    private final PyrrhaStatistics statistics = new PyrrhaStatistics();

    /**
     * Makes the scheme of a device.
     *
     * @param byPort settings of the ports that the rule names
     */
    public Pyrrha(DataPlane plane, Map<Integer, PyrrhaSettings> byPort) {
        PyrrhaSettings[] settings = new PyrrhaSettings[plane.ports() + 1];
        byPort.forEach((port, ofPort) -> settings[port] = ofPort);
        ports = new EgressPort[settings.length];
        signals = new Signals(plane, settings);
        directory = new RootDirectory(ports, signals);
        Map<Queueing, Isolation> isolations = new EnumMap<>(Queueing.class);
        for (int port = 1; port < ports.length; port++) {
            if (settings[port] != null) {
                Isolation isolation =
                        isolations.computeIfAbsent(
                                settings[port].queueing(), queueing -> isolation(plane, queueing));
                ports[port] =
                        new EgressPort(
                                plane, port, settings[port], isolation, directory, statistics);
            }
        }
    }

    private static Isolation isolation(DataPlane plane, Queueing queueing) {
        return queueing == Queueing.SINGLE_TIER
                ? new SingleTierIsolation(plane)
                : new HierarchicalIsolation(plane, queueing == Queueing.PARALLEL);
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        EgressPort port = ports[egress];
        return port == null ? Isolation.OUTPUT_QUEUE : port.classify(packet);
    }

    @Override
    public void onEnqueue(int packet, int ingress, int egress, int queue) {
        if (ports[egress] != null) {
            ports[egress].onEnqueue(packet, ingress, queue);
        }
    }

    @Override
    public int onHead(int packet, int ingress, int egress, int queue) {
        EgressPort port = ports[egress];
        return port == null ? queue : port.onHead(packet, ingress, queue);
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        if (ports[egress] != null && ingress != 0) {
            ports[egress].onDequeue(packet, ingress, queue);
        }
    }

    @Override
    public boolean onControl(int port, byte[] frame, int offset) {
        if (ports[port] == null || !PyrrhaFrame.matches(frame, offset)) {
            return false;
        }
        long root = PyrrhaFrame.root(frame, offset);
        int hops = PyrrhaFrame.hops(frame, offset);
        switch (PyrrhaFrame.opcode(frame, offset)) {
            case PyrrhaFrame.PAUSE -> ports[port].onPause(root, hops);
            case PyrrhaFrame.RESUME -> ports[port].onResume(root);
            case PyrrhaFrame.MERGE ->
                    ports[port].onMerge(PyrrhaFrame.oldRoot(frame, offset), root, hops);
            case PyrrhaFrame.DEALLOCATE -> directory.onDeallocate(port, root);
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    public void onTimer(int timer) {
        signals.onTimer(timer);
    }

    @Override
    public int classifyFlow(int flow, int egress, int priority) {
        return Isolation.OUTPUT_QUEUE;
    }

    @Override
    public int onFlowHead(int flow, int egress, int queue, int bytes) {
        return ports[egress] == null ? queue : ports[egress].onFlowHead(flow, queue);
    }

    @Override
    public void onFlowEnd(int flow) {
        for (EgressPort port : ports) {
            if (port != null) {
                port.onFlowEnd(flow);
            }
        }
    }

    /** What was counted so far. */
    public PyrrhaStatistics statistics() {
        return statistics;
    }

    @Override
    public void readGauges(GaugeSink gauges) {
        statistics.readGauges(gauges);
    }
}
