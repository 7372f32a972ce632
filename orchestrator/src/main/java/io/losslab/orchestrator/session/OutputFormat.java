package io.losslab.orchestrator.session;

/** How a verb prints its result. */
public enum OutputFormat {
    /** For users. */
    TABLE,
    /** One JSON document on standard output and nothing else there. */
    JSON
}
