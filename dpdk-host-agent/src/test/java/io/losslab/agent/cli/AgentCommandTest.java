package io.losslab.agent.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AgentCommandTest {
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    /** Anyone who reaches the port could have it send pauses. */
    @Test
    void plaintextIsServedOnLoopbackOnly() {
        AgentCommand command =
                new AgentCommand(
                        System.out,
                        new PrintStream(errors, true, StandardCharsets.UTF_8),
                        InputStream.nullInputStream());
        int exit =
                new CommandLine(command)
                        .execute(
                                "--listen",
                                "0.0.0.0:0",
                                "--name",
                                "h1",
                                "--host-id",
                                "1",
                                "--ipv4",
                                "10.0.0.1",
                                "--interface",
                                "eth1");
        assertEquals(1, exit);
        String said = errors.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("plaintext is only allowed on loopback addresses"), said);
    }
}
