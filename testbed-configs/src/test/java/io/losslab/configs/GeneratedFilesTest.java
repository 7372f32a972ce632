package io.losslab.configs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.experiment.ExperimentSchema;
import io.losslab.configs.language.JsonSchema;
import io.losslab.configs.network.TopologySections;
import io.losslab.configs.scheme.SchemeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * What is generated from the declaration of the keys and kept in the tree, for editors and readers
 * of a clone. With {@code -Dlosslab.golden=update} it is written anew.
 */
class GeneratedFilesTest {
    private static final Path SCHEMAS = Path.of("src/main/resources/losslab/schemas");

    @Test
    void topologySchemaIsThatOfTheDeclaration() throws IOException {
        assertGenerated(
                SCHEMAS.resolve("topology.schema.json"),
                JsonSchema.text("topology", TopologySections.TOPOLOGY, true));
    }

    @Test
    void experimentSchemaHasEveryRegisteredScheme() throws IOException {
        Path file = SCHEMAS.resolve("experiment.schema.json");
        assertGenerated(
                file, new ExperimentSchema(SchemeCatalog.standard()).text(Files.readString(file)));
    }

    private static void assertGenerated(Path file, String text) throws IOException {
        if ("update".equals(System.getProperty("losslab.golden"))) {
            Files.writeString(file, text);
        }
        assertEquals(text, Files.readString(file));
    }
}
