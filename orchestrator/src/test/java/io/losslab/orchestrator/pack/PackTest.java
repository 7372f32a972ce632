package io.losslab.orchestrator.pack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.losslab.api.digest.Sha256;
import io.losslab.api.file.FileTree;
import io.losslab.orchestrator.run.Commands;
import io.losslab.orchestrator.run.RunProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Packs of one run of two cells, whose topology is not in the folder of its experiment, and whose
 * inputs are gone since.
 */
class PackTest {
    private static final String METADATA = "ro-crate-metadata.json";
    private static final int MORE = 20_000;

    @TempDir private static Path folder;
    private static Path results;
    private static Path pack;

    private final Commands losslab = new Commands();
    @TempDir private Path own;

    @BeforeAll
    static void runAndPack() throws IOException {
        String[] text =
                Files.readString(Path.of(Commands.experiment("two-sites.yaml")))
                        .split("(?<=\n)(?=topology:)|(?<=\n)(?=duration:)", -1);
        Path inputs = Files.createDirectories(folder.resolve("inputs/experiments"));
        Path experiment = inputs.resolve("two-sites.yaml");
        Files.writeString(
                experiment, text[0] + "topology: ../nets/two-sites.yaml # of 2026\n" + text[2]);
        Path nets = Files.createDirectories(folder.resolve("inputs/nets"));
        Files.writeString(
                nets.resolve("two-sites.yaml"),
                text[1].lines()
                        .skip(1)
                        .map(line -> line.substring(2))
                        .collect(Collectors.joining("\n")));
        results = folder.resolve("results");
        pack = folder.resolve("pack of two.zip");
        Commands losslab = new Commands();
        assertEquals(
                0,
                losslab.execute(
                        "run",
                        experiment.toString(),
                        "--seed",
                        "2",
                        "--set",
                        "flows=1",
                        "--set",
                        "duration=300us",
                        "--out",
                        results.toString()),
                losslab::err);
        assertEquals(
                0,
                losslab.execute("pack", results.toString(), "--out", pack.toString()),
                losslab::err);
        assertTrue(losslab.err().contains("left out: log.txt\n"), losslab::err);
        assertTrue(losslab.err().contains("no licence is named"), losslab::err);
        FileTree.delete(inputs.getParent());
    }

    @Test
    void aPackIsAnRoCrateOfTheRun() throws IOException {
        Map<String, JsonNode> entities = CrateRules.check(pack);
        assertEquals(
                List.of("inputs/_up/nets/two-sites.yaml", "inputs/two-sites.yaml"),
                entities.get("#run").path("object").findValuesAsText("@id"));
        assertEquals(
                "./losslab run inputs/two-sites.yaml --set flows=1 --set duration=300us"
                        + " --set 'seeds=[2]' --backend virtual",
                entities.get("#run").path("description").asText());
        assertFalse(entities.get("./").has("license"));
        assertFalse(entities.containsKey("#commit"), "unknown here");
        assertEquals(
                System.getProperty("java.version"),
                entities.get("#java").path("softwareVersion").asText());
    }

    @Test
    void theSameResultsGiveTheSameBytes() throws IOException {
        Path again = own.resolve("again.zip");
        assertEquals(0, losslab.execute("pack", results.toString(), "--out", again.toString()));
        assertArrayEquals(Files.readAllBytes(pack), Files.readAllBytes(again));
    }

    @Test
    void aLinkToResultsIsPackedAsTheyAre() throws IOException {
        Files.createSymbolicLink(own.resolve("latest"), results);
        assertEquals(0, losslab.execute("pack", own.resolve("latest").toString()), losslab::err);
        assertEquals(-1, Files.mismatch(pack, own.resolve("latest.zip")));
    }

    @Test
    void aPackHasTheManifestAndTheExperimentOrIsNotWritten() throws IOException {
        for (String needed : List.of("run.json", "inputs")) {
            Path linked = own.resolve("without " + needed);
            copy(results, linked);
            Path elsewhere = own.resolve("elsewhere " + needed);
            Files.move(linked.resolve(needed), elsewhere);
            Files.createSymbolicLink(linked.resolve(needed), elsewhere);
            assertEquals(2, losslab.execute("pack", linked.toString()), losslab::out);
            assertTrue(losslab.err().contains("cannot pack " + linked + ": "), losslab::err);
            assertTrue(losslab.err().contains(needed), losslab::err);
            assertTrue(losslab.err().contains("is a symbolic link"), losslab::err);
            assertFalse(Files.exists(own.resolve("without " + needed + ".zip")));
        }
    }

    @Test
    void thePackOfTheWorkingDirectoryIsNextToIt() throws Exception {
        for (String within : List.of(".", "inputs")) {
            Path here = own.resolve("here" + within.length());
            copy(results, here);
            Process process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "io.losslab.orchestrator.Losslab",
                                    "pack",
                                    within.equals(".") ? "." : "..")
                            .directory(here.resolve(within).toFile())
                            .redirectErrorStream(true)
                            .start();
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertEquals(0, process.waitFor(), said);
            assertEquals(-1, Files.mismatch(pack, Path.of(here + ".zip")), said);
        }
    }

    @Test
    void aLicenceIsAnEntity() throws IOException {
        Path licensed = own.resolve("licensed.zip");
        List<String> words =
                List.of("pack", results.toString(), "--out", licensed.toString(), "--license");
        assertEquals(0, execute(words, "CC-BY-4.0"), losslab::err);
        Map<String, JsonNode> entities = CrateRules.check(licensed);
        assertEquals(
                "https://spdx.org/licenses/CC-BY-4.0",
                entities.get("./").at("/license/@id").asText());
        assertEquals(2, execute(words, "CC-BY-4.0"));
        assertTrue(losslab.err().contains("licensed.zip already exists"), losslab::err);
        Files.delete(licensed);
        assertEquals(2, execute(words, "CC-BY-4"));
        assertTrue(losslab.err().contains("unknown licence 'CC-BY-4'; expected"), losslab::err);
        assertTrue(losslab.err().contains("did you mean 'CC-BY-4.0'?"), losslab::err);
        assertFalse(Files.exists(licensed));
    }

    @Test
    void aRunIsRepeatedByteForByteWithoutItsInputsAndCanBePackedAgain() throws IOException {
        Path repeated = own.resolve("repeated");
        assertEquals(0, repeat(pack, repeated), losslab::err);
        assertTrue(losslab.out().contains("Compared with " + pack), losslab::out);
        assertTrue(
                losslab.out().matches("(?s).*flows.parquet +identical\n.*results repeated\n"),
                losslab::out);
        for (Path file : FileTree.list(results)) {
            if (file.toString().endsWith(".parquet")) {
                Path other = repeated.resolve(file.getFileName());
                assertEquals(-1, Files.mismatch(file, other), file::toString);
            }
        }
        JsonNode outcome = json(repeated.resolve("repeat.json"));
        assertTrue(outcome.path("same").asBoolean());
        assertEquals(5, outcome.path("files").size());
        assertEquals(
                "./losslab run '%s'".formatted(pack),
                json(repeated.resolve("run.json")).path("command").asText());

        Path second = own.resolve("second.zip");
        assertEquals(0, losslab.execute("pack", repeated.toString(), "--out", second.toString()));
        Map<String, JsonNode> before = CrateRules.check(pack);
        Map<String, JsonNode> now = CrateRules.check(second);
        assertEquals(before.get("#run").path("description"), now.get("#run").path("description"));
        assertEquals(
                before.get("inputs/two-sites.yaml").path("sha256"),
                now.get("inputs/two-sites.yaml").path("sha256"));
        assertFalse(leftovers(), "nothing stays unpacked");
    }

    @Test
    void otherResultsFailAndAreNamed() throws IOException, SQLException {
        Path changed = own.resolve("changed");
        copy(results, changed);
        Path flows = changed.resolve("flows.parquet");
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement()) {
            sql.execute("CREATE TABLE rows AS SELECT * FROM '%s'".formatted(flows));
            sql.execute(
                    "UPDATE rows SET end_ns = end_ns + 1 WHERE cell = 1 AND start_ns ="
                            + " (SELECT max(start_ns) FROM rows WHERE cell = 1)");
            sql.execute("COPY rows TO '%s' (FORMAT parquet, COMPRESSION zstd)".formatted(flows));
        }
        String summary = Files.readString(changed.resolve("summary.json"));
        Files.writeString(
                changed.resolve("summary.json"),
                summary.replaceFirst(
                        "\"switchPauseFrames\" : (\\d+)", "\"switchPauseFrames\" : 9$1"));
        Path other = own.resolve("other.zip");
        assertEquals(0, losslab.execute("pack", changed.toString(), "--out", other.toString()));
        assertEquals(1, repeat(other, own.resolve("repeated")), losslab::err);
        assertTrue(
                losslab.out()
                        .matches(
                                "(?s).*flows.parquet +1 rows only in the pack, 1 only in the"
                                        + " repetition, in cells 1\n.*"),
                losslab::out);
        assertTrue(losslab.out().contains("counters.parquet    identical"), losslab::out);
        assertTrue(losslab.out().contains("pause frames of switches"), losslab::out);
        assertTrue(losslab.out().endsWith("results DIFFER\n"), losslab::out);
        assertFalse(json(own.resolve("repeated/repeat.json")).path("same").asBoolean());
    }

    @Test
    void whatAPackFixesCannotBeGiven() {
        for (String option : List.of("--set=flows=2", "--seed=1", "--backend=live")) {
            assertEquals(2, losslab.execute("run", pack.toString(), option));
            String name = option.substring(0, option.indexOf('='));
            assertTrue(losslab.err().contains("a pack does not go with " + name), losslab::err);
        }
        assertEquals(2, losslab.execute("run", pack.toString(), "--testbed", "lab.yaml"));
        assertTrue(losslab.err().contains("--testbed requires --backend physical"), losslab::err);
    }

    @Test
    void aDamagedPackIsRefusedWithItsReason() throws IOException {
        assertRefused("there is no pack", null);
        assertRefused("is damaged: it is not a zip file", "text".getBytes(UTF_8));
        assertRefused(
                "is damaged: flows.parquet is not what ro-crate-metadata.json describes",
                changed(
                        entries -> {
                            entries.get("flows.parquet")[100] ^= 1;
                            return entries;
                        }));
        assertRefused(
                "is damaged: summary.json is missing",
                changed(
                        entries -> {
                            entries.remove("summary.json");
                            return entries;
                        }));
        assertRefused(
                "is damaged: the path '../evil.txt' in it leads out of its folder",
                changed(
                        entries -> {
                            entries.put("../evil.txt", new byte[1]);
                            return entries;
                        }));
        assertRefused(
                "is damaged: more.txt is not described",
                changed(
                        entries -> {
                            entries.put("more.txt", new byte[1]);
                            return entries;
                        }));
        assertRefused(
                "is not a pack: it has no ro-crate-metadata.json",
                changed(
                        entries -> {
                            entries.remove(METADATA);
                            return entries;
                        }));
        assertRefused(
                "is damaged: ro-crate-metadata.json:2: Unexpected end-of-input",
                metadata(json -> json.substring(0, 5)));
        assertRefused("is damaged: ro-crate-metadata.json:", metadata(json -> json + "}"));
        assertRefused(
                "was made by losslab 7.0.0, which is newer than this, ",
                metadata(json -> json.replace("\"0.1.0-SNAPSHOT\"", "\"7.0.0\"")));
        assertRefused(
                "is an RO-Crate, but not one of losslab",
                metadata(json -> json.replace("#losslab", "#other")));
        assertFalse(Files.exists(own.getParent().resolve("evil.txt")));
        assertFalse(leftovers(), "nothing stays unpacked");
    }

    @Test
    void aPackWithoutTheManifestOrRowsToCompareWithIsDamaged() throws IOException {
        for (String file : List.of("run.json", "flows.parquet")) {
            byte[] content =
                    changed(
                            entries -> {
                                entries.remove(file);
                                return described(entries, json -> remove(json, file));
                            });
            assertRefused("is damaged: %s is missing".formatted(file), content);
        }
        assertFalse(leftovers(), "nothing stays unpacked");
    }

    @Test
    void nothingStaysOfAPackWhoseUnpackingIsInterrupted() throws Exception {
        byte[] empty = new byte[0];
        Path large = own.resolve("large.zip");
        Files.write(
                large,
                changed(
                        entries -> {
                            for (int i = 0; i < MORE; i++) {
                                entries.put("more/%05d.txt".formatted(i), empty);
                            }
                            return described(entries, PackTest::addMore);
                        }));
        for (int round = 0; round < 3; round++) {
            Path folder = Files.createDirectory(own.resolve("process" + round));
            try (RunProcess losslab = RunProcess.start(folder, large.toString())) {
                while (!isUnpacking(losslab.temporary())) {
                    losslab.requireAlive();
                    Thread.sleep(5);
                }
                assertEquals(130, losslab.endBy("INT"));
                String said = losslab.err();
                assertTrue("losslab: the run was interrupted\n".startsWith(said), said);
                assertEquals(List.of(), FileTree.list(losslab.temporary()));
            }
        }
    }

    private static boolean isUnpacking(Path temporary) throws IOException {
        for (Path unpacked : FileTree.list(temporary)) {
            if (Files.exists(unpacked.resolve("more/00100.txt"))) {
                return true;
            }
        }
        return false;
    }

    @Test
    void onlyACompleteRunWithItsInputsIsPacked() throws IOException {
        Path bare = own.resolve("bare run");
        assertEquals(2, losslab.execute("pack", bare.toString()));
        assertTrue(losslab.err().contains("cannot pack: "), losslab::err);
        copy(results, bare);
        FileTree.delete(bare.resolve("inputs"));
        assertEquals(2, losslab.execute("pack", bare.toString()));
        assertTrue(losslab.err().contains("it has no copies of its inputs"), losslab::err);
        Path run = bare.resolve("run.json");
        Files.writeString(run, Files.readString(run).replace("\"complete\"", "\"interrupted\""));
        assertEquals(2, losslab.execute("pack", bare.toString()));
        assertTrue(losslab.err().contains("losslab run --resume '" + bare + "'"), losslab::err);
        assertFalse(Files.exists(own.resolve("bare run.zip")));
    }

    @Test
    void resultsWithoutAllTheirFilesAreNotPacked() throws IOException {
        Path results = own.resolve("copied");
        copy(PackTest.results, results);
        Files.delete(results.resolve("pauses.parquet"));
        assertNotPacked(results, results.resolve("pauses.parquet") + " is missing");
        Files.write(results.resolve("pauses.parquet"), new byte[100]);
        assertNotPacked(results, "pauses.parquet is damaged: its end is missing");
        Files.delete(results.resolve("summary.json"));
        assertNotPacked(results, ": summary.json is missing");
        assertTrue(losslab.err().contains("'losslab report " + results + "'"), losslab::err);
    }

    @Test
    void aRunKilledWhileItsReportWasWrittenIsNotPacked() throws IOException {
        Path partial = own.resolve("killed.partial");
        copy(results, partial);
        assertNotPacked(partial, "its run is not complete");
        assertTrue(losslab.err().contains("losslab run --resume " + partial), losslab::err);
    }

    private void assertNotPacked(Path directory, String reason) {
        assertEquals(2, losslab.execute("pack", directory.toString()), losslab::out);
        assertTrue(losslab.err().contains(reason), losslab::err);
        assertFalse(Files.exists(Path.of(directory + ".zip")));
    }

    @Test
    void filesThatTheRunDidNotWriteStayOut() throws IOException {
        Path mixed = own.resolve("mixed");
        copy(results, mixed);
        Files.createDirectory(mixed.resolve("figures"));
        Files.writeString(mixed.resolve("figures/figure-1a.svg"), "<svg/>");
        Files.writeString(mixed.resolve("figures/review.txt"), "weak reject");
        Files.writeString(mixed.resolve("inputs/testbed.yaml"), "ssh: {key: /home/me/.ssh/id}");
        Files.createSymbolicLink(mixed.resolve("figures/figure-2.csv"), own);
        assertEquals(0, losslab.execute("pack", mixed.toString()), losslab::err);
        try (ZipFile zip = new ZipFile(own.resolve("mixed.zip").toFile())) {
            assertNotNull(zip.getEntry("figures/figure-1a.svg"));
            for (String path :
                    List.of("figures/review.txt", "inputs/testbed.yaml", "figures/figure-2.csv")) {
                assertNull(zip.getEntry(path), path);
                assertTrue(losslab.err().contains(path), losslab::err);
            }
        }
    }

    private int execute(List<String> words, String last) {
        return losslab.execute(
                Stream.concat(words.stream(), Stream.of(last)).toArray(String[]::new));
    }

    private int repeat(Path what, Path out) {
        return losslab.execute("run", what.toString(), "--no-report", "--out", out.toString());
    }

    private void assertRefused(String reason, byte[] content) throws IOException {
        Path file = own.resolve("damaged.zip");
        if (content != null) {
            Files.write(file, content);
        }
        assertEquals(2, repeat(file, own.resolve("out")), losslab::out);
        assertTrue(losslab.err().contains(reason), losslab::err);
        assertEquals(2, losslab.err().lines().count(), losslab::err);
        assertFalse(Files.exists(own.resolve("out")));
    }

    private static byte[] metadata(UnaryOperator<String> change) throws IOException {
        return changed(
                entries -> {
                    String json = new String(entries.get(METADATA), UTF_8);
                    entries.put(METADATA, change.apply(json).getBytes(UTF_8));
                    return entries;
                });
    }

    /** Entries with other metadata. */
    private static Map<String, byte[]> described(
            Map<String, byte[]> entries, Consumer<ArrayNode> change) {
        try {
            ObjectMapper mapper = new ObjectMapper();
            JsonNode document = mapper.readTree(entries.get(METADATA));
            change.accept((ArrayNode) document.path("@graph"));
            entries.put(METADATA, mapper.writeValueAsBytes(document));
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(ArrayNode graph, String id) {
        Iterator<JsonNode> entities = graph.elements();
        while (entities.hasNext()) {
            if (entities.next().path("@id").asText().equals(id)) {
                entities.remove();
            }
        }
    }

    private static void addMore(ArrayNode graph) {
        String nothing = HexFormat.of().formatHex(Sha256.begin().digest());
        for (int i = 0; i < MORE; i++) {
            graph.addObject()
                    .put("@id", "more/%05d.txt".formatted(i))
                    .put("@type", "File")
                    .put("contentSize", "0")
                    .put("sha256", nothing);
        }
    }

    /** The pack with other entries. */
    private static byte[] changed(UnaryOperator<Map<String, byte[]>> change) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(pack.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : change.apply(entries).entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return out.toByteArray();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path file : tree.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static boolean leftovers() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (Stream<Path> files = Files.list(temporary)) {
            return files.anyMatch(
                    file ->
                            file.getFileName().toString().startsWith("losslab-pack-")
                                    && Files.exists(file.resolve("run.json")));
        }
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }
}
