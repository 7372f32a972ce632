package io.losslab.orchestrator.pack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunManifest;
import io.losslab.api.digest.Sha256;
import io.losslab.api.file.FileTree;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.session.BuildFacts;
import io.losslab.orchestrator.session.WholeRows;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A pack, unpacked into a temporary folder until it is closed, or the process ends. All that is
 * there is as its metadata describe it.
 */
public final class Pack implements AutoCloseable {
    /** How the names of packs end. */
    public static final String SUFFIX = ".zip";

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

    private final Path file;
    private final Path folder;
    private final Thread cleaner = new Thread(this::delete, "pack-cleaner");

    /** Whether the folder is deleted; a process that is going down does that while it unpacks. */
    private boolean gone;

    private RunManifest manifest;

    private Pack(Path file) throws IOException {
        this.file = file;
        this.folder = Files.createTempDirectory("losslab-pack-");
        Runtime.getRuntime().addShutdownHook(cleaner);
    }

    /**
     * Unpacks a pack and checks it.
     *
     * @throws CommandFailure where it is none, is damaged, or is a newer version's
     */
    public static Pack open(Path file) {
        if (Files.notExists(file)) {
            throw CommandFailure.usage("there is no pack " + file, "'losslab pack DIR' makes one");
        }
        Pack pack = null;
        try (ZipFile zip = new ZipFile(file.toFile())) {
            pack = new Pack(file);
            pack.unpack(zip);
            return pack;
        } catch (ZipException e) {
            close(pack);
            throw damaged(file, "it is not a zip file, or is cut off: " + e.getMessage(), e);
        } catch (IOException e) {
            close(pack);
            throw CommandFailure.usage(
                    "pack %s cannot be read: %s".formatted(file, FileFailure.reason(e)), "", e);
        } catch (RuntimeException e) {
            close(pack);
            throw e;
        }
    }

    private static void close(Pack pack) {
        if (pack != null) {
            pack.close();
        }
    }

    /** As the user named it. */
    public Path file() {
        return file;
    }

    /** The results directory that was packed. */
    public Path results() {
        return folder;
    }

    /** Of the run that was packed. */
    public RunManifest manifest() {
        return manifest;
    }

    /** The copy of the experiment's file. */
    public Path experiment() {
        return folder.resolve(manifest.inputs().experiment());
    }

    /** The copy of the profile; empty where the run had none. */
    public Optional<Path> profile() {
        return Optional.ofNullable(manifest.inputs().profile()).map(folder::resolve);
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            // The process is going down, and deletes the folder itself.
            return;
        }
    }

    private synchronized void delete() {
        gone = true;
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }

    private void unpack(ZipFile zip) throws IOException {
        List<? extends ZipEntry> entries = zip.stream().toList();
        for (ZipEntry entry : entries) {
            requireInside(entry.getName());
        }
        JsonNode graph = metadata(zip);
        requireReadable(graph);
        Map<String, JsonNode> described = described(graph);
        for (ZipEntry entry : entries) {
            if (entry.isDirectory() || entry.getName().equals(CrateMetadata.FILE)) {
                continue;
            }
            JsonNode description = described.remove(CrateMetadata.id(entry.getName()));
            if (description == null) {
                throw damaged(
                        "%s is not described in %s, or is there more than once"
                                .formatted(entry.getName(), CrateMetadata.FILE));
            }
            extract(zip, entry, description);
        }
        Optional<String> missing = described.keySet().stream().sorted().findFirst();
        if (missing.isPresent()) {
            throw damaged(missing.get() + " is missing");
        }
        readManifest();
        if (manifest.inputs() == null) {
            throw damaged("it has no experiment");
        }
        requireInside(manifest.inputs().experiment());
        profile().ifPresent(own -> requireInside(manifest.inputs().profile()));
        Optional<String> defect = WholeRows.defect(folder);
        if (defect.isPresent()) {
            throw damaged(defect.get());
        }
    }

    private void requireInside(String name) {
        Path target = folder.resolve(name).normalize();
        if (name.startsWith("/") || name.contains("\\") || !target.startsWith(folder)) {
            throw damaged("the path '%s' in it leads out of its folder".formatted(name));
        }
    }

    private JsonNode metadata(ZipFile zip) throws IOException {
        ZipEntry entry = zip.getEntry(CrateMetadata.FILE);
        if (entry == null) {
            throw CommandFailure.usage(
                    "%s is not a pack: it has no %s".formatted(file, CrateMetadata.FILE),
                    "'losslab pack DIR' makes packs");
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return JSON.readTree(in).path("@graph");
        } catch (JsonProcessingException e) {
            throw damaged(ResultsJson.reason(CrateMetadata.FILE, e));
        }
    }

    private void requireReadable(JsonNode graph) {
        String version = "";
        for (JsonNode entity : graph) {
            if (entity.path("@id").asText().equals(CrateMetadata.LOSSLAB)) {
                version = entity.path(CrateMetadata.VERSION).asText();
            }
        }
        if (version.isEmpty()) {
            throw CommandFailure.usage(
                    "%s is an RO-Crate, but not one of losslab".formatted(file),
                    "'losslab pack DIR' makes packs");
        }
        if (isNewer(version, BuildFacts.VERSION)) {
            throw CommandFailure.usage(
                    "pack %s was made by losslab %s, which is newer than this, %s"
                            .formatted(file, version, BuildFacts.VERSION),
                    "update losslab to repeat it");
        }
    }

    private static boolean isNewer(String version, String than) {
        Matcher one = VERSION.matcher(version);
        Matcher other = VERSION.matcher(than);
        if (!one.matches() || !other.matches()) {
            return false;
        }
        for (int i = 1; i <= one.groupCount(); i++) {
            int difference =
                    Long.compare(Long.parseLong(one.group(i)), Long.parseLong(other.group(i)));
            if (difference != 0) {
                return difference > 0;
            }
        }
        return false;
    }

    private static Map<String, JsonNode> described(JsonNode graph) {
        Map<String, JsonNode> files = new HashMap<>();
        for (JsonNode entity : graph) {
            if (entity.path("@type").asText().equals(CrateMetadata.FILE_TYPE)) {
                files.put(entity.path("@id").asText(), entity);
            }
        }
        return files;
    }

    private void extract(ZipFile zip, ZipEntry entry, JsonNode description) throws IOException {
        long size = description.path(CrateMetadata.SIZE).asLong(-1);
        MessageDigest digest = Sha256.begin();
        long copied;
        try (InputStream in = new DigestInputStream(zip.getInputStream(entry), digest);
                OutputStream out = create(entry.getName())) {
            copied = copy(in, out, size);
        }
        String sha256 = HexFormat.of().formatHex(digest.digest());
        if (copied != size || !sha256.equals(description.path(CrateMetadata.SHA256).asText())) {
            throw damaged(
                    "%s is not what %s describes: its size or SHA-256 differs"
                            .formatted(entry.getName(), CrateMetadata.FILE));
        }
    }

    private synchronized OutputStream create(String name) throws IOException {
        requireKept();
        Path target = folder.resolve(name);
        Files.createDirectories(target.getParent());
        return Files.newOutputStream(target);
    }

    private synchronized void readManifest() throws IOException {
        requireKept();
        if (!Files.exists(folder.resolve(RunManifest.FILE))) {
            throw damaged(RunManifest.FILE + " is missing");
        }
        manifest = RunManifest.read(folder);
    }

    private void requireKept() {
        if (gone) {
            throw CommandFailure.interrupted(new InterruptedException());
        }
    }

    /** Copies until the end, or until it is more than there should be. */
    private static long copy(InputStream in, OutputStream out, long most) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long copied = 0;
        int count = in.read(buffer);
        while (count >= 0 && copied <= most) {
            out.write(buffer, 0, count);
            copied += count;
            count = in.read(buffer);
        }
        return copied;
    }

    private CommandFailure damaged(String problem) {
        return damaged(file, problem, null);
    }

    private static CommandFailure damaged(Path file, String problem, Exception cause) {
        return CommandFailure.usage(
                "pack %s is damaged: %s".formatted(file, problem), "get it again", cause);
    }
}
