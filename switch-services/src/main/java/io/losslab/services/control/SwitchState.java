package io.losslab.services.control;

import io.losslab.api.topology.Node;
import io.losslab.flowcontrol.Coprocessor;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SwitchConfig;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What is configured on one switch. Touched on the fabric's thread only. */
final class SwitchState {
    final Node node;

    /** Ports that run Bifrost. */
    final Map<Integer, Coprocessor> bifrost = new TreeMap<>();

    /** Told after each change; a listener may take itself off. */
    final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    private final Map<Integer, PortFlowControl> ports = new TreeMap<>();
    private final Map<Integer, EcnConfig> ecn = new TreeMap<>();
    private long bufferBytes;
    private double lossyAlpha;
    private EcmpConfig ecmp = EcmpConfig.newBuilder().setHash(EcmpConfig.Hash.FNV1A).build();
    private int quantumBytes;
    private boolean chargesPauses;

    SwitchState(Node node) {
        this.node = node;
        this.bufferBytes = node.buffer().bytes();
        for (int port = 1; port <= node.ports(); port++) {
            ports.put(port, PortFlowControl.newBuilder().setPort(port).build());
        }
    }

    void accept(SwitchConfig config) {
        bufferBytes = config.getBufferBytes();
        lossyAlpha = config.getLossyAlpha();
        if (config.hasEcmp()) {
            ecmp = config.getEcmp();
        }
        if (config.getDrrQuantumBytes() != 0) {
            quantumBytes = config.getDrrQuantumBytes();
        }
        ecn.putAll(config.getEcnMap());
        chargesPauses |= config.getChargePauses();
        for (PortFlowControl port : config.getPortsList()) {
            ports.put(port.getPort(), port);
            bifrost.remove(port.getPort());
        }
        tellListeners();
    }

    /** A port runs Bifrost no more. */
    void endBifrost(int port) {
        bifrost.remove(port);
        tellListeners();
    }

    void tellListeners() {
        listeners.forEach(Runnable::run);
    }

    void requirePort(int port) {
        if (port < 1 || port > node.ports()) {
            throw new IllegalArgumentException(
                    "%s has ports 1..%d, not %d".formatted(node.name(), node.ports(), port));
        }
    }

    /**
     * Whether the coprocessor may hold back a port's upstream: the port leaves that to it, or runs
     * no flow control of its own. The latter is all that a switch without switch control can say,
     * such as a Tofino2 whose port sends no PFC.
     */
    boolean leavesFlowControlToCoprocessor(int port) {
        PortFlowControl control = ports.get(port);
        return control.getCoprocessor() || control.getSchemesCount() == 0;
    }

    SwitchConfig config() {
        return SwitchConfig.newBuilder()
                .setDeviceId(node.deviceId())
                .setBufferBytes(bufferBytes)
                .setEcmp(ecmp)
                .setDrrQuantumBytes(quantumBytes)
                .addAllPorts(ports.values())
                .putAllEcn(ecn)
                .setChargePauses(chargesPauses)
                .setLossyAlpha(lossyAlpha)
                .build();
    }
}
