package io.losslab.analysis.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.losslab.analysis.warning.CellTraffic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One cell in {@code summary.json}. Counts and sizes are those of {@link CellOutcome}.
 *
 * @param cell number, from 0
 * @param sweep it belongs to; null where the experiment has only one
 * @param params {@code scheme} and {@code seed} among them
 * @param groups by traffic name
 * @param drops packets; null where not known
 * @param retransmitted packets; null where not known
 * @param deadlock null where there was none
 * @param pauses paused time and its causes; null where it was not recorded
 * @param switchPauseFrames null where not known
 * @param notes what its tools could not do or tell
 */
public record CellSummary(
        int cell,
        String sweep,
        Map<String, Object> params,
        Map<String, GroupSummary> groups,
        Long drops,
        long reordered,
        Long retransmitted,
        Deadlock deadlock,
        Pauses pauses,
        Long switchPauseFrames,
        long hostPauseFrames,
        Long maxEgressQueueBytes,
        Long maxIngressBytes,
        long reservedBufferBytes,
        double simulatedSeconds,
        double wallSeconds,
        long packetHops,
        List<Check> checks,
        Map<String, Double> extra,
        List<String> notes) {
    /** In {@code extra}: how long messages arrive after the warm-up. */
    public static final String ARRIVALS = "arrivalsMicros";

    /** In {@code extra}: round trip of the longest path while nothing waits. */
    public static final String ROUND_TRIP = "longestRoundTripMicros";

    /** In {@code extra}: wall-clock time over lab time of a cell with real frames. */
    public static final String TIME_DILATION = "timeDilation";

    /** Name of the check of cells in which deadlocks are looked for. */
    public static final String NO_DEADLOCK = "no deadlock";

    public CellSummary {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
        checks = List.copyOf(checks);
        notes = notes == null ? List.of() : List.copyOf(notes);
        extra = extra == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(extra));
    }

    /** The same with one more check, which takes the place of one with its name. */
    public CellSummary with(Check check) {
        List<Check> all = new ArrayList<>(checks);
        all.removeIf(other -> other.name().equals(check.name()));
        all.add(check);
        return new CellSummary(
                cell,
                sweep,
                params,
                groups,
                drops,
                reordered,
                retransmitted,
                deadlock,
                pauses,
                switchPauseFrames,
                hostPauseFrames,
                maxEgressQueueBytes,
                maxIngressBytes,
                reservedBufferBytes,
                simulatedSeconds,
                wallSeconds,
                packetHops,
                all,
                extra,
                notes);
    }

    /** Whether every check held. */
    @JsonIgnore
    public boolean allChecksHeld() {
        return checks.stream().allMatch(Check::passed);
    }

    /** Whether the machine was as fast as the time of the lab. */
    @JsonIgnore
    public boolean keptTime() {
        return checks.stream()
                .filter(check -> TimeChecks.NAMES.contains(check.name()))
                .allMatch(Check::passed);
    }

    /** Whether a deadlock would have been seen. */
    @JsonIgnore
    public boolean looksForDeadlock() {
        return checks.stream().anyMatch(check -> check.name().equals(NO_DEADLOCK));
    }

    /** Flow-control frames of switches and hosts; null where those of switches are not known. */
    @JsonIgnore
    public Long pauseFrames() {
        return switchPauseFrames == null ? null : (Long) (switchPauseFrames + hostPauseFrames);
    }

    /** A parameter as text; empty where the cell has none of that name. */
    public String param(String name) {
        Object value = params.get(name);
        return value == null ? "" : value.toString();
    }

    /** How much traffic it had. */
    public CellTraffic traffic() {
        Map<String, CellTraffic.Group> traffic = new LinkedHashMap<>();
        groups.forEach(
                (name, group) -> {
                    if (group.sessions() == 0) {
                        traffic.put(name, group.traffic());
                    }
                });
        return new CellTraffic(
                sweep,
                params,
                traffic,
                extra.getOrDefault(ARRIVALS, Double.NaN),
                extra.getOrDefault(ROUND_TRIP, Double.NaN));
    }

    /**
     * A cyclic buffer dependency.
     *
     * @param cycle the queues in it, for users
     */
    public record Deadlock(String cycle) {}
}
