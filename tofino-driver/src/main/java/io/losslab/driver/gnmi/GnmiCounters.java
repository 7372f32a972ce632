package io.losslab.driver.gnmi;

import io.losslab.api.gnmi.PathText;
import io.losslab.driver.Subscription;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Port counters of a switch by their OpenConfig paths, as the rows that switch control gives. What
 * OpenConfig does not have stands in our augmentation, which only losslab's own switch serves:
 * bytes buffered, reserved and dropped, and paused time. Time of throughput loss has no path.
 */
public final class GnmiCounters {
    private static final String INTERFACE = "/interfaces/interface[name=%s]/";
    private static final String QOS = "/qos/interfaces/interface[interface-id=%s]/";
    private static final int WHOLE_PORT = -1;

    private static final Map<Counter, String> PATHS = new EnumMap<>(Counter.class);

    static {
        PATHS.put(Counter.RX_BYTES, INTERFACE + "state/counters/in-octets");
        PATHS.put(Counter.RX_PACKETS, INTERFACE + "state/counters/in-pkts");
        PATHS.put(Counter.TX_BYTES, INTERFACE + "state/counters/out-octets");
        PATHS.put(Counter.TX_PACKETS, INTERFACE + "state/counters/out-pkts");
        PATHS.put(Counter.DROPPED_PACKETS, INTERFACE + "state/counters/in-discards");
        PATHS.put(
                Counter.RX_PAUSE_FRAMES, INTERFACE + "ethernet/state/counters/in-mac-pause-frames");
        PATHS.put(
                Counter.TX_PAUSE_FRAMES,
                INTERFACE + "ethernet/state/counters/out-mac-pause-frames");
        PATHS.put(Counter.INGRESS_BYTES, QOS + "buffer/state/ingress-bytes");
        PATHS.put(Counter.MAX_INGRESS_BYTES, QOS + "buffer/state/max-ingress-bytes");
        PATHS.put(Counter.EGRESS_BYTES, QOS + "buffer/state/egress-bytes");
        PATHS.put(Counter.MAX_EGRESS_BYTES, QOS + "buffer/state/max-egress-bytes");
        PATHS.put(Counter.RESERVED_BYTES, QOS + "buffer/state/reserved-bytes");
        PATHS.put(Counter.DROPPED_BYTES, QOS + "buffer/state/dropped-octets");
        PATHS.put(Counter.PAUSED_NANOS, QOS + "buffer/state/paused-nanos");
    }

    private record Cell(int port, Counter counter) {}

    private final GnmiClient client;
    private final Map<String, Cell> cells = new HashMap<>();

    /**
     * Counters of some ports.
     *
     * @param portOfInterface ports, from 1, by the names of their interfaces
     * @param counters to read
     * @throws IllegalArgumentException where a counter has no path
     */
    public GnmiCounters(
            GnmiClient client, Map<String, Integer> portOfInterface, Collection<Counter> counters) {
        this.client = client;
        portOfInterface.forEach(
                (name, port) ->
                        counters.forEach(
                                counter ->
                                        cells.put(path(counter, name), new Cell(port, counter))));
    }

    /** Counters that have a path. */
    public static Collection<Counter> known() {
        return List.copyOf(PATHS.keySet());
    }

    /** The counters now. */
    public CounterSamples read() {
        return rows(client.get(cells.keySet()));
    }

    /**
     * Samples until closed.
     *
     * @param intervalNanos of device time
     */
    public Subscription<SubscribeRequest, SubscribeResponse> watch(
            long intervalNanos, Consumer<CounterSamples> receiver) {
        return client.sample(
                cells.keySet(), intervalNanos, updates -> receiver.accept(rows(updates)));
    }

    private CounterSamples rows(List<GnmiUpdate> updates) {
        CounterSamples.Builder rows = CounterSamples.newBuilder();
        for (GnmiUpdate update : updates) {
            Cell cell = cells.get(update.path());
            if (cell != null && update.value() != null) {
                rows.addTimeNs(update.timeNanos())
                        .addPort(cell.port())
                        .addQueue(WHOLE_PORT)
                        .addCounter(cell.counter())
                        .addValue(update.number());
            }
        }
        return rows.build();
    }

    private static String path(Counter counter, String name) {
        String pattern = PATHS.get(counter);
        if (pattern == null) {
            throw new IllegalArgumentException(
                    "counter %s has no OpenConfig path; those with a path are %s"
                            .formatted(counter, PATHS.keySet()));
        }
        return PathText.format(withKey(PathText.parse(pattern), name));
    }

    /** The path with the name in place of the pattern's; a name may have brackets. */
    private static Path withKey(Path pattern, String name) {
        Path.Builder path = Path.newBuilder();
        for (PathElem elem : pattern.getElemList()) {
            PathElem.Builder named = elem.toBuilder();
            elem.getKeyMap().keySet().forEach(key -> named.putKey(key, name));
            path.addElem(named);
        }
        return path.build();
    }
}
