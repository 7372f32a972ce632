package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.process.SystemProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Slurm of Debian's packages on loopback: munged, slurmctld, and a slurmd with one core for each
 * of two nodes, {@code n1} and {@code n2}. Partition {@code batch} has both; a task may run for a
 * minute in {@code short}.
 */
final class SlurmCluster implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 90;
    private static final List<String> NODES = List.of("n1", "n2");
    private static final Pattern ARRAY_TASK = Pattern.compile("\0SLURM_ARRAY_TASK_ID=(\\d+)\0");

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private final Map<String, Process> daemons = new LinkedHashMap<>();

    private SlurmCluster(Path folder) {
        this.folder = folder;
        environment.put("SLURM_CONF", folder.resolve("slurm.conf").toString());
        // Tasks are short: what the better compiler would win is less than it costs.
        environment.put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
    }

    /** Starts one that keeps everything in a folder. */
    static SlurmCluster start(Path folder) throws Exception {
        SlurmCluster cluster = new SlurmCluster(folder);
        try {
            Files.createDirectory(folder.resolve("state"));
            Files.writeString(folder.resolve("slurm.conf"), cluster.configuration());
            byte[] key = new byte[1024];
            new SecureRandom().nextBytes(key);
            Files.write(folder.resolve("munge.key"), key);
            Files.setPosixFilePermissions(
                    folder.resolve("munge.key"), PosixFilePermissions.fromString("r--------"));
            cluster.daemon(
                    "munged",
                    "/usr/sbin/munged",
                    "--foreground",
                    "--force",
                    "--key-file=" + folder.resolve("munge.key"),
                    "--socket=" + folder.resolve("munge.socket"),
                    "--pid-file=" + folder.resolve("munged.pid"),
                    "--log-file=" + folder.resolve("munged.log"),
                    "--seed-file=" + folder.resolve("munge.seed"));
            cluster.await(() -> Files.exists(folder.resolve("munge.socket")), "munged");
            cluster.daemon("slurmctld", "/usr/sbin/slurmctld", "-D");
            for (String node : NODES) {
                Files.createDirectory(folder.resolve(node));
                cluster.startNode(node);
            }
            cluster.await(
                    () -> cluster.prints("idle idle", "sinfo", "-hN", "-p", "batch", "-o", "%t"),
                    "two idle nodes");
            return cluster;
        } catch (Exception | Error e) {
            cluster.close();
            throw e;
        }
    }

    private String configuration() throws IOException {
        List<Integer> ports = freePorts(3);
        return """
                ClusterName=losslab
                SlurmctldHost=localhost(127.0.0.1)
                SlurmUser=root
                SlurmdUser=root
                SlurmctldPort=%2$d
                SlurmctldPidFile=%1$s/slurmctld.pid
                SlurmdPidFile=%1$s/%%n/slurmd.pid
                SlurmdSpoolDir=%1$s/%%n
                StateSaveLocation=%1$s/state
                AuthType=auth/munge
                AuthInfo=socket=%1$s/munge.socket
                CredType=cred/munge
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                SwitchType=switch/none
                MpiDefault=none
                JobAcctGatherType=jobacct_gather/none
                AccountingStorageType=accounting_storage/none
                SelectType=select/cons_tres
                SelectTypeParameters=CR_Core_Memory
                SchedulerType=sched/builtin
                SlurmdParameters=config_overrides
                SlurmdTimeout=2
                KillWait=1
                NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=%3$d CPUs=1 RealMemory=4000
                NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=%4$d CPUs=1 RealMemory=4000
                PartitionName=batch Nodes=n1,n2 Default=YES MaxTime=60 State=UP
                PartitionName=short Nodes=n1 MaxTime=1 State=UP
                """
                .formatted(folder, ports.get(0), ports.get(1), ports.get(2));
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            ports.add(sockets.get(i).getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }

    /** Variables by which Slurm's commands find this cluster. */
    Map<String, String> environment() {
        return environment;
    }

    void startNode(String node) throws IOException {
        daemon(node, "/usr/sbin/slurmd", "-D", "-N", node);
    }

    /** A node loses power: its slurmd, the steps of jobs, and what they have started. */
    void killNode(String node) {
        end(daemons.get(node));
        for (ProcessHandle process : processesOf(node)) {
            Optional<ProcessHandle> step = process.parent();
            if (step.flatMap(s -> s.info().commandLine()).orElse("").contains("slurmstepd")
                    || step.flatMap(s -> s.info().command()).orElse("").endsWith("slurmstepd")) {
                step.get().destroyForcibly();
            }
            process.destroyForcibly();
        }
    }

    /**
     * Sends a signal to what a job has started on a node.
     *
     * @return the task's number in the job's array; empty where nothing runs there
     */
    OptionalInt signal(String signal, String node) {
        OptionalInt task = OptionalInt.empty();
        for (ProcessHandle process : processesOf(node)) {
            run("kill", "-" + signal, Long.toString(process.pid()));
            Matcher number = ARRAY_TASK.matcher(variables(process));
            task = number.find() ? OptionalInt.of(Integer.parseInt(number.group(1))) : task;
        }
        return task;
    }

    private List<ProcessHandle> processesOf(String node) {
        return ProcessHandle.allProcesses().filter(process -> isOf(node, process)).toList();
    }

    /** Whether a process was started by a job on a node of this cluster. */
    private boolean isOf(String node, ProcessHandle process) {
        String variables = variables(process);
        return variables.contains("\0SLURMD_NODENAME=" + node + "\0")
                && variables.contains("\0SLURM_CONF=" + environment.get("SLURM_CONF") + "\0");
    }

    /** The environment of a process, each variable between two zeros; empty where it has ended. */
    private static String variables(ProcessHandle process) {
        try {
            return "\0" + Files.readString(Path.of("/proc", process.pid() + "", "environ"));
        } catch (IOException e) {
            return "";
        }
    }

    /** What squeue prints of the jobs that have not ended, in one line. */
    String queue() {
        return run("squeue", "--noheader", "--array", "--format=%T|%N");
    }

    boolean prints(String expected, String... words) {
        return run(words).equals(expected);
    }

    private String run(String... words) {
        List<String> all =
                new ArrayList<>(List.of("env", "SLURM_CONF=" + environment.get("SLURM_CONF")));
        all.addAll(List.of(words));
        try (SystemProgram program = SystemProgram.start(all)) {
            program.hasEndedWithin(java.time.Duration.ofSeconds(PATIENCE_SECONDS));
            return program.output().strip().replaceAll("\\s+", " ");
        }
    }

    void await(BooleanSupplier condition, String what) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < until, () -> "no " + what + ": " + log());
            Thread.sleep(50);
        }
    }

    private String log() {
        StringBuilder text = new StringBuilder();
        for (String name : daemons.keySet()) {
            try {
                text.append("\n").append(Files.readString(folder.resolve(name + ".out")));
            } catch (IOException e) {
                text.append(e);
            }
        }
        return text.toString();
    }

    private void daemon(String name, String... words) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(
                                ProcessBuilder.Redirect.appendTo(
                                        folder.resolve(name + ".out").toFile()));
        builder.environment().put("SLURM_CONF", environment.get("SLURM_CONF"));
        daemons.put(name, builder.start());
    }

    @Override
    public void close() {
        if (daemons.containsKey("slurmctld")) {
            run("scancel", "--user=root");
        }
        for (String node : NODES) {
            if (daemons.containsKey(node)) {
                killNode(node);
            }
        }
        daemons.values().forEach(SlurmCluster::end);
    }

    private static void end(Process process) {
        process.destroyForcibly().onExit().join();
    }
}
