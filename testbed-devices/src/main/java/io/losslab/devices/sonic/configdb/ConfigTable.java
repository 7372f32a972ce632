package io.losslab.devices.sonic.configdb;

/**
 * Tables of CONFIG_DB that losslab reads or sets. Source: the YANG models of sonic-buildimage.
 *
 * @param name of the table
 * @param indexed whether its keys are {@code PORT|INDEX} or {@code PORT|FIRST-LAST}
 */
public record ConfigTable(String name, boolean indexed) {
    /** In CABLE_LENGTH, of a port that SONiC's buffer manager leaves alone. */
    public static final String NO_CABLE = "0m";

    /** Names of rows of BUFFER_PROFILE that SONiC's buffer manager makes for ports with PFC. */
    public static final String GENERATED_PROFILES = "pg_lossless_";

    public static final ConfigTable PORT = named("PORT");
    public static final ConfigTable CABLE_LENGTH = named("CABLE_LENGTH");
    public static final ConfigTable PORT_QOS_MAP = named("PORT_QOS_MAP");
    public static final ConfigTable DSCP_TO_TC_MAP = named("DSCP_TO_TC_MAP");
    public static final ConfigTable TC_TO_PRIORITY_GROUP_MAP = named("TC_TO_PRIORITY_GROUP_MAP");
    public static final ConfigTable TC_TO_QUEUE_MAP = named("TC_TO_QUEUE_MAP");
    public static final ConfigTable PFC_PRIORITY_TO_QUEUE = named("MAP_PFC_PRIORITY_TO_QUEUE");
    public static final ConfigTable PFC_PRIORITY_TO_PRIORITY_GROUP =
            named("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP");
    public static final ConfigTable BUFFER_POOL = named("BUFFER_POOL");
    public static final ConfigTable BUFFER_PROFILE = named("BUFFER_PROFILE");
    public static final ConfigTable BUFFER_PG = new ConfigTable("BUFFER_PG", true);
    public static final ConfigTable BUFFER_QUEUE = new ConfigTable("BUFFER_QUEUE", true);
    public static final ConfigTable WRED_PROFILE = named("WRED_PROFILE");
    public static final ConfigTable QUEUE = new ConfigTable("QUEUE", true);
    public static final ConfigTable PFC_WD = named("PFC_WD");

    private static ConfigTable named(String name) {
        return new ConfigTable(name, false);
    }
}
