package io.losslab.devices.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsSshServer
class HostToolsTest {
    @TempDir private Path directory;

    @Test
    void aHostTellsItsKernelAndWhatAgentsNeed() throws Exception {
        try (SshServer server = SshServer.start(directory);
                HostConnection host =
                        new HostConnection(new Login("h1", server.login(), Optional.empty()))) {
            HostTools tools = HostTools.of(host);
            assertEquals(SshServer.tool(List.of("uname", "-sr")).strip(), tools.kernel());
            String java = SshServer.tool(List.of("java", "-version"));
            assertTrue(java.contains("\"" + tools.java() + "\""), java);
            assertTrue(tools.missing().stream().noneMatch(it -> it.contains("Java")));
        }
    }

    @Test
    void everythingThatIsMissingIsNamedWithWhatToInstall() {
        assertEquals(
                List.of(
                        "DPDK is missing; install dpdk, libdpdk-dev, gcc, and pkg-config there",
                        "Java is missing; install openjdk-17-jre-headless there"),
                new HostTools("Linux 6.1.0", "", "").missing());
        assertEquals(
                List.of("has Java 11.0.2; install 17 or newer there"),
                new HostTools("Linux 6.1.0", "22.11.1", "11.0.2").missing());
        assertEquals(
                List.of("has Java 1.8.0_402; install 17 or newer there"),
                new HostTools("Linux 6.1.0", "22.11.1", "1.8.0_402").missing());
        assertEquals(List.of(), new HostTools("Linux 6.1.0", "22.11.1", "21").missing());
    }

    @Test
    void peopleReadThemInALine() {
        assertEquals(
                "Linux 6.1.0, DPDK 22.11.1, Java 17.0.9",
                new HostTools("Linux 6.1.0", "22.11.1", "17.0.9").toString());
        assertEquals(
                "Linux 6.1.0, no DPDK, no Java", new HostTools("Linux 6.1.0", "", "").toString());
    }
}
