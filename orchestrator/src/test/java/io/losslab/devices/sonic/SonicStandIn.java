package io.losslab.devices.sonic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.devices.ssh.SshServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A SONiC switch without a chip: a real Redis with CONFIG_DB and COUNTERS_DB, a real sshd, and the
 * commands of {@code src/test/resources/sonic}, which refuse what SONiC's models refuse. Where the
 * environment variable {@code SONIC_YANG} names a folder with the real models, yanglint must agree.
 */
final class SonicStandIn implements AutoCloseable {
    static final String REDIS = "/usr/bin/redis-server";
    static final String PYTHON = "/usr/bin/python3";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> FILES =
            List.of(
                    "tools.py",
                    "sudo.sh",
                    "models.py",
                    "patch.py",
                    "redis.py",
                    "yang.py",
                    "config_db.json");
    private static final List<String> COMMANDS =
            List.of("config", "sonic-cfggen", "sonic-db-cli", "sonic-clear", "sudo");
    private static final int LANES = 4;

    /** Ports from the first on whose links are up. */
    private static final int LINKS_UP = 3;

    private final SshServer ssh;
    private final Process redis;
    private final int ports;
    private final Map<String, Redis> databases = new HashMap<>();
    private String firstText;

    private SonicStandIn(SshServer ssh, Process redis, int ports) {
        this.ssh = ssh;
        this.redis = redis;
        this.ports = ports;
    }

    /**
     * Starts one with ports {@code Ethernet0}, {@code Ethernet4} and so on, which run PFC on
     * priorities 3 and 4 as SONiC sets them up.
     */
    static SonicStandIn start(Path directory, int ports) throws Exception {
        SshServer ssh = SshServer.start(Files.createDirectories(directory));
        Path home = ssh.home();
        Files.createDirectories(home.resolve("bin"));
        Path tools = Files.createDirectories(home.resolve("sonic"));
        for (String file : FILES) {
            try (InputStream in = SonicStandIn.class.getResourceAsStream("/sonic/" + file)) {
                Files.copy(in, tools.resolve(file));
            }
        }
        for (String program : List.of("tools.py", "sudo.sh")) {
            Files.setPosixFilePermissions(
                    tools.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(home.resolve("sonic_version"), "20230531.04\n");
        String models = System.getenv("SONIC_YANG");
        if (models != null) {
            Files.writeString(home.resolve("yang"), models);
        }
        Process redis =
                new ProcessBuilder(
                                REDIS,
                                "--port",
                                "0",
                                "--unixsocket",
                                home.resolve("redis.sock").toString(),
                                "--save",
                                "",
                                "--dir",
                                home.toString(),
                                "--enable-debug-command",
                                "yes")
                        .redirectErrorStream(true)
                        .redirectOutput(home.resolve("redis.log").toFile())
                        .start();
        SonicStandIn started = new SonicStandIn(ssh, redis, ports);
        try {
            started.awaitRedis();
            started.reset();
        } catch (IOException | InterruptedException e) {
            started.close();
            throw e;
        }
        return started;
    }

    /** Makes it what it was at first. */
    void reset() throws IOException {
        for (String command : COMMANDS) {
            Path program = home().resolve("bin").resolve(command);
            if (!Files.exists(program)) {
                String target = command.equals("sudo") ? "sudo.sh" : "tools.py";
                Files.createSymbolicLink(program, home().resolve("sonic").resolve(target));
            }
        }
        Files.deleteIfExists(home().resolve("settings"));
        Files.deleteIfExists(home().resolve("calls"));
        for (Path checkpoint : checkpoints()) {
            Files.delete(checkpoint);
        }
        writeConfig(firstConfig());
        count(0);
        for (int i = 0; i < Math.min(ports, LINKS_UP); i++) {
            redis("APPL_DB", "HSET", "PORT_TABLE:" + port(i), "oper_status", "up");
        }
        firstText = configText();
    }

    static String port(int index) {
        return "Ethernet" + LANES * index;
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
    void count(long value) throws IOException {
        redis("COUNTERS_DB", "EVAL", COUNT, "0", "" + ports, "" + value);
    }

    /** Replaces the whole of CONFIG_DB. */
    void writeConfig(ObjectNode config) throws IOException {
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
        for (int i = 0; i < ports; i++) {
            String port = port(i);
            List<String> lanes = new ArrayList<>();
            for (int lane = 1; lane <= LANES; lane++) {
                lanes.add("" + (LANES * i + lane));
            }
            row(config, "PORT", port)
                    .put("alias", "Ethernet%d/1".formatted(i + 1))
                    .put("lanes", String.join(",", lanes))
                    .put("speed", "100000")
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
            row(config, "BUFFER_PG", port + "|3-4").put("profile", "pg_lossless_100000_5m_profile");
            row(config, "BUFFER_QUEUE", port + "|0-2").put("profile", "egress_lossy_profile");
            row(config, "BUFFER_QUEUE", port + "|3-4").put("profile", "egress_lossless_profile");
            row(config, "BUFFER_QUEUE", port + "|5-7").put("profile", "egress_lossy_profile");
            row(config, "QUEUE", port + "|1").put("scheduler", "scheduler.0");
            row(config, "QUEUE", port + "|3")
                    .put("scheduler", "scheduler.1")
                    .put("wred_profile", "AZURE_LOSSLESS");
            row(config, "PFC_WD", port)
                    .put("action", "drop")
                    .put("detection_time", "200")
                    .put("restoration_time", "400");
        }
        return config;
    }

    private static ObjectNode row(ObjectNode config, String table, String key) {
        return config.withObjectProperty(table).withObjectProperty(key);
    }

    /** CONFIG_DB as it is stored, in order of its rows and fields. */
    String configText() throws IOException {
        return ConfigTables.read(database("CONFIG_DB")).toString();
    }

    /** The same as it was at first. */
    String firstText() {
        return firstText;
    }

    /** CONFIG_DB by table, key, and field. */
    ObjectNode config() throws IOException {
        ObjectNode config = JSON.createObjectNode();
        ConfigTables.read(database("CONFIG_DB"))
                .rows()
                .forEach(
                        (table, rows) ->
                                rows.forEach(
                                        (key, fields) -> {
                                            ObjectNode row = row(config, table, key);
                                            fields.forEach(row::put);
                                            row.remove("NULL");
                                        }));
        return config;
    }

    /** A digest of all that Redis has, which does not depend on any order. */
    String digest() throws IOException {
        return redis("CONFIG_DB", "DEBUG", "DIGEST");
    }

    /** The answer to a command of Redis in a database, as text. */
    String redis(String database, String... words) throws IOException {
        return String.valueOf(database(database).call(words));
    }

    private Redis database(String name) throws IOException {
        if (!databases.containsKey(name)) {
            databases.put(name, connect(name));
        }
        return databases.get(name);
    }

    /** Another connection to a database; it is the caller's. */
    Redis connect(String database) throws IOException {
        return Redis.connect(home().resolve("redis.sock"), database);
    }

    /**
     * Has a patch checked.
     *
     * @throws IOException where it is refused
     */
    void check(String patch) throws Exception {
        patch(patch, "--dry-run");
    }

    /**
     * Applies a patch.
     *
     * @throws IOException where it is refused
     */
    void apply(String patch) throws Exception {
        patch(patch);
    }

    private void patch(String patch, String... options) throws Exception {
        Path folder =
                Files.createTempDirectory(
                        home(),
                        "patch",
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
        Path file = Files.writeString(folder.resolve("patch.json"), patch);
        List<String> words = new ArrayList<>(List.of("sudo", "-n", "config", "apply-patch"));
        words.addAll(List.of(options));
        words.add(file.toString());
        run(words.toArray(String[]::new));
    }

    /** Settings of the commands, as JSON. */
    void set(String settings) throws IOException {
        Files.writeString(home().resolve("settings"), settings);
    }

    /** Takes a command from the switch. */
    void remove(String command) throws IOException {
        Files.delete(home().resolve("bin").resolve(command));
    }

    /** What was run, one line each. */
    List<String> calls() throws IOException {
        return Files.readAllLines(home().resolve("calls"));
    }

    /** Files of the checkpoints that there are. */
    List<Path> checkpoints() throws IOException {
        Path folder = Files.createDirectories(home().resolve("checkpoints"));
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    Path home() {
        return ssh.home();
    }

    SshServer ssh() {
        return ssh;
    }

    /** The login as a testbed file has it. */
    String login() {
        return "{address: '127.0.0.1:%d', user: %s, key: '%s', knownHosts: '%s'}"
                .formatted(
                        ssh.port(),
                        ssh.login().user(),
                        ssh.login().keyFile().orElseThrow(),
                        ssh.knownHosts());
    }

    private String run(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(words));
        command.set(0, home().resolve("bin").resolve(words[0]).toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", home().toString());
        builder.environment()
                .merge("PATH", home().resolve("bin").toString(), (old, bin) -> bin + ":" + old);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", words) + ": " + output);
        }
        return output;
    }

    private void awaitRedis() throws IOException, InterruptedException {
        while (true) {
            try {
                database("CONFIG_DB");
                return;
            } catch (IOException e) {
                if (!redis.isAlive()) {
                    throw new IOException(Files.readString(home().resolve("redis.log")), e);
                }
                TimeUnit.MILLISECONDS.sleep(5);
            }
        }
    }

    /** Says what yanglint was asked, and which tables each configuration that it took changed. */
    private void tellOfModels() {
        try (Stream<String> lines = Files.lines(home().resolve("yanglint"))) {
            lines.collect(Collectors.groupingBy(line -> line, TreeMap::new, Collectors.counting()))
                    .forEach((line, count) -> System.out.printf("yanglint %d x %s%n", count, line));
        } catch (IOException e) {
            // It was not asked.
            return;
        }
    }

    @Override
    public void close() {
        tellOfModels();
        databases.values().forEach(Redis::close);
        redis.destroyForcibly();
        ssh.close();
    }
}
