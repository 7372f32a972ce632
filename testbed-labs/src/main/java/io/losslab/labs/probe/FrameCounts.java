package io.losslab.labs.probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What the sender's port of the switch does at which number of frames of one size. The receiver's
 * port stands still meanwhile, so that all frames are in the switch, and a number of frames is a
 * number of bytes.
 */
final class FrameCounts {
    private static final int LEAST_FRAMES = 2;

    private final Bench bench;
    private final int frameBytes;
    private final int repeats;
    private final long mostBytes;

    /**
     * Makes them.
     *
     * @param frameBytes of every frame, destination MAC to FCS
     * @param repeats of every measurement, at least 1
     * @param mostBytes that are sent at a time
     */
    FrameCounts(Bench bench, int frameBytes, int repeats, long mostBytes) {
        this.bench = bench;
        this.frameBytes = frameBytes;
        this.repeats = repeats;
        this.mostBytes = mostBytes;
    }

    int frameBytes() {
        return frameBytes;
    }

    /** Most frames that are sent at a time. */
    int mostFrames() {
        return (int) Math.max(LEAST_FRAMES, mostBytes / frameBytes);
    }

    /** Frames of the probed class. */
    Trial.Burst burst(int frames) {
        return new Trial.Burst(bench.sender, bench.trafficClass, frameBytes, frames);
    }

    /**
     * The number of frames that makes the switch pause its sender.
     *
     * @param guess where to begin
     * @throws Undetermined where none does
     */
    Range xoff(int guess) {
        return xoff(guess, List.of());
    }

    /**
     * The same while other frames are in the switch.
     *
     * @param before sent first; must all be there
     */
    Range xoff(int guess, List<Trial.Burst> before) {
        List<Integer> samples = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            int from = samples.isEmpty() ? guess : samples.get(0);
            OptionalInt found =
                    Search.smallest(Math.max(1, from), mostFrames(), n -> pauses(n, before));
            samples.add(found.orElseThrow(() -> noXoff(before)));
        }
        return Range.spread(samples);
    }

    private boolean pauses(int frames, List<Trial.Burst> before) {
        List<Trial.Burst> bursts = new ArrayList<>(before);
        bursts.add(burst(frames));
        Trial.Outcome outcome = bench.run(new Trial(bursts, true, 0, 0, 0));
        return outcome.held().wasPaused();
    }

    private Undetermined noXoff(List<Trial.Burst> before) {
        List<Trial.Burst> bursts = new ArrayList<>(before);
        bursts.add(burst(mostFrames()));
        Trial.Outcome outcome = bench.run(new Trial(bursts, true, 0, 0, 0));
        int lost = outcome.lost(bench.framesOfClass(before));
        return new Undetermined(
                "%d frames of %d B made the switch send no pause of class %d%s"
                        .formatted(
                                mostFrames(),
                                frameBytes,
                                bench.trafficClass,
                                lost > 0 ? ", and %d of them were lost".formatted(lost) : ""));
    }

    /**
     * The number of frames that must leave a switch, which was paused by so many, until it resumes
     * its sender.
     *
     * @param frames that pause the sender
     * @throws Undetermined where it resumes at none, or the port cannot be let go for so few
     */
    Range xon(int frames) {
        List<Integer> samples = new ArrayList<>();
        while (samples.size() < repeats) {
            int guess = samples.isEmpty() ? Math.max(1, frames / 2) : samples.get(0);
            Range seen = left(frames, guess);
            if (!seen.isExact()) {
                // The port was never let go for exactly the frames in between.
                return new Range(seen.least(), seen.most(), samples.size() + 1);
            }
            // Not by the time it was let go for: one more frame may have left in it.
            samples.add((int) seen.most());
        }
        return Range.spread(samples);
    }

    /** One sample: all numbers that agree with what was seen. */
    private Range left(int frames, int guess) {
        Map<Integer, Boolean> resumed = new HashMap<>();
        int found =
                Search.smallest(guess, frames, n -> resumes(frames, nanosFor(n), resumed))
                        .orElseThrow(
                                () ->
                                        new Undetermined(
                                                "the switch had sent no resume when all of %d frames had left it"
                                                        .formatted(frames)));
        Range seen = leastResumed(frames, resumed);
        if (seen.isExact()) {
            return seen;
        }
        // Where a frame takes few nanoseconds, the times of two counts may have missed one between.
        int before = found == 1 ? 0 : nanosFor(found - 1);
        int within = nanosFor(found) - before;
        Search.smallest(within, within, n -> resumes(frames, before + n, resumed));
        return leastResumed(frames, resumed);
    }

    /** The numbers above all that did not resume the sender, up to the least that always did. */
    private static Range leastResumed(int frames, Map<Integer, Boolean> resumed) {
        int most = frames;
        int least = 1;
        for (Map.Entry<Integer, Boolean> seen : resumed.entrySet()) {
            if (seen.getValue()) {
                most = Math.min(most, seen.getKey());
            } else {
                least = Math.max(least, seen.getKey() + 1);
            }
        }
        if (least > most) {
            throw new Undetermined(
                    "the switch resumed its sender after %d frames, but not after %d"
                            .formatted(most, least - 1));
        }
        return new Range(least, most, 1);
    }

    /** For how long the port is let go for a number of frames, within the last of them. */
    private int nanosFor(int out) {
        return (int) Math.max(1, Math.round((out - 0.5) * bench.receiver.wireNanos(frameBytes)));
    }

    /** Lets frames out for a time, and notes by how many it were. */
    private boolean resumes(int frames, int letGoNanos, Map<Integer, Boolean> resumed) {
        Trial.Outcome outcome = bench.run(Trial.fill(burst(frames)).lettingGo(letGoNanos));
        if (!outcome.held().wasPaused()) {
            throw new Undetermined(
                    "%d frames did not make the switch pause every time".formatted(frames));
        }
        int left = outcome.receiver().receivedBy(outcome.finalNanos());
        boolean came = outcome.held().wasResumed();
        resumed.merge(left, came, Boolean::logicalAnd);
        return came;
    }

    /**
     * The number of frames that the switch takes of a sender that does not obey.
     *
     * @param guess where to begin
     * @throws Undetermined where none was lost
     */
    Range taken(int guess) {
        int frames = Math.min(guess, mostFrames());
        List<Integer> samples = new ArrayList<>();
        while (samples.size() < repeats) {
            Trial.Outcome outcome = bench.run(Trial.fill(burst(frames)).withoutObeying());
            int taken = outcome.receiver().dataReceived().size();
            if (taken < frames) {
                if (outcome.torn()) {
                    throw new Undetermined(
                            "some of %d frames were lost and later ones were not"
                                    .formatted(frames));
                }
                samples.add(taken);
            } else if (frames == mostFrames()) {
                throw new Undetermined(
                        "none of %d frames of %d B was lost".formatted(frames, frameBytes));
            } else {
                frames = (int) Math.min(2L * frames, mostFrames());
            }
        }
        return Range.spread(samples);
    }
}
