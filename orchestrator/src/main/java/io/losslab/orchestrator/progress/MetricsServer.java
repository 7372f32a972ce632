package io.losslab.orchestrator.progress;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.metrics.Metric;
import io.losslab.metrics.MetricsEndpoint;
import io.losslab.metrics.MetricsSource;
import io.losslab.orchestrator.session.BuildFacts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Serves the metrics of a command, and its version, if it was asked to. */
public final class MetricsServer implements AutoCloseable {
    private final Optional<MetricsEndpoint> endpoint;

    private MetricsServer(Optional<MetricsEndpoint> endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * Listens.
     *
     * @param address empty: serves nothing
     * @throws CommandFailure where the address is taken or not this machine's
     */
    public static MetricsServer open(Optional<InetSocketAddress> address, MetricsSource source) {
        return new MetricsServer(address.map(at -> start(at, source)));
    }

    private static MetricsEndpoint start(InetSocketAddress address, MetricsSource source) {
        try {
            return MetricsEndpoint.start(
                    address,
                    rows -> {
                        rows.addInfo(Metric.INFO, BuildFacts.VERSION);
                        source.collect(rows);
                    });
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "cannot serve metrics at %s:%d: %s"
                            .formatted(
                                    address.getAddress().getHostAddress(),
                                    address.getPort(),
                                    e.getMessage()),
                    "choose another address with --metrics; port 0 means any free port",
                    e);
        }
    }

    /** Where they are scraped; empty where they are not served. */
    public Optional<String> url() {
        return endpoint.map(MetricsEndpoint::url);
    }

    @Override
    public void close() {
        endpoint.ifPresent(MetricsEndpoint::close);
    }
}
