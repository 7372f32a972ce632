package io.losslab.flowcontrol.swing;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.Map;

/**
 * A SWING relay (Bifrost, sections II-A and VI-B): pauses the far end of a port for its own queue
 * there, and at once for a pause that the neighbour at the other port holds on it.
 */
public final class SwingRelay implements EgressScheme {
    /** What a relay knows of one of its ports. */
    private static final class Side {
        final SwingSettings settings;
        final long refreshNanos;

        // By priority.
        final long[] ingressBytes = new long[8];
        final int[] pauseGeneration = new int[8];

        /** Until when the neighbour at the other port holds a pause. */
        final long[] forwardedUntilNanos = new long[8];

        /** Bit i: the queue of priority i has passed XOFF and is not down to XON. */
        int over;

        /** Bit i: the far end is paused. */
        int paused;

        Side(SwingSettings settings, long rateBitsPerSecond) {
            this.settings = settings;
            this.refreshNanos =
                    settings.timer() == PauseTimer.QUANTA
                            ? PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, rateBitsPerSecond) / 2
                            : 0;
        }
    }

    private final DataPlane plane;
    private final byte[] frame = new byte[PauseFrame.LENGTH_BYTES];

    /** By port; null where no rule applies. */
    private final Side[] sides = new Side[3];

    /**
     * Makes a relay.
     *
     * @param byPort settings of the ports that a rule names
     * @throws IllegalArgumentException if the device has not two ports
     */
    public SwingRelay(DataPlane plane, Map<Integer, SwingSettings> byPort) {
        if (plane.ports() != 2) {
            throw new IllegalArgumentException(
                    "a SWING relay has two ports, this device has "
                            + plane.ports()
                            + ": name the relays in the rule's 'at'");
        }
        this.plane = plane;
        byPort.forEach(
                (port, settings) ->
                        sides[port] = new Side(settings, plane.link(port).rateBitsPerSecond()));
    }

    @Override
    public boolean choosesQueues() {
        return false;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return plane.priority(packet);
    }

    @Override
    public void onEnqueue(int packet, int ingress, int egress, int queue) {
        Side side = sides[ingress];
        if (side != null) {
            side.ingressBytes[queue] += plane.bytes(packet);
            if (side.settings.hasThreshold()
                    && side.ingressBytes[queue] >= side.settings.xoffBytes()) {
                side.over |= 1 << queue;
                update(side, ingress, queue);
            }
        }
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        Side side = sides[ingress];
        if (side != null) {
            side.ingressBytes[queue] -= plane.bytes(packet);
            if ((side.over >> queue & 1) != 0
                    && side.ingressBytes[queue] <= side.settings.xonBytes()) {
                side.over &= ~(1 << queue);
                update(side, ingress, queue);
            }
        }
    }

    /** Forwards a neighbour's pause, and leaves it to the PFC responder to obey it here too. */
    @Override
    public boolean onControl(int port, byte[] received, int offset) {
        int other = 3 - port;
        Side side = sides[other];
        if (side != null && side.settings.forwards() && PauseFrame.matches(received, offset)) {
            int priorities = PauseFrame.priorities(received, offset) & side.settings.priorities();
            while (priorities != 0) {
                int priority = Integer.numberOfTrailingZeros(priorities);
                priorities &= priorities - 1;
                int quanta = PauseFrame.quanta(received, offset, priority);
                side.forwardedUntilNanos[priority] = endNanos(side, port, quanta);
                update(side, other, priority);
            }
        }
        return false;
    }

    @Override
    public void onTimer(int timer) {
        int priority = timer & 7;
        int port = timer >>> 3 & 3;
        Side side = sides[port];
        boolean current = timer >>> 5 == (side.pauseGeneration[priority] & 0xFFFFFF);
        if (current && (side.paused >> priority & 1) != 0) {
            update(side, port, priority);
            if ((side.paused >> priority & 1) != 0) {
                send(port, priority, PauseFrame.MAX_QUANTA);
                scheduleRefresh(side, port, priority);
            }
        }
    }

    /** Sends PAUSE or RESUME by a port if what it stands for has changed. */
    private void update(Side side, int port, int priority) {
        int bit = 1 << priority;
        boolean wanted =
                (side.settings.priorities() & bit) != 0
                        && ((side.over & bit) != 0
                                || side.forwardedUntilNanos[priority] > plane.nowNanos());
        if (wanted == ((side.paused & bit) != 0)) {
            return;
        }
        side.paused ^= bit;
        side.pauseGeneration[priority]++;
        if (wanted) {
            send(port, priority, PauseFrame.MAX_QUANTA);
            scheduleRefresh(side, port, priority);
        } else {
            send(port, priority, 0);
        }
    }

    private long endNanos(Side side, int port, int quanta) {
        if (quanta == PauseFrame.MAX_QUANTA && side.settings.timer() == PauseTimer.UNTIL_RESUME) {
            return DataPlane.FOREVER;
        }
        return plane.nowNanos() + PauseFrame.nanosOf(quanta, plane.link(port).rateBitsPerSecond());
    }

    private void send(int port, int priority, int quanta) {
        PauseFrame.write(frame, 0, plane.mac(port), 1 << priority, quanta);
        plane.sendControl(port, frame, 0, PauseFrame.LENGTH_BYTES);
    }

    private void scheduleRefresh(Side side, int port, int priority) {
        if (side.refreshNanos > 0) {
            int generation = side.pauseGeneration[priority] & 0xFFFFFF;
            plane.setTimer(
                    generation << 5 | port << 3 | priority, plane.nowNanos() + side.refreshNanos);
        }
    }
}
