package io.losslab.metrics;

import io.losslab.api.process.DaemonThreads;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.exporter.httpserver.HttpErrorHandlingPolicy;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Serves metrics over HTTP under {@value #PATH}, as OpenMetrics or Prometheus text, whichever is
 * asked for. Nothing is read between two scrapes.
 */
public final class MetricsEndpoint implements AutoCloseable {
    private static final String PATH = "/metrics";

    /** Held, or what is set here would be forgotten. */
    private static final Logger LIBRARY = Logger.getLogger(HTTPServer.class.getPackageName());

    private final HTTPServer server;
    private final InetSocketAddress address;

    private MetricsEndpoint(HTTPServer server, InetSocketAddress address) {
        this.server = server;
        this.address = address;
    }

    /**
     * Listens.
     *
     * @param address port 0 takes a free one
     * @throws IOException where the address cannot be listened on
     */
    public static MetricsEndpoint start(InetSocketAddress address, MetricsSource source)
            throws IOException {
        // A scraper that does not wait for its answer would be a stack trace on the terminal.
        LIBRARY.setLevel(Level.OFF);
        PrometheusRegistry registry = new PrometheusRegistry();
        registry.register(new OneAtATime(source));
        HTTPServer server =
                HTTPServer.builder()
                        .inetAddress(address.getAddress())
                        .port(address.getPort())
                        .registry(registry)
                        .executorService(
                                Executors.newFixedThreadPool(2, DaemonThreads.named("metrics")))
                        .errorHandlingPolicy(HttpErrorHandlingPolicy.builder().build())
                        .buildAndStart();
        return new MetricsEndpoint(
                server, new InetSocketAddress(address.getAddress(), server.getPort()));
    }

    /** Where it is scraped, such as {@code http://127.0.0.1:9400/metrics}. */
    public String url() {
        String host = address.getAddress().getHostAddress();
        return "http://%s:%d%s"
                .formatted(host.contains(":") ? "[" + host + "]" : host, address.getPort(), PATH);
    }

    @Override
    public void close() {
        server.close();
    }

    private static final class OneAtATime implements MultiCollector {
        private final MetricsSource source;

        OneAtATime(MetricsSource source) {
            this.source = source;
        }

        @Override
        public synchronized MetricSnapshots collect() {
            MetricRows rows = new MetricRows();
            source.collect(rows);
            return rows.snapshots();
        }
    }
}
