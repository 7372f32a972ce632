package io.losslab.labs.backend.served;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.configs.testbed.Service;
import io.losslab.labs.backend.served.commodity.ServedCommodity;
import io.losslab.labs.backend.served.commodity.ServedLogin;
import io.losslab.orchestrator.pack.CrateRules;
import io.losslab.orchestrator.run.Commands;
import io.losslab.services.commodity.Product;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pack of a run on switches that want a user and a password. */
class ServedPackTest {
    private static final String EXPERIMENT = Commands.experiment("parallel-links.yaml");

    @TempDir private Path folder;

    @Test
    void aPhysicalRunIsPackedWithItsDevicesAndWithoutItsLoginsAndRepeatedOnATestbed()
            throws IOException {
        Path secret = folder.resolve("secret-file");
        ServedLogin login = ServedLogin.in(secret);
        try (ServedRuns lab =
                new ServedRuns(
                        EXPERIMENT, new ServedCommodity(Product.EOS, Optional.of(login)), folder)) {
            assertEquals(
                    0,
                    lab.run(
                            "--set",
                            "record.counters.interval=1s",
                            "--set",
                            "scheme=pfc",
                            "--set",
                            "duration=200us"),
                    lab.losslab()::err);
            String address = lab.device("M").address(Service.GNMI).toString();
            String file = Files.readString(lab.testbed());
            assertTrue(file.contains(secret.toString()) && file.contains(address), file);

            Path pack = folder.resolve("physical.zip");
            Commands losslab = new Commands();
            assertEquals(
                    0,
                    losslab.execute("pack", lab.served().toString(), "--out", pack.toString()),
                    losslab::err);
            CrateRules.check(pack);
            for (String kept :
                    List.of(login.account().password(), secret.toString(), address, "gnmi:")) {
                assertNowhere(pack, kept);
            }
            assertInventory(new ObjectMapper().readTree(text(pack, "testbed.json")));

            Path other = folder.resolve("other.yaml");
            Files.writeString(other, file.replaceFirst("testbed: .*", "testbed: other"));
            assertEquals(2, losslab.execute("run", pack.toString()));
            assertTrue(losslab.err().contains("--testbed FILE says which one"), losslab::err);
            assertEquals(
                    0,
                    losslab.execute(
                            "run",
                            pack.toString(),
                            "--testbed",
                            other.toString(),
                            "--no-report",
                            "--out",
                            folder.resolve("repeated").toString()),
                    losslab::err);
            assertTrue(losslab.out().contains("mean FCT, us"), losslab::out);
            assertTrue(losslab.out().endsWith("results repeated\n"), losslab::out);
        }
    }

    private static void assertInventory(JsonNode inventory) {
        assertEquals(
                List.of("A", "B", "C", "M", "N"),
                inventory.path("devices").findValuesAsText("name").stream()
                        .filter(name -> name.length() == 1)
                        .sorted()
                        .toList());
        for (JsonNode device : inventory.path("devices")) {
            if (device.path("kind").asText().equals("host")) {
                assertFalse(device.at("/versions/losslab agent").asText().isEmpty());
            }
        }
        assertEquals("A/1", inventory.at("/cables/0/from").asText());
        assertTrue(inventory.at("/cables/0/bitsPerSecond").asLong() > 0);
    }

    private static void assertNowhere(Path pack, String text) throws IOException {
        try (ZipFile zip = new ZipFile(pack.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                assertFalse(
                        text(pack, entry.getName()).contains(text),
                        () -> text + " is in " + entry.getName());
            }
        }
    }

    private static String text(Path pack, String name) throws IOException {
        try (ZipFile zip = new ZipFile(pack.toFile())) {
            return new String(
                    zip.getInputStream(zip.getEntry(name)).readAllBytes(),
                    StandardCharsets.ISO_8859_1);
        }
    }
}
