package io.losslab.roce.host;

import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.HostProgram.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A program at work. Completing a step allocates nothing, and does not recurse: what becomes ready
 * waits on a stack. Times are in the host's unit.
 */
final class ProgramRun {
    /** What a program asks of its host. */
    interface Host {
        /** Posts the next message of a flow. */
        void post(int flowId, long now);

        /** {@link ProgramRun#onTimer} is to be called with a timer at a time. */
        void timerAt(int timer, long time);

        /** An iteration is complete. */
        void onIteration(HostProgram program, long iteration, long begin, long end);
    }

    final HostProgram program;

    /** At which it begins; that of step s is s + 1 further. */
    final int firstTimer;

    private final Host host;
    private final long unitsPerNano;
    private final long stop;

    /*
     * By step, in this iteration: how many it still waits for; whether all are complete. By step
     * of POST and AWAIT: all of its flow.
     */
    private final int[] missing;
    private final boolean[] ready;
    private final MessageSteps[] messages;

    /** By step of COMPUTE: number of its stream; by stream: when it is free. */
    private final int[] streams;

    private final long[] streamFree;

    /** Steps that are complete, and whose followers are to hear of it. */
    private final int[] done;

    private int doneCount;
    private int left;
    private long iteration;
    private long begun;
    private boolean settling;

    ProgramRun(HostProgram program, int firstTimer, Host host, long unitsPerNano, long origin) {
        this.program = program;
        this.firstTimer = firstTimer;
        this.host = host;
        this.unitsPerNano = unitsPerNano;
        boolean endless = program.stopNanos() > (Long.MAX_VALUE - origin) / unitsPerNano;
        stop = endless ? Long.MAX_VALUE : origin + program.stopNanos() * unitsPerNano;
        int steps = program.steps();
        missing = new int[steps];
        ready = new boolean[steps];
        messages = new MessageSteps[steps];
        streams = new int[steps];
        done = new int[steps];
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int step = 0; step < steps; step++) {
            if (program.kind(step) == Kind.COMPUTE) {
                Integer next = numbers.size();
                Integer known = numbers.putIfAbsent(program.subject(step), next);
                streams[step] = known == null ? next : known;
            }
        }
        streamFree = new long[numbers.size()];
    }

    /** By flow, the steps that post to it or await it. */
    Map<Integer, MessageSteps> messages(Kind kind) {
        Map<Integer, MessageSteps> all = new HashMap<>();
        program.messages(kind)
                .forEach(
                        (flow, steps) -> {
                            MessageSteps ofFlow = new MessageSteps(this, steps);
                            for (int step : steps) {
                                messages[step] = ofFlow;
                            }
                            all.put(flow, ofFlow);
                        });
        return all;
    }

    /** A time that was asked for has come: a step has computed, or the program is to begin. */
    void onTimer(int timer, long now) {
        if (timer == firstTimer) {
            beginIteration(now);
        } else {
            complete(timer - firstTimer - 1);
        }
        settle(now);
    }

    /** The next message of a flow is acknowledged, or has arrived. */
    void onMessage(MessageSteps ofFlow, long now) {
        int step = ofFlow.completeNext(iteration);
        if (step >= 0 && ready[step]) {
            complete(step);
            settle(now);
        }
    }

    private void beginIteration(long now) {
        begun = now;
        left = program.steps();
        for (int step = 0; step < left; step++) {
            missing[step] = program.waitsFor(step);
        }
        Arrays.fill(ready, false);
        for (int step = 0; step < program.steps(); step++) {
            if (program.waitsFor(step) == 0) {
                onReady(step, now);
            }
        }
    }

    private void complete(int step) {
        done[doneCount++] = step;
    }

    private void settle(long now) {
        if (settling) {
            return;
        }
        settling = true;
        while (doneCount > 0) {
            int step = done[--doneCount];
            left--;
            for (int i = 0; i < program.followers(step); i++) {
                int follower = program.follower(step, i);
                if (--missing[follower] == 0) {
                    onReady(follower, now);
                }
            }
            if (left == 0) {
                endIteration(now);
            }
        }
        settling = false;
    }

    private void endIteration(long now) {
        host.onIteration(program, iteration, begun, now);
        iteration++;
        if (iteration < program.iterations() && now < stop) {
            beginIteration(now);
        }
    }

    private void onReady(int step, long now) {
        ready[step] = true;
        switch (program.kind(step)) {
            case COMPUTE -> compute(step, now);
            case POST -> postReady(messages[step], now);
            case AWAIT -> {
                if (messages[step].isComplete(program.message(step), iteration)) {
                    complete(step);
                }
            }
        }
    }

    private void compute(int step, long now) {
        int stream = streams[step];
        long begin = Math.max(now, streamFree[stream]);
        long end = begin + program.durationNanos(step) * unitsPerNano;
        streamFree[stream] = end;
        if (end == now) {
            complete(step);
        } else {
            host.timerAt(firstTimer + 1 + step, end);
        }
    }

    /** Posts as many messages of a flow as are ready in their order. */
    private void postReady(MessageSteps ofFlow, long now) {
        int step = ofFlow.nextToPost(iteration);
        while (step >= 0 && ready[step]) {
            ofFlow.post();
            host.post(program.subject(step), now);
            step = ofFlow.nextToPost(iteration);
        }
    }
}
