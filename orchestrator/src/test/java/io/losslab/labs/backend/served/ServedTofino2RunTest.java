package io.losslab.labs.backend.served;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.TrafficTables;
import io.losslab.driver.bfrt.program.CompilerOutput;
import io.losslab.orchestrator.run.Commands;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.ReadRequest;
import io.losslab.proto.bfrt.TableEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a served lab of Tofino2, as in a lab: over its testbed file. */
class ServedTofino2RunTest {
    private static final String EXPERIMENT = Commands.experiment("parallel-links.yaml");
    private static final Pattern COUNTED =
            Pattern.compile(
                    "dropped 0 \\+ ([\\d,]+) in ([\\d,]+) packets that devices dropped and counted"
                            + " without their bytes");

    private static final int OTHER_CLIENT = 7;

    @TempDir private Path folder;
    private ChipFiles files;
    private ServedRuns lab;

    private void serve(String experiment) throws IOException {
        files = ChipFiles.write(folder);
        lab = new ServedRuns(experiment, files.kind(), folder);
    }

    @AfterEach
    void end() {
        lab.close();
    }

    /** XON is the least that the chip has below XOFF: 32 cells. */
    @Test
    void aRunHasTheFiguresOfTheVirtualBackendAndLeavesAllRowsAsTheyWere()
            throws IOException, SQLException {
        serve(EXPERIMENT);
        prepare("M", 2);
        prepare("N", 1);
        List<Set<TableEntry>> before = rows();
        assertTrue(!before.get(0).equals(before.get(1)));
        lab.assertRunsAsVirtual(
                "switchPauseFrames|droppedPackets",
                "--set",
                "schemes.pfc.0.pfc.xon=194480B",
                "--set",
                "schemes.bifrost.0.pfc.xon=194480B");
        lab.assertPaused();
        assertEquals(before, rows());
    }

    /** The chip counts packets that it drops, not their bytes. */
    @Test
    void packetsThatAreDroppedAreThoseOfTheVirtualBackendAndAccountForWhatIsMissing()
            throws IOException, SQLException {
        serve(Commands.experiment("lossy-links.yaml"));
        lab.assertRunsAsVirtual("switchPauseFrames|droppedPackets");
        String summary = Files.readString(lab.served().resolve("summary.json"));
        Matcher conserved = COUNTED.matcher(summary);
        assertTrue(conserved.find(), summary);
        assertTrue(Long.parseLong(conserved.group(2).replace(",", "")) > 100, summary);
    }

    /** Counters that the chip does not have are left out. */
    @Test
    void aRunSamplesPortsAndQueuesOverBfRuntime() throws IOException, SQLException {
        serve(EXPERIMENT);
        assertEquals(
                0,
                lab.run("--set", "record.counters.interval=1s", "--set", "scheme=pfc"),
                lab.losslab()::err);
        String first = "from $counters where device = 'M' and time_ns < 500000000 and port = 2";
        assertEquals(
                List.of(
                        "droppedPackets false",
                        "droppedPackets true",
                        "egressBytes false",
                        "egressBytes true",
                        "ingressBytes false",
                        "ingressBytes true",
                        "maxEgressBytes false",
                        "maxEgressBytes true",
                        "maxIngressBytes false",
                        "maxIngressBytes true",
                        "rxBytes false",
                        "rxPackets false",
                        "rxPauseFrames false",
                        "txBytes false",
                        "txPackets false",
                        "txPauseFrames false"),
                Commands.rows(
                        lab.served(),
                        "select distinct counter, queue >= 0 " + first + " order by all"));
        assertEquals(
                List.of("0 7"),
                Commands.rows(
                        lab.served(),
                        "select min(queue), max(queue) " + first + " and queue >= 0"));
    }

    /** The user's own program and port. */
    private void prepare(String device, int port) {
        try (DeviceChannel channel = channel(device);
                BfRtClient user = new BfRtClient(channel, TofinoKeys.CHIP, OTHER_CLIENT)) {
            user.open();
            user.load(
                    CompilerOutput.read(files.programs().resolve("pfc_forward.tofino2")).config(),
                    Optional.empty());
            TrafficTables tables = new TrafficTables(user.schema(), TofinoKeys.CHIP, OTHER_CLIENT);
            user.send(tables.port(port, "BF_SPEED_100G", "BF_FEC_TYP_REED_SOLOMON"));
            user.send(tables.portPfc(port, 1, 1));
        }
    }

    /** All entries of all tables of each switch. */
    private List<Set<TableEntry>> rows() {
        List<Set<TableEntry>> rows = new ArrayList<>();
        for (String device : List.of("M", "N")) {
            try (DeviceChannel channel = channel(device);
                    BfRtClient user = new BfRtClient(channel, TofinoKeys.CHIP, OTHER_CLIENT)) {
                user.open();
                user.bindRunning();
                Set<TableEntry> found = new HashSet<>();
                for (int pipe : List.of(0, 1, BfRtClient.ALL_PIPES)) {
                    ReadRequest.Builder request =
                            ReadRequest.newBuilder().setClientId(OTHER_CLIENT);
                    request.getTargetBuilder().setPipeId(pipe);
                    user.schema()
                            .tables()
                            .forEach(
                                    table ->
                                            request.addEntitiesBuilder()
                                                    .getTableEntryBuilder()
                                                    .setTableId(table.id()));
                    BfRuntimeGrpc.newBlockingStub(channel.channel())
                            .read(request.build())
                            .forEachRemaining(
                                    answer ->
                                            answer.getEntitiesList()
                                                    .forEach(it -> found.add(it.getTableEntry())));
                }
                rows.add(found);
            }
        }
        return rows;
    }

    private DeviceChannel channel(String name) {
        return lab.channel(name, TofinoKeys.BFRT);
    }
}
