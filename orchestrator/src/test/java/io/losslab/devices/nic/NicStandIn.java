package io.losslab.devices.nic;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.nic.tool.QosTool;
import io.losslab.devices.ssh.SshServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A host with an RDMA NIC, behind a real SSH server: its tools are stand-ins that take and refuse
 * what the real ones do, and its {@code /sys} is a folder in a mount namespace, which needs root.
 */
public final class NicStandIn implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> TOOLS = List.of("dcb", "mlnx_qos", "ethtool", "ip");

    /** One of them. A module, since Python compiles what it runs as a program at every start. */
    private static final String TOOL =
            """
            #!/usr/bin/python3 -SE
            import nic_tools
            nic_tools.main()
            """;

    private static final String RDMA = "class/infiniband/mlx5_0/ports/1/";
    private static final String NET = "class/net/eth1/";

    /** As the kernel does with folders below {@code rdma_cm}. */
    private static final String MKDIR =
            """
#!/bin/sh
case "$1" in
    /sys/kernel/config/rdma_cm/*)
        [ -d "$HOME/configfs/${1##*/}" ] || { echo "mkdir: $1: No such device" >&2; exit 1; }
        exec mv "$HOME/configfs/${1##*/}" "$1" ;;
    *) exec /bin/mkdir "$@" ;;
esac
""";

    private static final String RMDIR =
            """
            #!/bin/sh
            case "$1" in
                /sys/kernel/config/rdma_cm/*) exec mv "$1" "$HOME/configfs/${1##*/}" ;;
                *) exec /bin/rmdir "$@" ;;
            esac
            """;

    /** Some of what mlx5 prints (Linux, mlx5/counters.rst). */
    private static final String STATISTICS =
            """
            rx_packets: 1000
            rx0_packets: 1000
            rx_discards_phy: %d
            tx_discards_phy: 0
            rx_prio3_bytes: 4096
            rx_prio3_pause: 11
            rx_prio3_pause_duration: 30
            rx_prio3_buf_discard: 0
            tx_prio3_pause: 2
            """;

    /** A user other than root, and files of {@code /etc} that say so. */
    private static final String USER = "losslab-operator";

    private static final int USER_ID = 54_321;

    private final Path sys;
    private final SshServer ssh;
    private final String user;

    private NicStandIn(Path sys, SshServer ssh, String user) {
        this.sys = sys;
        this.ssh = ssh;
        this.user = user;
    }

    /** Skips a test without root; on a build server with root, what is missing is a failure. */
    public static void needsTheMachine() {
        boolean root = "root".equals(System.getProperty("user.name"));
        if (!root) {
            abort("a mount namespace needs root");
        }
        try {
            Process probe =
                    new ProcessBuilder("unshare", "--mount", "mount", "--bind", "/tmp", "/sys")
                            .redirectErrorStream(true)
                            .start();
            if (probe.waitFor() != 0) {
                String why =
                        new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if ("true".equals(System.getenv("CI"))) {
                    fail("CI=true and root, yet no mount namespace: " + why);
                }
                abort(why);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A ConnectX with the kernel's defaults, and parameters of DCQCN as MLNX_OFED has them. */
    public static NicStandIn start(Path directory) throws IOException, InterruptedException {
        return start(directory, System.getProperty("user.name"), "");
    }

    /**
     * The same, logged in to by another user, with the real sudo.
     *
     * @param mayRun what the user's line in sudoers permits, such as {@code NOPASSWD: ALL}
     */
    static NicStandIn startForUser(Path directory, String mayRun)
            throws IOException, InterruptedException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path etc = Files.createDirectories(directory.resolve("etc"));
        Path home = directory.resolve("ssh/home");
        append(etc, "passwd", "%s:x:%d:%d::%s:/bin/sh".formatted(USER, USER_ID, USER_ID, home));
        append(etc, "group", "%s:x:%d:".formatted(USER, USER_ID));
        append(etc, "shadow", USER + ":*:19000:0:99999:7:::");
        // The host's tools are stand-ins in its home.
        Path sudoers =
                Files.writeString(
                        etc.resolve("sudoers"),
                        """
                        Defaults !secure_path, env_keep += "HOME PATH"
                        %s ALL=(root) %s
                        """
                                .formatted(USER, mayRun));
        Files.setPosixFilePermissions(sudoers, PosixFilePermissions.fromString("r--r-----"));
        return start(
                directory,
                USER,
                "for file in passwd group shadow sudoers; do mount --bind \"$0/../etc/$file\""
                        + " /etc/$file || exit 1; done; ");
    }

    private static void append(Path etc, String name, String line) throws IOException {
        Path file = etc.resolve(name);
        Files.writeString(file, Files.readString(Path.of("/etc", name)) + line + "\n");
    }

    private static NicStandIn start(Path directory, String user, String mounts)
            throws IOException, InterruptedException {
        Path sys = Files.createDirectories(directory.resolve("sys"));
        SshServer ssh =
                SshServer.start(
                        Files.createDirectories(directory.resolve("ssh")),
                        List.of(
                                "unshare",
                                "--mount",
                                "--propagation",
                                "private",
                                "sh",
                                "-c",
                                mounts + "mount --bind \"$0\" /sys && exec \"$@\"",
                                sys.toString()));
        NicStandIn host = new NicStandIn(sys, ssh, user);
        Path bin = Files.createDirectories(ssh.home().resolve("bin"));
        executable(bin.resolve("mkdir"), MKDIR);
        executable(bin.resolve("rmdir"), RMDIR);
        try (InputStream tools = NicStandIn.class.getResourceAsStream("/nic/nic_tools.py")) {
            Files.copy(tools, bin.resolve("nic_tools.py"));
        }
        host.reset();
        return host;
    }

    /** Makes a new NIC of it. */
    void reset() throws IOException {
        for (String tool : TOOLS) {
            executable(ssh.home().resolve("bin").resolve(tool), TOOL);
        }
        try (Stream<Path> all = Files.walk(sys)) {
            for (Path file : all.skip(1).sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        try (InputStream nic = NicStandIn.class.getResourceAsStream("/nic/default_nic.json")) {
            Files.write(ssh.home().resolve("nic.json"), nic.readAllBytes());
        }
        Files.deleteIfExists(ssh.home().resolve("calls"));
        count(7);
        fill();
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void fill() throws IOException {
        write(RDMA + "gid_attrs/ndevs/3", "eth1");
        write(RDMA + "counters/port_xmit_wait", "5");
        write(RDMA + "hw_counters/out_of_sequence", "3");
        write(RDMA + "hw_counters/np_cnp_sent", "0");
        write(RDMA + "hw_counters/lifespan", "12");
        write(NET + "mtu", "1500");
        write(NET + "carrier", "1");
        write("devices/pci0000:3a/0000:3b:00.0/vendor", "0x15b3");
        Files.createSymbolicLink(
                sys.resolve(NET + "device"), Path.of("/sys/devices/pci0000:3a/0000:3b:00.0"));
        for (String point : List.of("np", "rp")) {
            for (int priority = 0; priority < QosTool.COUNT; priority++) {
                write(NET + "ecn/roce_%s/enable/%d".formatted(point, priority), "1");
            }
        }
        Map<String, String> reaction = new TreeMap<>();
        reaction.put("clamp_tgt_rate", "0");
        reaction.put("clamp_tgt_rate_after_time_inc", "1");
        reaction.put("dce_tcp_g", "1019");
        reaction.put("dce_tcp_rtt", "1");
        reaction.put("initial_alpha_value", "1023");
        reaction.put("rate_reduce_monitor_period", "4");
        reaction.put("rate_to_set_on_first_cnp", "0");
        reaction.put("rpg_ai_rate", "5");
        reaction.put("rpg_byte_reset", "32767");
        reaction.put("rpg_gd", "11");
        reaction.put("rpg_hai_rate", "50");
        reaction.put("rpg_max_rate", "0");
        reaction.put("rpg_min_dec_fac", "50");
        reaction.put("rpg_min_rate", "1");
        reaction.put("rpg_threshold", "1");
        reaction.put("rpg_time_reset", "300");
        for (Map.Entry<String, String> each : reaction.entrySet()) {
            write(NET + "ecn/roce_rp/" + each.getKey(), each.getValue());
        }
        write(NET + "ecn/roce_np/min_time_between_cnps", "4");
        write(NET + "ecn/roce_np/cnp_dscp", "48");
        write(NET + "ecn/roce_np/cnp_802p_prio", "6");
        Files.createDirectories(sys.resolve("kernel/config/rdma_cm"));
        Files.createDirectories(tos().getParent());
        Files.writeString(tos(), "0\n");
    }

    /** Parameters of DCQCN where the kernel's own driver has them. */
    void hasKernelDriver() throws IOException {
        Map<String, String> parameters = new TreeMap<>();
        for (Map.Entry<String, String> each : files(sys.resolve(NET + "ecn")).entrySet()) {
            if (!each.getKey().contains("enable")) {
                parameters.put(
                        each.getKey()
                                .replace("roce_", "")
                                .replace("/", "_")
                                .replace("rp_rpg_", "rp_")
                                .replace("_after_time_inc", "_ati")
                                .replace("cnp_802p_prio", "cnp_prio"),
                        each.getValue());
            }
        }
        try (Stream<Path> all = Files.walk(sys.resolve(NET + "ecn"))) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        for (Map.Entry<String, String> each : parameters.entrySet()) {
            write("kernel/debug/mlx5/0000:3b:00.0/cc_params/" + each.getKey(), each.getValue());
        }
    }

    /** Changes what the driver has. */
    void change(Consumer<ObjectNode> change) throws IOException {
        Path file = ssh.home().resolve("nic.json");
        ObjectNode nic = (ObjectNode) JSON.readTree(file.toFile());
        change.accept(nic);
        Files.writeString(file, JSON.writeValueAsString(nic));
    }

    /** Lets the NIC have dropped so many packets. */
    public void count(long dropped) throws IOException {
        Path next =
                Files.writeString(
                        ssh.home().resolve("statistics.next"), STATISTICS.formatted(dropped));
        Files.move(next, ssh.home().resolve("statistics"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Takes a tool from the host. */
    void remove(String tool) throws IOException {
        Files.delete(ssh.home().resolve("bin").resolve(tool));
    }

    /** What the driver has. */
    ObjectNode nic() throws IOException {
        return (ObjectNode) JSON.readTree(ssh.home().resolve("nic.json").toFile());
    }

    /** Everything that a run could change: what the driver has, and every file of sysfs. */
    public Map<String, String> state() throws IOException {
        Map<String, String> all = files(sys);
        all.put("nic", nic().toString());
        all.put(
                "tos",
                Files.readString(ssh.home().resolve("configfs/mlx5_0/ports/1/default_roce_tos")));
        return all;
    }

    /** Whether the last of all settings has been set. */
    public boolean isConfigured() throws IOException {
        try {
            return Files.readString(tos()).equals("98\n");
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** It is there while no one has made its folder in configfs. */
    private Path tos() {
        return ssh.home().resolve("configfs/mlx5_0/ports/1/default_roce_tos");
    }

    /** The text of a file of sysfs. */
    public String read(String file) throws IOException {
        return Files.readString(sys.resolve(file)).strip();
    }

    public void write(String file, String text) throws IOException {
        Path at = sys.resolve(file);
        Files.createDirectories(at.getParent());
        Files.writeString(at, text + "\n");
    }

    /** Calls that changed something, in order. */
    List<String> calls() throws IOException {
        Path calls = ssh.home().resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    public Path home() {
        return ssh.home();
    }

    public SshLogin login() {
        SshLogin own = ssh.login();
        return new SshLogin(own.host(), own.port(), user, own.keyFile(), own.knownHostsFile());
    }

    /** The login as a value of a testbed file. */
    public String loginText() {
        return "{address: '127.0.0.1:%d', user: %s, key: '%s', knownHosts: '%s'}"
                .formatted(
                        login().port(),
                        login().user(),
                        login().keyFile().orElseThrow(),
                        login().knownHostsFile());
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(), Files.readString(file).strip());
            }
        }
        return files;
    }

    @Override
    public void close() {
        ssh.close();
    }
}
