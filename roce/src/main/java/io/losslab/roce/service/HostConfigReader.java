package io.losslab.roce.service;

import io.losslab.api.address.Ipv4Address;
import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.ClassMapEntry;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostRoute;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.roce.congestion.CongestionControls;
import io.losslab.roce.frame.DscpMap;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.named.NamedType;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.RecoveryTypes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what a configuration asks of a host: transport, routes, hash and pause timer.
 *
 * <p>Everything throws {@code IllegalArgumentException} where it cannot be.
 */
public final class HostConfigReader {
    private HostConfigReader() {}

    /** How queue pairs send and receive. */
    public static TransportSettings transport(HostConfig config) {
        return new TransportSettings(
                config.getMtuBytes(),
                config.getAckEveryPackets(),
                config.hasRecovery()
                        ? make("recovery", RecoveryTypes.ALL, config.getRecovery())
                        : new GoBackN(config.getRetransmitTimeoutNs(), 0),
                config.hasCongestionControl()
                        ? make(
                                "congestion_control",
                                CongestionControls.ALL,
                                config.getCongestionControl())
                        : null);
    }

    /**
     * Equal-cost ports by destination address.
     *
     * @param ports that the host has
     */
    public static Map<Integer, int[]> routes(HostConfig config, int ports) {
        Map<Integer, int[]> routes = new HashMap<>();
        for (HostRoute route : config.getRoutesList()) {
            if (route.getDstIpv4().size() != 4) {
                throw new IllegalArgumentException(
                        "routes: dst_ipv4 must have 4 octets, not " + route.getDstIpv4().size());
            }
            List<Integer> egress = route.getPortsList();
            if (egress.isEmpty() || egress.stream().anyMatch(p -> p < 1 || p > ports)) {
                throw new IllegalArgumentException(
                        "routes: ports must be in 1..%d: %s".formatted(ports, egress));
            }
            routes.put(
                    Ipv4Address.ofOctets(route.getDstIpv4()),
                    egress.stream().mapToInt(Integer::intValue).toArray());
        }
        return routes;
    }

    /** DSCP of each class: the class map's, or the class selector. */
    public static DscpMap dscps(HostConfig config) {
        Integer[] dscps = new Integer[8];
        Arrays.setAll(dscps, DscpMap::selector);
        for (ClassMapEntry entry : config.getClassMapList()) {
            if (entry.getTrafficClass() >= dscps.length) {
                throw new IllegalArgumentException(
                        "class_map: traffic_class must be 0..7: " + entry.getTrafficClass());
            }
            if (entry.hasDscp()) {
                dscps[entry.getTrafficClass()] = entry.getDscp();
            }
        }
        try {
            return new DscpMap(List.of(dscps));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("class_map: " + e.getMessage(), e);
        }
    }

    public static PauseTimer timer(PauseResponder.Timer timer) {
        return timer == PauseResponder.Timer.UNTIL_RESUME
                ? PauseTimer.UNTIL_RESUME
                : PauseTimer.QUANTA;
    }

    public static FlowHash hash(EcmpConfig config) {
        return config.getHash() == EcmpConfig.Hash.CRC32 ? FlowHash.CRC32 : FlowHash.FNV1A;
    }

    /** How a switch picks ports. */
    public static PortChoice choice(EcmpConfig config) {
        return switch (config.getChoice()) {
            case DRILL -> PortChoice.drill(config.getSamples(), config.getMemory());
            case SPRAY -> PortChoice.spray();
            default -> PortChoice.BY_FLOW;
        };
    }

    private static <T> T make(String field, List<NamedType<T>> types, NamedScheme named) {
        return NamedType.find(types, named.getName())
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "%s: unknown name '%s'; expected one of %s"
                                                .formatted(
                                                        field,
                                                        named.getName(),
                                                        types.stream()
                                                                .map(NamedType::name)
                                                                .toList())))
                .make(new Settings(named.getSettingsMap()));
    }
}
