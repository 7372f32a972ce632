package io.losslab.orchestrator.cli.option;

import io.losslab.api.rpc.ListenAddress;
import io.losslab.devices.failure.CommandFailure;
import java.net.InetSocketAddress;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where live counters are served; shared by the verbs that serve them. */
public final class MetricsOption {
    /** The option's name. */
    public static final String NAME = "--metrics";

    @Option(
            names = NAME,
            paramLabel = "[HOST:]PORT",
            description = {
                "Serve live counters as OpenMetrics over HTTP, for",
                "Prometheus; without HOST on 127.0.0.1, and port 0",
                "means any free port (default: not served)."
            })
    private String address;

    /**
     * The address.
     *
     * @return empty where the user asks for none
     * @throws CommandFailure where what was given is no address
     */
    public Optional<InetSocketAddress> address() {
        if (address == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(ListenAddress.parseOrLoopback(address));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    "%s %s: %s".formatted(NAME, address, e.getMessage()),
                    "such as %s 9400, or %s 10.0.0.5:9400".formatted(NAME, NAME),
                    e);
        }
    }
}
