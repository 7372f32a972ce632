package io.losslab.agent.plane;

import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.agent.queue.PacketTable;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.frame.NativeMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The agent's queues under a scheme, in the place of a {@link SimulatedHost}. */
final class RealHost {
    /** Frames that each flow has waiting as a step begins. */
    static final int BACKLOG = 50;

    private record Flow(int udpSourcePort, int source, int priority) {}

    private final AgentDevice device;
    private final HostSchemes schemes;
    private final ControlFrames control;
    private final List<Flow> flows = new ArrayList<>();

    /** By flow, frames that wait. */
    private final List<Integer> waiting = new ArrayList<>();

    RealHost(TestHost dpdk, SimulatedHost twin, SchemeType type) {
        Settings settings = twin.settings();
        device =
                new AgentDevice(
                        new HostIdentity(twin.host().deviceId(), twin.host().ipv4()),
                        List.of(
                                new PortPlace(
                                        0x11, 0x21, twin.link(), twin.node("S").deviceId(), 1, 0)),
                        new PacketTable(1023),
                        new SpareBuffers(dpdk.pool),
                        Math.max(8, type.queues(settings, 1)),
                        1 << 20);
        schemes = new HostSchemes(device);
        control = new ControlFrames(device);
        schemes.add(type, Map.of(1, settings));
        schemes.start();
    }

    void addFlow(int destinationIpv4, int udpSourcePort, int priority, long[] way) {
        device.ownFlows().setPath(destinationIpv4, udpSourcePort, way);
        int flow = device.ownFlows().open(destinationIpv4, udpSourcePort, 1, priority);
        flows.add(new Flow(udpSourcePort, device.ownFlows().source(flow), priority));
        waiting.add(0);
    }

    /** A frame comes in; returns the packets that then go, by UDP source port. */
    Map<Integer, Integer> step(long nowNanos, byte[] frame, int length) {
        device.setNow(nowNanos);
        schemes.fireTimers(nowNanos);
        receive(frame, length);
        offerAll();
        return sendAll(nowNanos);
    }

    private void receive(byte[] frame, int length) {
        long address = NativeMemory.allocate(length);
        MEMORY.write(address, frame, 0, length - 4);
        control.onFrame(1, address, length - 4);
        NativeMemory.free(address);
    }

    private void offerAll() {
        Burst burst = new Burst();
        for (int i = 0; i < flows.size(); i++) {
            while (waiting.get(i) < BACKLOG) {
                offer(i, burst, Math.min(Burst.CAPACITY, BACKLOG - waiting.get(i)));
            }
        }
    }

    private void offer(int index, Burst burst, int frames) {
        for (int i = 0; i < frames; i++) {
            burst.add(index);
            burst.setLength(i, SimulatedHost.FRAME_BYTES - 4);
        }
        Flow flow = flows.get(index);
        device.queues(1).offer(flow.source(), burst, 1 << 20, flow.priority());
        burst.clear();
        waiting.set(index, waiting.get(index) + frames);
    }

    /** The port takes only some frames of each burst: the others must go all the same. */
    private Map<Integer, Integer> sendAll(long nowNanos) {
        Map<Integer, Integer> sent = new TreeMap<>();
        EgressQueues queues = device.queues(1);
        Burst burst = new Burst();
        Burst signals = new Burst();
        queues.fill(burst, nowNanos);
        while (burst.size() > 0) {
            int taken = (burst.size() + 1) / 2;
            for (int i = 0; i < taken; i++) {
                if (burst.buffer(i) >= flows.size()) {
                    signals.add(burst.buffer(i));
                    continue;
                }
                int flow = (int) burst.buffer(i);
                sent.merge(flows.get(flow).udpSourcePort(), 1, Integer::sum);
                waiting.set(flow, waiting.get(flow) - 1);
            }
            queues.onSent(burst, taken);
            PacketPool.free(signals);
            queues.fill(burst, nowNanos);
        }
        return sent;
    }
}
