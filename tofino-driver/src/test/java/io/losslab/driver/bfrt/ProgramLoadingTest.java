package io.losslab.driver.bfrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.driver.bfrt.program.CompiledFolder;
import io.losslab.driver.bfrt.program.CompiledProgram;
import io.losslab.driver.bfrt.program.CompilerOutput;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.WriteRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramLoadingTest {
    @TempDir private Path folder;

    private final BfRtDevice device = new BfRtDevice();
    private final LoopbackServer server = new LoopbackServer(device);
    private final BfRtClient client = new BfRtClient(server.channel(), 0, 7);
    private CompiledProgram portfc;
    private CompiledProgram ofc;

    @BeforeEach
    void open() throws IOException {
        portfc = CompilerOutput.read(CompiledFolder.write(folder, "portfc"));
        ofc = CompilerOutput.read(CompiledFolder.write(folder, "ofc"));
        client.open();
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        server.stop();
    }

    @Test
    void aLoadedProgramIsBoundAndTheChipBeginsAnew() {
        Optional<ForwardingPipelineConfig> before = client.bindRunning();
        WriteRequest port =
                new TrafficTables(client.schema(), 0, 7)
                        .port(8, "BF_SPEED_100G", "BF_FEC_TYP_REED_SOLOMON");
        client.send(port);
        client.load(portfc.config(), before);
        assertTrue(portfc.isRunAs(device.running().orElseThrow()));
        assertTrue(portfc.isRunAs(client.learn().orElseThrow()));
        assertEquals(0, device.entryCount());
        client.send(port);
        assertEquals(Optional.empty(), client.loss());
        client.load(ofc.config(), Optional.of(portfc.config()));
        assertTrue(ofc.isRunAs(device.running().orElseThrow()));
    }

    @Test
    void aRefusedProgramIsNamedAndTheOneBeforeIsLoadedAgain() {
        client.bindRunning();
        client.load(portfc.config(), Optional.empty());
        device.failNextLoad("Failed to add device during warm_init");
        String refused =
                assertThrows(
                                DeviceException.class,
                                () -> client.load(ofc.config(), Optional.of(portfc.config())))
                        .getMessage();
        assertEquals(
                server.prefix()
                        + "program ofc cannot be loaded: Failed to add device during warm_init"
                        + " Invalid arguments; program portfc was loaded again; see the log of the"
                        + " switch's bf_switchd, and check that the program was compiled for its"
                        + " chip and SDE",
                refused);
        assertTrue(portfc.isRunAs(device.running().orElseThrow()));
    }

    @Test
    void aClientThatHasTheProgramIsNotTakenByAnotherAndLosesItWhenItGoes() throws Exception {
        client.bindRunning();
        try (BfRtClient other = new BfRtClient(server.channel(), 0, 8)) {
            other.open();
            assertEquals(
                    server.prefix()
                            + "another client controls program pfc_t2na (Client ID 8 trying to"
                            + " bind but Client ID 7 already owns this P4 Already exists); stop the"
                            + " other client",
                    assertThrows(DeviceException.class, other::bindRunning).getMessage());
            other.load(portfc.config(), Optional.empty());
            long end = System.nanoTime() + 5_000_000_000L;
            while (client.loss().isEmpty() && System.nanoTime() < end) {
                Thread.sleep(5);
            }
            assertEquals(
                    "the device ended the session, as it does when another client loads a program",
                    client.loss().orElseThrow());
        }
    }
}
