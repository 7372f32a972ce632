package io.losslab.labs.probe;

import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How long it takes a switch and a NIC to act on pauses, and what they make of the time in them
 * (IEEE 802.1Qbb; IEEE 802.3, Annex 31B: the time counts from the frame's arrival).
 */
final class Timers {
    private static final int SHORT_QUANTA = 8_192;
    private static final int LONG_QUANTA = 40_960;

    /** Times are whole nanoseconds, and a difference of differences is four of them. */
    private static final int CLOCK_NANOS = 2;

    private final Bench bench;
    private final FrameCounts counts;
    private final int repeats;

    Timers(Bench bench, FrameCounts counts, int repeats) {
        this.bench = bench;
        this.counts = counts;
        this.repeats = repeats;
    }

    /**
     * The pauses that a switch sends while it means one.
     *
     * @param quanta in them
     * @param refreshNanos from one to the next; empty where there was only one
     */
    record Refresh(Range quanta, Optional<Range> refreshNanos) {
        /** What experiments call that: a pause that is not refreshed holds until a resume. */
        String timer() {
            return refreshNanos.isPresent() ? "quanta" : "untilResume";
        }
    }

    /**
     * Watches a pause that lasts for several times what a frame can ask for.
     *
     * @param frames that pause the sender
     */
    Refresh refresh(int frames) {
        long full = PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, bench.sender.rate());
        Trial.Outcome outcome = bench.run(Trial.fill(counts.burst(frames)).longer(5 * full / 2));
        List<Passed.Pause> pauses =
                outcome.held().received().stream().filter(pause -> !pause.resumes()).toList();
        if (pauses.isEmpty()) {
            throw new Undetermined("%d frames did not pause the sender".formatted(frames));
        }
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < pauses.size(); i++) {
            gaps.add(pauses.get(i).nanos() - pauses.get(i - 1).nanos());
        }
        return new Refresh(
                Range.spread(pauses.stream().map(Passed.Pause::quanta).toList()),
                gaps.isEmpty() ? Optional.empty() : Optional.of(Range.spread(gaps)));
    }

    /**
     * When a NIC acts.
     *
     * @param pauseNanos from a pause to the last frame that begins
     * @param resumeNanos from a resume to the first
     */
    record Reaction(Range pauseNanos, Range resumeNanos) {}

    /**
     * Watches the sending NIC while the switch pauses and resumes it in the middle of a burst.
     *
     * @param guess frames that pause the sender
     * @throws Undetermined where it does not stop, or frames are lost before it does
     */
    Reaction nic(int guess) {
        List<Range> pauses = new ArrayList<>();
        List<Long> resumes = new ArrayList<>();
        int frames = 2 * guess;
        while (pauses.size() < repeats) {
            Trial.Outcome outcome = bench.run(Trial.fill(counts.burst(frames)));
            if (outcome.lost(0) > 0 || outcome.torn()) {
                throw new Undetermined(
                        "the switch lost frames before %s stopped".formatted(bench.sender.name()));
            }
            Optional<Long> last = lastBeforeResume(outcome.sender());
            Optional<Long> first = firstAfterResume(outcome.sender());
            if (last.isEmpty() || first.isEmpty()) {
                if (frames >= counts.mostFrames()) {
                    throw new Undetermined(
                            "%s had sent all of %d frames before it stopped"
                                    .formatted(bench.sender.name(), frames));
                }
                frames = (int) Math.min(2L * frames, counts.mostFrames());
                continue;
            }
            pauses.add(
                    new Range(
                            Math.max(0, last.get() - CLOCK_NANOS),
                            Math.max(CLOCK_NANOS, last.get() + gap(outcome.sender())),
                            1));
            resumes.add(first.get());
            // Another phase of the frames against the pause.
            frames++;
        }
        Range pause =
                Range.common(pauses)
                        .orElseGet(() -> new Range(least(pauses), most(pauses), pauses.size()));
        return new Reaction(pause, Range.spread(resumes));
    }

    /**
     * After the last frame the next one would have begun so much later at the latest: a host that
     * sends in bursts leaves gaps of its own.
     */
    private double gap(Passed sender) {
        double gap = bench.sender.wireNanos(counts.frameBytes());
        long pause = first(sender, false).orElse(Long.MAX_VALUE);
        for (int i = 1; i < sender.dataSent().size(); i++) {
            if (sender.dataSent().get(i) > pause) {
                break;
            }
            gap = Math.max(gap, sender.dataSent().get(i) - sender.dataSent().get(i - 1));
        }
        return gap + CLOCK_NANOS;
    }

    /** From the first pause to the last frame that began before the resume, if it stopped. */
    private static Optional<Long> lastBeforeResume(Passed sender) {
        Optional<Long> pause = first(sender, false);
        Optional<Long> resume = first(sender, true);
        if (pause.isEmpty() || resume.isEmpty()) {
            return Optional.empty();
        }
        return sender.dataSent().stream()
                .filter(nanos -> nanos < resume.get())
                .reduce((one, other) -> other)
                .map(nanos -> nanos - pause.get());
    }

    private static Optional<Long> firstAfterResume(Passed sender) {
        return first(sender, true)
                .flatMap(
                        resume ->
                                sender.dataSent().stream()
                                        .filter(nanos -> nanos >= resume)
                                        .findFirst()
                                        .map(nanos -> nanos - resume));
    }

    private static Optional<Long> first(Passed sender, boolean resume) {
        return sender.received().stream()
                .filter(pause -> pause.resumes() == resume)
                .map(Passed.Pause::nanos)
                .findFirst();
    }

    /**
     * What the switch makes of pauses.
     *
     * @param bitTimes of a quantum
     * @param reactionNanos from a pause to the last frame that begins, beyond the way there
     * @param expires whether the longest pause ends by itself
     */
    record SwitchTimer(Range bitTimes, Range reactionNanos, boolean expires) {}

    /**
     * Pauses the switch's port while it sends what it holds. The sender does not obey meanwhile: it
     * has sent all before.
     *
     * @param frames that it can hold
     */
    SwitchTimer ofSwitch(int frames) {
        List<Range> bitTimes = new ArrayList<>();
        List<Range> reactions = new ArrayList<>();
        double quantum = PauseFrame.QUANTUM_BITS * 1e9 / bench.receiver.rate();
        for (int i = 0; i < repeats; i++) {
            // Another phase of the frames against the pause.
            double out = frames / 2.0 + (double) i / repeats;
            Silence shorter = silence(frames, out, SHORT_QUANTA);
            Silence longer = silence(frames, out, LONG_QUANTA);
            bitTimes.add(bitTimes(longer.end - shorter.end));
            reactions.add(reaction(shorter, SHORT_QUANTA * quantum));
            reactions.add(reaction(longer, LONG_QUANTA * quantum));
        }
        Silence full = silence(frames, frames / 2.0, PauseFrame.MAX_QUANTA);
        boolean expires = full.end < full.released;
        Range reaction =
                Range.common(reactions)
                        .orElseThrow(
                                () ->
                                        new Undetermined(
                                                "%d samples have no value in common"
                                                        .formatted(reactions.size())));
        Range quanta =
                Range.common(bitTimes)
                        .orElseGet(
                                () -> new Range(least(bitTimes), most(bitTimes), bitTimes.size()));
        return new SwitchTimer(quanta, reaction, expires);
    }

    /** Of a quantum, where so many more quanta stop a port for so much longer. */
    private Range bitTimes(long moreNanos) {
        double bits = bench.receiver.rate() / 1e9 / (LONG_QUANTA - SHORT_QUANTA);
        return new Range((moreNanos - CLOCK_NANOS) * bits, (moreNanos + CLOCK_NANOS) * bits, 1);
    }

    private static double least(List<Range> ranges) {
        return ranges.stream().mapToDouble(Range::least).min().orElseThrow();
    }

    private static double most(List<Range> ranges) {
        return ranges.stream().mapToDouble(Range::most).max().orElseThrow();
    }

    /** The last frame began so long after the pause had come, but the next one did not. */
    private Range reaction(Silence silence, double pausedNanos) {
        double way = silence.end - pausedNanos;
        double begun = silence.begin - way;
        double most = begun + bench.receiver.wireNanos(counts.frameBytes()) + CLOCK_NANOS;
        if (most < 0) {
            throw new Undetermined(
                    "%s notes frames too late to tell when they came"
                            .formatted(bench.receiver.name()));
        }
        return new Range(Math.max(0, begun - CLOCK_NANOS), most, 1);
    }

    /**
     * When frames stopped and came again, and when the receiver let the port go, after its pause.
     */
    private record Silence(long begin, long end, long released) {}

    private Silence silence(int frames, double out, int quanta) {
        double each = bench.receiver.wireNanos(counts.frameBytes());
        long letGo = Math.max(1, Math.round(out * each));
        Trial.Outcome outcome =
                bench.run(
                        Trial.fill(counts.burst(frames))
                                .withoutObeying()
                                .pausingOnce(letGo, quanta));
        Passed receiver = outcome.receiver();
        long paused =
                receiver.sent().stream()
                        .filter(pause -> pause.quanta() == quanta)
                        .mapToLong(Passed.Pause::nanos)
                        .max()
                        .orElseThrow();
        List<Long> came = receiver.dataReceived();
        int widest = 1;
        for (int i = 2; i < came.size(); i++) {
            if (came.get(i) - came.get(i - 1) > came.get(widest) - came.get(widest - 1)) {
                widest = i;
            }
        }
        if (came.size() < 2 || came.get(widest) - came.get(widest - 1) < 2 * each) {
            throw new Undetermined(
                    "the switch had sent all of %d frames before it stopped".formatted(frames));
        }
        return new Silence(
                came.get(widest - 1) - paused,
                came.get(widest) - paused,
                outcome.finalNanos() - paused);
    }
}
