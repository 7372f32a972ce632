package io.losslab.orchestrator.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What this program was built from; the launcher tells the commit. */
public final class BuildFacts {
    /** Version of losslab. */
    public static final String VERSION = "0.1.0-SNAPSHOT";

    private BuildFacts() {}

    /** Versions of losslab and what it runs on, by name. */
    public static Map<String, String> versions() {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("losslab", VERSION);
        versions.put("java", System.getProperty("java.version"));
        return versions;
    }

    /** This Java, and why the launcher took it; empty where it was started otherwise. */
    public static Optional<String> chosenJava() {
        return Optional.ofNullable(System.getProperty("losslab.java"))
                .map(
                        chosen ->
                                "Java %s (%s)"
                                        .formatted(System.getProperty("java.version"), chosen));
    }

    /** Commit of the sources, with {@code -dirty} where they were changed; empty where unknown. */
    public static String commit() {
        return System.getProperty("losslab.commit", "");
    }

    /** When that commit was made, ISO 8601; empty where unknown. */
    public static String commitDate() {
        return System.getProperty("losslab.commitDate", "");
    }
}
