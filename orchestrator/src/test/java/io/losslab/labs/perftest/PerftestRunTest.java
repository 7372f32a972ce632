package io.losslab.labs.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.devices.ssh.SshServer;
import io.losslab.labs.backend.ServedLab;
import io.losslab.orchestrator.run.Commands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts of a testbed that run perftest, over real SSH. The tools are {@link PerftestStandIn}. */
@NeedsSshServer
class PerftestRunTest {
    private static final String EXPERIMENT =
            """
experiment: rdma
topology: star-4
duration: 1s
hosts: {mtu: 1024}
schemes:
  none: []
traffic:
  - {name: bulk, kind: bandwidth, from: [h1], to: [h4], size: 64KiB, txDepth: 128, flows: 4, stop: 1s}
  - {name: ping, kind: latency, from: [h2], to: [h4], size: 8B, iterations: 1000, gap: 10us, start: 200ms}
  - {name: pong, kind: latency, from: [h2], to: [h4], size: 8B, class: 0}
""";

    private final Commands losslab = new Commands();
    @TempDir private Path folder;
    private SshServer ssh;
    private Path bin;

    @BeforeEach
    void startServer() throws Exception {
        ssh = server("ssh");
        bin = ssh.home().resolve("bin");
    }

    private SshServer server(String name) throws Exception {
        SshServer started = SshServer.start(Files.createDirectory(folder.resolve(name)));
        Path programs = Files.createDirectory(started.home().resolve("bin"));
        PerftestStandIn.install(programs, started.home(), true);
        Executables.chronyc(programs, Executables.CHRONY);
        Files.createDirectory(started.home().resolve("tmp"));
        Executables.write(
                programs.resolve("mktemp"),
                """
                #!/bin/sh
                directory=$(/usr/bin/mktemp "$@" -p "$HOME/tmp") || exit 1
                stat -c %a "$directory" >>"$HOME/modes"
                echo "$directory"
                """);
        return started;
    }

    @AfterEach
    void stopServer() {
        ssh.close();
    }

    @Test
    void messagesOfIterationsAreRowsAndTheRestAreMeans() throws Exception {
        Path experiment = Files.writeString(folder.resolve("rdma.yaml"), EXPERIMENT);
        try (ServedLab lab = PerftestLab.serve(experiment)) {
            Path testbed = testbed(lab, List.of("h1", "h2", "h4"));

            assertEquals(0, run(experiment, testbed), losslab::err);
        }

        // 184078 messages of 64 KiB are 96.51 Gb/s; each of the four pairs sent a quarter.
        String pair = "bulk bandwidth, mean of a session 3015933952 1000 999999 -1";
        assertEquals(
                List.of(pair, pair, pair, pair),
                rows(
                        "select \"group\", kind, bytes, round((end_ns - start_ns) / 1e6)::INT,"
                                + " (fct_ns / 1e3)::INT, retransmits from $flows"
                                + " where \"group\" = 'bulk' order by all"));
        assertEquals(
                List.of("pong latency, mean of a session 8 1500 3000"),
                rows(
                        "select \"group\", kind, bytes, fct_ns, end_ns - start_ns from $flows"
                                + " where \"group\" = 'pong'"));
        // Message i of 1000 comes back after 3 us and i ns; the gap before the next is no latency.
        assertEquals(
                List.of("latency 999 1500 1500 1999 13001 13998"),
                rows(
                        """
                        select kind, count(*), min(fct_ns), quantile_disc(fct_ns, 0.0),
                          max(fct_ns), min(next - start_ns), max(next - start_ns)
                        from (select *, lead(start_ns) over (order by start_ns) as next
                          from $flows where "group" = 'ping') group by kind
                        """));
        Path results = folder.resolve("results");
        String tables = Files.readString(results.resolve("perftest.txt"));
        assertTrue(tables.contains("h1: clock: chrony, off by 6.5 us, at most 7926.8 us"), tables);
        assertTrue(tables.contains("bulk (mean of a session, by perftest)"), tables);
        String summary = Files.readString(results.resolve("summary.json"));
        assertTrue(summary.contains("\"retransmitted\" : null"), summary);
        assertTrue(summary.contains("\"clockErrorMicros\" : 7926"), summary);
        assertTrue(
                losslab.out()
                        .contains(
                                "traffic 'bulk': perftest reports the mean throughput of a"
                                        + " session"),
                losslab.out());
        List<String> calls = Files.readAllLines(ssh.home().resolve("calls"));
        assertTrue(
                calls.contains(
                        "ib_write_bw --ib-dev mlx5_0 --ib-port 1 --gid-index 3 --size 65536 --qp 4"
                                + " --tx-depth 128 --report_gbits --duration 1 --margin 0 --mtu 1024"
                                + " --sl 3 --tclass 98 --port 18515 --CPU-freq"),
                calls::toString);
        assertEquals(List.of(), privateDirectories());
        assertEquals(Set.of("700"), Set.copyOf(Files.readAllLines(ssh.home().resolve("modes"))));
    }

    @Test
    void aHostWithoutPerftestCannotBeTheOtherEnd() throws Exception {
        Path experiment = Files.writeString(folder.resolve("rdma.yaml"), EXPERIMENT);
        try (ServedLab lab = PerftestLab.serve(experiment)) {
            assertEquals(2, run(experiment, testbed(lab, List.of("h1"))));
        }
        assertTrue(
                losslab.err()
                        .contains(
                                "traffic.0.to: traffic 'bulk': it goes from h1 to h4, but h4 has no"
                                        + " 'perftest' in the testbed"),
                losslab.err());
    }

    @Test
    void saysWhatPerftestSaidWhereItFails() throws Exception {
        Files.writeString(ssh.home().resolve("devices"), "mlx5_1\n");
        Path experiment = Files.writeString(folder.resolve("rdma.yaml"), EXPERIMENT);
        try (ServedLab lab = PerftestLab.serve(experiment)) {
            assertEquals(3, run(experiment, testbed(lab, List.of("h1", "h2", "h4"))));
        }
        assertTrue(
                losslab.err()
                        .contains(
                                " to h4: the server exited with 1: IB device mlx5_0"
                                        + " not found; Unable to"),
                losslab.err());
        assertEquals(List.of(), privateDirectories());
    }

    /** Another program listens on the port of one of the servers. */
    @Test
    void aClientThatAnotherProgramServedDoesNotCount() throws Exception {
        Path experiment =
                Files.writeString(
                        folder.resolve("rdma.yaml"),
                        EXPERIMENT.replaceAll("(?m)^.*kind: latency.*\n", ""));
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (ServedLab lab = PerftestLab.serve(experiment);
                ServerSocket foreign = new ServerSocket()) {
            Path testbed = testbed(lab, List.of("h1", "h4"));
            assertEquals(
                    3,
                    PerftestLab.inTurn(
                            () -> {
                                foreign.bind(new InetSocketAddress(18_515));
                                Future<Void> serving = other.submit(() -> serve(foreign));
                                assertFalse(serving.isDone());
                                return PerftestLab.execute(
                                        losslab, experiment, testbed, folder.resolve("results"));
                            }),
                    losslab::out);
        } finally {
            other.shutdownNow();
        }
        assertTrue(losslab.err().contains(" to h4: the server exited with 1: "), losslab.err());
        assertEquals(List.of(), privateDirectories());
    }

    /** Without any of these a run fails, and a check names it before. */
    @ParameterizedTest
    @CsvSource({
        "chronyc, exit 1, no time source keeps the clock, so that perftest on 2 hosts",
        "date, echo now, 'date +%s%N' printed 'now' instead of nanoseconds",
        "ib_write_bw, exit 1, 'ib_write_bw --help'"
    })
    void aCheckWithTheExperimentNamesWhatARunWouldMiss(String tool, String instead, String problem)
            throws Exception {
        Executables.write(bin.resolve("timedatectl"), "#!/bin/sh\necho no\n");
        Path experiment = Files.writeString(folder.resolve("rdma.yaml"), EXPERIMENT);
        try (ServedLab lab = PerftestLab.serve(experiment)) {
            Path testbed = testbed(lab, List.of("h1", "h2", "h4"));
            check(testbed, experiment);
            assertFalse(losslab.out().contains(problem), losslab.out());
            Executables.write(bin.resolve(tool), "#!/bin/sh\n" + instead + "\n");
            assertEquals(1, check(testbed, experiment), losslab::out);
            assertTrue(losslab.out().contains(problem), losslab.out());
            assertEquals(3, run(experiment, testbed), losslab::err);
            assertTrue(losslab.err().contains(problem), losslab.err());
        }
        assertEquals(List.of(), privateDirectories());
    }

    private int check(Path testbed, Path experiment) {
        return losslab.execute("testbed", "check", testbed.toString(), experiment.toString());
    }

    /** It is too late to start its tools again. */
    @ParameterizedTest
    @CsvSource({"true, h1", "false, h4"})
    void aHostWhoseConnectionIsLostMeanwhileIsNamedAndTheCellRunAgain(boolean sends, String host)
            throws Exception {
        Path experiment =
                Files.writeString(
                        folder.resolve("rdma.yaml"),
                        """
                        experiment: rdma
                        topology: star-4
                        duration: 3s
                        schemes:
                          none: []
                        traffic:
                          - {name: bulk, kind: bandwidth, from: [h1], to: [h4], size: 64KiB}
                        """);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (SshServer receiver = server("receiver");
                ServedLab lab = PerftestLab.serve(experiment)) {
            Path testbed = testbed(lab, Map.of("h1", ssh.login(), "h4", receiver.login()));
            Future<Integer> code = other.submit(() -> run(experiment, testbed));
            while (!Files.exists(ssh.home().resolve("calls"))) {
                assertFalse(code.isDone(), losslab::err);
                TimeUnit.MILLISECONDS.sleep(10);
            }
            (sends ? ssh : receiver).cutConnections();
            assertEquals(0, code.get(), losslab::err);
            assertTrue(
                    losslab.out()
                            .contains(
                                    "cell 0 was run again, as its first attempt failed: "
                                            + host
                                            + ": the SSH connection was lost during perftest"),
                    losslab.out());
            assertEquals(2, Files.readAllLines(receiver.home().resolve("calls")).size());
        } finally {
            other.shutdownNow();
        }
        assertEquals(List.of(), privateDirectories());
    }

    @Test
    void hostsWithoutACommonTimeAreRefused() throws Exception {
        Executables.chronyc(bin, Executables.CHRONY.replace("Normal", "Not synchronised"));
        Executables.write(bin.resolve("timedatectl"), "#!/bin/sh\necho no\n");
        Path experiment = Files.writeString(folder.resolve("rdma.yaml"), EXPERIMENT);
        try (ServedLab lab = PerftestLab.serve(experiment)) {
            assertEquals(3, run(experiment, testbed(lab, List.of("h1", "h2", "h4"))));
        }
        assertTrue(
                losslab.err()
                        .contains(
                                "h1, h2: no time source keeps the clock, so that perftest on 2"
                                        + " hosts cannot start at one time"),
                losslab.err());
        assertTrue(losslab.err().contains("apt-get install chrony"), losslab.err());
    }

    /** Serves clients as perftest does, one after the other. */
    private static Void serve(ServerSocket listening) throws IOException {
        while (true) {
            try (Socket client = listening.accept();
                    BufferedReader from =
                            new BufferedReader(
                                    new InputStreamReader(
                                            client.getInputStream(), StandardCharsets.UTF_8))) {
                String options = from.readLine() + "\n";
                client.getOutputStream().write(options.getBytes(StandardCharsets.UTF_8));
                from.readLine();
            }
        }
    }

    /** What a session of ours could have left. */
    private List<Path> privateDirectories() throws IOException {
        try (Stream<Path> all = Files.list(ssh.home().resolve("tmp"))) {
            return all.toList();
        }
    }

    private List<String> rows(String query) throws Exception {
        return Commands.rows(folder.resolve("results"), query).stream()
                .map(Object::toString)
                .toList();
    }

    /** Hosts of one machine, which is not set three times. */
    private Path testbed(ServedLab lab, List<String> perftest) throws IOException {
        Map<String, SshLogin> logins = new HashMap<>();
        perftest.forEach(host -> logins.put(host, ssh.login()));
        return testbed(lab, logins);
    }

    private Path testbed(ServedLab lab, Map<String, SshLogin> logins) throws IOException {
        return PerftestLab.testbed(
                folder.resolve("lab.yaml"), lab, logins, "    nic: {keep: all}\n");
    }

    private int run(Path experiment, Path testbed) throws Exception {
        return PerftestLab.run(losslab, experiment, testbed, folder.resolve("results"));
    }
}
