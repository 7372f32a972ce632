package io.losslab.configs.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.yaml.Keys;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SchemaKeysTest {
    @Test
    void experimentSchemaHasTheReadersKeys() throws JsonProcessingException {
        SchemeCatalog catalog = TestSchemes.catalog();
        assertSame(
                new ExperimentSchema(catalog).text(published("experiment")),
                ExperimentFormat.sections(catalog));
    }

    @Test
    void schemaOfARegisteredNameHasItsSettings() throws JsonProcessingException {
        JsonNode schema =
                new ObjectMapper()
                        .readTree(
                                new ExperimentSchema(TestSchemes.catalog())
                                        .text(published("experiment")));
        JsonNode drip = schema.at("/$defs/rule/properties/drip");
        assertEquals(false, drip.get("additionalProperties").asBoolean());
        Set<String> keys = new TreeSet<>();
        drip.get("properties").fieldNames().forEachRemaining(keys::add);
        assertEquals(Set.of("window", "period", "share", "mode", "limit"), keys);
        assertEquals("75KB", drip.at("/properties/window/default").asText());
        assertEquals(
                "integer",
                schema.at("/$defs/hosts/properties/recovery/properties/irn/properties/lowPackets")
                        .at("/anyOf/0/type")
                        .asText());
    }

    private static String published(String schema) {
        return new Library().schema(schema).orElseThrow();
    }

    private static void assertSame(String schema, Map<String, Keys> sections)
            throws JsonProcessingException {
        JsonNode definitions = new ObjectMapper().readTree(schema).get("$defs");
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
