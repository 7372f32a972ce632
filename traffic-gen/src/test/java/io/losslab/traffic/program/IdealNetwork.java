package io.losslab.traffic.program;

import io.losslab.traffic.program.Matching.Connection;
import io.losslab.traffic.program.Program.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Runs a program where every rank has one link, on which its messages follow each other as they are
 * posted, and nothing else costs time but computations and a latency. Shares no code with hosts.
 */
public final class IdealNetwork {
    private record Event(long time, long order, Runnable what) {}

    private final Program program;
    private final Followers followers;
    private final long nanosPerByte;
    private final long latencyNanos;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    (a, b) ->
                            a.time() == b.time()
                                    ? Long.compare(a.order(), b.order())
                                    : Long.compare(a.time(), b.time()));

    /** By operation: how many it still waits for; when it began and ended, -1 for not yet. */
    private final int[] missing;

    private final long[] begins;
    private final long[] ends;

    /** By operation: its connection, and its place there. */
    private final Connection[] connections;

    private final int[] places;
    private final Map<Connection, Integer> posted = new HashMap<>();
    private final long[] linkFree;
    private final Map<List<Integer>, Long> streamFree = new HashMap<>();
    private long now;
    private long order;

    private IdealNetwork(Matching matching, long nanosPerByte, long latencyNanos) {
        this.program = matching.program();
        this.followers = new Followers(program);
        this.nanosPerByte = nanosPerByte;
        this.latencyNanos = latencyNanos;
        int operations = program.operations();
        missing = new int[operations];
        begins = new long[operations];
        ends = new long[operations];
        Arrays.fill(begins, -1);
        Arrays.fill(ends, -1);
        connections = new Connection[operations];
        places = new int[operations];
        linkFree = new long[program.ranks()];
        for (Connection connection : matching.connections()) {
            for (int i = 0; i < connection.sends().size(); i++) {
                for (List<Integer> side : List.of(connection.sends(), connection.receives())) {
                    connections[side.get(i)] = connection;
                    places[side.get(i)] = i;
                }
            }
        }
    }

    /**
     * Runs a program until nothing happens any more.
     *
     * @param nanosPerByte of a link
     * @param latencyNanos from a message's last byte to its arrival
     */
    public static IdealNetwork run(Matching matching, long nanosPerByte, long latencyNanos) {
        IdealNetwork network = new IdealNetwork(matching, nanosPerByte, latencyNanos);
        network.run();
        return network;
    }

    /** When an operation could begin: all that it waits for was complete; -1 for never. */
    public long begin(int operation) {
        return begins[operation];
    }

    /** When an operation was complete; -1 for never. */
    public long end(int operation) {
        return ends[operation];
    }

    /** When the last operation was complete; -1 if one never was. */
    public long end() {
        return Arrays.stream(ends).anyMatch(end -> end < 0)
                ? -1
                : Arrays.stream(ends).max().orElse(0);
    }

    private void run() {
        for (int operation = 0; operation < missing.length; operation++) {
            // A message that has not arrived is one more thing to wait for.
            missing[operation] =
                    program.requirements(operation)
                            + (program.kind(operation) == Kind.RECEIVE ? 1 : 0);
        }
        for (int operation = 0; operation < missing.length; operation++) {
            if (missing[operation] == 0) {
                begin(operation, now);
            }
        }
        while (!events.isEmpty()) {
            Event event = events.remove();
            now = event.time();
            event.what().run();
        }
    }

    private void begin(int operation, long time) {
        begins[operation] = time;
        switch (program.kind(operation)) {
            case COMPUTE -> compute(operation);
            case SEND -> post(connections[operation]);
            case RECEIVE -> complete(operation);
        }
    }

    private void compute(int operation) {
        List<Integer> stream = List.of(program.rank(operation), program.tag(operation));
        boolean turns = program.tag(operation) != Program.NO_STREAM;
        long begin = turns ? Math.max(now, streamFree.getOrDefault(stream, 0L)) : now;
        streamFree.put(stream, begin + program.nanos(operation));
        at(begin + program.nanos(operation), () -> complete(operation));
    }

    /** Posts the messages whose turn it is and that may be. */
    private void post(Connection connection) {
        int next = posted.getOrDefault(connection, 0);
        while (next < connection.sends().size() && begins[connection.sends().get(next)] >= 0) {
            int send = connection.sends().get(next);
            int rank = program.rank(send);
            linkFree[rank] = Math.max(now, linkFree[rank]) + program.bytes(send) * nanosPerByte;
            int receive = connection.receives().get(places[send]);
            at(
                    linkFree[rank] + latencyNanos,
                    () -> {
                        complete(send);
                        release(receive);
                    });
            next++;
        }
        posted.put(connection, next);
    }

    private void complete(int operation) {
        ends[operation] = now;
        for (int i = followers.first(operation); i < followers.end(operation); i++) {
            release(followers.get(i));
        }
    }

    private void release(int operation) {
        if (--missing[operation] == 0) {
            begin(operation, now);
        }
    }

    private void at(long time, Runnable what) {
        events.add(new Event(time, order++, what));
    }
}
