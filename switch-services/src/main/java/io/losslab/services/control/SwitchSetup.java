package io.losslab.services.control;

import io.losslab.api.frame.PortChoice;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.roce.service.HostConfigReader;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts a configuration on a switch: what switch control and gNMI both do. On the fabric's thread.
 */
final class SwitchSetup {
    /** Above the longest frame by far; deficits stay far from overflow. */
    private static final int MAX_QUANTUM_BYTES = 1 << 20;

    private SwitchSetup() {}

    /**
     * Checks everything first, so that a refused configuration changes nothing.
     *
     * @throws IllegalArgumentException where a value cannot be
     * @throws IllegalStateException where a port buffers packets
     */
    static void apply(Fabric owned, SwitchState state, SwitchConfig config) {
        if (config.getBufferBytes() == 0) {
            throw new IllegalArgumentException("buffer_bytes must be above zero");
        }
        SharedBuffers.requireLossyAlpha(config.getLossyAlpha());
        // An unsigned number, which Java takes for a signed one.
        if (Integer.compareUnsigned(config.getDrrQuantumBytes(), MAX_QUANTUM_BYTES) > 0) {
            throw new IllegalArgumentException(
                    "drr_quantum_bytes must be at most %,d: %s"
                            .formatted(
                                    MAX_QUANTUM_BYTES,
                                    Integer.toUnsignedString(config.getDrrQuantumBytes())));
        }
        int node = state.node.id();
        PortSetup ports =
                new PortSetup(owned, state.node, config.getBufferBytes(), config.getPortsList());
        Map<Integer, RedMarking> markings = markings(state, config);
        PortChoice choice = HostConfigReader.choice(config.getEcmp());
        long reserved = ports.reservedBytes();
        for (int port = 1; port <= state.node.ports(); port++) {
            if (!ports.named().contains(port)) {
                reserved += owned.counters().port(node, port).reservedBytes();
            }
        }
        if (reserved > config.getBufferBytes()) {
            throw new IllegalArgumentException(
                    "ports reserve %,d B, more than buffer_bytes %,d"
                            .formatted(reserved, config.getBufferBytes()));
        }
        if (config.getChargePauses()) {
            owned.attributePauses();
        }
        owned.setBuffer(node, config.getBufferBytes());
        owned.setLossyAlpha(node, config.getLossyAlpha());
        if (config.hasEcmp()) {
            owned.routes()
                    .setEcmp(
                            node,
                            HostConfigReader.hash(config.getEcmp()),
                            config.getEcmp().getSeed());
            owned.routes().setChoice(node, choice, config.getEcmp().getSeed());
        }
        if (config.getDrrQuantumBytes() != 0) {
            owned.setQuantum(node, config.getDrrQuantumBytes());
        }
        markings.forEach((port, marking) -> owned.setEcn(node, port, marking));
        ports.apply();
        state.accept(config);
    }

    /** What a configuration asks for by port; null for no marking. */
    private static Map<Integer, RedMarking> markings(SwitchState state, SwitchConfig config) {
        Map<Integer, RedMarking> markings = new TreeMap<>();
        config.getEcnMap()
                .forEach(
                        (port, ecn) -> {
                            state.requirePort(port);
                            markings.put(port, marking(port, ecn));
                        });
        return markings;
    }

    private static RedMarking marking(int port, EcnConfig ecn) {
        if (ecn.equals(EcnConfig.getDefaultInstance())) {
            return null;
        }
        try {
            return new RedMarking(
                    ecn.getKminBytes(),
                    ecn.getKmaxBytes(),
                    ecn.getPmax(),
                    ecn.getAtEnqueue(),
                    ecn.getSeed());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "ecn of port %d: %s".formatted(port, e.getMessage()));
        }
    }
}
