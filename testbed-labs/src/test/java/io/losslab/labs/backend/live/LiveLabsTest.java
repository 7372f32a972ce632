package io.losslab.labs.backend.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.process.SystemProgram;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.softswitch.netns.NeedsNamespaces;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

@NeedsNamespaces
class LiveLabsTest {
    private static final String HOST = "without-jna";
    private static final AgentArchive NONE = new AgentArchive(Path.of("none"), "0".repeat(64));

    /** A process that cannot load JNA's library. */
    @Test
    void anErrorLeavesNothingOfALab() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Djna.nounpack=true",
                                "-Djna.nosys=true",
                                "-cp",
                                System.getProperty("java.class.path"),
                                LiveLabsTest.class.getName())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        assertTrue(output.contains("refused: --backend live: system calls cannot be"), output);
        assertTrue(output.contains("ended by: "), output);
        assertFalse(SystemProgram.run("ip", "netns", "list").contains(HOST), output);
    }

    public static void main(String[] arguments) {
        try {
            new LiveBackend().checkMachine();
        } catch (CommandFailure e) {
            System.out.println("refused: " + e.getMessage());
        }
        Topology topology =
                new TopologyBuilder("one")
                        .switchNode("S", DataSize.parse("1MB"))
                        .host(HOST)
                        .link(HOST, "S", DataRate.parse("1Gbps"), new Nanos(1_000), "edge")
                        .build();
        try {
            new LiveLabs(OptionalLong.of(1), 1_024, NONE).open(topology, 8);
        } catch (LinkageError e) {
            System.out.println("ended by: " + e);
        }
        System.exit(0);
    }
}
