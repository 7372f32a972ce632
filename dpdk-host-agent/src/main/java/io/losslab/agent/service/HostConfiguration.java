package io.losslab.agent.service;

import com.google.protobuf.ByteString;
import io.losslab.agent.loop.RelayRoutes;
import io.losslab.agent.traffic.TransportSettings;
import io.losslab.api.frame.FlowHash;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.SettingProblem;
import io.losslab.flowcontrol.Settings;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.flowcontrol.pause.PauseTimer;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.proto.v1.ClassMapEntry;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostRoute;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PfcConfig;
import io.losslab.proto.v1.PortFlowControl;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
    private final Map<Integer, int[]> routes = new HashMap<>();

    /**
     * Checks a configuration.
     *
     * @throws IllegalArgumentException where it cannot be
     * @throws IllegalStateException where a port holds frames
     */
    HostConfiguration(AgentHost host, HostConfig config) {
        this.host = host;
        this.config = config;
        transport = TransportReader.read(config, host.settings.mtuBytes());
        config.getClassMapList().forEach(HostConfiguration::check);
        responder =
                new PauseResponder(
                        config.getPauseResponder().getPriorities(),
                        timer(config.getPauseResponder().getTimer()));
        Set<Integer> named = new HashSet<>();
        for (PortFlowControl port : config.getPortsList()) {
            check(port, named);
        }
        config.getRoutesList().forEach(this::check);
        requireIdle();
    }

    void apply() {
        host.traffic.configure(transport);
        host.schemes.clear();
        for (int port = 1; port <= host.device.ports(); port++) {
            host.control.setResponder(port, responders.getOrDefault(port, responder));
        }
        schemes.forEach(host.schemes::add);
        FlowHash hash =
                config.getEcmp().getHash() == EcmpConfig.Hash.CRC32
                        ? FlowHash.CRC32
                        : FlowHash.FNV1A;
        host.choice.setRoutes(routes, hash, config.getEcmp().getSeed());
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

    private void check(PortFlowControl config, Set<Integer> named) {
        int port = config.getPort();
        if (port < 1 || port > host.device.ports()) {
            throw new IllegalArgumentException(
                    "%s has ports 1..%d, not %d"
                            .formatted(host.settings.name(), host.device.ports(), port));
        }
        if (!named.add(port)) {
            throw new IllegalArgumentException("port " + port + " is named twice");
        }
        if (config.getSchemeCase() == PortFlowControl.SchemeCase.SCHEME_NOT_SET
                && config.getNamedCount() == 0) {
            throw new IllegalArgumentException(
                    "port " + port + " names no scheme: none, pfc, coprocessor or a named one");
        }
        if (config.hasPfc()) {
            checkPfc(port, config.getPfc());
        }
        for (NamedScheme scheme : config.getNamedList()) {
            check(port, scheme);
        }
    }

    private void checkPfc(int port, PfcConfig pfc) {
        if (config.getRelayBufferBytes() > 0) {
            throw new IllegalArgumentException(
                    "port %d: the agent obeys PFC and sends none, so a host that relays cannot hold"
                                    .formatted(port)
                            + " its upstream back; use portfc, or the virtual backend");
        }
        responders.put(port, new PauseResponder(0xFF, timer(pfc.getTimer())));
    }

    private void check(int port, NamedScheme named) {
        SchemeType type =
                SchemeTypes.find(named.getName()).orElseThrow(() -> unknown(named.getName()));
        Settings settings = new Settings(named.getSettingsMap());
        LinkProfile link = host.device.place(port).link();
        for (SettingProblem problem : type.problems(settings, link, memory())) {
            if (problem.fatal()) {
                throw new IllegalArgumentException(
                        "port %d, %s: %s: %s"
                                .formatted(port, type.name(), problem.field(), problem.message()));
            }
        }
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
                    "port %d, %s: the agent obeys it and neither holds its upstream back nor grants it"
                                    .formatted(port, type.name())
                            + " credits; use the virtual backend");
        }
        schemes.computeIfAbsent(type, t -> new TreeMap<>()).put(port, settings);
    }

    private long memory() {
        return config.getRelayBufferBytes() > 0 ? config.getRelayBufferBytes() : ALL_MEMORY;
    }

    private void check(HostRoute route) {
        if (route.getDstIpv4().size() != 4) {
            throw new IllegalArgumentException(
                    "routes: dst_ipv4 must have 4 octets, not " + route.getDstIpv4().size());
        }
        List<Integer> egress = route.getPortsList();
        int ports = host.device.ports();
        if (egress.isEmpty() || egress.stream().anyMatch(p -> p < 1 || p > ports)) {
            throw new IllegalArgumentException(
                    "routes: ports must be some of 1..%d: %s".formatted(ports, egress));
        }
        routes.put(ipv4(route.getDstIpv4()), egress.stream().mapToInt(Integer::intValue).toArray());
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

    static int ipv4(ByteString octets) {
        return octets.asReadOnlyByteBuffer().getInt();
    }

    private static PauseTimer timer(PfcConfig.Timer timer) {
        return timer == PfcConfig.Timer.UNTIL_RESUME ? PauseTimer.UNTIL_RESUME : PauseTimer.QUANTA;
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException(
                "no scheme is named '%s'; the agent has %s"
                        .formatted(
                                name,
                                SchemeTypes.all().stream()
                                        .map(SchemeType::name)
                                        .collect(Collectors.joining(", "))));
    }
}
