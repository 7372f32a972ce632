package io.losslab.agent.service;

import io.losslab.agent.dpdk.DpdkException;
import io.losslab.agent.plane.PortPlace;
import io.losslab.api.address.Ipv4Address;
import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.proto.v1.BandwidthPattern;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.SendPausesRequest;
import io.losslab.proto.v1.TimedPause;
import io.losslab.proto.v1.TrafficFlow;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.logging.Logger;

/**
 * Has the virtual machine compile the data thread's code before an agent serves: code that is
 * interpreted, or compiled anew when it meets its first pause, obeys some hundred pauses up to a
 * millisecond late. A host of the agent's kind, whose one port is a ring that returns what it
 * sends, sends to itself and pauses itself.
 */
final class WarmUp {
    private static final Logger LOG = Logger.getLogger(WarmUp.class.getName());

    /** Until the optimizing compiler has had its turn with all that a frame or pause runs. */
    private static final long NANOS = 2_000_000_000L;

    private static final String RING = "net_ring_warm_up";
    private static final int PRIORITY = 3;
    private static final int MESSAGE_BYTES = 64 * 1024;
    private static final int MESSAGES_WAITING = 8;

    /** Pauses and resumes of a batch, and the time from one to the next. */
    private static final int BATCH = 200;

    private static final long PERIOD_NANOS = 100_000;

    /** What is on its way when the traffic stops has come back by then. */
    private static final long DRAIN_NANOS = 20_000_000;

    private static final long RATE_BITS_PER_SECOND = 100_000_000_000L;
    private static final long DELAY_NANOS = 1_000;

    private final AgentHost host;
    private final AgentEndPoint endPoint;

    private WarmUp(AgentHost host) {
        this.host = host;
        endPoint = new AgentEndPoint(host);
    }

    /**
     * Warms up; where DPDK makes no ring, as its driver is not installed, it says so and goes on
     * cold.
     *
     * @return what the host has sent itself
     */
    static HostCounters run(AgentSettings settings, AgentDpdk dpdk) {
        try {
            dpdk.eal.addDevice(RING);
            try (AgentHost host = new AgentHost(settings.onPort(ring(settings)), dpdk)) {
                host.start(ending -> LOG.warning("warm-up: " + ending.text()));
                return new WarmUp(host).run();
            } finally {
                dpdk.eal.removeDevice(RING);
            }
        } catch (DpdkException e) {
            LOG.warning("not warmed up, the first pauses are obeyed late: " + e.getMessage());
            return HostCounters.getDefaultInstance();
        }
    }

    /** Whatever leaves by it comes in by it. */
    private static AgentPort ring(AgentSettings settings) {
        LinkProfile link =
                new LinkProfile(
                        RATE_BITS_PER_SECOND,
                        DELAY_NANOS,
                        RoceFrame.maxFrameBytes(settings.mtuBytes()));
        return new AgentPort(
                "warm-up", RING, false, new PortPlace(0, 1, link, 1, 1, settings.ipv4()));
    }

    private HostCounters run() {
        onDataThread(WarmUp::configure);
        onDataThread(this::startFlow);
        long end = System.nanoTime() + NANOS;
        while (System.nanoTime() < end) {
            onDataThread(it -> it.sendPauses(pauses()));
            LockSupport.parkNanos(BATCH * PERIOD_NANOS);
            onDataThread(AgentEndPoint::drainLog);
        }
        onDataThread(AgentEndPoint::stopTraffic);
        LockSupport.parkNanos(DRAIN_NANOS);
        return host.call(nowNanos -> endPoint.counters());
    }

    private void onDataThread(Consumer<AgentEndPoint> work) {
        host.call(
                nowNanos -> {
                    work.accept(endPoint);
                    return null;
                });
    }

    private static void configure(AgentEndPoint it) {
        it.configure(
                HostConfig.newBuilder()
                        .setMtuBytes(it.defaultMtuBytes())
                        .setAckEveryPackets(1)
                        .setPauseResponder(PauseResponder.newBuilder().setPriorities(1 << PRIORITY))
                        .build());
    }

    /** A flow has two hosts by number; the address, by which frames go, is this one's. */
    private void startFlow(AgentEndPoint it) {
        TrafficFlow flow =
                TrafficFlow.newBuilder()
                        .setFlowId(1)
                        .setDstHostId(host.settings.hostId() == 1 ? 2 : 1)
                        .setDstIpv4(Ipv4Address.octets(host.settings.ipv4()))
                        .setUdpSourcePort(49152)
                        .setTrafficClass(PRIORITY)
                        .setBandwidth(
                                BandwidthPattern.newBuilder()
                                        .setMessageBytes(MESSAGE_BYTES)
                                        .setTxDepth(MESSAGES_WAITING)
                                        .setIterations(Integer.MAX_VALUE))
                        .build();
        it.add(it.read(flow), flow);
    }

    private SendPausesRequest pauses() {
        SendPausesRequest.Builder batch =
                SendPausesRequest.newBuilder().setHostId(host.settings.hostId()).setPort(1);
        for (int i = 0; i < BATCH; i++) {
            batch.addPauses(
                    TimedPause.newBuilder()
                            .setAfterNs(i * PERIOD_NANOS)
                            .setPriorities(1 << PRIORITY)
                            .setQuanta(i % 2 == 0 ? 65_535 : 0));
        }
        return batch.build();
    }
}
