package io.losslab.orchestrator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.experiment.file.SchemeSections;
import io.losslab.configs.language.KeyTables;
import io.losslab.configs.language.Section;
import io.losslab.configs.network.TopologySections;
import io.losslab.configs.profile.ProfileSections;
import io.losslab.configs.scheme.NamedSettings;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.flowcontrol.pfc.PfcType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is generated from the declaration of the keys and kept in the tree, for editors and readers
 * of a clone. With {@code -Dlosslab.golden=update} it is written anew.
 */
class GeneratedFilesTest {
    private static final Path SCHEMAS =
            Path.of("../testbed-configs/src/main/resources/losslab/schemas");
    private static final Path DOCS = Path.of("../docs");

    @ParameterizedTest
    @ValueSource(strings = {"experiment", "topology", "testbed", "profile"})
    void publishedSchemaIsTheOneThatIsPrinted(String what) throws IOException {
        assertGenerated(SCHEMAS.resolve(what + ".schema.json"), SchemaCommand.text(what));
    }

    @Test
    void tablesOfExperimentFilesAreThoseOfTheDeclaration() throws IOException {
        SchemeCatalog catalog = SchemeCatalog.standard();
        assertDocumented(
                "experiment-files.md",
                catalog.named().stream().map(NamedSettings::name).toList(),
                new SchemeSections(catalog).experiment(),
                TopologySections.TOPOLOGY);
    }

    @Test
    void tablesOfTestbedFilesAreThoseOfTheDeclaration() throws IOException {
        assertDocumented("testbed-files.md", List.of(), DeviceKinds.catalog().testbed());
    }

    @Test
    void tablesOfProfilesAreThoseOfTheDeclaration() throws IOException {
        assertDocumented("probe.md", List.of(PfcType.NAME), ProfileSections.PROFILE);
    }

    /**
     * Whether a page has the right table of every section.
     *
     * @param listed names whose keys {@code losslab list} prints
     */
    private static void assertDocumented(String page, List<String> listed, Section... roots)
            throws IOException {
        Path file = DOCS.resolve(page);
        KeyTables tables = new KeyTables(roots);
        assertGenerated(file, tables.rewrite(Files.readString(file)));
        Set<String> missing = tables.missing(Files.readString(file));
        missing.removeAll(listed);
        assertEquals(Set.of(), missing, page);
    }

    private static void assertGenerated(Path file, String text) throws IOException {
        if ("update".equals(System.getProperty("losslab.golden"))) {
            Files.writeString(file, text);
        }
        assertEquals(text, Files.readString(file));
    }
}
