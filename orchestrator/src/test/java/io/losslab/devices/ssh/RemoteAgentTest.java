package io.losslab.devices.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.failure.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsSshServer
class RemoteAgentTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * Says when it is ready, echoes what the test writes to a pipe, and ends when asked to. It
     * holds the pipe open itself, so that no writer's end is the end of it.
     */
    private static final String PROGRAM =
            """
            #!/bin/sh
            exec 3<&0
            (cat <&3; echo "end of input") &
            trap 'echo bye; kill $!; exit 0' TERM
            exec 4<> "$2"
            echo "ready $1"
            while read -r word <&4; do echo "$word"; done
            """;

    /** Takes no order to stop. */
    private static final String STUBBORN =
            """
            #!/bin/sh
            trap '' TERM
            echo ready
            while :; do sleep 0.1; done
            """;

    @TempDir private Path directory;
    private SshServer server;
    private HostConnection host;

    @BeforeEach
    void startServer() throws Exception {
        server = SshServer.start(directory);
        host = new HostConnection(new Login("h1", server.login(), Optional.empty()));
    }

    @AfterEach
    void stopServer() throws Exception {
        host.close();
        server.close();
    }

    @Test
    void uploadsAnArchiveOnce() throws Exception {
        AgentArchive archive = archive(PROGRAM);
        ArchiveStore store = new ArchiveStore(host);
        ArchiveStore.Placed first = store.place(archive);
        ArchiveStore.Placed second = store.place(archive);
        assertTrue(first.uploaded());
        assertFalse(second.uploaded());
        assertEquals(
                server.home().resolve(".cache/losslab/agents/" + archive.sha256()).toString(),
                second.directory());
        assertEquals(PROGRAM, Files.readString(Path.of(second.directory(), "program")));
        try (var left = Files.list(Path.of(second.directory()).getParent())) {
            assertEquals(List.of(Path.of(second.directory())), left.toList());
        }
    }

    @Test
    void refusesAnArchiveThatWasDamagedOnTheWay() throws Exception {
        AgentArchive archive = new AgentArchive(archive(PROGRAM).file(), "0".repeat(64));
        ArchiveStore store = new ArchiveStore(host);
        CommandFailure failure = assertThrows(CommandFailure.class, () -> store.place(archive));
        assertTrue(
                failure.getMessage().startsWith("h1: cannot unpack the agent: "),
                failure::getMessage);
        assertTrue(failure.getMessage().contains("checksum"), failure::getMessage);
        try (var left = Files.list(server.home().resolve(".cache/losslab/agents"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void startsAwaitsAndStops() throws Exception {
        RemoteAgent agent = start(PROGRAM, "with 'quotes' $HOME");
        assertEquals("with 'quotes' $HOME", agent.awaitLine("ready ", PATIENCE));
        assertTrue(isRunning());
        ProcessHandle process = process();
        assertTrue(agent.stop(PATIENCE));
        SshServer.awaitEnd(process);
        assertFalse(isRunning());
        assertFalse(Files.exists(directory.resolve("run")));
        assertTrue(agent.stop(PATIENCE));
    }

    /** Its log tells nothing of it, and it would be waited for in vain. */
    @Test
    void isNotAwaitedWhereItIsSuspended() throws Exception {
        RemoteAgent agent = start("#!/bin/sh\nkill -STOP $$\necho ready\n", "");
        long start = System.nanoTime();
        CommandFailure failure =
                assertThrows(CommandFailure.class, () -> agent.awaitLine("ready", PATIENCE));
        assertEquals(
                "h1: the agent is suspended at startup (SIGSTOP, or a debugger): its log is empty",
                failure.getMessage());
        assertTrue(System.nanoTime() - start < PATIENCE.toNanos());
        assertEquals("its agent is suspended (SIGSTOP, or a debugger)", agent.condition());
        agent.stop(PATIENCE);
    }

    @Test
    void doesNotStartASecondOne() throws Exception {
        RemoteAgent agent = start(PROGRAM, "first");
        agent.awaitLine("ready ", PATIENCE);
        start(PROGRAM, "second");
        assertEquals("ready first\n", Files.readString(directory.resolve("run/log")));
        agent.stop(PATIENCE);
    }

    @Test
    void outlivesALostConnectionAndItsLogGoesOnWhereItWas() throws Exception {
        RemoteAgent agent = start(PROGRAM, "now");
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        try (LogTail tail = agent.follow(lines::add)) {
            assertEquals("ready now", lines.poll(60, TimeUnit.SECONDS));
            say("one");
            assertEquals("one", lines.poll(60, TimeUnit.SECONDS));
            server.dropConnections();
            say("two");
            assertEquals("two", lines.poll(60, TimeUnit.SECONDS));
            assertTrue(isRunning());
            assertTrue(agent.stop(PATIENCE));
            tail.await();
            assertFalse(lines.contains("end of input"), lines::toString);
        }
    }

    @Test
    void killsOneThatDoesNotEnd() throws Exception {
        RemoteAgent agent = start(STUBBORN, "");
        agent.awaitLine("ready", PATIENCE);
        ProcessHandle process = process();
        assertFalse(agent.stop(Duration.ofMillis(300)));
        SshServer.awaitEnd(process);
    }

    @Test
    void tellsOneThatIsSuspendedFromOneThatHasEndedAndStopsItWithoutForce() throws Exception {
        RemoteAgent agent = start(PROGRAM, "now");
        agent.awaitLine("ready ", PATIENCE);
        assertTrue(agent.isRunning());
        assertEquals("its agent runs, but does not answer", agent.condition());

        ProcessHandle process = process();
        SshServer.tool(List.of("kill", "-STOP", Long.toString(process.pid())));
        assertFalse(agent.isRunning());
        assertEquals("its agent is suspended (SIGSTOP, or a debugger)", agent.condition());

        SshServer.tool(List.of("kill", "-KILL", Long.toString(process.pid())));
        SshServer.awaitEnd(process);
        assertFalse(agent.isRunning());
        assertEquals(
                "its agent ended during the run; last line of its log: ready now",
                agent.condition());
        assertTrue(agent.stop(PATIENCE));

        RemoteAgent next = start(PROGRAM, "again");
        next.awaitLine("ready ", PATIENCE);
        SshServer.tool(List.of("kill", "-STOP", Long.toString(process().pid())));
        assertTrue(next.stop(PATIENCE));
    }

    @Test
    void tellsTheLogOfOneThatEndsAtItsStart() throws Exception {
        RemoteAgent agent = start("#!/bin/sh\necho 'no huge pages'\nexit 1\n", "");
        CommandFailure failure =
                assertThrows(CommandFailure.class, () -> agent.awaitLine("ready ", PATIENCE));
        assertEquals("h1: the agent exited at startup: no huge pages", failure.getMessage());
    }

    private RemoteAgent start(String program, String word) throws Exception {
        if (!Files.exists(directory.resolve("words"))) {
            SshServer.tool(List.of("mkfifo", directory.resolve("words").toString()));
        }
        String place = new ArchiveStore(host).place(archive(program)).directory();
        RemoteAgent agent = new RemoteAgent(host, directory.resolve("run").toString());
        agent.start(List.of("./program", word, directory.resolve("words").toString()), place);
        return agent;
    }

    private boolean isRunning() {
        return host.run("d='%s'\n%salive".formatted(directory.resolve("run"), RemoteAgent.ALIVE))
                .succeeded();
    }

    private ProcessHandle process() throws Exception {
        String line = Files.readString(directory.resolve("run/pid"));
        return ProcessHandle.of(Long.parseLong(line.split(" ", 2)[0])).orElseThrow();
    }

    private void say(String word) throws Exception {
        Files.writeString(directory.resolve("words"), word + "\n");
    }

    private AgentArchive archive(String program) throws Exception {
        Path folder = Files.createDirectories(directory.resolve("archive"));
        Files.writeString(folder.resolve("program"), program);
        assertTrue(folder.resolve("program").toFile().setExecutable(true));
        Path file = directory.resolve("agent.tar.gz");
        SshServer.tool(
                List.of(
                        "tar",
                        "--mtime=@0",
                        "-czf",
                        file.toString(),
                        "-C",
                        folder.toString(),
                        "program"));
        return AgentArchive.of(file);
    }
}
