package io.losslab.services.sonic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A SONiC switch without a chip: a real Redis with CONFIG_DB and COUNTERS_DB, a real sshd, and
 * commands that refuse what SONiC's models refuse.
 */
public final class SonicSystem implements AutoCloseable {
    /** The database server. */
    public static final Path REDIS = Path.of("/usr/bin/redis-server");

    /** What runs the commands. */
    public static final Path PYTHON = Path.of("/usr/bin/python3");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> FILES =
            List.of(
                    "command.py",
                    "tools.py",
                    "config.py",
                    "rows.py",
                    "sudo.sh",
                    "links.py",
                    "models.py",
                    "patch.py",
                    "redis.py",
                    "yang.py",
                    "config_db.json");
    private static final List<String> COMMANDS =
            List.of("config", "sonic-cfggen", "sonic-db-cli", "sonic-clear", "sudo");
    private static final int LANES = 4;

    private final SshServer ssh;
    private final ProcessHandle redis;
    private final SonicBuild build;
    private final Map<String, Redis> databases = new HashMap<>();

    private SonicSystem(SshServer ssh, ProcessHandle redis, SonicBuild build) {
        this.ssh = ssh;
        this.redis = redis;
        this.build = build;
    }

    /**
     * Starts one with ports {@code Ethernet0}, {@code Ethernet4} and so on, which run PFC on
     * priorities 3 and 4 as SONiC sets them up.
     *
     * @param directory for all its files; made if it is not there
     * @param sshPort on loopback
     * @throws IOException where a server does not start
     */
    public static SonicSystem start(Path directory, int sshPort, SonicBuild build)
            throws IOException {
        return start(
                Files.createDirectories(directory), sshPort, build, ProgramStarter.by(List.of()));
    }

    /** As {@link #start(Path, int, SonicBuild)}, in a directory that exists. */
    static SonicSystem start(Path directory, int sshPort, SonicBuild build, ProgramStarter starter)
            throws IOException {
        SshServer ssh = SshServer.start(directory, sshPort, starter);
        Path home = ssh.home();
        Files.createDirectories(home.resolve("bin"));
        Path tools = Files.createDirectories(home.resolve("sonic"));
        for (String file : FILES) {
            try (InputStream in = SonicSystem.class.getResourceAsStream("/losslab/sonic/" + file)) {
                Files.copy(in, tools.resolve(file));
            }
        }
        for (String program : List.of("command.py", "sudo.sh")) {
            Files.setPosixFilePermissions(
                    tools.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(home.resolve("sonic_version"), "20230531.04\n");
        SonicSystem started = new SonicSystem(ssh, startRedis(home, starter), build);
        try {
            started.awaitRedis();
            started.reset();
        } catch (IOException e) {
            started.close();
            throw e;
        }
        return started;
    }

    private static ProcessHandle startRedis(Path home, ProgramStarter starter) throws IOException {
        return starter.start(
                List.of(
                        REDIS.toString(),
                        "--port",
                        "0",
                        "--unixsocket",
                        home.resolve("redis.sock").toString(),
                        "--save",
                        "",
                        "--dir",
                        home.toString(),
                        "--enable-debug-command",
                        "yes"),
                home.resolve("redis.log"));
    }

    /** Makes its commands and its configuration what they were at first; counters are zero. */
    public void reset() throws IOException {
        for (String command : COMMANDS) {
            Path program = home().resolve("bin").resolve(command);
            if (!Files.exists(program)) {
                String target = command.equals("sudo") ? "sudo.sh" : "command.py";
                Files.createSymbolicLink(program, home().resolve("sonic").resolve(target));
            }
        }
        writeConfig(firstConfig());
        count(0);
    }

    /** The name of a port, from 0. */
    public static String port(int index) {
        return "Ethernet" + LANES * index;
    }

    /** Connects a port, from 0, to something: its link is up whenever the port is. */
    public void linkUp(int index) throws IOException {
        redis("APPL_DB", "SADD", "STAND_IN:cabled", port(index));
        redis("APPL_DB", "HDEL", "PORT_TABLE:" + port(index), "stand_in_turn");
        redis("APPL_DB", "HSET", "PORT_TABLE:" + port(index), "oper_status", "up");
    }

    /**
     * Lua that gives every port, queue, and group an object, and sets all they count to a value.
     */
    private static final String COUNT =
            """
local function set(map, name, id, table, stats) \
redis.call('HSET', map, name, id) \
for i, stat in ipairs(stats) do redis.call('HSET', table .. ':' .. id, stat, ARGV[2]) end end \
local ports = {'IF_IN_OCTETS', 'IF_OUT_OCTETS', 'IF_IN_UCAST_PKTS', 'IF_IN_NON_UCAST_PKTS', \
'IF_OUT_UCAST_PKTS', 'IF_OUT_NON_UCAST_PKTS', 'IF_IN_DISCARDS', 'IF_OUT_DISCARDS'} \
for i = 0, 7 do ports[#ports + 1] = 'PFC_' .. i .. '_RX_PKTS' ports[#ports + 1] = 'PFC_' .. i .. '_TX_PKTS' end \
for i = 1, #ports do ports[i] = 'SAI_PORT_STAT_' .. ports[i] end \
for n = 0, ARGV[1] - 1 do local port = 'Ethernet' .. 4 * n \
set('COUNTERS_PORT_NAME_MAP', port, 'oid:0x1' .. n, 'COUNTERS', ports) \
for i = 0, 7 do local queue, group = 'oid:0x2' .. n .. 'q' .. i, 'oid:0x3' .. n .. 'g' .. i \
redis.call('HSET', 'COUNTERS_QUEUE_TYPE_MAP', queue, 'SAI_QUEUE_TYPE_UNICAST') \
set('COUNTERS_QUEUE_NAME_MAP', port .. ':' .. i, queue, 'COUNTERS', \
{'SAI_QUEUE_STAT_PACKETS', 'SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS'}) \
set('COUNTERS_QUEUE_NAME_MAP', port .. ':' .. i, queue, 'USER_WATERMARKS', \
{'SAI_QUEUE_STAT_SHARED_WATERMARK_BYTES'}) \
set('COUNTERS_PG_NAME_MAP', port .. ':' .. i, group, 'COUNTERS', \
{'SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS'}) \
set('COUNTERS_PG_NAME_MAP', port .. ':' .. i, group, 'USER_WATERMARKS', \
{'SAI_INGRESS_PRIORITY_GROUP_STAT_SHARED_WATERMARK_BYTES', \
'SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_BYTES'}) end end\
""";

    /** Sets all counters of all ports, queues, and priority groups. */
    public void count(long value) throws IOException {
        redis("COUNTERS_DB", "EVAL", COUNT, "0", "" + build.megabits().size(), "" + value);
    }

    /** Replaces the whole of CONFIG_DB. */
    public void writeConfig(ObjectNode config) throws IOException {
        redis("CONFIG_DB", "FLUSHDB");
        for (Map.Entry<String, JsonNode> table : config.properties()) {
            for (Map.Entry<String, JsonNode> row : table.getValue().properties()) {
                List<String> words =
                        new ArrayList<>(List.of("HSET", table.getKey() + "|" + row.getKey()));
                row.getValue()
                        .properties()
                        .forEach(
                                field ->
                                        words.addAll(
                                                List.of(
                                                        field.getKey(),
                                                        field.getValue().textValue())));
                if (row.getValue().isEmpty()) {
                    words.addAll(List.of("NULL", "NULL"));
                }
                redis("CONFIG_DB", words.toArray(String[]::new));
            }
        }
    }

    private ObjectNode firstConfig() throws IOException {
        ObjectNode config =
                (ObjectNode) JSON.readTree(home().resolve("sonic/config_db.json").toFile());
        setPool(config);
        for (int i = 0; i < build.megabits().size(); i++) {
            String port = port(i);
            List<String> lanes = new ArrayList<>();
            for (int lane = 1; lane <= LANES; lane++) {
                lanes.add("" + (LANES * i + lane));
            }
            row(config, "PORT", port)
                    .put("alias", "Ethernet%d/1".formatted(i + 1))
                    .put("lanes", String.join(",", lanes))
                    .put("speed", "" + build.megabits().get(i))
                    .put("admin_status", "up");
            row(config, "CABLE_LENGTH", "AZURE").put(port, "5m");
            row(config, "PORT_QOS_MAP", port)
                    .put("dscp_to_tc_map", "AZURE")
                    .put("tc_to_pg_map", "AZURE")
                    .put("tc_to_queue_map", "AZURE")
                    .put("pfc_to_queue_map", "AZURE")
                    .put("pfc_enable", "3,4")
                    .put("pfcwd_sw_enable", "3,4");
            row(config, "BUFFER_PG", port + "|0").put("profile", "ingress_lossy_profile");
            row(config, "BUFFER_PG", port + "|3-4").put("profile", lossless(config, i));
            row(config, "BUFFER_QUEUE", port + "|0-2").put("profile", "egress_lossy_profile");
            row(config, "BUFFER_QUEUE", port + "|3-4").put("profile", "egress_lossless_profile");
            row(config, "BUFFER_QUEUE", port + "|5-7").put("profile", "egress_lossy_profile");
            row(config, "QUEUE", port + "|1").put("scheduler", "scheduler.0");
            ObjectNode lossless = row(config, "QUEUE", port + "|3").put("scheduler", "scheduler.1");
            if (build.marks()) {
                lossless.put("wred_profile", "AZURE_LOSSLESS");
            }
            row(config, "PFC_WD", port)
                    .put("action", "drop")
                    .put("detection_time", "200")
                    .put("restoration_time", "400");
        }
        return config;
    }

    /** The profile that SONiC's buffer manager makes for a port's speed and cable. */
    private String lossless(ObjectNode config, int index) {
        ObjectNode profiles = (ObjectNode) config.get("BUFFER_PROFILE");
        String name = "pg_lossless_%d_5m_profile".formatted(build.megabits().get(index));
        profiles.set(name, profiles.get("pg_lossless_100000_5m_profile").deepCopy());
        return name;
    }

    private void setPool(ObjectNode config) {
        ObjectNode pool = row(config, "BUFFER_POOL", SonicTables.LOSSLESS_POOL);
        pool.put("size", "" + build.poolBytes());
        if (!build.staticPool()) {
            pool.put("mode", "dynamic");
            config.get("BUFFER_PROFILE").forEach(profile -> makeDynamic((ObjectNode) profile));
        }
    }

    /** Profiles of the lossless pool have thresholds of its mode. */
    private static void makeDynamic(ObjectNode profile) {
        if (profile.path("pool").asText().equals(SonicTables.LOSSLESS_POOL)) {
            profile.remove("static_th");
            profile.put("dynamic_th", profile.has("xoff") ? "-3" : "3");
        }
    }

    private static ObjectNode row(ObjectNode config, String table, String key) {
        return config.withObjectProperty(table).withObjectProperty(key);
    }

    /** CONFIG_DB as it is. */
    public SonicTables tables() throws IOException {
        return SonicTables.read(database("CONFIG_DB"));
    }

    /** The answer to a command of Redis in a database, as text. */
    public String redis(String database, String... words) throws IOException {
        return String.valueOf(database(database).call(words));
    }

    private synchronized Redis database(String name) throws IOException {
        if (!databases.containsKey(name)) {
            databases.put(name, connect(name));
        }
        return databases.get(name);
    }

    /** Another connection to a database; it is the caller's. */
    public Redis connect(String database) throws IOException {
        return Redis.connect(home().resolve("redis.sock"), database);
    }

    /** Home directory of whoever logs in. */
    public Path home() {
        return ssh.home();
    }

    /** Where it is logged in to. */
    public SshServer ssh() {
        return ssh;
    }

    private void awaitRedis() throws IOException {
        while (true) {
            try {
                database("CONFIG_DB");
                return;
            } catch (IOException e) {
                if (!redis.isAlive()) {
                    throw new IOException(Files.readString(home().resolve("redis.log")), e);
                }
            }
            try {
                TimeUnit.MILLISECONDS.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for Redis", e);
            }
        }
    }

    @Override
    public synchronized void close() {
        databases.values().forEach(Redis::close);
        redis.destroyForcibly();
        ssh.close();
    }
}
