package io.losslab.softswitch.fabric.pause;

import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import io.losslab.softswitch.fabric.port.LineObserver;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.Arrays;

/**
 * Finds throughput loss as Bifrost, section III-B, defines it: an egress is ready to send, no
 * packet waits, and the reason is that the upstream was paused too long.
 *
 * <p>Exactly: the time in which an egress idles, the ingress holds nothing, and one propagation
 * delay earlier the upstream port was paused with a packet for that egress at its head. The
 * upstream's state travels to the downstream as an event with the link's delay, so both are
 * compared at the same instant.
 */
public final class ThroughputLoss implements LineObserver {
    private final Ports ports;
    private final PortNumbers numbers;
    private final SharedBuffers buffers;

    /**
     * By ingress port: the egress whose packets its upstream held back one delay ago; 0 for none.
     */
    private final int[] withheldFor;

    private final long[] since;
    private final boolean[] counting;
    private final long[] lostPicos;
    private final long[] firstPicos;

    /** By egress port: how many ingress ports count against it. */
    private final int[] watchers;

    public ThroughputLoss(Ports ports, PortNumbers numbers, SharedBuffers buffers) {
        int portCount = numbers.count();
        this.ports = ports;
        this.numbers = numbers;
        this.buffers = buffers;
        withheldFor = new int[portCount + 1];
        since = new long[portCount + 1];
        counting = new boolean[portCount + 1];
        lostPicos = new long[portCount + 1];
        firstPicos = new long[portCount + 1];
        Arrays.fill(firstPicos, -1);
        watchers = new int[portCount + 1];
    }

    /**
     * The upstream of {@code ingress} began to hold back packets for {@code egress}, or none (0),
     * one delay ago.
     */
    public void onWithheld(int ingress, int egress, long now) {
        stop(ingress, now);
        withheldFor[ingress] = egress;
        if (egress != 0) {
            ports.watch(egress, this);
            startIfEmpty(ingress, now);
        }
    }

    /** A packet that came in by {@code ingress} was buffered. */
    public void onBuffered(int ingress, long now) {
        if (counting[ingress]) {
            stop(ingress, now);
        }
    }

    /** A packet that came in by {@code ingress} left the buffer. */
    public void onReleased(int ingress, long now) {
        if (withheldFor[ingress] != 0) {
            startIfEmpty(ingress, now);
        }
    }

    /** A watched egress is about to send. */
    @Override
    public void onTransmit(int egress, int id, long now, long endPicos) {
        if (watchers[egress] == 0) {
            return;
        }
        for (int ingress : numbers.portsOf(numbers.nodeOf(egress))) {
            if (counting[ingress] && withheldFor[ingress] == egress) {
                stop(ingress, now);
                startIfEmpty(ingress, now);
            }
        }
    }

    /** Picoseconds lost at an ingress port, a span still open included. */
    public long lostPicos(int ingress, long now) {
        return lostPicos[ingress] + (counting[ingress] ? openSpan(ingress, now) : 0);
    }

    /** When the first was lost, in a span still open too; -1 if none was. */
    public long firstPicos(int ingress, long now) {
        if (firstPicos[ingress] >= 0 || !counting[ingress]) {
            return firstPicos[ingress];
        }
        long span = openSpan(ingress, now);
        return span > 0 ? now - span : -1;
    }

    private void startIfEmpty(int ingress, long now) {
        if (!counting[ingress] && buffers.heldByPort(ingress) == 0) {
            counting[ingress] = true;
            since[ingress] = now;
            watchers[withheldFor[ingress]]++;
        }
    }

    private void stop(int ingress, long now) {
        if (!counting[ingress]) {
            return;
        }
        long span = openSpan(ingress, now);
        if (span > 0) {
            lostPicos[ingress] += span;
            if (firstPicos[ingress] < 0) {
                firstPicos[ingress] = now - span;
            }
        }
        counting[ingress] = false;
        watchers[withheldFor[ingress]]--;
    }

    private long openSpan(int ingress, long now) {
        int egress = withheldFor[ingress];
        boolean ready = ports.isIdle(egress, now) && !ports.queues.isBlocked(egress);
        return ready ? Math.max(0, now - Math.max(since[ingress], ports.busyUntil(egress))) : 0;
    }
}
