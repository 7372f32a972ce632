package io.losslab.flowcontrol.tagger;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pause.PauseSender;

/**
 * A relaying host that detects no congestion and passes on what the next switch says of it ("the
 * nodes merely forwarding flow control information received from downstream switches", PortFC,
 * II-C.3): while a port holds a tag, the other ports pause the tags that leave by it with that one.
 */
final class PauseForwarder {
    private static final int MAX_PORTS = Integer.MAX_VALUE / PauseSender.TIMERS;

    private final HopTags tags;

    /** By port, from 1. */
    private final PauseSender[] senders;

    /** By port, from 1: tags that its neighbour has paused, bit i = priority i. */
    private final int[] held;

    PauseForwarder(DataPlane plane, HopTags tags, PauseTimer timer) {
        if (plane.ports() > MAX_PORTS) {
            throw new IllegalArgumentException(
                    "relays that forward pauses have at most %d ports, not %d"
                            .formatted(MAX_PORTS, plane.ports()));
        }
        this.tags = tags;
        senders = new PauseSender[plane.ports() + 1];
        held = new int[plane.ports() + 1];
        for (int port = 1; port <= plane.ports(); port++) {
            senders[port] = new PauseSender(plane, port, timer, port * PauseSender.TIMERS);
        }
    }

    /** A frame came in by a port; only pause frames matter. */
    void onControl(int port, byte[] frame, int offset) {
        if (!PauseFrame.matches(frame, offset)) {
            return;
        }
        int named = PauseFrame.priorities(frame, offset);
        for (int priority = 0; priority < 8; priority++) {
            if ((named >> priority & 1) != 0) {
                boolean pause = PauseFrame.quanta(frame, offset, priority) > 0;
                held[port] = held[port] & ~(1 << priority) | (pause ? 1 << priority : 0);
            }
        }
        for (int upstream = 1; upstream < senders.length; upstream++) {
            if (upstream != port) {
                update(upstream);
            }
        }
    }

    /** The tag whose pauses become pauses of another; -1 where that one is none of the tags. */
    int passesOn(int tag) {
        return (tags.priorities() >> tag & 1) != 0 ? tags.next(tag) : -1;
    }

    void onTimer(int timer) {
        int port = timer / PauseSender.TIMERS;
        senders[port].onTimer(timer % PauseSender.TIMERS);
    }

    private void update(int upstream) {
        int heldElsewhere = 0;
        for (int port = 1; port < held.length; port++) {
            heldElsewhere |= port == upstream ? 0 : held[port];
        }
        PauseSender sender = senders[upstream];
        for (int tag = 0; tag < 8; tag++) {
            int passedOn = passesOn(tag);
            boolean wanted = passedOn >= 0 && (heldElsewhere >> passedOn & 1) != 0;
            if (wanted && !sender.isPaused(tag)) {
                sender.pause(tag);
            } else if (!wanted && sender.isPaused(tag)) {
                sender.resume(tag);
            }
        }
    }
}
