package io.losslab.services.sonic;

import io.losslab.api.topology.Node;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.softswitch.fabric.FabricCounters;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.fabric.buffer.GroupCounters;
import io.losslab.softswitch.fabric.buffer.QueueCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * COUNTERS_DB of a virtual switch. What the switch does not count, it does not have: levels of the
 * headroom. It counts priority groups by class, so the highest level of a group with several
 * classes is that of one of them, or what the group held when it was written. On the fabric's
 * thread.
 */
final class SonicCounters implements AutoCloseable {
    private static final int QUEUES = 8;
    private static final String QUEUE = "SAI_QUEUE_STAT_";
    private static final String GROUP = "SAI_INGRESS_PRIORITY_GROUP_STAT_";

    private final Node node;
    private final Redis redis;

    /** Highest levels that the switch has had, by object. */
    private final Map<String, Long> peaks = new HashMap<>();

    /** Priority groups of the classes, by port from 0. */
    private final Map<Integer, List<Integer>> groups = new HashMap<>();

    /** Takes a connection to COUNTERS_DB over. */
    SonicCounters(Node node, Redis redis) {
        this.node = node;
        this.redis = redis;
    }

    /**
     * The groups of a port's classes.
     *
     * @param port from 1
     */
    void setGroups(int port, List<Integer> groupsByClass) {
        groups.put(port - 1, groupsByClass);
    }

    /** Before a switch that is new. */
    void begin() {
        peaks.clear();
        List<List<String>> commands = new ArrayList<>();
        for (int port = 0; port < node.ports(); port++) {
            for (int i = 0; i < QUEUES; i++) {
                commands.add(
                        List.of(
                                "HDEL",
                                "USER_WATERMARKS:" + group(port, i),
                                GROUP + "XOFF_ROOM_WATERMARK_BYTES"));
            }
        }
        send(commands);
    }

    /** Writes what the switch has counted. */
    void write(OwnedSwitch.Access access) {
        List<List<String>> commands = new ArrayList<>();
        FabricCounters fabric = access.fabric().counters();
        for (int port = 0; port < node.ports(); port++) {
            commands.add(port(fabric, port));
            for (int i = 0; i < QUEUES; i++) {
                QueueCounters queue = fabric.queue(node.id(), port + 1, i);
                commands.add(
                        List.of(
                                "HSET",
                                "COUNTERS:" + queue(port, i),
                                QUEUE + "PACKETS",
                                "" + queue.sentFrames(),
                                QUEUE + "WRED_ECN_MARKED_PACKETS",
                                "" + queue.markedFrames()));
                level(
                        commands,
                        queue(port, i),
                        QUEUE + "SHARED_WATERMARK_BYTES",
                        queue.bytes(),
                        queue.maxBytes());
                group(commands, fabric, port, i);
            }
        }
        send(commands);
    }

    private void group(List<List<String>> commands, FabricCounters fabric, int port, int group) {
        long dropped = 0;
        long bytes = 0;
        long mostBytes = 0;
        List<Integer> groupsByClass = groups.getOrDefault(port, List.of());
        for (int i = 0; i < groupsByClass.size(); i++) {
            if (groupsByClass.get(i) == group) {
                GroupCounters counters = fabric.group(node.id(), port + 1, i);
                dropped += counters.droppedFrames();
                bytes += counters.bytes();
                mostBytes = Math.max(mostBytes, counters.maxBytes());
            }
        }
        String object = group(port, group);
        commands.add(
                List.of("HSET", "COUNTERS:" + object, GROUP + "DROPPED_PACKETS", "" + dropped));
        level(
                commands,
                object,
                GROUP + "SHARED_WATERMARK_BYTES",
                bytes,
                Math.max(bytes, mostBytes));
    }

    private List<String> port(FabricCounters fabric, int port) {
        PortCounters totals = fabric.port(node.id(), port + 1);
        List<String> words = new ArrayList<>(List.of("HSET", "COUNTERS:oid:0x1" + port));
        add(words, "IF_IN_OCTETS", totals.rxBytes());
        add(words, "IF_OUT_OCTETS", totals.txBytes());
        add(words, "IF_IN_UCAST_PKTS", totals.rxFrames());
        add(words, "IF_OUT_UCAST_PKTS", totals.txFrames());
        add(words, "IF_IN_DISCARDS", totals.droppedFrames());
        for (int i = 0; i < QUEUES; i++) {
            add(
                    words,
                    "PFC_%d_RX_PKTS".formatted(i),
                    fabric.pauseFramesReceived(node.id(), port + 1, i));
            add(
                    words,
                    "PFC_%d_TX_PKTS".formatted(i),
                    fabric.pauseFramesSent(node.id(), port + 1, i));
        }
        return words;
    }

    private static void add(List<String> words, String stat, long value) {
        words.add("SAI_PORT_STAT_" + stat);
        words.add("" + value);
    }

    /** Lua that raises a watermark to a level, if it is there and lower. */
    private static final String RAISE =
            "local now = redis.call('HGET', KEYS[1], ARGV[1]) if now and tonumber(now) <"
                    + " tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end"
                    + " return 0";

    /**
     * Watermarks begin at zero whenever they are cleared, the switch's highest levels do not: only
     * what these have grown since counts, and what is there now.
     */
    private void level(
            List<List<String>> commands, String object, String stat, long now, long most) {
        long before = peaks.getOrDefault(object, 0L);
        long level = most > before ? most : now;
        peaks.put(object, most);
        if (level > 0) {
            commands.add(
                    List.of("EVAL", RAISE, "1", "USER_WATERMARKS:" + object, stat, "" + level));
        }
    }

    private static String queue(int port, int queue) {
        return "oid:0x2%dq%d".formatted(port, queue);
    }

    private static String group(int port, int group) {
        return "oid:0x3%dg%d".formatted(port, group);
    }

    private void send(List<List<String>> commands) {
        try {
            redis.calls(commands);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
