package io.losslab.labs.probe;

import io.losslab.configs.profile.Measurement;
import io.losslab.configs.profile.NotDetermined;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Measures everything, one quantity after the other. What fails to be determined does not keep the
 * others from being measured.
 */
final class PortProbe {
    private static final List<Integer> SIZES = List.of(1024, 128);

    /** Frames that a switch is to hold when it is paused. */
    private static final int MOST_HELD = 1_000;

    private final Bench bench;
    private final ProbeOptions options;
    private final Consumer<String> progress;
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<NotDetermined> notDetermined = new ArrayList<>();

    /** By size, the largest first. */
    private final Map<Integer, FrameCounts> counts = new LinkedHashMap<>();

    private final Map<Integer, Range> xoff = new LinkedHashMap<>();
    private final Map<Integer, Range> left = new LinkedHashMap<>();
    private final Map<Integer, Range> taken = new LinkedHashMap<>();
    private Optional<Timers.Refresh> refresh = Optional.empty();
    private Optional<Timers.Reaction> reaction = Optional.empty();
    private Optional<Sharing.Dynamic> dynamic = Optional.empty();
    private boolean isStatic;

    /**
     * Makes a probe.
     *
     * @param progress told what is measured next
     */
    PortProbe(Bench bench, ProbeOptions options, Consumer<String> progress) {
        this.bench = bench;
        this.options = options;
        this.progress = progress;
        for (int size : sizes()) {
            counts.put(size, new FrameCounts(bench, size, options.repeats(), options.mostBytes()));
        }
    }

    private List<Integer> sizes() {
        int longest = bench.sender.longestFrameBytes();
        for (int size : options.frameBytes()) {
            if (size < ProbedHost.leastFrameBytes() || size > longest) {
                throw CommandFailure.usage(
                        "%s cannot send frames of %d B".formatted(bench.sender.name(), size),
                        "frames have %d to %d B (MTU and headers)"
                                .formatted(ProbedHost.leastFrameBytes(), longest));
            }
        }
        List<Integer> sizes = new ArrayList<>(options.frameBytes());
        if (sizes.isEmpty()) {
            sizes.add(longest);
            SIZES.stream().filter(size -> size < longest).forEach(sizes::add);
        }
        sizes.sort(Comparator.reverseOrder());
        return sizes;
    }

    /** Measures; what was found is in the other methods then. */
    void run() {
        int guess = 1;
        int of = 1;
        for (FrameCounts frames : counts.values()) {
            int size = frames.frameBytes();
            int first = (int) Math.max(1, (long) guess * of / size);
            measure("xoff", size, () -> frames.xoff(first))
                    .ifPresent(range -> addXoff(size, range));
            if (!xoff.containsKey(size)) {
                continue;
            }
            guess = (int) xoff.get(size).least();
            of = size;
            int paused = (int) xoff.get(size).most();
            measure("xon", size, () -> frames.xon(paused))
                    .ifPresent(range -> addXon(size, paused, range));
            measure("headroom", size, () -> frames.taken(2 * paused))
                    .ifPresent(range -> addTaken(size, range));
        }
        if (xoff.isEmpty()) {
            return;
        }
        measureTimers();
        measureSharing();
    }

    private void addXoff(int size, Range range) {
        xoff.put(size, range);
        add("xoff", size, range, Measurement.FRAMES);
    }

    private void addXon(int size, int paused, Range out) {
        left.put(size, new Range(paused - out.most(), paused - out.least(), out.samples()));
        add("xon", size, left.get(size), Measurement.FRAMES);
    }

    private void addTaken(int size, Range range) {
        taken.put(size, range);
        Range paused = xoff.get(size);
        add(
                "headroom",
                size,
                new Range(
                        range.least() - paused.most(),
                        range.most() - paused.least(),
                        range.samples()),
                Measurement.FRAMES);
    }

    private void measureTimers() {
        FrameCounts shortest = shortest();
        int frames = (int) xoff.get(shortest.frameBytes()).most();
        Timers timers = new Timers(bench, shortest, options.repeats());
        refresh = attempt("refresh", () -> timers.refresh(frames));
        refresh.ifPresent(
                seen -> {
                    add("pauseTime", 0, seen.quanta(), Measurement.QUANTA);
                    seen.refreshNanos()
                            .ifPresent(range -> add("refresh", 0, range, Measurement.NANOS));
                });
        reaction = attempt("hostPauseReaction", () -> timers.nic(frames));
        reaction.ifPresent(
                seen -> {
                    add("hostPauseReaction", 0, seen.pauseNanos(), Measurement.NANOS);
                    add("hostResumeReaction", 0, seen.resumeNanos(), Measurement.NANOS);
                });
        hostTimer();
        attempt("switchPauseReaction", () -> timers.ofSwitch(held(shortest.frameBytes(), frames)))
                .ifPresent(
                        seen -> {
                            add("switchQuantum", 0, seen.bitTimes(), Measurement.BIT_TIMES);
                            add("switchPauseReaction", 0, seen.reactionNanos(), Measurement.NANOS);
                            if (!seen.expires()) {
                                notDetermined.add(
                                        new NotDetermined(
                                                "switchPauseExpiry",
                                                "a pause of %d quanta did not end by itself within twice its time: the switch waits for a resume"
                                                        .formatted(PauseFrame.MAX_QUANTA)));
                            }
                        });
    }

    /** Frames that the switch can hold: many, so that it stops before it has sent all. */
    private int held(int size, int paused) {
        Range all = taken.get(size);
        return all == null ? paused : (int) Math.min(all.least(), Math.max(paused, MOST_HELD));
    }

    /** A switch that refreshes its pauses never lets one run out at a host. */
    private void hostTimer() {
        boolean refreshed = refresh.flatMap(Timers.Refresh::refreshNanos).isPresent();
        notDetermined.add(
                new NotDetermined(
                        "hostQuantum",
                        refreshed
                                ? "the switch refreshes its pauses before they run out"
                                : "the switch sends each pause once, and hosts cannot send pauses"
                                        + " to each other"));
    }

    private void measureSharing() {
        FrameCounts shortest = shortest();
        Range alone = xoff.get(shortest.frameBytes());
        progress.accept("alpha");
        try {
            dynamic = new Sharing(bench, shortest).find(alone, options.fillClass());
            isStatic = dynamic.isEmpty();
        } catch (Undetermined e) {
            notDetermined.add(new NotDetermined("alpha", e.getMessage()));
            return;
        }
        dynamic.ifPresent(
                seen -> {
                    add("alpha", 0, seen.alpha(), Measurement.RATIO);
                    add("sharedBuffer", 0, seen.bufferBytes(), Measurement.BYTES);
                });
    }

    /** The size with the finest steps among those whose threshold is known. */
    private FrameCounts shortest() {
        return counts.values().stream()
                .filter(each -> xoff.containsKey(each.frameBytes()))
                .reduce((one, other) -> other)
                .orElseThrow();
    }

    private Optional<Range> measure(String what, int size, Supplier<Range> work) {
        progress.accept("%s with frames of %d B".formatted(what, size));
        try {
            return Optional.of(work.get());
        } catch (Undetermined e) {
            notDetermined.add(
                    new NotDetermined(what, "%s (frames of %d B)".formatted(e.getMessage(), size)));
            return Optional.empty();
        }
    }

    private <T> Optional<T> attempt(String what, Supplier<T> work) {
        progress.accept(what);
        try {
            return Optional.of(work.get());
        } catch (Undetermined e) {
            notDetermined.add(new NotDetermined(what, e.getMessage()));
            return Optional.empty();
        }
    }

    private void add(String what, int size, Range range, String unit) {
        measurements.add(
                new Measurement(what, size, range.least(), range.most(), unit, range.samples()));
    }

    // ---- what was found

    List<Measurement> measurements() {
        return measurements;
    }

    List<NotDetermined> notDetermined() {
        return notDetermined;
    }

    /** Frames that pause the sender, by size. */
    Map<Integer, Range> xoffFrames() {
        return xoff;
    }

    /** Frames left in the switch when it resumes the sender, by size. */
    Map<Integer, Range> xonFrames() {
        return left;
    }

    /** Frames that the switch takes before it loses one, by size. */
    Map<Integer, Range> takenFrames() {
        return taken;
    }

    Optional<Timers.Refresh> refresh() {
        return refresh;
    }

    Optional<Timers.Reaction> reaction() {
        return reaction;
    }

    /** The dynamic threshold; empty where it is static or not known. */
    Optional<Sharing.Dynamic> dynamic() {
        return dynamic;
    }

    /** Whether it is known to be static. */
    boolean isStatic() {
        return isStatic;
    }
}
