package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where a switch should be, something else listens. */
class FaultyDeviceRunTest {
    private static final String EXPERIMENT = Commands.experiment("two-sites.yaml");

    /** What a server sends to whoever connects, before it closes the connection. */
    enum Speech {
        HTTP_1("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"),
        SSH("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n"),
        RUBBISH(rubbish()),
        NOTHING("");

        private final String text;

        Speech(String text) {
            this.text = text;
        }

        private static String rubbish() {
            byte[] bytes = new byte[5_000];
            new Random(1).nextBytes(bytes);
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    @TempDir private Path folder;
    private final Commands losslab = new Commands();
    private ServedLab lab;

    @BeforeEach
    void serve() throws IOException {
        lab = LocalLab.of(EXPERIMENT);
    }

    @AfterEach
    void end() {
        lab.close();
    }

    @ParameterizedTest
    @EnumSource
    void theCommandEndsWithTheExitCodeOfADeviceAtFault(Speech speech) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            new Thread(() -> speak(other, speech.text), "speaker").start();
            String testbed = testbedWith(other.getLocalPort());
            String device = "M (127.0.0.1:%d): ".formatted(other.getLocalPort());
            String problem =
                    speech == Speech.NOTHING
                            ? device + "cannot be reached ("
                            : device + "what listens there is not a gRPC server (";
            assertEquals(3, losslab.execute("testbed", "check", testbed), losslab::out);
            assertTrue(losslab.out().contains(problem), losslab::out);
            assertEquals(
                    3,
                    losslab.execute(
                            "run",
                            EXPERIMENT,
                            "--backend",
                            "physical",
                            "--testbed",
                            testbed,
                            "--out",
                            folder.resolve("out").toString()),
                    losslab::err);
            assertTrue(losslab.err().contains(problem), losslab::err);
            assertFalse(losslab.out().contains("Checks"), losslab::out);
            assertFalse(losslab.out().contains("dropped packets"), losslab::out);
        }
    }

    /** The served lab, with another address for the P4Runtime server of its first switch. */
    private String testbedWith(int port) throws IOException {
        String text = TestbedYaml.text(lab.testbed());
        String other = text.replaceFirst("p4runtime: [^,\\s]+", "p4runtime: 127.0.0.1:" + port);
        assertFalse(other.equals(text), text);
        return Files.writeString(folder.resolve("lab.yaml"), other).toString();
    }

    private static void speak(ServerSocket server, String text) {
        while (!server.isClosed()) {
            try (Socket client = server.accept();
                    OutputStream out = client.getOutputStream()) {
                out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                // The client has gone, or the test is over.
            }
        }
    }
}
