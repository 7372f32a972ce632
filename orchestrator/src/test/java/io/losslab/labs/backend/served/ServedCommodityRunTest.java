package io.losslab.labs.backend.served;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.api.gnmi.PathText;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.driver.gnmi.GnmiLogin;
import io.losslab.driver.gnmi.GnmiUpdate;
import io.losslab.labs.backend.served.commodity.ServedCommodity;
import io.losslab.labs.backend.served.commodity.ServedLogin;
import io.losslab.orchestrator.run.Commands;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.services.commodity.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands on a served lab of commodity switches, as in a lab: over its testbed file. */
class ServedCommodityRunTest {
    private static final String EXPERIMENT = Commands.experiment("parallel-links.yaml");

    /** The shortest interval at which products tell counters. */
    private static final String[] INTERVAL = {"--set", "record.counters.interval=1s"};

    private static final String ENTRY = "/qos/interfaces/interface[interface-id=Ethernet%d]";
    private static final String KEY = "/config/interface-id";
    private static final String BITMAP = "/output/pfc/config/priorities-no-drop";

    @TempDir private Path folder;
    private ServedRuns lab;

    @AfterEach
    void end() {
        lab.close();
    }

    @ParameterizedTest
    @EnumSource(Product.class)
    void aRunHasTheFlowsOfTheVirtualBackendAndThePausesOfItsSwitches(Product product)
            throws IOException, SQLException {
        serve(product);
        lab.assertRunsAsVirtual(
                "witchPauseFrames", INTERVAL[0], INTERVAL[1], "--set", "scheme=pfc");
        lab.assertPaused();
    }

    /** Bifrost's coprocessors too. A lab's user may have set a port for another purpose. */
    @Test
    void leavesAreAfterARunOfSeveralSchemesWhatTheyWereBefore() throws IOException, SQLException {
        serve(Product.EOS);
        try (DeviceChannel channel = channel("M")) {
            GnmiClient user = eos(channel);
            set(user, ENTRY.formatted(1) + KEY, "Ethernet1");
            set(user, ENTRY.formatted(1) + BITMAP, "30");
            lab.assertRunsAsVirtual("droppedPackets", INTERVAL);
            assertEquals(
                    List.of("30"),
                    user.find(List.of(ENTRY.formatted(1) + BITMAP)).stream()
                            .map(GnmiUpdate::value)
                            .toList());
        }
        try (DeviceChannel channel = channel("N")) {
            assertEquals(List.of(), eos(channel).find(List.of(ENTRY.formatted(3) + BITMAP)));
        }
    }

    @Test
    void packetsThatTheQueueOfTheirEgressDoesNotTakeAreDrops() throws IOException, SQLException {
        Path lossy =
                Files.writeString(
                        folder.resolve("lossy.yaml"),
                        """
                        experiment: lossy
                        topology:
                          hosts: [A, B, C]
                          switches: {S: {buffer: 1MB}}
                          links:
                            - {ends: [A, S], rate: 100Gbps, length: 2m, group: all}
                            - {ends: [B, S], rate: 100Gbps, length: 2m, group: all}
                            - {ends: [S, C], rate: 100Gbps, length: 2m, group: all}
                        duration: 1ms
                        drain: 5ms
                        hosts: {recovery: {goBackN: {retransmitTimeout: 100us}}}
                        schemes: {none: []}
                        traffic:
                          - {name: incast, kind: bandwidth, from: [A, B], to: C, size: 16KB, flows: 8, txDepth: 8}
                        """);
        lab =
                new ServedRuns(
                        lossy.toString(),
                        new ServedCommodity(
                                Product.EOS,
                                Optional.of(ServedLogin.in(folder.resolve("password")))),
                        folder);
        lab.assertRunsAsVirtual("\"drops\"");
        String summary = Files.readString(lab.served().resolve("summary.json"));
        assertTrue(summary.matches("(?s).*\"drops\" : [1-9].*"), summary);
    }

    @Test
    void aWrongWriteIsRefusedInTheWordsOfTheSystem() throws IOException {
        serve(Product.EOS);
        try (DeviceChannel channel = channel("M")) {
            GnmiClient user = eos(channel);
            String wrong = ENTRY.formatted(2) + "/output/pfc/config/enabled";
            String refused =
                    assertThrows(DeviceException.class, () -> set(user, wrong, "true"))
                            .getMessage();
            assertTrue(
                    refused.contains(
                            "path invalid: failed to access node \"enabled\" in node \"config\""),
                    refused);
        }
    }

    /** The password is what serve has made, and in no other file than that. */
    @Test
    void aWrongPasswordIsRefusedInTheWordsOfTheSystem() throws IOException {
        serve(Product.SRLINUX);
        String password = password();
        Path file = folder.resolve("password");
        assertTrue(password.matches("[0-9a-f]{32}"), password);
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertFalse(Files.readString(lab.testbed()).contains(password));
        assertTrue(Files.readString(lab.testbed()).contains("login: {user: 'losslab'"));

        Files.writeString(file, "wrong\n");
        assertEquals(3, lab.run(INTERVAL), lab.losslab()::err);
        assertTrue(
                lab.losslab()
                        .err()
                        .contains("is not permitted (invalid credentials for user losslab)"),
                lab.losslab()::err);
    }

    private void serve(Product product) throws IOException {
        Optional<ServedLogin> login =
                product.wantsLogin()
                        ? Optional.of(ServedLogin.in(folder.resolve("password")))
                        : Optional.empty();
        lab = new ServedRuns(EXPERIMENT, new ServedCommodity(product, login), folder);
    }

    private String password() {
        return ServedLogin.in(folder.resolve("password")).account().password();
    }

    private DeviceChannel channel(String name) {
        return lab.channel(name, Service.GNMI);
    }

    private GnmiClient eos(DeviceChannel channel) {
        return new GnmiClient(
                channel.through(new GnmiLogin("losslab", password())),
                GnmiDialect.of(Encoding.JSON_IETF).withModuleNames());
    }

    private static void set(GnmiClient client, String path, String value) {
        SetRequest.Builder request = SetRequest.newBuilder();
        request.addUpdateBuilder()
                .setPath(PathText.parse(path))
                .getValBuilder()
                .setJsonIetfVal(ByteString.copyFromUtf8('"' + value + '"'));
        client.set(request.build());
    }
}
