package io.losslab.benchmarks.agent;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.loop.FrameSource;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.roce.frame.RoceWriter;

/** One flow that always has something to send. */
final class FloodSource implements FrameSource {
    private static final int PAYLOAD_BYTES = 256;
    private static final int FLOW_LIMIT_BYTES = 64 * 1024;
    private static final int LEAST_ROOM_BYTES = 32 * 1024;

    private final AgentDevice device;
    private final PacketPool pool;
    private final RoceWriter writer;
    private final Burst burst = new Burst();
    private final Burst rest = new Burst();
    private final int source;
    private final int port;
    private final int priority;
    private long packet;

    FloodSource(AgentDevice device, PacketPool pool, RoceWriter writer, int port, int priority) {
        this.device = device;
        this.pool = pool;
        this.writer = writer;
        this.port = port;
        this.priority = priority;
        int flow =
                device.ownFlows()
                        .open(
                                BenchHost.FLOW.destinationIpv4(),
                                BenchHost.FLOW.udpSourcePort(),
                                port,
                                priority);
        source = device.ownFlows().source(flow);
    }

    @Override
    public int offer(long nowNanos) {
        long waiting = device.queues(port).sourceBytes(source);
        if (FLOW_LIMIT_BYTES - waiting < LEAST_ROOM_BYTES
                || !pool.allocate(burst, Burst.CAPACITY)) {
            return 0;
        }
        for (int i = 0; i < burst.size(); i++) {
            burst.setLength(
                    i,
                    writer.writeData(
                            burst.data(i),
                            packet + i,
                            PAYLOAD_BYTES,
                            true,
                            true,
                            true,
                            PAYLOAD_BYTES,
                            0));
        }
        PacketPool.setLengths(burst);
        int taken = device.queues(port).offer(source, burst, FLOW_LIMIT_BYTES, priority);
        packet += taken;
        freeRest(taken);
        return taken;
    }

    private void freeRest(int taken) {
        for (int i = taken; i < burst.size(); i++) {
            rest.add(burst.buffer(i));
        }
        burst.clear();
        PacketPool.free(rest);
    }
}
