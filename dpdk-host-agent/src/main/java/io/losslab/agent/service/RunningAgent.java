package io.losslab.agent.service;

import io.losslab.metrics.HostRows;
import io.losslab.metrics.Metric;
import io.losslab.metrics.MetricRows;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.HostCounters;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An agent that serves until it is stopped, or until its orchestrator has been silent for too long.
 * Thread safe.
 */
public final class RunningAgent implements AutoCloseable {
    private static final long LONGEST_CHECK_NANOS = 500_000_000;

    private final AgentDpdk dpdk;
    private final AgentHost host;
    private final AgentEndPoint endPoint;
    private final AgentServer server;
    private final SignsOfLife signs;
    private final long watchdogNanos;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicReference<Ending> reason = new AtomicReference<>();

    private RunningAgent(
            AgentDpdk dpdk,
            AgentHost host,
            AgentEndPoint endPoint,
            AgentServer server,
            SignsOfLife signs,
            long watchdogNanos) {
        this.dpdk = dpdk;
        this.host = host;
        this.endPoint = endPoint;
        this.server = server;
        this.signs = signs;
        this.watchdogNanos = watchdogNanos;
    }

    /**
     * Starts DPDK, warms up if asked to, and starts the data thread and the server.
     *
     * @param tls null for plain text
     * @param watchdogNanos silence, by the wall clock, after which it stops; 0 for never
     * @throws IOException where the address is taken or a TLS file cannot be read
     * @throws io.losslab.agent.dpdk.DpdkException where DPDK or a port cannot be had
     */
    public static RunningAgent start(
            AgentSettings settings, InetSocketAddress address, TlsFiles tls, long watchdogNanos)
            throws IOException {
        AgentDpdk dpdk = new AgentDpdk(settings);
        if (settings.warmUp()) {
            WarmUp.run(settings, dpdk);
        }
        AgentHost host = new AgentHost(settings, dpdk);
        SignsOfLife signs = new SignsOfLife();
        try {
            AgentEndPoint endPoint = new AgentEndPoint(host);
            AgentServer server = new AgentServer(address, tls, endPoint, signs, watchdogNanos / 2);
            RunningAgent agent =
                    new RunningAgent(dpdk, host, endPoint, server, signs, watchdogNanos);
            host.start(agent::stop);
            return agent;
        } catch (IOException | RuntimeException e) {
            host.close();
            dpdk.close();
            throw e;
        }
    }

    /** The port the server listens on. */
    public int port() {
        return server.port();
    }

    private record Readings(HostCounters totals, AgentStatistics statistics) {}

    /**
     * Adds what it has counted; a scrape is no sign of life of its orchestrator. The data thread
     * only reads.
     */
    public void collect(MetricRows rows) {
        rows.addInfo(Metric.INFO, AgentVersion.read());
        Readings read =
                host.call(nowNanos -> new Readings(endPoint.counters(), endPoint.statistics()));
        HostRows.add(rows, host.settings.name(), read.totals());
        HostRows.add(rows, host.settings.name(), read.statistics());
    }

    /** Asks it to stop; the first reason given is the one that counts. */
    public void stop(Ending why) {
        reason.compareAndSet(null, why);
        stopped.countDown();
    }

    /**
     * Waits until it is to stop.
     *
     * @return why
     */
    public Ending await() throws InterruptedException {
        long check = watchdogNanos == 0 ? LONGEST_CHECK_NANOS : watchdogNanos / 10;
        check = Math.min(LONGEST_CHECK_NANOS, check);
        while (!stopped.await(check, TimeUnit.NANOSECONDS)) {
            if (watchdogNanos > 0 && signs.silentNanos() > watchdogNanos) {
                stop(Ending.silence(watchdogNanos));
            }
        }
        return reason.get();
    }

    /** Stops sending and frees the ports, then stops serving. */
    @Override
    public void close() {
        host.close();
        if (host.hasEnded()) {
            dpdk.close();
        }
        server.close();
    }
}
