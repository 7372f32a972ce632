package io.losslab.labs.backend.served.tofino2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.bfrt.table.BfRtSchema;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/**
 * The fixed tables of a Tofino2, from the SDE's folder.
 *
 * @param files in the order of their names
 * @param document all their tables, as the SDE's server hands them out
 */
record SdeFolder(List<Path> files, String document) {
    private static final String PATTERN = "bf_rt_*_tf2.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Tables that a run with PFC sets. */
    private static final List<String> NEEDED =
            List.of(
                    "$PORT",
                    "tf2.tm.ppg.cfg",
                    "tf2.tm.port.flowcontrol",
                    "tf2.tm.queue.buffer",
                    "tf2.tm.queue.cfg");

    /**
     * Reads a folder.
     *
     * @throws CommandFailure where it lacks tables, or has what are none
     */
    static SdeFolder read(Path folder) {
        TreeSet<Path> files = new TreeSet<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, PATTERN)) {
            found.forEach(file -> files.add(file.toAbsolutePath().normalize()));
        } catch (IOException e) {
            throw wrong(folder, "cannot read the folder", e);
        }
        if (files.isEmpty()) {
            throw wrong(folder, "the folder has no file " + PATTERN, null);
        }
        try {
            ObjectNode all = JSON.createObjectNode();
            ArrayNode tables = all.putArray("tables");
            for (Path file : files) {
                JsonNode document = JSON.readTree(file.toFile());
                BfRtSchema.parse(List.of(document.toString()));
                document.get("tables").forEach(tables::add);
            }
            BfRtSchema schema = BfRtSchema.parse(List.of(all.toString()));
            NEEDED.forEach(schema::table);
            return new SdeFolder(List.copyOf(files), all.toString());
        } catch (IOException | IllegalArgumentException e) {
            throw wrong(folder, e.getMessage(), e);
        }
    }

    private static CommandFailure wrong(Path folder, String problem, Exception cause) {
        return CommandFailure.usage(
                "--sde %s: %s".formatted(folder, problem),
                "name the SDE's folder with the files %s, such as bf_rt_tm_tf2.json"
                        .formatted(PATTERN),
                cause);
    }
}
