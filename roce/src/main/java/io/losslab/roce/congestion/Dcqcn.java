package io.losslab.roce.congestion;

/**
 * DCQCN's reaction point: cuts the rate on congestion notifications, and wins it back by timer (Zhu
 * et al., SIGCOMM 2015, section 3.1 and Figure 7).
 */
public final class Dcqcn implements CongestionControl {
    private final DcqcnSettings settings;
    private final double lineRate;

    private double rate;
    private double target;
    private double alpha = 1;

    private boolean everNotified;
    private boolean notifiedSinceAlpha;
    private boolean decreaseDue;
    private int increases;

    private long alphaNanos; // when alpha was brought up to date
    private long decreaseNanos; // next time at which a decrease may happen
    private long increaseNanos; // next step of increase

    /** Starts at line rate. */
    public Dcqcn(DcqcnSettings settings, FlowPath path) {
        this.settings = settings;
        lineRate = path.lineRateBitsPerSecond();
        rate = lineRate;
        target = lineRate;
    }

    @Override
    public long rateBitsPerSecond(long nowNanos) {
        advance(nowNanos);
        return (long) rate;
    }

    @Override
    public void onCnp(long nowNanos) {
        if (!everNotified) {
            everNotified = true;
            alphaNanos = nowNanos;
            decreaseNanos = nowNanos;
        } else {
            advance(nowNanos);
            advanceAlpha(nowNanos);
            notifiedSinceAlpha = true;
            alignDecrease(nowNanos);
        }
        decreaseDue = true;
        advance(nowNanos);
    }

    /** Share of marked packets, as estimated. */
    double alpha() {
        return alpha;
    }

    double targetBitsPerSecond() {
        return target;
    }

    /** Plays what the timers had to do until now, in order. */
    private void advance(long nowNanos) {
        if (!everNotified) {
            return;
        }
        while (true) {
            if (decreaseDue && decreaseNanos <= nowNanos && decreaseNanos <= nextIncrease()) {
                decrease(decreaseNanos);
            } else if (nextIncrease() <= nowNanos) {
                increase();
            } else {
                return;
            }
        }
    }

    private long nextIncrease() {
        return rate >= lineRate ? Long.MAX_VALUE : increaseNanos;
    }

    private void decrease(long atNanos) {
        advanceAlpha(atNanos);
        if (settings.clampTargetRate() || increases > 0) {
            target = rate;
        }
        rate = Math.max(Math.min(settings.minBitsPerSecond(), lineRate), rate * (1 - alpha / 2));
        increases = 0;
        increaseNanos = atNanos + settings.increaseTimerNanos();
        decreaseNanos = atNanos + settings.decreaseIntervalNanos();
        decreaseDue = false;
    }

    private void increase() {
        if (increases > settings.fastRecoverySteps()) {
            target = Math.min(lineRate, target + settings.hyperBitsPerSecond());
        } else if (increases == settings.fastRecoverySteps()) {
            target = Math.min(lineRate, target + settings.additiveBitsPerSecond());
        }
        rate = (rate + target) / 2;
        if (lineRate - rate < 1) {
            rate = lineRate;
        }
        increases++;
        increaseNanos += settings.increaseTimerNanos();
    }

    /** Alpha after all its updates until now; between notifications it decays by 1 - g each. */
    private void advanceAlpha(long nowNanos) {
        long updates = (nowNanos - alphaNanos) / settings.alphaIntervalNanos();
        if (updates <= 0) {
            return;
        }
        alphaNanos += updates * settings.alphaIntervalNanos();
        if (notifiedSinceAlpha) {
            notifiedSinceAlpha = false;
            alpha = (1 - settings.g()) * alpha + settings.g();
            updates--;
        }
        alpha *= Math.pow(1 - settings.g(), updates);
    }

    /** Decreases happen on a grid of their interval, counted from the last one. */
    private void alignDecrease(long nowNanos) {
        long behind = nowNanos - decreaseNanos;
        if (!decreaseDue && behind > 0) {
            long interval = settings.decreaseIntervalNanos();
            decreaseNanos += (behind + interval - 1) / interval * interval;
        }
    }
}
