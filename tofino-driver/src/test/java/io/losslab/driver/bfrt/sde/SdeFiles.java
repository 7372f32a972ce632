package io.losslab.driver.bfrt.sde;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * JSON of tables: the SDE's own where it is at hand, which is not part of the project, and
 * shortened documents that are. The folder with both {@code bfrt-tf2} (fixed tables) and {@code
 * tofino2-programs} is that of the environment's {@value #VARIABLE}, or {@code ../shared/data}
 * beside the clone.
 */
public final class SdeFiles {
    public static final String VARIABLE = "LOSSLAB_SHARED_DATA";

    private static final ObjectMapper JSON = new ObjectMapper();

    private SdeFiles() {}

    /** The fixed tables of a Tofino2 as the SDE has them, in one document as its server does. */
    public static Optional<String> completeFixedTables() {
        return folder("bfrt-tf2").map(SdeFiles::joined);
    }

    /** The same; the test that asks is skipped where they are not at hand. */
    public static String requiredFixedTables() {
        return required(completeFixedTables(), "bfrt-tf2");
    }

    /** What the chip's compiler wrote about a program; the test is skipped where it is missing. */
    public static String requiredProgram(String name) {
        return required(
                folder("tofino2-programs")
                        .map(folder -> folder.resolve(name).resolve("bf-rt.json"))
                        .filter(Files::exists)
                        .map(SdeFiles::text),
                "tofino2-programs/" + name);
    }

    /** The fixed tables that the project's tests need, shortened. */
    public static String shortFixedTables() {
        return resource("/bfrt/fixed.bf-rt.json");
    }

    /** Some tables of a program. */
    public static String shortProgram() {
        return resource("/bfrt/program.bf-rt.json");
    }

    private static String required(Optional<String> document, String what) {
        Assumptions.assumeTrue(
                document.isPresent(),
                "the SDE's %s is not at hand: name its folder in %s".formatted(what, VARIABLE));
        return document.orElseThrow();
    }

    private static Optional<Path> folder(String name) {
        String named = System.getenv(VARIABLE);
        Path data =
                named != null
                        ? Path.of(named)
                        : root().resolveSibling("shared").resolve("data").normalize();
        return Optional.of(data.resolve(name)).filter(Files::isDirectory);
    }

    /** The clone: the folder above the modules. */
    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (at.getParent() != null && Files.exists(at.getParent().resolve("pom.xml"))) {
            at = at.getParent();
        }
        return at;
    }

    private static String joined(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            ObjectNode all = JSON.createObjectNode();
            ArrayNode tables = all.putArray("tables");
            List<Path> documents = new ArrayList<>(files.sorted().toList());
            documents.removeIf(file -> !file.toString().endsWith(".json"));
            for (Path file : documents) {
                JsonNode document = JSON.readTree(file.toFile());
                document.get("tables").forEach(tables::add);
            }
            return all.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = SdeFiles.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
