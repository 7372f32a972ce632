package io.losslab.services.tofino2;

import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.services.bfrt.SdeLevel;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.fabric.buffer.GroupCounters;
import io.losslab.softswitch.fabric.buffer.QueueCounters;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Fields of tables that a chip measures, as the virtual switch behind it counts: of received
 * frames, data and MAC control, but neither ACKs nor CNPs. Thread safe.
 */
final class ChipMeasures {
    private static final String PORT = "dev_port";

    private final OwnedSwitch behind;

    ChipMeasures(OwnedSwitch behind) {
        this.behind = behind;
    }

    /** As {@link io.losslab.services.bfrt.SdeMeter#measured}. */
    Map<String, Object> of(String table, int pipe, Map<String, Long> key, ChipState state) {
        return switch (table) {
            case "$PORT" -> ofPort(key, "$DEV_PORT", port -> state(port, state));
            case "$PORT_STAT" -> ofPort(key, "$DEV_PORT", port -> frames(counters(port)));
            case "ingress.rx" ->
                    ofPort(
                            key,
                            "$COUNTER_INDEX",
                            port -> counted(counters(port).rxFrames(), counters(port).rxBytes()));
            case "egress.tx" ->
                    ofPort(
                            key,
                            "$COUNTER_INDEX",
                            port -> counted(counters(port).txFrames(), counters(port).txBytes()));
            case "tm.port.cfg" -> ofPort(key, PORT, ChipMeasures::place);
            case "tm.counter.ig_port" ->
                    ofPort(
                            key,
                            PORT,
                            port ->
                                    levels(
                                            counters(port).droppedFrames(),
                                            counters(port).ingressBytes(),
                                            counters(port).maxIngressBytes()));
            case "tm.counter.eg_port" ->
                    ofPort(
                            key,
                            PORT,
                            port ->
                                    levels(
                                            0,
                                            counters(port).egressBytes(),
                                            counters(port).maxEgressBytes()));
            case "tm.counter.queue" -> ofQueue(pipe, key);
            case "tm.counter.ppg" ->
                    state.groups().stream()
                            .filter(group -> group.pipe() == pipe)
                            .filter(group -> group.counter() == key.get("ppg_counter_id"))
                            .findFirst()
                            .map(this::ofGroup)
                            .orElse(Map.of());
            default -> Map.of();
        };
    }

    private Map<String, Object> ofPort(
            Map<String, Long> key, String field, Function<Integer, Map<String, Object>> reading) {
        long port = key.getOrDefault(field, 0L);
        return isPort(port) ? reading.apply((int) port) : Map.of();
    }

    private boolean isPort(long port) {
        return port >= 1 && port <= behind.node().ports();
    }

    private static Map<String, Object> state(int port, ChipState state) {
        return Map.of("$PORT_UP", state.ports().get(port - 1).up(), "$IS_VALID", true);
    }

    /** MAC control is what the fabric counts as control. */
    private static Map<String, Object> frames(PortCounters counters) {
        long received = counters.rxFrames() + counters.rxControl();
        long octets = counters.rxBytes() + counters.rxControl() * PauseFrame.LENGTH_BYTES;
        return Map.of(
                "$FramesReceivedOK", received,
                "$FramesReceivedAll", received,
                "$OctetsReceivedinGoodFrames", octets,
                "$OctetsReceived", octets,
                "$PriorityPauseFrames", counters.rxControl(),
                "$FramesTransmittedOK", counters.txFrames(),
                "$FramesTransmittedAll", counters.txFrames(),
                "$OctetsTransmittedwithouterror", counters.txBytes(),
                "$OctetsTransmittedTotal", counters.txBytes(),
                "$FramesTransmittedPriPause", counters.txControl());
    }

    private static Map<String, Object> counted(long packets, long bytes) {
        return Map.of("$COUNTER_SPEC_PKTS", packets, "$COUNTER_SPEC_BYTES", bytes);
    }

    private static Map<String, Object> place(int port) {
        int first = ChipQueues.first(port);
        return Map.of(
                "pg_id", (long) ChipQueues.group(port),
                "pg_port_nr", (long) (first / ChipQueues.QUEUES_PER_PORT),
                "port_queues_count", (long) ChipQueues.QUEUES_PER_PORT,
                "egress_qid_queues",
                        IntStream.range(first, first + ChipQueues.QUEUES_PER_PORT)
                                .boxed()
                                .toList());
    }

    private Map<String, Object> ofQueue(int pipe, Map<String, Long> key) {
        long groupQueue = key.getOrDefault("pg_queue", 0L);
        int port =
                ChipQueues.port(pipe, key.getOrDefault("pg_id", 0L).intValue(), (int) groupQueue);
        int queue = (int) groupQueue % ChipQueues.QUEUES_PER_PORT;
        if (!isPort(port)) {
            return Map.of();
        }
        return behind.call(
                access -> {
                    if (queue >= access.fabric().counters().dataQueues()) {
                        return Map.of();
                    }
                    QueueCounters counters =
                            access.fabric().counters().queue(behind.node().id(), port, queue);
                    return levels(
                            counters.droppedFrames() - counters.framesWithoutRoom(),
                            counters.bytes(),
                            counters.maxBytes());
                });
    }

    /** A group that several iCoS share would count them together; no virtual port has one. */
    private Map<String, Object> ofGroup(ChipGroup group) {
        if (!isPort(group.port())) {
            return Map.of("ppg_id", group.id());
        }
        return behind.call(
                access -> {
                    long dropped = 0;
                    long bytes = 0;
                    long mostBytes = 0;
                    for (int priority : PriorityMask.list(group.icos())) {
                        GroupCounters counters =
                                access.fabric()
                                        .counters()
                                        .group(behind.node().id(), group.port(), priority);
                        dropped += counters.droppedFrames();
                        bytes += counters.bytes();
                        mostBytes += counters.maxBytes();
                    }
                    long own = Math.min(cells(bytes), group.guaranteedCells());
                    return Map.of(
                            "ppg_id",
                            group.id(),
                            "drop_count_packets",
                            dropped,
                            "guaranteed_min_usage_cells",
                            own,
                            "shared_pool_usage_cells",
                            0L,
                            "skid_pool_usage_cells",
                            cells(bytes) - own,
                            "watermark_cells",
                            new SdeLevel(cells(bytes), cells(mostBytes)));
                });
    }

    private static Map<String, Object> levels(long drops, long bytes, long mostBytes) {
        return Map.of(
                "drop_count_packets",
                drops,
                "usage_cells",
                cells(bytes),
                "watermark_cells",
                new SdeLevel(cells(bytes), cells(mostBytes)));
    }

    private static long cells(long bytes) {
        return (bytes + PortRows.CELL_BYTES - 1) / PortRows.CELL_BYTES;
    }

    private PortCounters counters(int port) {
        return behind.call(access -> access.fabric().counters().port(behind.node().id(), port));
    }
}
