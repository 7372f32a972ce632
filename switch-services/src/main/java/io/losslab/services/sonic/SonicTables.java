package io.losslab.services.sonic;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All rows of CONFIG_DB at one time, by table and key, and what they mean for packets of a class,
 * as qosorch.cpp and bufferorch.cpp of sonic-swss take them.
 */
public record SonicTables(Map<String, Map<String, Map<String, String>>> rows) {
    /** Row of BUFFER_POOL from which lossless priority groups take their buffer. */
    static final String LOSSLESS_POOL = "ingress_lossless_pool";

    private static final String ALL =
            "local all = {} for i, key in ipairs(redis.call('KEYS', '*|*')) do all[i] = {key,"
                    + " redis.call('HGETALL', key)} end return all";

    /** Reads all of CONFIG_DB at once. */
    public static SonicTables read(Redis config) throws IOException {
        Map<String, Map<String, Map<String, String>>> tables = new TreeMap<>();
        for (Object each : (List<?>) config.call("EVAL", ALL, "0")) {
            List<?> row = (List<?>) each;
            String[] name = ((String) row.get(0)).split("\\|", 2);
            List<?> fields = (List<?>) row.get(1);
            Map<String, String> values = new TreeMap<>();
            for (int i = 0; i < fields.size(); i += 2) {
                values.put((String) fields.get(i), (String) fields.get(i + 1));
            }
            tables.computeIfAbsent(name[0], table -> new TreeMap<>()).put(name[1], values);
        }
        return new SonicTables(tables);
    }

    private Map<String, String> row(String table, String key) {
        return rows.getOrDefault(table, Map.of()).getOrDefault(key, Map.of());
    }

    /** A number of a row. */
    public long whole(String table, String key, String field) {
        return Long.parseLong(row(table, key).get(field));
    }

    /**
     * The buffer profile of a port's packets of a class, if they are paused; otherwise nothing.
     *
     * @param dscp that hosts mark the class with
     * @throws IllegalStateException where only a chip that renumbers classes, or that has a PFC
     *     watchdog, can do it
     */
    public Map<String, String> losslessProfile(String port, int trafficClass, int dscp) {
        Map<String, String> binding = row("PORT_QOS_MAP", port);
        String tc = trafficClass(binding, dscp);
        String group = priorityGroup(binding, tc);
        String priority = group;
        if (binding.containsKey("pfc_to_pg_map")) {
            throw new IllegalStateException(port + ": pfc_to_pg_map");
        }
        boolean enabled =
                Set.of(binding.getOrDefault("pfc_enable", "").split(",")).contains(priority);
        Map<String, String> profile = profile(port, Integer.parseInt(group));
        if (!enabled || !profile.containsKey("xoff")) {
            return Map.of();
        }
        String queue = map("TC_TO_QUEUE_MAP", binding.get("tc_to_queue_map"), tc, "0");
        String paused =
                map("MAP_PFC_PRIORITY_TO_QUEUE", binding.get("pfc_to_queue_map"), priority, "none");
        if (!Set.of("" + trafficClass).equals(Set.copyOf(List.of(priority, queue, paused)))) {
            throw new IllegalStateException(
                    "%s: class %d is priority %s and queue %s, and %s is paused"
                            .formatted(port, trafficClass, priority, queue, paused));
        }
        if (!row("PFC_WD", port).isEmpty()) {
            throw new IllegalStateException(port + ": the PFC watchdog is on");
        }
        return profile;
    }

    /**
     * The profile by which packets of a class are marked at a port; empty where they are not.
     *
     * @param trafficClass with its own number as queue
     */
    Map<String, String> marking(String port, int trafficClass) {
        String name = indexed("QUEUE", port, trafficClass).get("wred_profile");
        Map<String, String> profile = name == null ? Map.of() : row("WRED_PROFILE", name);
        return profile.getOrDefault("ecn", "ecn_none").equals("ecn_none") ? Map.of() : profile;
    }

    /**
     * Bytes of a group that pause it, by a static threshold: what it has for itself and its share
     * of the pool. Headroom is part of {@code size} unless the pool has some. Source: saibuffer.h.
     */
    public long pauseBytes(Map<String, String> profile) {
        String pool = profile.get("pool");
        boolean apart = !row("BUFFER_POOL", pool).getOrDefault("xoff", "0").equals("0");
        long reserved =
                Long.parseLong(profile.get("size"))
                        - (apart ? 0 : Long.parseLong(profile.get("xoff")));
        return reserved + Long.parseLong(profile.get("static_th"));
    }

    /** Bytes of a group at which it resumes. Source: SAI_BUFFER_PROFILE_ATTR_XON_OFFSET_TH. */
    public long resumeBytes(Map<String, String> profile) {
        long offset = Long.parseLong(profile.getOrDefault("xon_offset", "0"));
        return Math.max(Long.parseLong(profile.get("xon")), pauseBytes(profile) - offset);
    }

    /** The priority group of a port's packets with a DSCP. */
    int priorityGroup(String port, int dscp) {
        Map<String, String> binding = row("PORT_QOS_MAP", port);
        return Integer.parseInt(priorityGroup(binding, trafficClass(binding, dscp)));
    }

    /**
     * A chip drops what enters a group that has no buffer.
     *
     * @throws IllegalStateException where the packets with a DSCP do
     */
    void requireBuffer(String port, int dscp) {
        int group = priorityGroup(port, dscp);
        if (indexed("BUFFER_PG", port, group).isEmpty()) {
            throw new IllegalStateException(
                    "%s: packets with DSCP %d enter priority group %d, which has no row in BUFFER_PG"
                            .formatted(port, dscp, group));
        }
    }

    private String trafficClass(Map<String, String> binding, int dscp) {
        return map("DSCP_TO_TC_MAP", binding.get("dscp_to_tc_map"), "" + dscp, "0");
    }

    private String priorityGroup(Map<String, String> binding, String trafficClass) {
        return map("TC_TO_PRIORITY_GROUP_MAP", binding.get("tc_to_pg_map"), trafficClass, "0");
    }

    private String map(String table, String name, String key, String otherwise) {
        return row(table, name == null ? "" : name).getOrDefault(key, otherwise);
    }

    private Map<String, String> profile(String port, int group) {
        String name = indexed("BUFFER_PG", port, group).get("profile");
        return name == null ? Map.of() : row("BUFFER_PROFILE", name);
    }

    /** The row of a table that has a queue or a group of a port: {@code Ethernet0|3-4}. */
    private Map<String, String> indexed(String table, String port, int index) {
        for (Map.Entry<String, Map<String, String>> row :
                rows.getOrDefault(table, Map.of()).entrySet()) {
            String[] key = row.getKey().split("[|-]", -1);
            int first = Integer.parseInt(key[1]);
            int last = Integer.parseInt(key[key.length - 1]);
            if (key[0].equals(port) && first <= index && index <= last) {
                return row.getValue();
            }
        }
        return Map.of();
    }
}
