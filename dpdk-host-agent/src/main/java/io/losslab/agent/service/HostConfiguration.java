package io.losslab.agent.service;

import io.losslab.agent.loop.RelayRoutes;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.ClassMapEntry;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.roce.frame.DscpMap;
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
    private final DscpMap dscps;
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
        dscps = HostConfigReader.dscps(config);
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
        host.device.setDscps(dscps);
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
        if (entry.getQueue() != entry.getTrafficClass()) {
            throw new IllegalArgumentException(
                    "class_map: the agent sends each class in the queue of its number, not %d in %d"
                            .formatted(entry.getTrafficClass(), entry.getQueue()));
        }
    }

    private void check(TransportSettings asked) {
        if (asked.mtuBytes() > host.settings.mtuBytes()) {
            throw new IllegalArgumentException(
                    "mtu_bytes: %d B is more than the %d B that the agent was started with (--mtu)"
                            .formatted(asked.mtuBytes(), host.settings.mtuBytes()));
        }
        if (asked.congestion() != null && asked.congestion().usesTelemetry()) {
            throw new IllegalArgumentException(
                    "congestion_control: %s needs in-band telemetry, which real frames do not carry; use dcqcn, timely or the virtual backend"
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
                    "port %d: %s needs %d queues, but the agent was started with %d (--queues)"
                            .formatted(
                                    port,
                                    type.name(),
                                    type.queues(settings, host.device.ports()),
                                    host.settings.dataQueues()));
        }
        if (config.getRelayBufferBytes() > 0
                && host.schemes.needsDownstream(type, port, settings)) {
            throw new IllegalArgumentException(
                    "port %d: %s on a relaying host pauses or credits its upstream, which the agent does not; use the virtual backend"
                            .formatted(port, type.name()));
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
                    "messages are in flight; configure the host while it is idle");
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
