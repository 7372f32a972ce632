package io.losslab.orchestrator.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.process.ProcessMark;
import io.losslab.devices.sonic.NeedsRedis;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.orchestrator.run.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of served SONiC switches end with the server, whatever ends it. */
@NeedsSshServer
@NeedsRedis
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ServedSonicEndTest {
    private static final int SWITCHES = 2;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    @TempDir private Path folder;
    private LosslabProcess server;

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM", "INT"})
    void neitherProgramsNorSessionsNorFilesOutliveAServer(String signal) throws Exception {
        try (LosslabProcess served = serve()) {
            await(() -> served.said().contains("press Ctrl-C to stop"));
            assertEquals(2 * SWITCHES, programs().size(), () -> programs().toString());
            try (Session session = Session.logIn(sshFolder())) {
                await(session::hasBegun);
                ProcessMark program = session.program();
                assertTrue(program.isRunning());
                served.signal(signal);
                requireNothingLeft();
                assertFalse(program.isRunning(), "a program of a session runs on");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"KILL, 1", "KILL, 2", "KILL, 3", "TERM, 1", "TERM, 3"})
    void nothingOutlivesAServerThatIsEndedWhileItStarts(String signal, int started)
            throws Exception {
        try (LosslabProcess served = serve()) {
            await(() -> programs().size() >= started);
            served.signal(signal);
            requireNothingLeft();
            assertFalse(served.said().contains("\tat "), served::said);
        }
    }

    private LosslabProcess serve() throws IOException {
        server =
                LosslabProcess.start(
                        folder,
                        List.of(
                                "serve",
                                Commands.experiment("parallel-links.yaml"),
                                "--as",
                                "sonic"));
        return server;
    }

    private void requireNothingLeft() throws Exception {
        await(() -> !server.isAlive() && programs().isEmpty() && made().isEmpty());
    }

    /** What the server has made among the temporary files. */
    private List<Path> made() {
        try (Stream<Path> files = Files.list(server.temporary())) {
            return files.filter(file -> file.getFileName().toString().contains("sonic")).toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path sshFolder() throws IOException {
        try (Stream<Path> files = Files.walk(made().get(0))) {
            return files.filter(file -> file.endsWith("sshd.conf"))
                    .findFirst()
                    .orElseThrow()
                    .getParent();
        }
    }

    /** Command lines of the programs that have a file of a switch. */
    private List<String> programs() {
        String file = server.temporary().resolve("losslab-sonic").toString();
        return ProcessHandle.allProcesses()
                .map(process -> commandLine(process.pid()))
                .filter(line -> line.contains(file))
                .filter(line -> line.contains("sshd") || line.contains("redis-server"))
                .filter(line -> !line.startsWith("ssh "))
                .toList();
    }

    private static String commandLine(long process) {
        try {
            return Files.readString(Path.of("/proc/" + process + "/cmdline")).replace('\0', ' ');
        } catch (IOException ended) {
            return "";
        }
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(
                    System.nanoTime() < end,
                    () -> "%s %s %s".formatted(server.said(), programs(), made()));
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /** A login to a switch, and a program that runs in it. */
    private record Session(Process client, Path number) implements AutoCloseable {
        static Session logIn(Path ssh) throws IOException {
            String port = Files.readAllLines(ssh.resolve("sshd.conf")).get(0).replace("Port ", "");
            Path number = ssh.getParent().getParent().resolve("session");
            return new Session(
                    new ProcessBuilder(
                                    "ssh",
                                    "-F",
                                    "none",
                                    "-o",
                                    "UserKnownHostsFile=" + ssh.resolve("known_hosts"),
                                    "-i",
                                    ssh.resolve("userkey").toString(),
                                    "-p",
                                    port,
                                    "127.0.0.1",
                                    "echo $$ > %1$s.new; mv %1$s.new %1$s; exec sleep 600"
                                            .formatted(number))
                            .start(),
                    number);
        }

        boolean hasBegun() {
            return Files.exists(number);
        }

        ProcessMark program() throws IOException {
            long process = Long.parseLong(Files.readString(number).strip());
            return ProcessMark.of(ProcessHandle.of(process).orElseThrow());
        }

        @Override
        public void close() {
            client.destroyForcibly();
        }
    }
}
