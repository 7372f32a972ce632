package io.losslab.services.control;

import io.losslab.api.topology.Node;
import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.roce.service.PortFlowControlCheck;
import io.losslab.roce.service.SchemeChoice;
import io.losslab.softswitch.fabric.Fabric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Flow control for ports of one device, switch or host, as a configuration asks for it: checked in
 * the constructor, put on the ports by {@link #apply}. On the fabric's thread.
 */
public final class PortSetup {
    private final Fabric fabric;
    private final Node node;
    private final long bufferBytes;
    private final PortFlowControlCheck check;
    private final Map<Integer, BiFunction<DataPlane, Integer, IngressScheme>> downstream =
            new TreeMap<>();
    private final Map<Integer, PauseResponder> responders = new TreeMap<>();

    /** By scheme: the settings of the ports at whose egress it works. */
    private final Map<SchemeType, Map<Integer, Settings>> egress = new LinkedHashMap<>();

    private long reservedBytes;

    /**
     * Checks what ports are to run.
     *
     * @param bufferBytes packet memory the device will have
     * @throws IllegalArgumentException where something cannot be
     * @throws IllegalStateException where a port buffers packets
     */
    public PortSetup(Fabric fabric, Node node, long bufferBytes, List<PortFlowControl> ports) {
        this.fabric = fabric;
        this.node = node;
        this.bufferBytes = bufferBytes;
        check = new PortFlowControlCheck(node.name(), node.ports());
        ports.forEach(this::check);
        // Some schemes have no egress side; those that have check their ports together.
        egress.entrySet()
                .removeIf(
                        scheme ->
                                scheme.getKey()
                                                .egress(
                                                        fabric.schemes().planeOf(node.id()),
                                                        scheme.getValue())
                                        == null);
    }

    /** Ports that the configuration names. */
    Set<Integer> named() {
        return check.named();
    }

    /** Bytes that the named ports will set aside. */
    public long reservedBytes() {
        return reservedBytes;
    }

    public void apply() {
        // Give back before taking, so that a port may grow into what another one leaves.
        for (int port : named()) {
            fabric.schemes().setIngress(node.id(), port, null);
            fabric.schemes().clearEgress(node.id(), port);
        }
        downstream.forEach((port, maker) -> fabric.schemes().setIngress(node.id(), port, maker));
        responders.forEach((port, responder) -> fabric.setResponder(node.id(), port, responder));
        egress.forEach(
                (type, byPort) -> {
                    List<Integer> ports = List.copyOf(byPort.keySet());
                    fabric.schemes()
                            .addEgress(node.id(), ports, plane -> type.egress(plane, byPort));
                });
    }

    private void check(PortFlowControl config) {
        check.check(config);
        int port = config.getPort();
        if (fabric.counters().port(node.id(), port).ingressBytes() > 0) {
            throw new IllegalStateException(
                    "port " + port + " buffers packets; change its flow control while it is idle");
        }
        for (NamedScheme scheme : config.getSchemesList()) {
            check(config, scheme);
        }
    }

    private void check(PortFlowControl config, NamedScheme message) {
        int port = config.getPort();
        // A host that does not relay buffers nothing of what comes in: it has no downstream end.
        boolean buffers = bufferBytes > 0;
        SchemeChoice scheme =
                SchemeChoice.checked(
                        port,
                        message,
                        fabric.link(node.id(), port),
                        buffers ? bufferBytes : Long.MAX_VALUE);
        SchemeType type = scheme.type();
        Settings settings = scheme.settings();
        boolean left = config.getCoprocessor() && type.has(Trait.RUNS_ON_COPROCESSOR);
        DataPlane plane = fabric.schemes().planeOf(node.id());
        if (buffers && !left && type.downstream(plane, port, settings) != null) {
            takeDownstream(port, (own, at) -> type.downstream(own, at, settings), type.name());
        }
        type.pauseTimer(settings)
                .ifPresent(timer -> responders.put(port, new PauseResponder(0xFF, timer)));
        if (!config.getProgram()) {
            egress.computeIfAbsent(type, t -> new TreeMap<>()).put(port, settings);
        }
    }

    private void takeDownstream(
            int port, BiFunction<DataPlane, Integer, IngressScheme> maker, String name) {
        if (downstream.putIfAbsent(port, maker) != null) {
            throw new IllegalArgumentException(
                    "port "
                            + port
                            + " cannot run "
                            + name
                            + " in addition to another scheme that holds its upstream back");
        }
        BufferPolicy policy =
                maker.apply(fabric.schemes().planeOf(node.id()), port).bufferPolicy(port);
        reservedBytes += policy.totalReservedBytes();
    }
}
