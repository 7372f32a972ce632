package io.losslab.api.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedLibraryTest {
    private static final String TEMPORARY = "java.io.tmpdir";

    @TempDir private Path folder;

    private String before;

    @BeforeEach
    void useAFolderOfItsOwn() throws Exception {
        folder = folder.toRealPath();
        before = System.setProperty(TEMPORARY, folder.toString());
    }

    @AfterEach
    void useTheFormerFolder() {
        System.setProperty(TEMPORARY, before);
    }

    @Test
    void aLibraryOfNoProcessIsAbandoned() throws Exception {
        Path library = Files.createFile(folder.resolve("libduckdb_java17.so"));
        Files.createFile(folder.resolve("libother17.so"));
        assertEquals(List.of(library), UnpackedLibrary.abandoned());
    }

    @Test
    void aLibraryThatIsBeingUnpackedIsNot() throws Exception {
        Path library = folder.resolve("libduckdb_java17.so");
        Process unpacking =
                new ProcessBuilder("sleep", "60").redirectOutput(library.toFile()).start();
        try {
            assertEquals(List.of(), UnpackedLibrary.abandoned());
        } finally {
            unpacking.destroyForcibly().waitFor();
        }
        assertEquals(List.of(library), UnpackedLibrary.abandoned());
    }

    @Test
    void aProcessDeletesOnlyWhatItHasLoaded() throws Exception {
        Path library = Files.createFile(folder.resolve("libduckdb_java17.so"));
        UnpackedLibrary.deleteLoaded();
        assertEquals(List.of(library), UnpackedLibrary.abandoned());
    }
}
