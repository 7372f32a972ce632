package io.losslab.orchestrator.pack;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.Summary;
import io.losslab.orchestrator.session.CommandWords;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code ro-crate-metadata.json}: what a pack holds and how it came to be, as JSON-LD. Source:
 * RO-Crate 1.1 for the crate and its files, and Process Run Crate 0.5 for the run. What a run does
 * not know of itself is left out.
 */
final class CrateMetadata {
    static final String FILE = "ro-crate-metadata.json";

    /** Id of the {@code SoftwareApplication} that made the results. */
    static final String LOSSLAB = "#losslab";

    static final String VERSION = "softwareVersion";
    static final String SIZE = "contentSize";
    static final String SHA256 = "sha256";

    /** Values of {@code @type}. */
    static final String FILE_TYPE = "File";

    private static final String CRATE = "https://w3id.org/ro/crate/1.1";
    private static final String PROFILE = "https://w3id.org/ro/wfrun/process/0.5";
    private static final List<String> CONTEXT =
            List.of(CRATE + "/context", "https://w3id.org/ro/terms/workflow-run/context");
    private static final String ROOT = "./";
    private static final String RUN = "#run";
    private static final String COMMIT = "#commit";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RunManifest manifest;
    private final Summary summary;
    private final List<PackedFile> files;
    private final Optional<Licence> licence;
    private final ArrayNode graph = JSON.createArrayNode();

    private CrateMetadata(
            RunManifest manifest,
            Summary summary,
            List<PackedFile> files,
            Optional<Licence> licence) {
        this.manifest = manifest;
        this.summary = summary;
        this.files = files;
        this.licence = licence;
    }

    /** The metadata of a complete run. */
    static ObjectNode of(
            RunManifest manifest,
            Summary summary,
            List<PackedFile> files,
            Optional<Licence> licence) {
        return new CrateMetadata(manifest, summary, files, licence).document();
    }

    private ObjectNode document() {
        ObjectNode descriptor = entity(FILE, "CreativeWork");
        refer(descriptor, "conformsTo", CRATE);
        refer(descriptor, "about", ROOT);
        addRoot();
        entity(PROFILE, "CreativeWork").put("name", "Process Run Crate").put("version", "0.5");
        licence.filter(own -> !own.equals(Licence.APACHE)).ifPresent(this::addLicence);
        addLicence(Licence.APACHE);
        addSoftware();
        addRun();
        files.forEach(this::addFile);
        ObjectNode document = JSON.createObjectNode();
        document.set("@context", JSON.valueToTree(CONTEXT));
        document.set("@graph", graph);
        return document;
    }

    private void addRoot() {
        ObjectNode root = entity(ROOT, "Dataset");
        root.put("name", manifest.title());
        root.put("description", description());
        root.put("datePublished", manifest.finishedAt());
        licence.ifPresent(own -> refer(root, "license", own.url()));
        refer(root, "conformsTo", PROFILE);
        refer(root, "hasPart", files.stream().map(file -> id(file.path())).toList());
        refer(root, "mentions", RUN);
    }

    private String description() {
        long held = summary.cells().stream().filter(cell -> cell.allChecksHeld()).count();
        return "Results of losslab experiment %s on the %s backend: %d cells, all checks passed in %d. 'losslab run' with the zip file of this crate repeats the run and compares the results."
                .formatted(manifest.experiment(), manifest.backend(), summary.cells().size(), held);
    }

    private void addLicence(Licence each) {
        entity(each.url(), "CreativeWork").put("name", each.name());
    }

    private void addSoftware() {
        ObjectNode losslab = entity(LOSSLAB, "SoftwareApplication");
        losslab.put("name", "losslab");
        refer(losslab, "license", Licence.APACHE.url());
        losslab.put(VERSION, manifest.versions().get("losslab"));
        List<String> others =
                manifest.versions().keySet().stream()
                        .filter(name -> !name.equals("losslab"))
                        .toList();
        refer(losslab, "softwareRequirements", others.stream().map(name -> "#" + name).toList());
        if (!manifest.commit().isEmpty()) {
            refer(losslab, "identifier", COMMIT);
            entity(COMMIT, "PropertyValue").put("name", "commit").put("value", manifest.commit());
        }
        for (String name : others) {
            entity("#" + name, "SoftwareApplication")
                    .put("name", name)
                    .put(VERSION, manifest.versions().get(name));
        }
    }

    private void addRun() {
        ObjectNode run = entity(RUN, "CreateAction");
        run.put("name", "Run of " + manifest.experiment());
        run.put("description", command());
        run.put("startTime", manifest.startedAt());
        run.put("endTime", manifest.finishedAt());
        run.put("actionStatus", "http://schema.org/CompletedActionStatus");
        refer(run, "instrument", LOSSLAB);
        refer(run, "object", ids(PackedFile.Role.INPUT));
        refer(run, "result", ids(PackedFile.Role.RESULT));
    }

    /** What repeats the run in the folder of the crate. */
    private String command() {
        List<String> words = new ArrayList<>(List.of("run", manifest.inputs().experiment()));
        manifest.inputs().settings().forEach(each -> words.addAll(List.of("--set", each)));
        if (manifest.inputs().profile() != null) {
            words.addAll(List.of("--profile", manifest.inputs().profile()));
        }
        words.addAll(List.of("--backend", manifest.backend()));
        if (manifest.testbed() != null) {
            words.addAll(List.of("--testbed", "FILE"));
        }
        return CommandWords.line(words);
    }

    private List<String> ids(PackedFile.Role role) {
        return files.stream()
                .filter(file -> file.role() == role)
                .map(file -> id(file.path()))
                .toList();
    }

    private void addFile(PackedFile file) {
        ObjectNode entity = entity(id(file.path()), FILE_TYPE);
        entity.put("name", file.path());
        if (!file.description().isEmpty()) {
            entity.put("description", file.description());
        }
        entity.put("encodingFormat", file.encodingFormat());
        entity.put(SIZE, Long.toString(file.bytes()));
        entity.put(SHA256, file.sha256());
    }

    private ObjectNode entity(String id, String type) {
        return graph.addObject().put("@id", id).put("@type", type);
    }

    private static void refer(ObjectNode from, String property, String id) {
        from.putObject(property).put("@id", id);
    }

    private static void refer(ObjectNode from, String property, List<String> ids) {
        if (!ids.isEmpty()) {
            from.set(
                    property,
                    JSON.valueToTree(
                            ids.stream()
                                    .map(id -> Map.of("@id", id))
                                    .collect(Collectors.toList())));
        }
    }

    /** A path as a URI reference. */
    static String id(String path) {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(path, e);
        }
    }
}
