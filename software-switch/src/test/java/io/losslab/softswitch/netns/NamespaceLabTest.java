package io.losslab.softswitch.netns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.process.ProcessMark;
import io.losslab.api.process.ProgramException;
import io.losslab.api.process.SystemProgram;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsNamespaces
class NamespaceLabTest {
    private final Topology topology = twoHosts();
    private final Node host = topology.node("A").orElseThrow();

    @Test
    void logsInToAHostByItsKeysAndFindsItsPortsThere() {
        try (NamespaceLab lab = NamespaceLab.create(topology, 4_096)) {
            String shown = ssh(lab, "ip", "-o", "link", "show", "port1");
            assertTrue(shown.contains("02:00:00:00:00:01"), shown);
            assertTrue(shown.contains("mtu 4178"), shown);
            assertTrue(shown.contains("UP"), shown);
            assertFalse(ssh(lab, "ip", "address").contains("inet6"));
        }
    }

    /** As machines with containers or virtual machines do: interfaces begin with that setting. */
    @Test
    void aMachineThatRoutesDoesNotSendTheFramesOfALabOn() throws IOException {
        Path settings = Path.of("/proc/sys/net/ipv4/conf");
        Path ofNewOnes = settings.resolve("default/forwarding");
        String before = Files.readString(ofNewOnes);
        Files.writeString(ofNewOnes, "1");
        try (NamespaceLab lab = NamespaceLab.create(topology, 4_096)) {
            String outer = lab.switchInterface(new PortRef(host, 1));
            assertEquals(
                    "0", Files.readString(settings.resolve(outer).resolve("forwarding")).strip());
        } finally {
            Files.writeString(ofNewOnes, before);
        }
    }

    @Test
    void takesAwayNamespacesInterfacesProcessesAndFiles() {
        NamespaceLab lab = NamespaceLab.create(topology, 4_096);
        List<ProcessHandle> processes = Namespaces.processes(lab.namespace(host));
        assertFalse(processes.isEmpty());
        lab.close();
        assertGone(lab, processes);
        assertEquals(List.of(), lab.takeDown());
    }

    @Test
    void anInterruptWhileItIsMadeLeavesNothing() throws InterruptedException {
        Path labs = Path.of("/run/losslab");
        List<String> before = names(labs);
        for (int millis = 50; millis <= 800; millis *= 2) {
            ExecutorService worker = Executors.newSingleThreadExecutor();
            Future<?> made = worker.submit(() -> NamespaceLab.create(topology, 4_096).close());
            assertFalse(worker.awaitTermination(millis, TimeUnit.MILLISECONDS));
            worker.shutdownNow();
            assertTrue(worker.awaitTermination(1, TimeUnit.MINUTES));
            assertEquals(before, names(labs), "interrupted after " + millis + " ms");
            assertMadeOrInterrupted(made);
        }
    }

    private static void assertMadeOrInterrupted(Future<?> made) throws InterruptedException {
        try {
            made.get();
        } catch (ExecutionException e) {
            assertInstanceOf(ProgramException.class, e.getCause());
            assertTrue(e.getCause().getMessage().startsWith("interrupted during "), e::toString);
        }
    }

    /** Takes a lab away in a process that ends after that, whatever signals it gets. */
    static final class TakenAway {
        private TakenAway() {}

        public static void main(String[] args) {
            CountDownLatch done = new CountDownLatch(1);
            Thread hook =
                    new Thread(
                            () -> {
                                try {
                                    done.await();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            });
            Runtime.getRuntime().addShutdownHook(hook);
            System.out.println(NamespaceLab.create(twoHosts(), 4_096).takeDown());
            done.countDown();
        }
    }

    /**
     * A terminal sends the signal to all that run in it, here whenever {@code ip} undoes; the first
     * one ends, as if it were not shielded yet.
     */
    @Test
    void ctrlCAgainAndAgainWhileItIsTakenAwayLeavesNothing(@TempDir Path folder) throws Exception {
        List<String> before = names(Path.of("/run/netns"));
        Path ip = folder.resolve("ip");
        Files.writeString(
                ip,
                """
                #!/bin/sh
                case "$*" in *pids*|*delete*)
                    kill -INT 0
                    mkdir %s/first 2>&- && kill -KILL $$
                esac
                exec %s "$@"
                """
                        .formatted(folder, SystemProgram.run("sh", "-c", "command -v ip").strip()));
        assertTrue(ip.toFile().setExecutable(true));
        Process process =
                new ProcessBuilder(
                                "setsid",
                                "env",
                                "--default-signal=INT",
                                "PATH=" + folder + ":" + System.getenv("PATH"),
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                TakenAway.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            assertEquals("[]", process.inputReader().readLine());
            assertTrue(process.waitFor(1, TimeUnit.MINUTES));
            assertEquals(130, process.exitValue());
            assertEquals(before, names(Path.of("/run/netns")));
        } finally {
            process.destroyForcibly().waitFor();
            NamespaceLab.cleanUp();
        }
    }

    private static List<String> names(Path directory) {
        String[] names = directory.toFile().list();
        return names == null ? List.of() : Stream.of(names).sorted().toList();
    }

    @Test
    void takesAwayWhatACrashedProcessLeft() throws IOException {
        NamespaceLab lab = NamespaceLab.create(topology, 4_096);
        List<ProcessHandle> processes = Namespaces.processes(lab.namespace(host));
        Files.writeString(lab.directory().resolve("owner"), "1 some earlier start");
        // The last line was being written when the machine went down.
        Files.writeString(lab.directory().resolve("journal"), "INTERF", StandardOpenOption.APPEND);
        assertEquals(1, NamespaceLab.leftOver());
        assertEquals(List.of(), NamespaceLab.cleanUp());
        assertGone(lab, processes);
    }

    @Test
    void leavesALabAloneWhoseProcessLives() {
        try (NamespaceLab lab = NamespaceLab.create(topology, 4_096)) {
            assertEquals(List.of(), NamespaceLab.cleanUp());
            assertTrue(Files.exists(Path.of("/run/netns", lab.namespace(host))));
        }
    }

    @Test
    void twoLabsStandSideBySide() {
        try (NamespaceLab one = NamespaceLab.create(topology, 4_096);
                NamespaceLab other = NamespaceLab.create(topology, 4_096)) {
            assertTrue(ssh(one, "hostname", "-I").contains(one.managementAddress(host)));
            assertTrue(ssh(other, "hostname", "-I").contains(other.managementAddress(host)));
        }
    }

    /** A process that has left its namespace is about to end, but may want a core for it. */
    private void assertGone(NamespaceLab lab, List<ProcessHandle> processes) {
        for (Node node : topology.hosts()) {
            assertFalse(
                    Files.exists(Path.of("/run/netns", lab.namespace(node))), lab.namespace(node));
            String outer = lab.switchInterface(new PortRef(node, 1));
            assertFalse(Files.exists(Path.of("/sys/class/net", outer)), outer);
        }
        assertFalse(Files.exists(lab.directory()));
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (processes.stream().anyMatch(ProcessMark::isRunning)) {
            assertTrue(System.nanoTime() < deadline, "a process is left");
        }
    }

    private String ssh(NamespaceLab lab, String... command) {
        SshAccess access = lab.ssh();
        String[] words = {
            "ssh",
            "-i",
            access.privateKey().toString(),
            "-o",
            "UserKnownHostsFile=" + access.knownHosts(),
            "-o",
            "StrictHostKeyChecking=yes",
            "-o",
            "BatchMode=yes",
            access.user() + "@" + lab.managementAddress(host),
            String.join(" ", command)
        };
        return SystemProgram.run(words);
    }

    private static Topology twoHosts() {
        return new TopologyBuilder("pair")
                .host("A")
                .host("B")
                .switchNode("S", DataSize.parse("1MB"))
                .link("A", "S", DataRate.parse("100Gbps"), new Nanos(1_000), "edge")
                .link("B", "S", DataRate.parse("100Gbps"), new Nanos(1_000), "edge")
                .build();
    }
}
