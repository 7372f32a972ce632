package io.losslab.analysis.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file so that readers see the old or the new one; for one writer. */
public final class FileReplacement {
    /** Fills a file that is not read yet. */
    public interface Content {
        /** Writes it, from an absent file on. */
        void writeTo(Path temporary) throws IOException;
    }

    private FileReplacement() {}

    /**
     * Writes a file, over an earlier one; where that fails or the process is ended, the earlier one
     * stays and nothing is left next to it.
     */
    public static void write(Path file, Content content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(temporary);
        temporary.toFile().deleteOnExit();
        try {
            content.writeTo(temporary);
            Files.move(
                    temporary,
                    file,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
