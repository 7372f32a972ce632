package io.losslab.labs.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a threshold is a share of free memory. A dynamic one pauses at x = alpha (B - x - y)
 * bytes of the port and class while y others are in the memory B (Choudhury and Hahne, 1998), so
 * that x falls by alpha / (1 + alpha) for each byte of y.
 */
final class Sharing {
    private static final int FILLS = 3;

    private final Bench bench;
    private final FrameCounts counts;

    Sharing(Bench bench, FrameCounts counts) {
        this.bench = bench;
        this.counts = counts;
    }

    /**
     * A dynamic threshold.
     *
     * @param bufferBytes memory that it is a share of
     */
    record Dynamic(Range alpha, Range bufferBytes) {}

    /**
     * Fills the switch with other frames, and looks for the threshold again.
     *
     * @param alone frames that pause the sender while nothing else is in the switch
     * @param fillClass class of the others, where the same host sends them
     * @return empty where the threshold is static
     * @throws Undetermined where that cannot be told
     */
    Optional<Dynamic> find(Range alone, int fillClass) {
        if (!alone.isExact()) {
            throw new Undetermined("the threshold alone varies between samples");
        }
        List<Range> slopes = new ArrayList<>();
        boolean moved = false;
        int frames = (int) alone.least();
        for (int i = 1; i <= FILLS; i++) {
            int fill = frames * i / (FILLS + 1);
            if (fill == 0) {
                continue;
            }
            List<Trial.Burst> before = List.of(filler(fillClass, fill));
            requireTaken(before, fill);
            Range then = counts.xoff(frames, before);
            // Each number of frames stands for a frame's worth of bytes below it.
            slopes.add(
                    new Range(
                            (frames - 1 - then.most()) / fill,
                            (frames + 1 - then.least()) / fill,
                            then.samples()));
            moved |= then.most() < frames - 1 || then.least() > frames + 1;
        }
        if (slopes.isEmpty()) {
            throw new Undetermined("the threshold is only %d frames".formatted(frames));
        }
        if (!moved) {
            return unmoved(fillClass, frames);
        }
        Range slope =
                Range.common(slopes)
                        .filter(range -> range.most() > 0 && range.most() < 1)
                        .orElseThrow(
                                () ->
                                        new Undetermined(
                                                "the threshold does not fall in proportion to what"
                                                        + " others hold"));
        return Optional.of(dynamic(slope, frames));
    }

    private Optional<Dynamic> unmoved(int fillClass, int frames) {
        if (bench.also.isEmpty()) {
            throw new Undetermined(
                    "xoff stayed at %d frames while class %d held %d; it is static, or that class has another pool: use --also HOST"
                            .formatted(frames, fillClass, frames * FILLS / (FILLS + 1)));
        }
        return Optional.empty();
    }

    private Dynamic dynamic(Range slope, int frames) {
        double least = Math.max(slope.least(), Double.MIN_NORMAL);
        Range alpha =
                new Range(least / (1 - least), slope.most() / (1 - slope.most()), slope.samples());
        double bytes = counts.frameBytes();
        // B = x (1 + alpha) / alpha = x / slope.
        Range buffer =
                new Range(
                        (frames - 1) * bytes / slope.most(),
                        frames * bytes / least,
                        slope.samples());
        return new Dynamic(alpha, buffer);
    }

    private Trial.Burst filler(int fillClass, int frames) {
        return bench.also
                .map(host -> new Trial.Burst(host, bench.trafficClass, counts.frameBytes(), frames))
                .orElseGet(
                        () ->
                                new Trial.Burst(
                                        bench.sender, fillClass, counts.frameBytes(), frames));
    }

    /** That the switch holds all of the filling, however little. */
    private void requireTaken(List<Trial.Burst> before, int fill) {
        Trial.Outcome outcome = bench.run(new Trial(before, true, 0, 0, 0));
        if (outcome.filled() != fill) {
            throw new Undetermined(
                    "the switch took only %d of %d frames that were to fill it: use --also HOST"
                            .formatted(outcome.filled(), fill));
        }
    }
}
