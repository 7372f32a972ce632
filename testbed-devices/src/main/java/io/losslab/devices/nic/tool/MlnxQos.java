package io.losslab.devices.nic.tool;

import io.losslab.devices.ssh.ShellWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code mlnx_qos} of mlnx-tools: for hosts without {@code dcb}, and for drivers of MLNX_OFED that
 * keep the trust state and the DSCP map in sysfs.
 */
public final class MlnxQos implements QosTool {
    private static final Pattern ENABLED =
            Pattern.compile("(?m)^\\s*enabled((?:\\s+[01]){8})\\s*$");
    private static final Pattern BUFFER = Pattern.compile("(?m)^\\s*buffer((?:\\s+[0-7]){8})\\s*$");
    private static final Pattern SIZES =
            Pattern.compile("Receive buffer size \\(bytes\\): ((?:\\d+,){8})");
    private static final Pattern CLASS =
            Pattern.compile("^tc: ([0-7]) .*tsa: (\\w+)(?:, bw: (\\d{1,3})%)?");
    private static final Pattern PRIORITY = Pattern.compile("^priority:\\s+([0-7])\\b");
    private static final Pattern DSCP = Pattern.compile("prio:([0-7]) dscp:((?:\\d{1,2},)+)");

    private final NicAnswers answers;
    private final String network;
    private final String text;

    /**
     * What a host answered.
     *
     * @param network name of the interface
     */
    public MlnxQos(NicAnswers answers, String network) {
        this.answers = answers;
        this.network = network;
        this.text = answers.get("mlnx").orElse("");
    }

    @Override
    public Optional<List<String>> pfc() {
        return row(ENABLED);
    }

    @Override
    public String setPfc(List<String> priorities) {
        return command("--pfc=" + String.join(",", priorities));
    }

    @Override
    public Optional<Ets> ets() {
        List<String> classes = new ArrayList<>(Collections.nCopies(COUNT, ""));
        List<String> algorithms = new ArrayList<>(Collections.nCopies(COUNT, ""));
        List<String> shares = new ArrayList<>(Collections.nCopies(COUNT, "0"));
        String current = "";
        for (String line : text.lines().map(String::strip).toList()) {
            Matcher head = CLASS.matcher(line);
            Matcher priority = PRIORITY.matcher(line);
            if (head.find()) {
                current = head.group(1);
                algorithms.set(Integer.parseInt(current), head.group(2));
                shares.set(Integer.parseInt(current), head.group(3) == null ? "0" : head.group(3));
            } else if (priority.find() && !current.isEmpty()) {
                classes.set(Integer.parseInt(priority.group(1)), current);
            }
        }
        return classes.contains("") || algorithms.contains("")
                ? Optional.empty()
                : Ets.of(Optional.of(classes), Optional.of(algorithms), Optional.of(shares));
    }

    @Override
    public String setEts(Ets ets) {
        return command(
                "--prio_tc=" + String.join(",", ets.classes()),
                "--tsa=" + String.join(",", ets.algorithms()),
                "--tcbw=" + String.join(",", ets.shares()));
    }

    @Override
    public Optional<Buffers> buffers() {
        Matcher sizes = SIZES.matcher(text);
        return sizes.find()
                ? Buffers.of(row(BUFFER), Optional.of(Arrays.asList(sizes.group(1).split(",", 0))))
                : Optional.empty();
    }

    /** Two commands: drivers with buffers in sysfs take one of the two only. */
    @Override
    public List<String> setBuffers(Buffers buffers) {
        return List.of(
                command("--buffer_size=" + String.join(",", buffers.bytes())),
                command("--prio2buffer=" + String.join(",", buffers.ofPriorities())));
    }

    /** The table of sysfs has all 64; the tool prints it only while the NIC trusts DSCPs. */
    @Override
    public Optional<Map<Integer, Set<Integer>>> dscp() {
        Map<Integer, Set<Integer>> priorities = new TreeMap<>();
        if (isInSysfs()) {
            answers.table("dscp2prio")
                    .forEach(
                            (dscp, priority) -> {
                                if (dscp.matches("\\d{1,2}") && priority.matches("\\d")) {
                                    put(priorities, dscp, priority);
                                }
                            });
            return priorities.isEmpty() ? Optional.empty() : Optional.of(priorities);
        }
        if (!text.contains("Priority trust state: ") || text.contains("trust state: none")) {
            return Optional.empty();
        }
        Matcher line = DSCP.matcher(text);
        while (line.find()) {
            for (String dscp : line.group(2).split(",", 0)) {
                put(priorities, dscp, line.group(1));
            }
        }
        return Optional.of(priorities);
    }

    private static void put(Map<Integer, Set<Integer>> priorities, String dscp, String priority) {
        int from = Integer.parseInt(dscp);
        int to = Integer.parseInt(priority);
        if (QosTool.isMapping(from, to)) {
            priorities.computeIfAbsent(from, any -> new TreeSet<>()).add(to);
        }
    }

    /** Whether trust state and map are files of their own. */
    public boolean isInSysfs() {
        return answers.get("trust").isPresent();
    }

    /** One command each: early versions take the last of several. */
    @Override
    public List<String> addDscp(Map<Integer, Integer> priorities) {
        return dscp("set", priorities);
    }

    @Override
    public List<String> removeDscp(Map<Integer, Integer> priorities) {
        return isInSysfs() ? List.of() : dscp("del", priorities);
    }

    public String setTrust(String trust) {
        return command("--trust=" + trust);
    }

    public String letHostControl(boolean host) {
        return command("--dcbx=" + (host ? "os" : "fw"));
    }

    private List<String> dscp(String verb, Map<Integer, Integer> priorities) {
        return priorities.entrySet().stream()
                .map(
                        entry ->
                                command(
                                        "--dscp2prio=%s,%d,%d"
                                                .formatted(verb, entry.getKey(), entry.getValue())))
                .toList();
    }

    private String command(String... options) {
        return "mlnx_qos -i %s %s"
                .formatted(
                        network,
                        Arrays.stream(options)
                                .map(ShellWords::plain)
                                .collect(Collectors.joining(" ")));
    }

    private Optional<List<String>> row(Pattern pattern) {
        Matcher row = pattern.matcher(text);
        return row.find()
                ? Optional.of(Arrays.asList(row.group(1).strip().split("\\s+", -1)))
                : Optional.empty();
    }
}
