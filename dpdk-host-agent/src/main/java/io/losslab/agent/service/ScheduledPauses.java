package io.losslab.agent.service;

import io.losslab.agent.loop.FrameSource;
import io.losslab.agent.plane.ControlFrames;
import io.losslab.proto.v1.TimedPause;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * PFC frames that the host is to send at times to come, by port. In front of the traffic; data
 * thread.
 */
final class ScheduledPauses implements FrameSource {
    private final ControlFrames control;
    private final FrameSource traffic;
    private final List<Deque<Due>> byPort;

    /** A frame, and when it goes. */
    private record Due(long nanos, int priorities, int quanta) {}

    ScheduledPauses(ControlFrames control, int ports, FrameSource traffic) {
        this.control = control;
        this.traffic = traffic;
        byPort = new ArrayList<>();
        for (int port = 0; port <= ports; port++) {
            byPort.add(new ArrayDeque<>());
        }
    }

    /** Replaces the frames of a port that are still to come, by others in order of time. */
    void set(int port, List<TimedPause> pauses, long nowNanos) {
        Deque<Due> due = byPort.get(port);
        due.clear();
        for (TimedPause pause : pauses) {
            due.add(
                    new Due(
                            nowNanos + pause.getAfterNs(),
                            pause.getPriorities(),
                            pause.getQuanta()));
        }
    }

    /** Drops all frames that are still to come. */
    void clear() {
        byPort.forEach(Deque::clear);
    }

    @Override
    public int offer(long nowNanos) {
        int sent = 0;
        for (int port = 1; port < byPort.size(); port++) {
            Deque<Due> due = byPort.get(port);
            while (!due.isEmpty() && due.peek().nanos() <= nowNanos) {
                Due frame = due.remove();
                control.send(port, frame.priorities(), frame.quanta());
                sent++;
            }
        }
        return sent + traffic.offer(nowNanos);
    }

    @Override
    public long nextDueNanos() {
        long next = traffic.nextDueNanos();
        for (Deque<Due> due : byPort) {
            next = due.isEmpty() ? next : Math.min(next, due.peek().nanos());
        }
        return next;
    }
}
