package io.losslab.services.lab;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.GetCountersRequest;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostRequest;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.SwitchInfo;
import io.losslab.proto.v1.WatchCountersRequest;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.live.LiveFabric;
import io.losslab.softswitch.netns.NamespaceLab;
import io.losslab.softswitch.netns.NeedsNamespaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsNamespaces
class LiveLabTest {
    private static final long SCALE = 1_000;

    private final Topology topology =
            new TopologyBuilder("pair")
                    .host("A")
                    .host("B")
                    .switchNode("S", DataSize.parse("1MB"))
                    .link("A", "S", DataRate.parse("100Gbps"), new Nanos(1_000), "edge")
                    .link("B", "S", DataRate.parse("100Gbps"), new Nanos(1_000), "edge")
                    .build();
    private final Node middle = topology.node("S").orElseThrow();
    private NamespaceLab hosts;
    private LiveLab lab;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws IOException {
        hosts = NamespaceLab.create(topology, 1_024);
        ScaledClock clock = ScaledClock.standing(SCALE);
        lab = LiveLab.start(new LiveFabric(topology, 8, 1_024, clock, hosts::switchInterface));
        channel = NettyChannelBuilder.forAddress("127.0.0.1", lab.port()).usePlaintext().build();
    }

    @AfterEach
    void end() {
        channel.shutdownNow();
        lab.close();
        hosts.close();
    }

    @Test
    void describesItsSwitchesBeforeTimePasses() {
        SwitchInfo info =
                SwitchControlGrpc.newBlockingStub(channel)
                        .getSwitch(
                                GetSwitchRequest.newBuilder()
                                        .setDeviceId(middle.deviceId())
                                        .build());
        assertEquals("S", info.getName());
        assertEquals(2, info.getPortsCount());
        assertEquals(-1, lab.live().clock().nowNanos(), "time before the epoch");
    }

    @Test
    void streamsCountersAsItsOwnTimePasses() {
        Iterator<CounterSamples> samples =
                SwitchControlGrpc.newBlockingStub(channel)
                        .watchCounters(
                                WatchCountersRequest.newBuilder()
                                        .setIntervalNs(10_000)
                                        .setSelect(
                                                GetCountersRequest.newBuilder()
                                                        .setDeviceId(middle.deviceId())
                                                        .addPorts(1)
                                                        .addCounters(Counter.RX_BYTES))
                                        .build());
        assertEquals(0, samples.next().getTimeNs(0));
        lab.live().startClockAt(System.nanoTime());
        CounterSamples later = samples.next();
        for (int i = 0; i < later.getTimeNsCount(); i++) {
            assertEquals(0, later.getTimeNs(i) % 10_000);
        }
        assertTrue(later.getTimeNs(0) > 0);
        assertFalse(later.getTimeNs(0) > lab.live().clock().nowNanos());
    }

    /** The file is a pipe without a reader by the time that a frame is written to it. */
    @Test
    void endsTheSwitchesEvenIfACaptureCannotBeWritten(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        FileChannel reader = FileChannel.open(pipe, READ, WRITE);
        lab.capture(List.of(new PortRef(middle, 1)), pipe);
        reader.close();
        lab.live().startClockAt(System.nanoTime());
        Fabric fabric = lab.live().fabric();
        ExecutorService switches = lab.live().executor();
        switches.submit(
                        () -> {
                            long now = fabric.nowNanos();
                            fabric.scheduledPauses(middle.id()).add(middle.id(), 1, 1, 1, now);
                        })
                .get();
        while (switches.submit(() -> fabric.counters().port(middle.id(), 1).txControl()).get()
                == 0) {
            Thread.onSpinWait();
        }
        assertThrows(UncheckedIOException.class, lab::close);
        assertTrue(switches.isTerminated());
    }

    @Test
    void hasNoAgentsOfHostsWhichAreReal() {
        StatusRuntimeException refusal =
                assertThrows(
                        StatusRuntimeException.class,
                        () ->
                                HostAgentGrpc.newBlockingStub(channel)
                                        .getHost(HostRequest.getDefaultInstance()));
        assertEquals(Status.Code.UNIMPLEMENTED, refusal.getStatus().getCode());
    }
}
