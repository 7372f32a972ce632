package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.configs.language.JsonSchema;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SchemaKeysTest {
    @Test
    void schemaOfARegisteredNameHasItsSettings() throws JsonProcessingException {
        JsonNode schema =
                new ObjectMapper()
                        .readTree(
                                JsonSchema.text(
                                        "experiment",
                                        new SchemeSections(TestSchemes.catalog()).experiment(),
                                        true));
        assertEquals("#/$defs/drip", schema.at("/$defs/rule/properties/drip/$ref").asText());
        JsonNode drip = schema.at("/$defs/drip");
        assertEquals(false, drip.get("additionalProperties").asBoolean());
        Set<String> keys = new TreeSet<>();
        drip.get("properties").fieldNames().forEachRemaining(keys::add);
        assertEquals(Set.of("window", "period", "share", "mode", "limit"), keys);
        assertEquals("75KB", drip.at("/properties/window/default").asText());
        assertEquals(
                "integer", schema.at("/$defs/irn/properties/lowPackets/anyOf/0/type").asText());
    }

    @Test
    void everyKeyHasAMeaning() throws JsonProcessingException {
        JsonNode schema =
                new ObjectMapper()
                        .readTree(
                                JsonSchema.text(
                                        "experiment",
                                        new SchemeSections(TestSchemes.catalog()).experiment(),
                                        true));
        for (JsonNode definition : schema.get("$defs")) {
            for (JsonNode property : definition.get("properties")) {
                assertEquals(false, property.path("description").asText().isEmpty());
            }
        }
    }
}
