package io.losslab.benchmarks.agent;

import io.losslab.api.process.SystemProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures the agent and dpdk-testpmd, turn by turn on the same machine, so that whatever else runs
 * there weighs on both; the medians of the turns are compared.
 *
 * <p>On {@code net_null} the frames count that a second of the forwarding thread's CPU time moves,
 * on veth pairs those that come out at the far end in a second of the clock while a generator sends
 * more than either can forward.
 */
public final class AgentBench {
    private static final int TURNS = 3;
    private static final int PAUSE_ROUNDS = 1_000;
    private static final Duration START_PATIENCE = Duration.ofMinutes(4);

    private final double seconds;
    private final Consumer<String> announce;

    /**
     * Prepares a bench.
     *
     * @param seconds of each turn's measurement
     * @param announce told what is measured next
     */
    public AgentBench(double seconds, Consumer<String> announce) {
        this.seconds = seconds;
        this.announce = announce;
    }

    /** Whether this machine lets the bench make veth pairs and namespaces. */
    public static boolean hasVeth() {
        return "root".equals(System.getProperty("user.name"))
                && Files.isExecutable(Path.of("/usr/sbin/ip"));
    }

    /**
     * All measurements; those on veth pairs only where {@link #hasVeth} holds.
     *
     * @param take given each row as soon as it is measured
     * @throws io.losslab.agent.dpdk.DpdkException where DPDK is missing
     * @throws io.losslab.api.process.ProgramException where a program is missing or fails
     */
    public void measureAll(Consumer<AgentRow> take) throws InterruptedException {
        if (hasVeth()) {
            BenchNamespace.removeLeft();
        }
        take.accept(forwardOnNull());
        if (hasVeth()) {
            take.accept(forwardOnVeth());
            take.accept(pauseOnVeth());
        }
        take.accept(core());
        take.accept(idle());
    }

    private AgentRow forwardOnNull() throws InterruptedException {
        String[] devices = {"net_null0", "net_null1"};
        double[] ours = new double[TURNS];
        double[] theirs = new double[TURNS];
        double[] ratios = new double[TURNS];
        Map<String, Double> figures = Map.of();
        for (int turn = 0; turn < TURNS; turn++) {
            announce.accept("forwarding on net_null, turn " + (turn + 1) + " of " + TURNS);
            figures = child("forward", 2 * seconds, devices);
            ours[turn] = figures.get("framesPerCpuSecond");
            Testpmd.Work work = Testpmd.forward(seconds, devices);
            theirs[turn] = work.frames() / work.cpuSeconds();
            ratios[turn] = ours[turn] / theirs[turn];
        }
        Map<String, Double> row = new LinkedHashMap<>();
        row.put("framesPerCpuSecond", median(ours));
        row.put("testpmdFramesPerCpuSecond", median(theirs));
        row.put("ratioToTestpmd", median(ratios));
        row.put("bytesAllocatedPerFrame", figures.get("bytesAllocatedPerFrame"));
        row.put("refused", figures.get("refused"));
        return row("forward/net_null", row);
    }

    private AgentRow forwardOnVeth() throws InterruptedException {
        double[] ours = new double[TURNS];
        double[] theirs = new double[TURNS];
        double[] ratios = new double[TURNS];
        try (VethPath path = VethPath.create();
                SystemProgram generator =
                        SystemProgram.start(
                                path.inGenerator(
                                        Testpmd.generatorLine("net_af_packet0,iface=llb-gen")))) {
            Testpmd.awaitForwarding(generator);
            for (int turn = 0; turn < TURNS; turn++) {
                announce.accept("forwarding on veth pairs, turn " + (turn + 1) + " of " + TURNS);
                ours[turn] = agentOnVeth(path);
                theirs[turn] = testpmdOnVeth(path);
                ratios[turn] = ours[turn] / theirs[turn];
            }
        }
        Map<String, Double> row = new LinkedHashMap<>();
        row.put("framesPerSecond", median(ours));
        row.put("testpmdFramesPerSecond", median(theirs));
        row.put("ratioToTestpmd", median(ratios));
        return row("forward/veth", row);
    }

    private double agentOnVeth(VethPath path) throws InterruptedException {
        try (SystemProgram agent =
                SystemProgram.start(
                        path.inForwarder(childLine("forward", 4 * seconds + 4, path.devices())))) {
            while (!agent.output().contains("measuring")) {
                Thread.sleep(20);
                if (!agent.isRunning()) {
                    agent.finish(Duration.ofSeconds(1));
                }
            }
            double rate = arrivalRate(path);
            agent.finish(patience());
            return rate;
        }
    }

    private double testpmdOnVeth(VethPath path) throws InterruptedException {
        try (SystemProgram testpmd =
                SystemProgram.start(
                        path.inForwarder(Testpmd.commandLine(Testpmd.FORWARDER, path.devices())))) {
            Testpmd.awaitForwarding(testpmd);
            double rate = arrivalRate(path);
            testpmd.stop();
            testpmd.hasEndedWithin(patience());
            return rate;
        }
    }

    private double arrivalRate(VethPath path) throws InterruptedException {
        long frames = path.arrived();
        long began = System.nanoTime();
        Thread.sleep((long) (seconds * 1000));
        long after = path.arrived();
        return (after - frames) * 1e9 / (System.nanoTime() - began);
    }

    private AgentRow pauseOnVeth() {
        announce.accept("pause reaction on a veth pair");
        try (BenchNamespace both = BenchNamespace.create("pause")) {
            both.ip(
                    "link add llb-host type veth peer name llb-far",
                    "link set llb-host up",
                    "link set llb-far up");
            List<String> line =
                    childLine(
                            "pause",
                            PAUSE_ROUNDS,
                            "net_af_packet0,iface=llb-host",
                            "net_af_packet1,iface=llb-far");
            return row("pause/veth", figures(SystemProgram.run("", patience(), both.within(line))));
        }
    }

    /** What the pause reaction can be at best. */
    private AgentRow core() {
        announce.accept("gaps of a loop that only reads the clock");
        return row("core/spin", child("core", seconds));
    }

    private AgentRow idle() {
        announce.accept("CPU time of an idle agent");
        return row("idle/net_ring", child("idle", seconds, "net_ring0", "net_ring1"));
    }

    private static AgentRow row(String name, Map<String, Double> figures) {
        Map<String, Double> all = new LinkedHashMap<>(figures);
        all.remove("measuring");
        all.put("cores", (double) Runtime.getRuntime().availableProcessors());
        return new AgentRow(name, all);
    }

    private Map<String, Double> child(String what, double amount, String... devices) {
        return figures(SystemProgram.run("", patience(), childLine(what, amount, devices)));
    }

    /** For the start of a child, its warm-up, and its measurement. */
    private Duration patience() {
        return START_PATIENCE.plusMillis(Math.round(2_000 * seconds));
    }

    private static Map<String, Double> figures(String text) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ", -1);
            if (words.length == 2 && words[0].matches("[a-z][A-Za-z0-9]*")) {
                figures.put(words[0], Double.parseDouble(words[1]));
            }
        }
        return figures;
    }

    private static List<String> childLine(String what, double amount, String... devices) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:-TieredCompilation"));
        line.addAll(List.of("-cp", System.getProperty("java.class.path")));
        line.add(BenchChild.class.getName());
        line.add(what);
        line.add(Double.toString(amount));
        line.addAll(Arrays.asList(devices));
        return SystemProgram.untilWeEnd(line);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
