package io.losslab.agent.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AgentCommandTest {
    /** Anyone who reaches the port could have it send pauses. */
    @Test
    void plaintextIsServedOnLoopbackOnly() {
        refused(2, "--listen 0.0.0.0:0: plaintext is only allowed", "--listen", "0.0.0.0:0");
    }

    @Test
    void anOptionThatCannotBeReadIsNamed() {
        refused(2, "--listen: 'here' is not ADDRESS:PORT", "--listen", "here");
        refused(2, "--ipv4: '10.0.0' is not an IPv4 address", "--ipv4", "10.0.0");
        refused(2, "--watchdog: 'soon' is not a time", "--watchdog", "soon");
        refused(2, "--link: rate: 'fast' is not a rate", "--link", "rate=fast");
    }

    @Test
    void aLogThatCannotBeWrittenIsNamed() {
        refused(1, "--log /nonexistent/x.log: there is no", "--log", "/nonexistent/x.log");
    }

    /** What it says to options that are all right but for one; DPDK is not started. */
    private static void refused(int exitCode, String message, String option, String value) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("--listen", "127.0.0.1:0");
        options.put("--name", "h1");
        options.put("--host-id", "1");
        options.put("--ipv4", "10.0.0.1");
        options.put("--interface", "eth1");
        options.put(option, value);
        List<String> words = new ArrayList<>();
        options.forEach((name, text) -> words.addAll(List.of(name, text)));
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        AgentCommand command =
                new AgentCommand(
                        System.out,
                        new PrintStream(errors, true, StandardCharsets.UTF_8),
                        InputStream.nullInputStream());
        int exit = new CommandLine(command).execute(words.toArray(String[]::new));
        String said = errors.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("losslab-agent: " + message), said);
        assertEquals(exitCode, exit);
    }
}
