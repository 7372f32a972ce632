package io.losslab.roce.host;

import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.HostProgram.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The programs of a host, or of many, at work. Flows go by their callers' ids. */
final class Programs {
    private final long unitsPerNano;
    private final ProgramRun.Host host;

    /** In the order of their timers. */
    private final List<ProgramRun> runs = new ArrayList<>();

    private int timers;

    /** By flow: place plus one among those that are posted to, or awaited. */
    private final FlowNumbers posted = new FlowNumbers();

    private final FlowNumbers awaited = new FlowNumbers();
    private final List<MessageSteps> postedTo = new ArrayList<>();
    private final List<MessageSteps> awaitedFrom = new ArrayList<>();

    private long origin;

    Programs(long unitsPerNano, ProgramRun.Host host) {
        this.unitsPerNano = unitsPerNano;
        this.host = host;
    }

    /** Forgets all programs; those that come next count time from a moment. */
    void beginRun(long time) {
        origin = time;
        runs.clear();
        timers = 0;
        posted.clear();
        awaited.clear();
        postedTo.clear();
        awaitedFrom.clear();
    }

    /** Adds a program; it begins in its time, or now if that has passed. */
    void add(HostProgram program, long now) {
        ProgramRun run = new ProgramRun(program, timers, host, unitsPerNano, origin);
        number(run.messages(Kind.POST), posted, postedTo);
        number(run.messages(Kind.AWAIT), awaited, awaitedFrom);
        runs.add(run);
        timers += 1 + program.steps();
        host.timerAt(run.firstTimer, Math.max(now, origin + program.startNanos() * unitsPerNano));
    }

    private static void number(
            Map<Integer, MessageSteps> steps, FlowNumbers numbers, List<MessageSteps> all) {
        steps.forEach(
                (flow, ofFlow) -> {
                    all.add(ofFlow);
                    numbers.put(flow, 0, all.size());
                });
    }

    /** A timer is due. */
    void onTimer(int timer, long now) {
        runOf(timer).onTimer(timer, now);
    }

    /** The next message of a flow that programs post to is acknowledged. */
    void onAcknowledged(int flowId, long now) {
        onMessage(posted, postedTo, flowId, now);
    }

    /** The next message of a flow has arrived, perhaps one that a program awaits. */
    void onDelivered(int flowId, long now) {
        onMessage(awaited, awaitedFrom, flowId, now);
    }

    private static void onMessage(
            FlowNumbers numbers, List<MessageSteps> all, int flowId, long now) {
        int number = all.isEmpty() ? 0 : numbers.get(flowId, 0);
        if (number != 0) {
            MessageSteps ofFlow = all.get(number - 1);
            ofFlow.run.onMessage(ofFlow, now);
        }
    }

    /** The last program whose timers begin at or before one. */
    private ProgramRun runOf(int timer) {
        int low = 0;
        int high = runs.size() - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (runs.get(middle).firstTimer <= timer) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return runs.get(low);
    }
}
