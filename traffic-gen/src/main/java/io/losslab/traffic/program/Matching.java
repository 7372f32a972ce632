package io.losslab.traffic.program;

import io.losslab.traffic.program.Program.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages of a program: every send with its receive. The n-th send from a rank to another with
 * a tag belongs to the n-th receive there, counted in the order in which dependencies alone would
 * let them begin, and at equal depth in the order of the program, as MPI matches what is posted in
 * order. They share a queue pair, so a send also waits for the one before it to be posted.
 */
public final class Matching {
    /**
     * A queue pair: the messages from a rank to another with a tag.
     *
     * @param sends operations, in the order of the messages
     * @param receives theirs
     */
    public record Connection(
            int from, int to, int tag, List<Integer> sends, List<Integer> receives) {
        public Connection {
            sends = List.copyOf(sends);
            receives = List.copyOf(receives);
        }
    }

    private final Program program;
    private final int[] depth;
    private final List<Connection> connections;

    /** In an order in which all of them can complete, at least one after the other. */
    private final int[] order;

    private Matching(Program program) {
        this.program = program;
        depth = depths(program);
        connections = connect();
        order = run();
    }

    /**
     * Matches a program.
     *
     * @throws ProgramException where a message has no other end or does not fit there, or
     *     operations wait for each other; the message names them
     */
    public static Matching of(Program program) {
        return new Matching(program);
    }

    public Program program() {
        return program;
    }

    public List<Connection> connections() {
        return connections;
    }

    /** All operations, each behind those that it waits for and the send of what it receives. */
    public int[] order() {
        return order.clone();
    }

    /** By operation: the longest chain of operations of its rank that it waits for. */
    private static int[] depths(Program program) {
        int[] depth = new int[program.operations()];
        int[] missing = new int[program.operations()];
        Followers followers = new Followers(program);
        Deque<Integer> ready = new ArrayDeque<>();
        for (int operation = 0; operation < missing.length; operation++) {
            missing[operation] = program.requirements(operation);
            if (missing[operation] == 0) {
                ready.add(operation);
            }
        }
        int reached = 0;
        while (!ready.isEmpty()) {
            int operation = ready.remove();
            reached++;
            for (int i = followers.first(operation); i < followers.end(operation); i++) {
                int follower = followers.get(i);
                depth[follower] = Math.max(depth[follower], depth[operation] + 1);
                if (--missing[follower] == 0) {
                    ready.add(follower);
                }
            }
        }
        if (reached < missing.length) {
            throw cycle(program, missing, operation -> required(program, operation));
        }
        return depth;
    }

    private List<Connection> connect() {
        Map<List<Integer>, List<Integer>> sends = new HashMap<>();
        Map<List<Integer>, List<Integer>> receives = new HashMap<>();
        List<List<Integer>> keys = new ArrayList<>();
        Integer[] byDepth = new Integer[program.operations()];
        Arrays.setAll(byDepth, operation -> operation);
        Arrays.sort(byDepth, (a, b) -> Integer.compare(depth[a], depth[b]));
        for (int operation : byDepth) {
            boolean sent = program.kind(operation) == Kind.SEND;
            if (sent || program.kind(operation) == Kind.RECEIVE) {
                int rank = program.rank(operation);
                int peer = program.peer(operation);
                List<Integer> key =
                        List.of(sent ? rank : peer, sent ? peer : rank, program.tag(operation));
                if (!sends.containsKey(key) && !receives.containsKey(key)) {
                    keys.add(key);
                }
                (sent ? sends : receives)
                        .computeIfAbsent(key, any -> new ArrayList<>())
                        .add(operation);
            }
        }
        List<Connection> all = new ArrayList<>();
        for (List<Integer> key : keys) {
            all.add(
                    connection(
                            key,
                            sends.getOrDefault(key, List.of()),
                            receives.getOrDefault(key, List.of())));
        }
        return List.copyOf(all);
    }

    private Connection connection(List<Integer> key, List<Integer> sends, List<Integer> receives) {
        int both = Math.min(sends.size(), receives.size());
        if (sends.size() > both) {
            throw new ProgramException(
                    program.describe(sends.get(both)) + " is received by no operation");
        }
        if (receives.size() > both) {
            throw new ProgramException(
                    program.describe(receives.get(both)) + " is sent by no operation");
        }
        for (int i = 0; i < both; i++) {
            if (program.bytes(sends.get(i)) > program.bytes(receives.get(i))) {
                throw new ProgramException(
                        "%s is longer than %s"
                                .formatted(
                                        program.describe(sends.get(i)),
                                        program.describe(receives.get(i))));
            }
        }
        return new Connection(key.get(0), key.get(1), key.get(2), sends, receives);
    }

    /** Completes one operation after the other. */
    private int[] run() {
        int operations = program.operations();
        int[] sendOf = new int[operations];
        int[] sendBefore = new int[operations];
        int[] sendAfter = new int[operations];
        int[] receiveOf = new int[operations];
        for (int[] each : List.of(sendOf, sendBefore, sendAfter, receiveOf)) {
            Arrays.fill(each, -1);
        }
        for (Connection connection : connections) {
            int last = -1;
            for (int i = 0; i < connection.sends().size(); i++) {
                int send = connection.sends().get(i);
                sendOf[connection.receives().get(i)] = send;
                receiveOf[send] = connection.receives().get(i);
                sendBefore[send] = last;
                if (last >= 0) {
                    sendAfter[last] = send;
                }
                last = send;
            }
        }
        int[] missing = new int[operations];
        Followers followers = new Followers(program);
        Deque<Integer> ready = new ArrayDeque<>();
        for (int operation = 0; operation < operations; operation++) {
            missing[operation] =
                    program.requirements(operation)
                            + (sendOf[operation] >= 0 ? 1 : 0)
                            + (sendBefore[operation] >= 0 ? 1 : 0);
            if (missing[operation] == 0) {
                ready.add(operation);
            }
        }
        int[] sequence = new int[operations];
        int reached = 0;
        while (!ready.isEmpty()) {
            int operation = ready.remove();
            sequence[reached++] = operation;
            for (int i = followers.first(operation); i < followers.end(operation); i++) {
                release(followers.get(i), missing, ready);
            }
            release(receiveOf[operation], missing, ready);
            release(sendAfter[operation], missing, ready);
        }
        if (reached < operations) {
            throw cycle(
                    program,
                    missing,
                    operation -> {
                        int[] more =
                                Arrays.copyOf(required(program, operation), requiredAll(operation));
                        int at = program.requirements(operation);
                        more[at] = sendOf[operation];
                        more[at + 1] = sendBefore[operation];
                        return more;
                    });
        }
        return sequence;
    }

    private int requiredAll(int operation) {
        return program.requirements(operation) + 2;
    }

    private static void release(int operation, int[] missing, Deque<Integer> ready) {
        if (operation >= 0 && --missing[operation] == 0) {
            ready.add(operation);
        }
    }

    private static int[] required(Program program, int operation) {
        int[] required = new int[program.requirements(operation)];
        Arrays.setAll(required, i -> program.requirement(operation, i));
        return required;
    }

    /** What an operation waits for; below zero for nothing. */
    private interface Requirements {
        int[] of(int operation);
    }

    /** Walks from an operation that is stuck to one that it waits for, until it comes round. */
    private static ProgramException cycle(
            Program program, int[] missing, Requirements requirements) {
        int at = 0;
        while (missing[at] == 0) {
            at++;
        }
        Map<Integer, Integer> seen = new HashMap<>();
        List<Integer> walk = new ArrayList<>();
        while (seen.putIfAbsent(at, walk.size()) == null) {
            walk.add(at);
            for (int required : requirements.of(at)) {
                if (required >= 0 && missing[required] > 0) {
                    at = required;
                    break;
                }
            }
        }
        List<Integer> cycle = walk.subList(seen.get(at), walk.size());
        StringBuilder text = new StringBuilder("these operations wait for each other: ");
        int shown = Math.min(cycle.size(), MOST_NAMED);
        for (int i = 0; i < shown; i++) {
            text.append(program.describe(cycle.get(i))).append(" waits for ");
        }
        if (shown < cycle.size()) {
            text.append("%d more, the last of which waits for ".formatted(cycle.size() - shown));
        }
        return new ProgramException(text.append(program.describe(cycle.get(0))).toString());
    }

    private static final int MOST_NAMED = 12;
}
