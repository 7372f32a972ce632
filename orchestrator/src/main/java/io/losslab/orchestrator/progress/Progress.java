package io.losslab.orchestrator.progress;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.configs.experiment.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** How far the cells of a run are. Thread safe; reports come from any thread. */
public final class Progress {
    /** Sooner, the estimate of the time left would jump. */
    private static final double LEAST_SECONDS = 0.5;

    private static final double LEAST_FRACTION = 0.02;

    private final LongSupplier nanoClock;
    private final long startedAt;
    private final int total;
    private final WorkLeft costs = new WorkLeft();
    private final Map<Integer, CellWork> waiting = new LinkedHashMap<>();
    private final Map<Integer, RunningCell> running = new TreeMap<>();
    private final List<CellWork> doneHere = new ArrayList<>();
    private final List<CellWork> doneBefore = new ArrayList<>();
    private int failed;
    private long simulatedNanos;
    private long packetHops;
    private final CellTally droppedPackets = new CellTally();
    private final CellTally switchPauseFrames = new CellTally();
    private long hostPauseFrames;
    private long failedChecks;

    /** Null where no finished cell knows. */
    private Long maxEgressQueueBytes;

    private String note = "";

    /**
     * Of a run that begins, or goes on.
     *
     * @param cells all of the run
     * @param finished those that were finished before
     * @param nanoClock monotonic wall clock, {@code System::nanoTime}
     */
    public static Progress of(
            List<Cell> cells, List<CellOutcome> finished, LongSupplier nanoClock) {
        Progress progress = new Progress(cells.stream().map(CellWork::of).toList(), nanoClock);
        finished.forEach(progress::finishedBefore);
        return progress;
    }

    Progress(List<CellWork> cells, LongSupplier nanoClock) {
        cells.forEach(cell -> waiting.put(cell.cell(), cell));
        this.total = cells.size();
        this.nanoClock = nanoClock;
        this.startedAt = nanoClock.getAsLong();
    }

    private synchronized void finishedBefore(CellOutcome outcome) {
        CellWork work = waiting.remove(outcome.cell());
        doneBefore.add(work);
        costs.measured(work, outcome.wallSeconds());
        count(outcome);
    }

    /** Says where the cells are; may be empty. */
    public synchronized void note(String where) {
        note = where;
    }

    /** An attempt at a cell begins. */
    public synchronized void began(int cell) {
        CellWork work = waiting.remove(cell);
        if (work != null) {
            running.put(cell, new RunningCell(work, nanoClock.getAsLong()));
        }
    }

    /**
     * The attempt came so far.
     *
     * @param nanos simulated since its begin
     * @param hops packets that left a port since then
     */
    public synchronized void reached(int cell, long nanos, long hops) {
        RunningCell at = running.get(cell);
        if (at != null) {
            simulatedNanos += nanos - at.nanos();
            packetHops += Math.max(0, hops - at.hops());
            at.reached(nanos, hops, nanoClock.getAsLong());
        }
    }

    /** The attempt failed or is made anew: its simulated time does not count. */
    public synchronized void takeBack(int cell) {
        reached(cell, 0, 0);
    }

    /** A cell is finished. */
    public synchronized void done(CellOutcome outcome) {
        began(outcome.cell());
        reached(outcome.cell(), (long) (outcome.simulatedSeconds() * 1e9), outcome.packetHops());
        RunningCell at = running.remove(outcome.cell());
        doneHere.add(at.work());
        costs.measured(at.work(), outcome.wallSeconds());
        count(outcome);
    }

    private void count(CellOutcome outcome) {
        droppedPackets.add(outcome.drops());
        switchPauseFrames.add(outcome.switchPauseFrames());
        hostPauseFrames += outcome.hostPauseFrames();
        failedChecks += outcome.checks().stream().filter(check -> !check.passed()).count();
        Long most = outcome.maxEgressQueueBytes();
        if (maxEgressQueueBytes == null || (most != null && most > maxEgressQueueBytes)) {
            maxEgressQueueBytes = most;
        }
    }

    /** A cell failed and is not tried again. */
    public synchronized void failed(int cell) {
        began(cell);
        running.remove(cell);
        failed++;
    }

    /** Where the run is now. */
    public synchronized ProgressState state() {
        double seconds = (nanoClock.getAsLong() - startedAt) / 1e9;
        double here = costs.of(doneHere);
        double left = costs.of(waiting.values());
        for (RunningCell cell : running.values()) {
            here += cell.fraction() * costs.of(cell.work());
            left += (1 - cell.fraction()) * costs.of(cell.work());
        }
        double before = costs.of(doneBefore);
        double all = before + here + left;
        return new ProgressState(
                total,
                doneBefore.size() + doneHere.size(),
                failed,
                List.copyOf(running.keySet()),
                all == 0 ? 1 : (before + here) / all,
                seconds,
                seconds > LEAST_SECONDS ? secondsLeft(seconds, here, left) : null,
                simulatedNanos / 1e9,
                packetHops,
                droppedPackets.sum(),
                switchPauseFrames.sum(),
                hostPauseFrames,
                failedChecks,
                maxEgressQueueBytes,
                note);
    }

    /**
     * At the pace of the finished cells or, as long as there are none, of those that run; at least
     * what the slowest of these needs. Null while nothing is known.
     */
    private Double secondsLeft(double seconds, double here, double left) {
        long now = nanoClock.getAsLong();
        List<RunningCell> known =
                running.values().stream()
                        .filter(cell -> cell.fraction() >= LEAST_FRACTION)
                        .toList();
        double slowest = known.stream().mapToDouble(c -> c.secondsLeft(now)).max().orElse(0);
        if (!doneHere.isEmpty()) {
            return Math.max(slowest, seconds * left / here);
        }
        if (known.isEmpty()) {
            return null;
        }
        double cost = known.stream().mapToDouble(cell -> costs.of(cell.work())).sum();
        double needed = known.stream().mapToDouble(cell -> cell.seconds(now)).sum();
        return slowest + costs.of(waiting.values()) * needed / cost / running.size();
    }
}
