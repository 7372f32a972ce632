package io.losslab.configs.plan.perftest;

/**
 * Something that an experiment asks for and perftest does not do.
 *
 * @param refused whether nothing can be run so; otherwise it is a limitation of what is measured
 * @param field dotted path of the key in the experiment, such as {@code traffic.0.txDepth}
 * @param message what is wrong, with the value
 * @param suggestion what would do; empty for limitations
 */
public record PerftestFinding(boolean refused, String field, String message, String suggestion) {
    static PerftestFinding refused(String field, String message, String suggestion) {
        return new PerftestFinding(true, field, message, suggestion);
    }

    static PerftestFinding limitation(String field, String message) {
        return new PerftestFinding(false, field, message, "");
    }
}
