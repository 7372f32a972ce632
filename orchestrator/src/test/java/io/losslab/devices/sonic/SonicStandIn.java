package io.losslab.devices.sonic;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.driver.ReservedPort;
import io.losslab.services.sonic.Redis;
import io.losslab.services.sonic.SonicBuild;
import io.losslab.services.sonic.SonicSystem;
import io.losslab.services.sonic.SonicTables;
import io.losslab.services.sonic.SshServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A SONiC switch without a chip, whose commands a test can disturb. Where the environment variable
 * {@code SONIC_YANG} names a folder with the real models, yanglint must agree with its own.
 */
final class SonicStandIn implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Ports from the first on whose links are up. */
    private static final int LINKS_UP = 3;

    private final ReservedPort sshPort;
    private final SonicSystem system;
    private final int linksUp;
    private String firstText;

    private SonicStandIn(ReservedPort sshPort, SonicSystem system, int linksUp) {
        this.sshPort = sshPort;
        this.system = system;
        this.linksUp = linksUp;
    }

    private void connectPorts() throws IOException {
        for (int i = 0; i < linksUp; i++) {
            linkUp(i);
        }
    }

    /** Something is at the other end of a port's cable. */
    void linkUp(int index) throws IOException {
        system.linkUp(index);
    }

    /** {@code oper_status} of the ports that it is known of, by table and key. */
    ObjectNode links() throws IOException {
        ObjectNode rows = JSON.createObjectNode();
        for (int i = 0; i < linksUp; i++) {
            rows.putObject(port(i))
                    .put(
                            "oper_status",
                            redis("APPL_DB", "HGET", "PORT_TABLE:" + port(i), "oper_status"));
        }
        return rows;
    }

    /** Starts one with ports of 100 Gbit/s. */
    static SonicStandIn start(Path directory, int ports) throws Exception {
        ReservedPort port = ReservedPort.take();
        SonicSystem system = SonicSystem.start(directory, port.number(), SonicBuild.usual(ports));
        String models = System.getenv("SONIC_YANG");
        if (models != null) {
            Files.writeString(system.home().resolve("yang"), models);
        }
        SonicStandIn started = new SonicStandIn(port, system, Math.min(ports, LINKS_UP));
        started.connectPorts();
        started.firstText = started.configText();
        return started;
    }

    /** Makes it what it was at first. */
    void reset() throws IOException {
        Files.deleteIfExists(home().resolve("settings"));
        Files.deleteIfExists(home().resolve("calls"));
        for (Path checkpoint : checkpoints()) {
            Files.delete(checkpoint);
        }
        system.reset();
        connectPorts();
        firstText = configText();
    }

    static String port(int index) {
        return SonicSystem.port(index);
    }

    /** Sets all counters of all ports, queues, and priority groups. */
    void count(long value) throws IOException {
        system.count(value);
    }

    /** Replaces the whole of CONFIG_DB. */
    void writeConfig(ObjectNode config) throws IOException {
        system.writeConfig(config);
    }

    /** CONFIG_DB as it is. */
    SonicTables tables() throws IOException {
        return system.tables();
    }

    /** CONFIG_DB as it is stored, in order of its rows and fields. */
    String configText() throws IOException {
        return system.tables().toString();
    }

    /** The same as it was at first. */
    String firstText() {
        return firstText;
    }

    /** CONFIG_DB by table, key, and field. */
    ObjectNode config() throws IOException {
        ObjectNode config = JSON.createObjectNode();
        system.tables()
                .rows()
                .forEach(
                        (table, rows) ->
                                rows.forEach(
                                        (key, fields) -> {
                                            ObjectNode row =
                                                    config.withObjectProperty(table)
                                                            .withObjectProperty(key);
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
        return system.redis(database, words);
    }

    /** Another connection to a database; it is the caller's. */
    Redis connect(String database) throws IOException {
        return system.connect(database);
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
        Path calls = home().resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    /** Cuts all connections; the commands of their sessions go on. */
    void cutConnections() {
        ssh().process().children().forEach(ProcessHandle::destroyForcibly);
    }

    /** Files of the checkpoints that there are. */
    List<Path> checkpoints() throws IOException {
        Path folder = Files.createDirectories(home().resolve("checkpoints"));
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    Path home() {
        return system.home();
    }

    private SshServer ssh() {
        return system.ssh();
    }

    /** How to log in. */
    SshLogin sshLogin() {
        return new SshLogin(
                "127.0.0.1",
                ssh().port(),
                System.getProperty("user.name"),
                Optional.of(ssh().userKey()),
                ssh().knownHosts());
    }

    /** The login as a testbed file has it. */
    String login() {
        return "{address: '127.0.0.1:%d', user: %s, key: '%s', knownHosts: '%s'}"
                .formatted(
                        ssh().port(),
                        System.getProperty("user.name"),
                        ssh().userKey(),
                        ssh().knownHosts());
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
        system.close();
        sshPort.close();
    }
}
