package io.losslab.devices.sonic;

import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A stand-in for a SONiC switch, the same for all tests of a class, and what sets it over SSH. */
abstract class ProvisionedSonic {
    static final String STATIC =
            "{pfc: [{links: [edge, far], pfc: {priorities: [3], xoff: 300KB, xon: 100KB, headroom:"
                    + " 60KB}}]}";

    static final String PATCH = "config apply-patch /";

    @TempDir private static Path directory;
    static SonicStandIn sonic;
    @TempDir Path folder;
    SonicLab lab;
    Provisioner provisioner;

    @BeforeAll
    static void start() throws Exception {
        sonic = SonicStandIn.start(directory.resolve("switch"), 6);
    }

    @AfterAll
    static void stop() {
        sonic.close();
    }

    @BeforeEach
    void open() throws Exception {
        sonic.reset();
        lab = new SonicLab(folder, "", "ssh: " + sonic.login());
        provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
    }

    @AfterEach
    void close() {
        lab.close();
    }

    static long patches() throws IOException {
        return count(PATCH);
    }

    static long count(String command) throws IOException {
        return sonic.calls().stream().filter(call -> call.startsWith(command)).count();
    }
}
