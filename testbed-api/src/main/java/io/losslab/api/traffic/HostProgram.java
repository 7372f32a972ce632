package io.losslab.api.traffic;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What a host computes, sends and awaits, each step after others of the host: its part of a
 * collective or of a training job. Steps go by their position, from 0; each stands behind those
 * that it waits for. Immutable.
 */
public final class HostProgram {
    /** What a step does. */
    public enum Kind {
        /** Takes time on a stream, whose steps take turns. */
        COMPUTE,
        /** Posts the next message of a flow; complete when all of it is acknowledged. */
        POST,
        /** Complete when the next message of a flow has arrived. */
        AWAIT
    }

    private final int id;
    private final long startNanos;
    private final long stopNanos;
    private final long iterations;

    /*
     * By step: its kind; its stream or flow; how long it takes or which
     * message it is of; how many it waits for. Steps that
     * wait for step s are followers[firstFollower[s]] up to followers[firstFollower[s + 1] - 1].
     */
    private final Kind[] kinds;
    private final int[] subjects;
    private final long[] amounts;
    private final int[] waitsFor;
    private final int[] firstFollower;
    private final int[] followers;

    private HostProgram(Builder builder) {
        id = builder.id;
        startNanos = builder.startNanos;
        stopNanos = builder.stopNanos;
        iterations = builder.iterations;
        kinds = Arrays.copyOf(builder.kinds, builder.steps);
        subjects = Arrays.copyOf(builder.subjects, builder.steps);
        amounts = Arrays.copyOf(builder.amounts, builder.steps);
        waitsFor = new int[builder.steps];
        firstFollower = new int[builder.steps + 1];
        followers = new int[builder.edges];
        for (int edge = 0; edge < builder.edges; edge++) {
            waitsFor[builder.waiting[edge]]++;
            firstFollower[builder.awaited[edge] + 1]++;
        }
        for (int step = 0; step < builder.steps; step++) {
            firstFollower[step + 1] += firstFollower[step];
        }
        int[] next = firstFollower.clone();
        for (int edge = 0; edge < builder.edges; edge++) {
            followers[next[builder.awaited[edge]]++] = builder.waiting[edge];
        }
    }

    /** Begins a program without steps. */
    public static Builder builder(int id) {
        return new Builder(id);
    }

    /** Chosen by the caller, unique in the run. */
    public int id() {
        return id;
    }

    /** When the first iteration begins. */
    public long startNanos() {
        return startNanos;
    }

    /** No iteration begins at or after it; {@link Long#MAX_VALUE} for no end. */
    public long stopNanos() {
        return stopNanos;
    }

    public long iterations() {
        return iterations;
    }

    public int steps() {
        return kinds.length;
    }

    public Kind kind(int step) {
        return kinds[step];
    }

    /** COMPUTE: the stream; else the flow. */
    public int subject(int step) {
        return subjects[step];
    }

    /** What {@link #durationNanos} or {@link #message} gives. */
    long amount(int step) {
        return amounts[step];
    }

    /** COMPUTE: how long it takes. */
    public long durationNanos(int step) {
        return amounts[step];
    }

    /** POST, AWAIT: which message of the flow in an iteration, from 0. */
    public int message(int step) {
        return (int) amounts[step];
    }

    /** How many steps a step waits for. */
    public int waitsFor(int step) {
        return waitsFor[step];
    }

    /** How many steps wait for a step. */
    public int followers(int step) {
        return firstFollower[step + 1] - firstFollower[step];
    }

    /** One of the steps that wait for a step. */
    public int follower(int step, int index) {
        return followers[firstFollower[step] + index];
    }

    /**
     * By flow, the steps of a kind by their message.
     *
     * @throws IllegalArgumentException where a message has no step, or several
     */
    public Map<Integer, int[]> messages(Kind kind) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int step = 0; step < kinds.length; step++) {
            if (kinds[step] == kind) {
                counts.merge(subjects[step], 1, Integer::sum);
            }
        }
        Map<Integer, int[]> messages = new HashMap<>();
        counts.forEach(
                (flow, count) -> {
                    int[] none = new int[count];
                    Arrays.fill(none, -1);
                    messages.put(flow, none);
                });
        for (int step = 0; step < kinds.length; step++) {
            if (kinds[step] == kind) {
                int[] steps = messages.get(subjects[step]);
                if (amounts[step] >= steps.length || steps[message(step)] >= 0) {
                    throw new IllegalArgumentException(
                            "program %d needs one step for each message of flow %d, from 0 on"
                                    .formatted(id, subjects[step]));
                }
                steps[message(step)] = step;
            }
        }
        return messages;
    }

    /** Collects steps. */
    public static final class Builder {
        private final int id;
        private long startNanos;
        private long stopNanos = Long.MAX_VALUE;
        private long iterations = 1;
        private Kind[] kinds = new Kind[16];
        private int[] subjects = new int[16];
        private long[] amounts = new long[16];
        private int steps;
        private int[] waiting = new int[16];
        private int[] awaited = new int[16];
        private int edges;

        private Builder(int id) {
            this.id = id;
        }

        public Builder between(long start, long stop) {
            if (start < 0 || stop < start) {
                throw problem("must not stop before it starts");
            }
            startNanos = start;
            stopNanos = stop;
            return this;
        }

        public Builder times(long count) {
            if (count < 1) {
                throw problem("needs iterations above zero: " + count);
            }
            iterations = count;
            return this;
        }

        /** Adds a step; returns its position. */
        public int compute(int stream, long nanos) {
            return add(Kind.COMPUTE, stream, nanos);
        }

        /** Adds a step for a message of an iteration; returns its position. */
        public int post(int flow, long message) {
            return add(Kind.POST, flow, message);
        }

        /** Adds a step for a message of an iteration; returns its position. */
        public int await(int flow, long message) {
            return add(Kind.AWAIT, flow, message);
        }

        /** Makes a step wait for one that stands in front of it. */
        public Builder after(int step, int earlier) {
            if (step < 0 || step >= steps || earlier < 0 || earlier >= step) {
                throw problem(
                        "has %d steps, each behind those that it waits for; step %d cannot wait for %d"
                                .formatted(steps, step, earlier));
            }
            if (edges == waiting.length) {
                waiting = Arrays.copyOf(waiting, 2 * edges);
                awaited = Arrays.copyOf(awaited, 2 * edges);
            }
            waiting[edges] = step;
            awaited[edges++] = earlier;
            return this;
        }

        public HostProgram build() {
            if (steps == 0) {
                throw problem("has no step");
            }
            return new HostProgram(this);
        }

        private int add(Kind kind, int subject, long amount) {
            if (amount < 0) {
                throw problem("has a step of " + amount);
            }
            if (steps == kinds.length) {
                kinds = Arrays.copyOf(kinds, 2 * steps);
                subjects = Arrays.copyOf(subjects, 2 * steps);
                amounts = Arrays.copyOf(amounts, 2 * steps);
            }
            kinds[steps] = kind;
            subjects[steps] = subject;
            amounts[steps] = amount;
            return steps++;
        }

        private IllegalArgumentException problem(String what) {
            return new IllegalArgumentException("program %d %s".formatted(id, what));
        }
    }
}
