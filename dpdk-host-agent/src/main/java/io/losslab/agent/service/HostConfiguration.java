package io.losslab.agent.service;

import io.losslab.agent.loop.RelayRoutes;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Settings;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.proto.v1.ClassMapEntry;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.service.HostConfigReader;
import io.losslab.roce.service.PortFlowControlCheck;
import io.losslab.roce.service.SchemeChoice;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a configuration asks of an agent: checked in the constructor, put in force by {@link
 * #apply}. On the data thread.
 */
final class HostConfiguration {
    private static final long ALL_MEMORY = Long.MAX_VALUE;

    private final AgentHost host;
    private final HostConfig config;
    private final TransportSettings transport;
    private final PauseResponder responder;
    private final Map<Integer, PauseResponder> responders = new TreeMap<>();
    private final Map<SchemeType, Map<Integer, Settings>> schemes = new LinkedHashMap<>();
    private final Map<Integer, int[]> routes;

    /**
     * Checks a configuration.
     *
     * @throws IllegalArgumentException where it cannot be
     * @throws IllegalStateException where a port holds frames
     */
    HostConfiguration(AgentHost host, HostConfig config) {
        this.host = host;
        this.config = config;
        transport = HostConfigReader.transport(config);
        check(transport);
        config.getClassMapList().forEach(HostConfiguration::check);
        responder =
                new PauseResponder(
                        config.getPauseResponder().getPriorities(),
                        HostConfigReader.timer(config.getPauseResponder().getTimer()));
        PortFlowControlCheck ports =
                new PortFlowControlCheck(host.settings.name(), host.device.ports());
        for (PortFlowControl port : config.getPortsList()) {
            ports.check(port);
            port.getSchemesList().forEach(scheme -> check(port.getPort(), scheme));
        }
        routes = HostConfigReader.routes(config, host.device.ports());
        requireIdle();
    }

    void apply() {
        host.traffic.configure(transport);
        host.schemes.clear();
        for (int port = 1; port <= host.device.ports(); port++) {
            host.control.setResponder(port, responders.getOrDefault(port, responder));
        }
        schemes.forEach(host.schemes::add);
        host.choice.setRoutes(
                routes, HostConfigReader.hash(config.getEcmp()), config.getEcmp().getSeed());
        Map<Integer, Integer> relays = new HashMap<>();
        if (config.getRelayBufferBytes() > 0) {
            routes.forEach((ipv4, ports) -> relays.put(ipv4, ports[0]));
        }
        host.path.setRoutes(new RelayRoutes(relays));
        host.schemes.start();
    }

    private static void check(ClassMapEntry entry) {
        if (entry.getTrafficClass() > 7 || entry.getQueue() != entry.getTrafficClass()) {
            throw new IllegalArgumentException(
                    "class_map: the agent sends class c, 0..7, by queue c; it cannot send class %d by"
                                    .formatted(entry.getTrafficClass())
                            + " queue "
                            + entry.getQueue());
        }
    }

    private void check(TransportSettings asked) {
        if (asked.mtuBytes() > host.settings.mtuBytes()) {
            throw new IllegalArgumentException(
                    "mtu_bytes: the agent was started for %d B at most, not %d; start it with --mtu"
                            .formatted(host.settings.mtuBytes(), asked.mtuBytes()));
        }
        if (asked.congestion() != null && asked.congestion().usesTelemetry()) {
            throw new IllegalArgumentException(
                    ("congestion_control: %s needs what switches stamp on packets, and frames on a real"
                                    + " wire carry no such stamps; take dcqcn or timely, or the virtual"
                                    + " backend")
                            .formatted(config.getCongestionControl().getName()));
        }
    }

    private void check(int port, NamedScheme message) {
        LinkProfile link = host.device.place(port).link();
        SchemeChoice scheme = SchemeChoice.checked(port, message, link, memory());
        SchemeType type = scheme.type();
        Settings settings = scheme.settings();
        if (type.queues(settings, host.device.ports()) > host.settings.dataQueues()) {
            throw new IllegalArgumentException(
                    "port %d, %s needs %d queues, and the agent was started with %d; start it with"
                                    .formatted(
                                            port,
                                            type.name(),
                                            type.queues(settings, host.device.ports()),
                                            host.settings.dataQueues())
                            + " --queues");
        }
        if (config.getRelayBufferBytes() > 0
                && host.schemes.needsDownstream(type, port, settings)) {
            throw new IllegalArgumentException(
                    "port %d, %s: the agent obeys it, but neither holds its upstream back nor grants it"
                                    .formatted(port, type.name())
                            + " credits; use the virtual backend");
        }
        type.pauseTimer(settings)
                .ifPresent(timer -> responders.put(port, new PauseResponder(0xFF, timer)));
        schemes.computeIfAbsent(type, t -> new TreeMap<>()).put(port, settings);
    }

    private long memory() {
        return config.getRelayBufferBytes() > 0 ? config.getRelayBufferBytes() : ALL_MEMORY;
    }

    private void requireIdle() {
        if (host.traffic.outstandingMessages() > 0) {
            throw new IllegalStateException(
                    "messages are on their way; configure the host while it is idle");
        }
        for (int port = 1; port <= host.device.ports(); port++) {
            for (int queue = 0; queue < host.settings.dataQueues(); queue++) {
                if (host.device.queues(port).relayBytes(queue) > 0) {
                    throw new IllegalStateException(
                            "port " + port + " holds packets; configure the host while it is idle");
                }
            }
        }
    }
}
