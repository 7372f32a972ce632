package io.losslab.labs.backend.live;

import io.losslab.labs.backend.Pace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the time dilation at which this machine keeps the time of a lab. How late frames and pauses
 * are is a matter of wall-clock time, so in lab time it falls as the dilation grows: what one lab
 * was late by says what the next needs. A machine that had too much to do is late by more than
 * that, so a much slower lab is tried before it is chosen.
 */
final class LivePace implements Pace {
    private static final Logger LOG = LoggerFactory.getLogger(LivePace.class);

    /** Of the first trials; slower ones take as long in lab time. */
    private static final long TRIAL_WALL_NANOS = 3_000_000_000L;

    /** At the first dilation; the first one is for the agents to load and compile their code. */
    private static final int FIRST_TRIALS = 3;

    private static final int MOST_TRIALS = 5;

    private static final int MOST_REPEATS = 2;

    /**
     * A dilation is chosen such that the lab is late by an eighth of what is allowed: PortFC in
     * NDC(2, 1) took 10 to 40 % longer than in virtual time when it was late by half of it, and 2
     * to 5 % when it was late by an eighth.
     */
    private static final double MARGIN = 8;

    /** Faster by more, frames could become more than the machine can move. */
    private static final double FASTER = 0.5;

    /** Slower by more, what the machine was late by says too little. */
    private static final double SLOWER = 4;

    private final boolean given;
    private final long trialNanos;
    private TimeDilation dilation;
    private int trials;
    private boolean chosen;
    private int repeats;
    private double lateness;

    /** How late trials were, without those that had no traffic. */
    private final List<Double> tried = new ArrayList<>();

    private LivePace(boolean given, TimeDilation dilation) {
        this.given = given;
        this.dilation = dilation;
        chosen = given;
        trialNanos = TRIAL_WALL_NANOS / dilation.factor();
    }

    /** A dilation that the user has chosen stays. */
    static LivePace given(TimeDilation dilation) {
        return new LivePace(true, dilation);
    }

    /** The machine decides, beginning with a dilation. */
    static LivePace from(TimeDilation first) {
        return new LivePace(false, first);
    }

    /** Of the next lab. */
    TimeDilation dilation() {
        return dilation;
    }

    /**
     * How late the lab was at worst, over what is allowed: 1 is just allowed; infinite where frames
     * were lost.
     */
    void ended(double latenessOfAllowed) {
        lateness = latenessOfAllowed;
    }

    @Override
    public long trialNanos() {
        return chosen ? 0 : trialNanos;
    }

    @Override
    public void endTrial() {
        trials++;
        LOG.info("trial {}: late by {} of what is allowed; {}", trials, lateness, dilation);
        if (trials > 1 && lateness > 0) {
            tried.add(lateness);
        }
        if (trials < FIRST_TRIALS) {
            return;
        }
        // What disturbed one of them only need not last; a cell that is late is repeated.
        double factor = tried.isEmpty() ? 1 : MARGIN * Collections.min(tried);
        // Faster than a slower lab that was tried, the machine would have too much to do again.
        double least = trials == FIRST_TRIALS ? FASTER : 1;
        dilation = dilation.times(Math.max(least, Math.min(SLOWER, factor)));
        chosen = factor <= SLOWER || trials == MOST_TRIALS;
        tried.clear();
        LOG.info("{}: {}", chosen ? "calibrated" : "to be tried", dilation);
    }

    @Override
    public void beginCell() {
        repeats = 0;
    }

    @Override
    public boolean slowDown() {
        if (given || lateness <= 1 || repeats == MOST_REPEATS) {
            return false;
        }
        repeats++;
        dilation = dilation.times(Math.min(SLOWER, MARGIN * lateness));
        LOG.info("time was not kept: late by {} of what is allowed; {}", lateness, dilation);
        return true;
    }

    @Override
    public OptionalLong timeDilation() {
        return OptionalLong.of(dilation.factor());
    }

    @Override
    public Optional<String> note() {
        return repeats == 0
                ? Optional.empty()
                : Optional.of(
                        String.format(
                                Locale.ROOT,
                                "a cell did not keep time and was repeated slower, the last time"
                                        + " with a time dilation of %,d",
                                dilation.factor()));
    }
}
