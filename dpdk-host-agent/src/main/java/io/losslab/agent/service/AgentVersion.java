package io.losslab.agent.service;

/** The version of the agent's archive. */
public final class AgentVersion {
    private static final String UNPACKED = "development";

    private AgentVersion() {}

    /** As its manifest has it; {@code development} where it does not run from a jar. */
    public static String read() {
        String version = AgentVersion.class.getPackage().getImplementationVersion();
        return version == null ? UNPACKED : version;
    }
}
