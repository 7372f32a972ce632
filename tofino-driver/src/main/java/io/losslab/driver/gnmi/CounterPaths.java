package io.losslab.driver.gnmi;

import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.v1.Counter;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a system keeps the counters of a port: paths in which {@value #PORT} stands for the name of
 * the interface and {@value #PRIORITY} for a priority.
 *
 * @param ofPort counters of whole ports; what several paths count is summed
 * @param ofPriority counters of each of the eight priorities; those that {@code ofPort} lacks are
 *     summed for the port
 */
public record CounterPaths(Map<Counter, List<String>> ofPort, Map<Counter, String> ofPriority) {
    public static final String PORT = "{port}";
    public static final String PRIORITY = "{priority}";

    private static final String INTERFACE = "/interfaces/interface[name={port}]/";
    private static final String BUFFER = "/qos/interfaces/interface[interface-id={port}]/buffer/";

    /**
     * Octets, frames and discards (openconfig-interfaces). A packet is discarded either where it
     * comes in or where it is to go out.
     */
    public static final CounterPaths INTERFACES =
            of(
                            Map.of(
                                    Counter.RX_BYTES,
                                    INTERFACE + "state/counters/in-octets",
                                    Counter.RX_PACKETS,
                                    INTERFACE + "state/counters/in-pkts",
                                    Counter.TX_BYTES,
                                    INTERFACE + "state/counters/out-octets",
                                    Counter.TX_PACKETS,
                                    INTERFACE + "state/counters/out-pkts"),
                            Map.of())
                    .sum(
                            Counter.DROPPED_PACKETS,
                            INTERFACE + "state/counters/in-discards",
                            INTERFACE + "state/counters/out-discards");

    /** The same and pause frames (openconfig-if-ethernet). */
    public static final CounterPaths OPENCONFIG =
            INTERFACES.and(
                    Map.of(
                            Counter.RX_PAUSE_FRAMES,
                            INTERFACE + "ethernet/state/counters/in-mac-pause-frames",
                            Counter.TX_PAUSE_FRAMES,
                            INTERFACE + "ethernet/state/counters/out-mac-pause-frames"),
                    Map.of());

    /**
     * The same and our augmentation, which only losslab's own switch serves: bytes buffered,
     * reserved and dropped, and paused time. Time of throughput loss has no path.
     */
    public static final CounterPaths LOSSLAB =
            OPENCONFIG.and(
                    Map.of(
                            Counter.INGRESS_BYTES,
                            BUFFER + "state/ingress-bytes",
                            Counter.MAX_INGRESS_BYTES,
                            BUFFER + "state/max-ingress-bytes",
                            Counter.EGRESS_BYTES,
                            BUFFER + "state/egress-bytes",
                            Counter.MAX_EGRESS_BYTES,
                            BUFFER + "state/max-egress-bytes",
                            Counter.RESERVED_BYTES,
                            BUFFER + "state/reserved-bytes",
                            Counter.DROPPED_BYTES,
                            BUFFER + "state/dropped-octets",
                            Counter.PAUSED_NANOS,
                            BUFFER + "state/paused-nanos"),
                    Map.of());

    public CounterPaths {
        ofPort = Map.copyOf(ofPort);
        ofPriority = Map.copyOf(ofPriority);
    }

    /** Counters that have one path each. */
    public static CounterPaths of(Map<Counter, String> port, Map<Counter, String> priority) {
        return new CounterPaths(Map.of(), priority).and(port, Map.of());
    }

    /** The same and more. */
    public CounterPaths and(Map<Counter, String> port, Map<Counter, String> priority) {
        Map<Counter, List<String>> more = new EnumMap<>(Counter.class);
        port.forEach((counter, path) -> more.put(counter, List.of(path)));
        return new CounterPaths(merged(ofPort, more), merged(ofPriority, priority));
    }

    private CounterPaths sum(Counter counter, String... ofPorts) {
        return new CounterPaths(merged(ofPort, Map.of(counter, List.of(ofPorts))), ofPriority);
    }

    private static <T> Map<Counter, T> merged(Map<Counter, T> some, Map<Counter, T> more) {
        Map<Counter, T> all = new EnumMap<>(Counter.class);
        all.putAll(some);
        all.putAll(more);
        return all;
    }

    /** Counters that have a path. */
    public Set<Counter> known() {
        Set<Counter> known = EnumSet.noneOf(Counter.class);
        known.addAll(ofPort.keySet());
        known.addAll(ofPriority.keySet());
        return known;
    }

    /** The path of a pattern at a port; a name may have brackets. */
    static String at(String pattern, String port, int priority) {
        Path.Builder path = Path.newBuilder();
        String number = String.valueOf(priority);
        for (PathElem elem : PathText.parse(pattern).getElemList()) {
            PathElem.Builder named =
                    PathElem.newBuilder().setName(elem.getName().replace(PRIORITY, number));
            elem.getKeyMap()
                    .forEach(
                            (key, value) ->
                                    named.putKey(
                                            key,
                                            value.replace(PRIORITY, number).replace(PORT, port)));
            path.addElem(named);
        }
        return PathText.format(path.build());
    }
}
