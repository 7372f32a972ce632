package io.losslab.analysis.history;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which runs of a history are wanted.
 *
 * @param experiment name, with {@code *} for any text; empty: any
 * @param commit how it begins; empty: any
 * @param place testbed or backend; empty: any
 * @param verdicts that are wanted; empty: any
 * @param since start of the earliest run; empty: any
 */
public record HistoryFilter(
        Optional<String> experiment,
        Optional<String> commit,
        Optional<String> place,
        Set<RunVerdict> verdicts,
        Optional<Instant> since) {
    /** Takes all. */
    public static final HistoryFilter ALL =
            new HistoryFilter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Set.of(),
                    Optional.empty());

    public HistoryFilter {
        verdicts = Set.copyOf(verdicts);
    }

    /** Whether a run is wanted. */
    public boolean takes(PastRun run) {
        return experiment.map(name -> matches(name, run.manifest().experiment())).orElse(true)
                && commit.map(run.manifest().commit()::startsWith).orElse(true)
                && place.map(
                                name ->
                                        name.equals(run.place())
                                                || name.equals(run.manifest().backend()))
                        .orElse(true)
                && (verdicts.isEmpty() || verdicts.contains(run.verdict()))
                && since.map(time -> !run.startTime().isBefore(time)).orElse(true);
    }

    private static boolean matches(String wanted, String name) {
        String pattern =
                Stream.of(wanted.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        return name.matches(pattern);
    }
}
