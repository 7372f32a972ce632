package io.losslab.orchestrator.compiler;

/**
 * What came of a compilation that succeeded.
 *
 * @param folder where the output is
 * @param seconds how long the compiler took
 */
public record BuildReport(
        String program,
        String target,
        String compiler,
        String folder,
        double seconds,
        int warnings,
        Outcome outcome) {
    /** The report for a terminal. */
    public String text() {
        return "%s for %s, compiled by %s in %.1f s, %d %s%n%s%nwrote %s%n"
                .formatted(
                        program,
                        target,
                        compiler,
                        seconds,
                        warnings,
                        warnings == 1 ? "warning" : "warnings",
                        outcome.text(),
                        folder);
    }
}
