package io.losslab.configs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class BundledFilesTest {
    private static final Path ROOT = Path.of("src/main/resources/losslab");

    static List<Path> experiments() throws IOException {
        return files("experiments");
    }

    static List<Path> topologies() throws IOException {
        return files("topologies");
    }

    static List<Path> testbeds() throws IOException {
        return files("testbeds");
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void experimentsKeepToTheirSchema(Path file) throws IOException {
        assertEquals(Set.of(), validate("experiment", tree(Files.readString(file))));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void topologiesKeepToTheirSchema(Path file) throws IOException {
        assertEquals(Set.of(), validate("topology", tree(Files.readString(file))));
    }

    @ParameterizedTest
    @MethodSource("testbeds")
    void testbedsKeepToTheirSchema(Path file) throws IOException {
        assertEquals(Set.of(), validate("testbed", tree(Files.readString(file))));
    }

    @Test
    void schemaRefusesUnknownKeysWrongUnitsAndKeysOfTheOtherKind() throws IOException {
        String good = Files.readString(ROOT.resolve("experiments/bifrost/case-a.yaml"));
        for (String bad :
                List.of(
                        good.replace("warmup:", "warmpu:"),
                        good.replace("duration: 500ms", "duration: 500"),
                        good.replace("xoff: 6MB", "xoff: 6Mb"),
                        good.replace("flows: 8,", "flows: 8, txDepth: 3,"),
                        good.replace("topology: bifrost-case-a", "topology: {hosts: [A]}"))) {
            assertFalse(bad.equals(good));
            assertFalse(validate("experiment", tree(bad)).isEmpty(), bad);
        }
    }

    @ParameterizedTest
    @MethodSource({"experiments", "topologies", "testbeds"})
    void filesPointEditorsToTheirSchema(Path file) throws IOException {
        String first = Files.readAllLines(file).get(0);
        String prefix = "# yaml-language-server: $schema=";
        assertTrue(first.startsWith(prefix), first);
        Path schema = file.getParent().resolve(first.substring(prefix.length()));
        assertTrue(Files.isRegularFile(schema), schema.toString());
    }

    /**
     * As an editor reads it: aliases stand for their values, which Jackson's own YAML reader does
     * not do.
     */
    private static JsonNode tree(String yaml) {
        Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        return new ObjectMapper().valueToTree(document);
    }

    private static Set<ValidationMessage> validate(String name, JsonNode document) {
        JsonSchema schema =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                        .getSchema(
                                SchemaLocation.of(
                                        "classpath:losslab/schemas/" + name + ".schema.json"));
        return schema.validate(document);
    }

    private static List<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
        }
    }
}
