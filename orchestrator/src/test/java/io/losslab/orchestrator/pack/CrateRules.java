package io.losslab.orchestrator.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A zip file held against the rules of RO-Crate 1.1 (structure, root data entity, data entities,
 * contextual entities, JSON-LD) and of Process Run Crate 0.5, whoever wrote it.
 */
public final class CrateRules {
    private static final String DESCRIPTOR = "ro-crate-metadata.json";
    private static final String SPECIFICATION = "https://w3id.org/ro/crate/1.1";
    private static final String PROFILE = "https://w3id.org/ro/wfrun/process/0.5";

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<String, JsonNode> entities = new LinkedHashMap<>();

    private CrateRules(Path zip) throws IOException {
        try (ZipFile file = new ZipFile(zip.toFile())) {
            for (ZipEntry entry : file.stream().toList()) {
                assertEquals(
                        null,
                        files.put(entry.getName(), file.getInputStream(entry).readAllBytes()));
            }
        }
        assertTrue(files.containsKey(DESCRIPTOR), () -> files.keySet().toString());
        JsonNode document = new ObjectMapper().readTree(files.get(DESCRIPTOR));
        assertEquals(SPECIFICATION + "/context", document.at("/@context/0").asText());
        for (JsonNode entity : document.path("@graph")) {
            assertEquals(null, entities.put(entity.path("@id").asText(), entity), "unique @id");
        }
    }

    /** Checks all rules; returns the entities by id. */
    public static Map<String, JsonNode> check(Path zip) throws IOException {
        CrateRules rules = new CrateRules(zip);
        rules.checkEntities();
        rules.checkRoot();
        rules.checkFiles();
        rules.checkRun();
        return rules.entities;
    }

    /** Flattened and compacted: entities have a type, and refer to each other by id alone. */
    private void checkEntities() {
        Set<String> referred = new HashSet<>();
        for (JsonNode entity : entities.values()) {
            assertTrue(entity.path("@type").isTextual(), entity::toString);
            entity.fields()
                    .forEachRemaining(
                            property -> {
                                for (JsonNode value : values(property.getValue())) {
                                    assertTrue(value.isValueNode() || isReference(value));
                                    referred.add(value.path("@id").asText());
                                }
                            });
        }
        referred.removeAll(Set.of("", SPECIFICATION));
        assertTrue(entities.keySet().containsAll(referred), referred::toString);
        assertEquals(entities.keySet(), reachable(), "all entities are linked from the crate");
    }

    private static boolean isReference(JsonNode value) {
        return value.isObject() && value.size() == 1 && value.has("@id");
    }

    private Set<String> reachable() {
        Set<String> reached = new LinkedHashSet<>();
        Deque<String> next = new ArrayDeque<>(Set.of(DESCRIPTOR));
        while (!next.isEmpty()) {
            String id = next.pop();
            if (entities.containsKey(id) && reached.add(id)) {
                for (JsonNode property : entities.get(id)) {
                    values(property).forEach(value -> next.add(value.path("@id").asText()));
                }
            }
        }
        return new TreeSet<>(reached).equals(new TreeSet<>(entities.keySet()))
                ? entities.keySet()
                : reached;
    }

    private static Iterable<JsonNode> values(JsonNode property) {
        return property.isArray() ? property : Set.of(property);
    }

    private void checkRoot() {
        JsonNode descriptor = entities.get(DESCRIPTOR);
        assertEquals("CreativeWork", descriptor.path("@type").asText());
        assertEquals(SPECIFICATION, descriptor.at("/conformsTo/@id").asText());
        assertEquals("./", descriptor.at("/about/@id").asText());
        JsonNode root = entities.get("./");
        assertEquals("Dataset", root.path("@type").asText());
        assertTrue(root.path("name").asText().length() > 3);
        assertTrue(root.path("description").asText().length() > 20);
        OffsetDateTime.parse(root.path("datePublished").asText());
        if (root.has("license")) {
            URI licence = URI.create(root.at("/license/@id").asText());
            assertTrue(licence.isAbsolute());
            assertTrue(entities.get(licence.toString()).has("name"));
        }
    }

    private void checkFiles() {
        Set<String> parts = new TreeSet<>();
        entities.get("./").path("hasPart").forEach(part -> parts.add(part.path("@id").asText()));
        Set<String> described = new TreeSet<>();
        for (JsonNode entity : entities.values()) {
            if (entity.path("@type").asText().equals("File")) {
                checkFile(entity);
                described.add(entity.path("@id").asText());
            }
        }
        assertEquals(parts, described);
        assertEquals(files.size() - 1, described.size(), "every file is described");
    }

    private void checkFile(JsonNode entity) {
        URI id = URI.create(entity.path("@id").asText());
        assertTrue(!id.isAbsolute() && !id.getPath().startsWith("/"), id::toString);
        byte[] content = files.get(id.getPath());
        assertTrue(content != null, () -> id + " is in the crate");
        assertEquals(Integer.toString(content.length), entity.path("contentSize").textValue());
        assertTrue(entity.path("encodingFormat").asText().matches("[a-z]+/[a-z0-9.+-]+"));
        assertTrue(entity.path("name").isTextual());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            assertEquals(
                    "%064x".formatted(new BigInteger(1, digest)), entity.path("sha256").asText());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private void checkRun() {
        JsonNode root = entities.get("./");
        assertEquals(PROFILE, root.at("/conformsTo/@id").asText());
        assertEquals("CreativeWork", entities.get(PROFILE).path("@type").asText());
        JsonNode run = entities.get(root.at("/mentions/@id").asText());
        assertEquals("CreateAction", run.path("@type").asText());
        JsonNode tool = entities.get(run.at("/instrument/@id").asText());
        assertEquals("SoftwareApplication", tool.path("@type").asText());
        assertTrue(tool.path("softwareVersion").asText().matches("\\d+\\.\\d+\\.\\d+.*"));
        assertTrue(
                !OffsetDateTime.parse(run.path("startTime").asText())
                        .isAfter(OffsetDateTime.parse(run.path("endTime").asText())));
        for (String property : new String[] {"object", "result"}) {
            assertTrue(run.path(property).size() > 0);
            for (JsonNode file : run.path(property)) {
                JsonNode entity = entities.get(file.path("@id").asText());
                assertEquals("File", entity.path("@type").asText());
            }
        }
    }
}
