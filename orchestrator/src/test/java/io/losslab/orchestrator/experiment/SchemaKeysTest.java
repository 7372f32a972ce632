package io.losslab.orchestrator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.orchestrator.network.TopologyFormat;
import io.losslab.orchestrator.yaml.Keys;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SchemaKeysTest {
    @Test
    void experimentSchemaHasTheReadersKeys() throws JsonProcessingException {
        assertSame("experiment", ExperimentFormat.sections());
    }

    @Test
    void topologySchemaHasTheReadersKeys() throws JsonProcessingException {
        assertSame("topology", TopologyFormat.sections());
    }

    private static void assertSame(String schema, Map<String, Keys> sections)
            throws JsonProcessingException {
        JsonNode definitions =
                new ObjectMapper()
                        .readTree(new Library().schema(schema).orElseThrow())
                        .get("$defs");
        Set<String> names = new TreeSet<>();
        definitions.fieldNames().forEachRemaining(names::add);
        assertEquals(new TreeSet<>(sections.keySet()), names);
        sections.forEach(
                (name, keys) -> {
                    Set<String> properties = new TreeSet<>();
                    definitions
                            .get(name)
                            .get("properties")
                            .fieldNames()
                            .forEachRemaining(properties::add);
                    assertEquals(new TreeSet<>(keys.all()), properties, name);
                    Set<String> required = new TreeSet<>();
                    definitions
                            .get(name)
                            .path("required")
                            .forEach(key -> required.add(key.asText()));
                    assertEquals(new TreeSet<>(keys.required()), required, name);
                    definitions
                            .get(name)
                            .get("properties")
                            .forEach(
                                    property ->
                                            assertEquals(
                                                    true,
                                                    property.has("description")
                                                            || property.has("$ref"),
                                                    name + ": " + property));
                });
    }
}
