package io.losslab.agent.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.losslab.agent.loop.VethPair;
import io.losslab.proto.v1.ClassMapEntry;
import io.losslab.proto.v1.ScheduledPattern;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames of two agents as tshark reads them. */
class AgentFramesTest {
    private static final int PATIENCE_SECONDS = 60;

    @TempDir private Path folder;

    private final TestAgents lab = new TestAgents();
    private VethPair cable;
    private AgentProcess sender;
    private AgentProcess receiver;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(
                "true".equals(System.getenv("CI"))
                        || Files.isExecutable(Path.of("/usr/bin/tshark")),
                "skipped: there is no tshark (Debian package tshark)");
        cable = lab.cable();
        sender = lab.agent(1, cable.near);
        receiver = lab.agent(2, cable.far);
        lab.awaitAgents();
    }

    @AfterEach
    void closeAll() throws Exception {
        lab.closeAll();
    }

    @Test
    void tsharkReadsThemAsRoce() throws Exception {
        Path file = captureOf(10_000);

        assertEquals(List.of(), read(file, "_ws.malformed", "frame.number"));
        assertEquals(
                List.of(
                        "6\t0", "7\t1", "7\t2", "7\t3", "7\t4", "7\t5", "7\t6", "7\t7", "7\t8",
                        "8\t9"),
                packets(file, "infiniband.bth.opcode < 17"));
        assertEquals(
                List.of("17\t3", "17\t7", "17\t9"), packets(file, "infiniband.bth.opcode == 17"));
        assertEquals(List.of("24"), read(file, "infiniband", "ip.dsfield.dscp"));
    }

    @Test
    void dataAndAnswersOfAClassHaveTheDscpOfTheClassMap() throws Exception {
        for (AgentProcess agent : List.of(sender, receiver)) {
            agent.configure(
                    AgentProcess.config()
                            .addClassMap(
                                    ClassMapEntry.newBuilder()
                                            .setTrafficClass(3)
                                            .setQueue(3)
                                            .setDscp(26)));
        }
        assertEquals(List.of("26"), read(captureOf(10_000), "infiniband", "ip.dsfield.dscp"));
        // The sender counts an answer by its class: one of another class would be no answer.
        assertEquals(1, sender.collect(1).getFlowIdCount());
    }

    /** Captures a message of class 3 and its answers: ten packets and three of 10,000 B. */
    private Path captureOf(long bytes) throws IOException, InterruptedException {
        Path file = folder.resolve("frames.pcapng");
        Process capture = capture(cable, file);
        try {
            sender.start(
                    AgentProcess.flow(1, 2)
                            .setScheduled(
                                    ScheduledPattern.newBuilder()
                                            .addPostNs(0)
                                            .addMessageBytes(bytes))
                            .build());
            // Of two interfaces, each written in its own time.
            awaitPackets(file, 13);
        } finally {
            capture.destroy();
            capture.waitFor();
        }
        return file;
    }

    /**
     * Captures RoCEv2 frames, and has begun when it returns. At both ends: one that goes past the
     * queueing discipline is not seen where it leaves, any other is seen twice.
     */
    private static Process capture(VethPair cable, Path file) throws IOException {
        Process capture =
                new ProcessBuilder(
                                "tshark",
                                "-i",
                                cable.near,
                                "-i",
                                cable.far,
                                "-f",
                                "udp port 4791",
                                "-w",
                                file.toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        BufferedReader said = capture.errorReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        while (line != null && !line.contains("Capture started")) {
            line = said.readLine();
        }
        assertNotNull(line, "tshark captures nothing");
        return capture;
    }

    /** Waits for so many packets to be in a file that is being written. */
    private static void awaitPackets(Path file, int count)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        List<String> there = packets(file, "infiniband");
        while (there.size() < count) {
            assertTrue(System.nanoTime() < end, there.toString());
            there = packets(file, "infiniband");
        }
    }

    /** Operation and sequence number of each packet, each once, in order. */
    private static List<String> packets(Path file, String filter)
            throws IOException, InterruptedException {
        return read(file, filter, "infiniband.bth.opcode", "infiniband.bth.psn");
    }

    /** Different lines of fields. */
    private static List<String> read(Path file, String filter, String... fields)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of("tshark", "-r", file.toString(), "-Y", filter, "-T", "fields"));
        for (String field : fields) {
            command.add("-e");
            command.add(field);
        }
        Process tshark =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader out = tshark.inputReader(StandardCharsets.UTF_8)) {
            out.lines().forEach(lines::add);
        }
        tshark.waitFor();
        return lines.stream().distinct().toList();
    }
}
