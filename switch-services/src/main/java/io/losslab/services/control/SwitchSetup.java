package io.losslab.services.control;

import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.roce.service.HostConfigReader;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import java.util.Map;

/**
 * Puts a configuration on a switch: what switch control and gNMI both do. On the fabric's thread.
 */
final class SwitchSetup {
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
        int node = state.node.id();
        PortSetup ports =
                new PortSetup(owned, state.node, config.getBufferBytes(), config.getPortsList());
        config.getEcnMap().forEach((port, marking) -> checkEcn(state, port, marking));
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
        owned.setBuffer(node, config.getBufferBytes());
        owned.setLossyAlpha(node, config.getLossyAlpha());
        if (config.hasEcmp()) {
            owned.routes()
                    .setEcmp(
                            node,
                            HostConfigReader.hash(config.getEcmp()),
                            config.getEcmp().getSeed());
        }
        if (config.getDrrQuantumBytes() != 0) {
            owned.setQuantum(node, config.getDrrQuantumBytes());
        }
        for (Map.Entry<Integer, EcnConfig> ecn : config.getEcnMap().entrySet()) {
            owned.setEcn(node, ecn.getKey(), marking(ecn.getValue()));
        }
        if (config.getChargePauses()) {
            owned.attributePauses();
        }
        ports.apply();
        state.accept(config);
    }

    /** Null for no marking. */
    private static RedMarking marking(EcnConfig ecn) {
        return ecn.equals(EcnConfig.getDefaultInstance())
                ? null
                : new RedMarking(
                        ecn.getKminBytes(),
                        ecn.getKmaxBytes(),
                        ecn.getPmax(),
                        ecn.getAtEnqueue(),
                        ecn.getSeed());
    }

    private static void checkEcn(SwitchState state, int port, EcnConfig marking) {
        state.requirePort(port);
        boolean none = marking.equals(EcnConfig.getDefaultInstance());
        boolean ramp =
                marking.getKmaxBytes() > marking.getKminBytes()
                        && marking.getPmax() > 0
                        && marking.getPmax() <= 1;
        if (!none && !ramp) {
            throw new IllegalArgumentException(
                    "ecn of port %d: kmax_bytes %d must be above kmin_bytes %d, and pmax %s in 0..1"
                            .formatted(
                                    port,
                                    marking.getKmaxBytes(),
                                    marking.getKminBytes(),
                                    marking.getPmax()));
        }
    }
}
