package io.losslab.labs.probe;

import java.util.List;

/**
 * What is done once: the receiver stops the switch's port, senders fill the switch, the receiver
 * lets it go.
 *
 * @param bursts sent one after the other while the port is stopped
 * @param obeys whether senders obey pauses
 * @param longerNanos the port is stopped for so long after the last burst
 * @param letGoNanos the port is let go for so long before it is stopped again; 0 for not
 * @param quanta time of the pause that stops it again, which is not refreshed; 0 to hold it
 */
record Trial(List<Burst> bursts, boolean obeys, long longerNanos, long letGoNanos, int quanta) {
    /**
     * Frames of one size, back to back.
     *
     * @param frameBytes destination MAC to FCS
     */
    record Burst(ProbedHost from, int trafficClass, int frameBytes, int frames) {
        double nanos() {
            return frames * from.wireNanos(frameBytes);
        }
    }

    Trial {
        bursts = List.copyOf(bursts);
    }

    /** Fills the switch while senders obey pauses. */
    static Trial fill(Burst... bursts) {
        return new Trial(List.of(bursts), true, 0, 0, 0);
    }

    /** The same by senders that do not obey. */
    Trial withoutObeying() {
        return new Trial(bursts, false, longerNanos, letGoNanos, quanta);
    }

    /** The same, stopped for longer. */
    Trial longer(long nanos) {
        return new Trial(bursts, obeys, nanos, letGoNanos, quanta);
    }

    /** The same; the port is let go for a time, then held again. */
    Trial lettingGo(long nanos) {
        return new Trial(bursts, obeys, longerNanos, nanos, 0);
    }

    /** The same; the port is let go for a time, then paused once. */
    Trial pausingOnce(long afterNanos, int pauseQuanta) {
        return new Trial(bursts, obeys, longerNanos, afterNanos, pauseQuanta);
    }

    /**
     * What was seen.
     *
     * @param held at the sender of the last burst, until the port was let go for good
     * @param sender the same, to the end
     * @param receiver to the end, without what was resent
     * @param filled frames of the first burst's class that the receiver got
     * @param sentFrames of the last burst
     * @param torn whether frames in the middle were lost
     * @param finalNanos when the receiver let the port go for good, by its clock
     */
    record Outcome(
            Passed held,
            Passed sender,
            Passed receiver,
            int filled,
            int sentFrames,
            boolean torn,
            long finalNanos) {
        /** Frames of the last burst that did not arrive at once. */
        int lost(int others) {
            return sentFrames + others - receiver.dataReceived().size();
        }
    }
}
