package io.losslab.labs.perftest;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.CommandResult;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.devices.ssh.ShellWords;
import io.losslab.traffic.perftest.KnownOptions;
import io.losslab.traffic.perftest.PerftestTool;
import io.losslab.traffic.perftest.RdmaDevice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a host with perftest is like, as it says itself.
 *
 * @param options that each tool knows
 * @param numaNode of the RDMA device; empty where the host has one node, or does not tell
 * @param nearCpus of that node; none where the host does not tell
 * @param programs of those asked for that are there
 * @param clock whether its clock is kept at the time
 * @param aheadNanos by which its clock is ahead of this machine's
 * @param aheadErrorNanos by which that can be wrong: half a round trip of SSH
 */
record HostFacts(
        Map<PerftestTool, KnownOptions> options,
        OptionalInt numaNode,
        List<Integer> nearCpus,
        Set<String> programs,
        ClockState clock,
        long aheadNanos,
        long aheadErrorNanos) {
    /** Without these nothing is started. */
    private static final List<String> NEEDED =
            List.of("date", "mkfifo", "mktemp", "sleep", "timeout");

    static final String NUMACTL = "numactl";
    static final String TASKSET = "taskset";
    static final String STDBUF = "stdbuf";
    private static final List<String> USEFUL = List.of(NUMACTL, TASKSET, STDBUF);

    private static final String DEVICE = "--ib-dev";

    private static final String HEAD = "losslab:";
    private static final String NOW = "date +%s%N";

    /** The best of some readings of the clock is taken. */
    private static final int CLOCK_READINGS = 3;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Asks a host; nothing is changed there.
     *
     * @param sysfs where it has sysfs mounted
     * @throws CommandFailure where it is not reached, or lacks what is needed
     */
    static HostFacts of(
            HostConnection host, String sysfs, RdmaDevice device, Collection<PerftestTool> tools) {
        CommandResult result = host.run(questions(sysfs, device, tools));
        Map<String, String> answers = answers(result.output());
        Set<String> programs =
                answers.getOrDefault("programs", "").lines().collect(Collectors.toSet());
        requirePrograms(host, programs, tools);
        Map<PerftestTool, KnownOptions> options = new LinkedHashMap<>();
        for (PerftestTool tool : tools) {
            KnownOptions known = KnownOptions.ofHelp(answers.getOrDefault(tool.program(), ""));
            requireOptions(host, tool, known);
            options.put(tool, known);
        }
        String node = answers.getOrDefault("numa_node", "").strip();
        long[] ahead = clock(host);
        return new HostFacts(
                options,
                node.matches("[0-9]{1,4}")
                        ? OptionalInt.of(Integer.parseInt(node))
                        : OptionalInt.empty(),
                cpus(answers.getOrDefault("local_cpulist", "").strip()),
                programs,
                ClockState.of(
                        answers.getOrDefault("chrony", ""),
                        answers.getOrDefault("ptp", ""),
                        !answers.getOrDefault("phc2sys", "").isBlank(),
                        answers.getOrDefault("timedatectl", "")),
                ahead[0],
                ahead[1]);
    }

    boolean has(String program) {
        return programs.contains(program);
    }

    /** CPUs of a list as the kernel prints it, such as {@code 0-3,8}. */
    static List<Integer> cpus(String list) {
        List<Integer> cpus = new ArrayList<>();
        for (String range : list.split(",", -1)) {
            if (range.matches("[0-9]{1,5}(-[0-9]{1,5})?")) {
                String[] ends = range.split("-", -1);
                int last = Integer.parseInt(ends[ends.length - 1]);
                for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
                    cpus.add(cpu);
                }
            }
        }
        return cpus;
    }

    /** A section for each answer. */
    private static String questions(
            String sysfs, RdmaDevice device, Collection<PerftestTool> tools) {
        String ofDevice =
                ShellWords.quoted("%s/class/infiniband/%s/device/".formatted(sysfs, device.name()));
        StringBuilder script = new StringBuilder("LC_ALL=C; export LC_ALL\n");
        script.append("PATH=$PATH:/usr/sbin:/sbin; export PATH\n");
        List<String> programs = new ArrayList<>(NEEDED);
        programs.addAll(USEFUL);
        tools.forEach(tool -> programs.add(tool.program()));
        ask(
                script,
                "programs",
                "for p in %s; do command -v $p >/dev/null && echo $p; done"
                        .formatted(String.join(" ", programs)));
        tools.forEach(tool -> ask(script, tool.program(), tool.program() + " --help"));
        ask(script, "numa_node", "cat " + ofDevice + "numa_node");
        ask(script, "local_cpulist", "cat " + ofDevice + "local_cpulist");
        ask(script, "chrony", "chronyc -n -c tracking");
        ask(script, "phc2sys", "pgrep -x phc2sys");
        ask(script, "ptp", "pmc -u -b 0 'GET TIME_STATUS_NP' 'GET PORT_DATA_SET'");
        ask(script, "timedatectl", "timedatectl show --property NTPSynchronized --value");
        return script.toString();
    }

    private static void ask(StringBuilder script, String name, String command) {
        script.append("echo '%s%s'\n".formatted(HEAD, name))
                .append("{ %s; } </dev/null 2>/dev/null\n".formatted(command));
    }

    private static Map<String, String> answers(String output) {
        Map<String, String> answers = new LinkedHashMap<>();
        String name = "";
        for (String line : output.lines().toList()) {
            if (line.startsWith(HEAD)) {
                name = line.substring(HEAD.length());
            } else {
                answers.merge(name, line + "\n", String::concat);
            }
        }
        return answers;
    }

    private static void requirePrograms(
            HostConnection host, Set<String> programs, Collection<PerftestTool> tools) {
        List<String> missing = new ArrayList<>();
        tools.stream()
                .map(PerftestTool::program)
                .filter(program -> !programs.contains(program))
                .forEach(missing::add);
        if (!missing.isEmpty()) {
            throw CommandFailure.ofDevice(
                    "%s: %s not found".formatted(host.device(), String.join(", ", missing)),
                    "install perftest there (Debian: apt-get install perftest)");
        }
        NEEDED.stream().filter(program -> !programs.contains(program)).forEach(missing::add);
        if (!missing.isEmpty()) {
            throw CommandFailure.ofDevice(
                    "%s: %s not found".formatted(host.device(), String.join(", ", missing)),
                    "install the GNU coreutils there (Debian: apt-get install coreutils)");
        }
    }

    /** All versions have this one: a tool that does not list it cannot be run at all. */
    private static void requireOptions(HostConnection host, PerftestTool tool, KnownOptions known) {
        if (!known.has(DEVICE)) {
            throw CommandFailure.ofDevice(
                    "%s: '%s --help' does not list %s"
                            .formatted(host.device(), tool.program(), DEVICE),
                    "check by hand whether that program is perftest's and starts");
        }
    }

    /** By how much its clock is ahead, and by how much that can be wrong. */
    private static long[] clock(HostConnection host) {
        long[] best = {0, Long.MAX_VALUE};
        for (int reading = 0; reading < CLOCK_READINGS; reading++) {
            long before = wallNanos();
            String told = host.run(NOW).output().strip();
            long after = wallNanos();
            if (!told.matches("[0-9]{19}")) {
                throw CommandFailure.ofDevice(
                        "%s: '%s' printed '%s' instead of nanoseconds"
                                .formatted(host.device(), NOW, told),
                        "install the GNU coreutils there (Debian: apt-get install coreutils)");
            }
            long half = (after - before) / 2;
            if (half < best[1]) {
                best[0] = Long.parseLong(told) - (before + half);
                best[1] = half + NANOS_PER_MILLI;
            }
        }
        return best;
    }

    /** This machine's wall clock, which has milliseconds at least. */
    static long wallNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }
}
