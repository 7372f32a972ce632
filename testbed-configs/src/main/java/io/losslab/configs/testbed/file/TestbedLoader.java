package io.losslab.configs.testbed.file;

import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Reading;
import io.losslab.configs.yaml.TextFile;
import io.losslab.configs.yaml.YamlDocument;
import io.losslab.configs.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Loads testbeds, by bundled name or from files. */
public final class TestbedLoader {
    private final Library library;
    private final DeviceCatalog catalog;

    /**
     * Makes a loader.
     *
     * @param catalog kinds of device that there are
     */
    public TestbedLoader(Library library, DeviceCatalog catalog) {
        this.library = library;
        this.catalog = catalog;
    }

    /**
     * Loads a testbed.
     *
     * @param nameOrFile a bundled name, or a file
     * @param problems takes all that is wrong, warnings too
     * @return empty where an error was found
     */
    public Optional<Testbed> load(String nameOrFile, Problems problems) {
        Path file = Path.of(nameOrFile);
        boolean isFile = looksLikeFile(nameOrFile) || Files.isRegularFile(file);
        Optional<String> text =
                isFile
                        ? TextFile.read(file, nameOrFile, problems)
                        : library.text(Library.Kind.TESTBEDS, nameOrFile, problems);
        String name = isFile ? nameOrFile : library.fileName(Library.Kind.TESTBEDS, nameOrFile);
        Path folder =
                isFile ? Optional.ofNullable(file.getParent()).orElse(Path.of("")) : Path.of("");
        Optional<Testbed> testbed =
                text.flatMap(yaml -> YamlDocument.parse(name, yaml, problems))
                        .map(document -> document.root(new Reading(problems)))
                        .flatMap(root -> new TestbedReader(catalog, nameOrFile, folder).read(root));
        return problems.hasErrors() ? Optional.empty() : testbed;
    }

    /** Whether a file, or a bundled name, holds a testbed: it has the key {@code testbed}. */
    public boolean isTestbed(String nameOrFile) {
        if (library.text(Library.Kind.TESTBEDS, nameOrFile).isPresent()) {
            return true;
        }
        Path file = Path.of(nameOrFile);
        Problems ignored = new Problems();
        return Files.isRegularFile(file)
                && TextFile.read(file, nameOrFile, ignored)
                        .flatMap(text -> YamlDocument.parse(nameOrFile, text, ignored))
                        .map(document -> document.root(new Reading(ignored)))
                        .filter(YamlValue::isMap)
                        .filter(
                                root ->
                                        root.entries().stream()
                                                .anyMatch(entry -> entry.key().equals("testbed")))
                        .isPresent();
    }

    private static boolean looksLikeFile(String name) {
        return name.endsWith(".yaml") || name.endsWith(".yml") || name.contains("/");
    }
}
