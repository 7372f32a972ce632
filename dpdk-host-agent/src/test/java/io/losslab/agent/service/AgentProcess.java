package io.losslab.agent.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.losslab.agent.cli.LosslabAgent;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostRequest;
import io.losslab.proto.v1.IncomingFlows;
import io.losslab.proto.v1.StartClockRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.TrafficFlow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program as its users start it: a process of its own, driven by gRPC. */
final class AgentProcess implements AutoCloseable {
    /** Long ago: an agent on a host of its own was started before the run. */
    static final long EPOCH_NANOS = System.nanoTime() - 100_000_000_000L;

    private static final int END_SECONDS = 60;

    final int hostId;
    private final List<String> command;
    Process process;
    HostAgentGrpc.HostAgentBlockingStub stub;
    private BufferedReader out;
    private final Path errors;
    private ManagedChannel channel;

    private AgentProcess(int hostId, List<String> command, Path errors) throws IOException {
        this.hostId = hostId;
        this.command = command;
        this.errors = errors;
        launch();
    }

    /** Starts an agent; it can be called once {@link #awaitReady} has returned. */
    static AgentProcess start(int hostId, List<String> interfaces, String... more)
            throws IOException {
        Path errors = Files.createTempFile("losslab-agent", ".log");
        return new AgentProcess(hostId, command(hostId, interfaces, more), errors);
    }

    /** Waits until it serves. */
    void awaitReady() throws IOException {
        String line = readyLine();
        for (int again = 0; line == null && again < 5 && groupIsTaken(); again++) {
            launch();
            line = readyLine();
        }
        assertNotNull(line, () -> "the agent did not start: " + text(errors));
        channel =
                NettyChannelBuilder.forTarget(line.substring("ready ".length()))
                        .usePlaintext()
                        .build();
        stub = HostAgentGrpc.newBlockingStub(channel);
    }

    /**
     * DPDK numbers a socket's group by the exclusive or of process id and interface index: two
     * agents in one network namespace may come to the same number. The next process has another.
     */
    private boolean groupIsTaken() {
        return errors().contains("could not set PACKET_FANOUT");
    }

    /** The line that says where it serves; null where it ended before. */
    private String readyLine() throws IOException {
        out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        while (line != null && !line.startsWith("ready ")) {
            line = out.readLine();
        }
        return line;
    }

    /** What its metrics are now; it was started with {@code --metrics}. */
    String metrics() throws IOException {
        String line = out.readLine();
        assertTrue(line != null && line.startsWith("metrics "), line);
        try (InputStream answer =
                URI.create(line.substring("metrics ".length())).toURL().openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void launch() throws IOException {
        process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    }

    private static List<String> command(int hostId, List<String> interfaces, String... more) {
        List<String> line = new ArrayList<>();
        line.add(ProcessHandle.current().info().command().orElse("java"));
        line.add("-Xmx200m");
        line.add("-XX:+UseSerialGC");
        // It lives for a second or two.
        line.add("-XX:TieredStopAtLevel=1");
        line.addAll(List.of("-cp", System.getProperty("java.class.path")));
        line.add(LosslabAgent.class.getName());
        line.addAll(List.of("--listen", "127.0.0.1:0", "--name", "h" + hostId));
        line.addAll(List.of("--host-id", "" + hostId, "--ipv4", "10.0.0." + hostId));
        line.addAll(List.of("--epoch-nanos", "" + EPOCH_NANOS, "--memory", "128"));
        for (String name : interfaces) {
            line.add("--interface");
            line.add(name);
        }
        line.addAll(List.of(more));
        if (!line.contains("--watchdog")) {
            // Longer than all waits of a test together; the end of its input ends it sooner.
            line.addAll(List.of("--watchdog", "600s"));
        }
        return line;
    }

    /** What it has said on standard error. */
    String errors() {
        return text(errors);
    }

    HostRequest self() {
        return HostRequest.newBuilder().setHostId(hostId).build();
    }

    /** Configures it, and reads back what it has. */
    void configure(HostConfig.Builder config) {
        HostConfig sent = config.setHostId(hostId).build();
        stub.configureHost(sent);
        assertEquals(sent, stub.getHostConfig(self()));
    }

    /** With a timeout that no stall of a busy machine reaches: what is sent again was lost. */
    static HostConfig.Builder config() {
        return HostConfig.newBuilder()
                .setMtuBytes(1024)
                .setAckEveryPackets(4)
                .setRetransmitTimeoutNs(20_000_000_000L);
    }

    void start(TrafficFlow... flows) {
        stub.startTraffic(
                StartTrafficRequest.newBuilder()
                        .setHostId(hostId)
                        .addAllFlows(List.of(flows))
                        .build());
    }

    /** Names a flow that ends there. */
    void expect(int flowId, int source, int udpSourcePort) {
        stub.startTraffic(
                StartTrafficRequest.newBuilder()
                        .setHostId(hostId)
                        .setIncoming(
                                IncomingFlows.newBuilder()
                                        .addFlowId(flowId)
                                        .addSrcIpv4(0x0A00_0000 | source)
                                        .addUdpSourcePort(udpSourcePort))
                        .build());
    }

    /** Begins a run after so much time. */
    void startClockIn(long nanos) {
        stub.startClock(StartClockRequest.newBuilder().setHostId(hostId).setInNs(nanos).build());
    }

    /** Begins a run at a reading of the monotonic clock, with a scale of its own. */
    void startClockAt(long epochNanos, double scale) {
        stub.startClock(
                StartClockRequest.newBuilder()
                        .setHostId(hostId)
                        .setEpochNs(epochNanos)
                        .setTimeScale(scale)
                        .build());
    }

    static TrafficFlow.Builder flow(int id, int destination) {
        return TrafficFlow.newBuilder()
                .setFlowId(id)
                .setDstHostId(destination)
                .setDstIpv4(ByteString.copyFrom(new byte[] {10, 0, 0, (byte) destination}))
                .setUdpSourcePort(49152 + id)
                .setTrafficClass(3);
    }

    HostCounters counters() {
        return stub.getHostCounters(self());
    }

    /** Collects the rows of so many completed messages. */
    FlowRecords collect(int messages) {
        FlowRecords.Builder all = FlowRecords.newBuilder();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
        while (all.getFlowIdCount() < messages && System.nanoTime() < end) {
            stub.collectFlowRecords(self()).forEachRemaining(all::mergeFrom);
        }
        assertEquals(messages, all.getFlowIdCount(), () -> "rows; " + counters());
        return all.build();
    }

    @Override
    public void close() {
        if (channel != null) {
            channel.shutdownNow();
        }
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.getMessage();
        }
    }
}
