package io.losslab.benchmarks.control;

import com.sun.management.OperatingSystemMXBean;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.losslab.api.gnmi.PathText;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.SubscriptionMode;
import io.losslab.proto.gnmi.gNMIGrpc;
import io.losslab.proto.v1.RunUntilRequest;
import io.losslab.proto.v1.VirtualClockGrpc;
import io.losslab.services.lab.VirtualLab;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many gNMI samples a second go through the loopback socket: a STREAM subscription samples the
 * port counters of a switch of 32 ports every microsecond of its time, and time runs as fast as
 * they are taken.
 */
public final class GnmiBench {
    private static final int PORTS = 32;
    private static final int INTERVAL_NANOS = 1_000;

    /** Samples of all ports that are under way at most, so that the queue stays short. */
    private static final int ROUNDS_A_STEP = 200;

    private static final long PATIENCE_SECONDS = 60;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private GnmiBench() {}

    /**
     * Measures.
     *
     * @param seconds of wall time at least, after as many to warm up; above zero
     * @return values of leaves received; a notification carries a port's
     * @throws IOException where no port can be bound
     * @throws IllegalStateException where the stream breaks off
     */
    public static ControlRow measure(double seconds) throws IOException {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("seconds must be above zero: " + seconds);
        }
        try (VirtualLab lab = VirtualLab.start(star())) {
            ManagedChannel channel =
                    NettyChannelBuilder.forAddress(
                                    new InetSocketAddress(
                                            InetAddress.getLoopbackAddress(), lab.port()),
                                    InsecureChannelCredentials.create())
                            .build();
            try {
                Taker taker = new Taker();
                gNMIGrpc.newStub(channel).subscribe(taker).onNext(subscription());
                taker.await(1);
                Clock clock = new Clock(VirtualClockGrpc.newBlockingStub(channel), taker);
                clock.runFor(seconds);
                return clock.runFor(seconds);
            } finally {
                channel.shutdownNow();
            }
        }
    }

    private static io.losslab.api.topology.Topology star() {
        TopologyBuilder star =
                new TopologyBuilder("star").switchNode("tor", new DataSize(64_000_000));
        for (int port = 1; port <= PORTS; port++) {
            star.host("h" + port)
                    .link(
                            "h" + port,
                            "tor",
                            new DataRate(100_000_000_000L),
                            new Nanos(100),
                            "edge");
        }
        return star.build();
    }

    private static SubscribeRequest subscription() {
        return SubscribeRequest.newBuilder()
                .setSubscribe(
                        SubscriptionList.newBuilder()
                                .setPrefix(Path.newBuilder().setTarget("tor"))
                                .setEncoding(Encoding.PROTO)
                                .setUpdatesOnly(true)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(
                                                        PathText.parse(
                                                                "/interfaces/interface/state/counters"))
                                                .setMode(SubscriptionMode.SAMPLE)
                                                .setSampleInterval(INTERVAL_NANOS)))
                .build();
    }

    /** Lets virtual time run and waits until the samples have come. */
    private static final class Clock {
        private final VirtualClockGrpc.VirtualClockBlockingStub stub;
        private final Taker taker;
        private long nanos;

        Clock(VirtualClockGrpc.VirtualClockBlockingStub stub, Taker taker) {
            this.stub = stub;
            this.taker = taker;
        }

        ControlRow runFor(double seconds) {
            long values = taker.values.get();
            long messages = taker.arrived.get();
            long cpu = PROCESS.getProcessCpuTime();
            long begin = System.nanoTime();
            double elapsed = 0;
            while (elapsed < seconds) {
                nanos += (long) ROUNDS_A_STEP * INTERVAL_NANOS;
                RunUntilRequest step = RunUntilRequest.newBuilder().setUntilNs(nanos).build();
                stub.runUntil(step).forEachRemaining(time -> {});
                taker.await(ROUNDS_A_STEP);
                elapsed = (System.nanoTime() - begin) / 1e9;
            }
            values = taker.values.get() - values;
            messages = taker.arrived.get() - messages;
            return new ControlRow(
                    "gnmi sample",
                    Math.toIntExact(values / messages),
                    1,
                    values,
                    elapsed,
                    (PROCESS.getProcessCpuTime() - cpu) / 1e9);
        }
    }

    /** Counts the values that come. */
    private static final class Taker implements StreamObserver<SubscribeResponse> {
        private final AtomicLong values = new AtomicLong();
        private final AtomicLong arrived = new AtomicLong();
        private final Semaphore messages = new Semaphore(0);

        @Override
        public void onNext(SubscribeResponse response) {
            values.addAndGet(response.getUpdate().getUpdateCount());
            arrived.incrementAndGet();
            messages.release();
        }

        @Override
        public void onError(Throwable cause) {}

        @Override
        public void onCompleted() {}

        void await(int count) {
            try {
                if (!messages.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException(
                            "gNMI samples stopped coming after " + values.get() + " values");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for gNMI samples", e);
            }
        }
    }
}
