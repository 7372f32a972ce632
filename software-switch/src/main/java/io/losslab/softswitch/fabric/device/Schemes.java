package io.losslab.softswitch.fabric.device;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.GaugeSink;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Puts flow-control schemes on the ports of devices; ports by their local numbers, from 1. */
public final class Schemes {
    private final PortNumbers numbers;

    /*
     * By node: of the part of the fabric that it belongs to.
     */
    private final IntFunction<SchemeSlots> slotsAt;
    private final IntFunction<SharedBuffers> buffersAt;
    private final IntFunction<DevicePlanes> planesAt;

    /** Puts schemes on nodes, each in the part of the fabric that it belongs to. */
    public Schemes(
            PortNumbers numbers,
            IntFunction<SchemeSlots> slotsAt,
            IntFunction<SharedBuffers> buffersAt,
            IntFunction<DevicePlanes> planesAt) {
        this.numbers = numbers;
        this.slotsAt = slotsAt;
        this.buffersAt = buffersAt;
        this.planesAt = planesAt;
    }

    /** A device as a scheme would see it, to ask; timers set through it go nowhere. */
    public DataPlane planeOf(int node) {
        return planesAt.apply(node).of(node);
    }

    /**
     * Puts flow control on a port's ingress in place of what is there; null for none.
     *
     * @param maker makes the scheme from the device and the local port
     * @throws IllegalStateException while the port buffers packets, or if the device's buffer
     *     cannot hold the reservation
     */
    public IngressScheme setIngress(
            int node, int port, BiFunction<DataPlane, Integer, IngressScheme> maker) {
        int global = numbers.of(node, port);
        SchemeSlots slots = slotsAt.apply(node);
        SharedBuffers buffers = buffersAt.apply(node);
        DevicePlanes planes = planesAt.apply(node);
        IngressScheme scheme =
                maker == null ? null : maker.apply(planes.make(node, slots.nextId()), port);
        BufferPolicy policy = scheme == null ? BufferPolicy.COMMON_POOL : scheme.bufferPolicy(port);
        long others = buffers.reserved(node) - buffers.reservedByPort(global);
        if (others + policy.totalReservedBytes() > buffers.buffer(node)) {
            throw new IllegalStateException(
                    "port %d requires %,d B, but %,d B of the %,d B buffer are already reserved"
                            .formatted(
                                    port,
                                    policy.totalReservedBytes(),
                                    others,
                                    buffers.buffer(node)));
        }
        buffers.setPolicy(global, policy);
        slots.setIngress(global, scheme);
        return scheme;
    }

    /**
     * Puts a scheme on the egress queues of some ports of a device, in addition to those that are
     * there. A downstream end of its own takes the place of the one that its type made, in the same
     * buffer.
     *
     * @param maker makes the scheme from the device
     */
    public EgressScheme addEgress(
            int node, List<Integer> ports, Function<DataPlane, EgressScheme> maker) {
        SchemeSlots slots = slotsAt.apply(node);
        EgressScheme scheme = maker.apply(planesAt.apply(node).make(node, slots.nextId()));
        slots.addEgress(scheme, ports.stream().mapToInt(port -> numbers.of(node, port)).toArray());
        for (int port : ports) {
            IngressScheme ingress = scheme.ingress(port);
            if (ingress != null) {
                slots.setIngress(numbers.of(node, port), ingress);
            }
        }
        return scheme;
    }

    /** Takes all schemes off the egress queues of a port. */
    public void clearEgress(int node, int port) {
        slotsAt.apply(node).clearEgress(numbers.of(node, port));
        planesAt.apply(node).clearLevels(node, port);
    }

    /** Buffer bytes of a node that other ports than this one do not reserve. */
    public long bufferFor(int node, int port) {
        SharedBuffers buffers = buffersAt.apply(node);
        return buffers.buffer(node)
                - buffers.reserved(node)
                + buffers.reservedByPort(numbers.of(node, port));
    }

    /** Tells what the schemes of a node's ports measured of themselves. */
    public void readGauges(int node, GaugeSink gauges) {
        slotsAt.apply(node).readGauges(node, gauges);
    }
}
