package io.losslab.configs.testbed.file;

import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Reading;
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
        Optional<Testbed> testbed =
                library.find(Library.Kind.TESTBEDS, nameOrFile, problems)
                        .flatMap(
                                found ->
                                        new TestbedReader(
                                                        catalog,
                                                        nameOrFile,
                                                        found.folder().orElse(Path.of("")))
                                                .read(
                                                        found.document()
                                                                .root(new Reading(problems))));
        return problems.hasErrors() ? Optional.empty() : testbed;
    }

    /**
     * Whether a file, or a bundled name, holds a testbed: it has the key {@code testbed}, or
     * devices and no experiment.
     */
    public boolean isTestbed(String nameOrFile) {
        Problems ignored = new Problems();
        return library.find(Library.Kind.TESTBEDS, nameOrFile, ignored)
                .map(found -> found.document().root(new Reading(ignored)))
                .filter(
                        root ->
                                root.has("testbed")
                                        || root.has("devices") && !root.has("experiment"))
                .isPresent();
    }
}
