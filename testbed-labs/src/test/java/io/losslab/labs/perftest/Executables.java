package io.losslab.labs.perftest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs that tests write. */
final class Executables {
    /**
     * What {@code chronyc -c tracking} prints of the example in chronyc's manual (chrony 4.3,
     * chronyc(1), tracking).
     */
    static final String CHRONY =
            "CB00710F,203.0.113.15,3,1485958210.000000000,0.000006523,-0.000006747,0.000035822,"
                    + "3.225,-0.000,0.129,0.013639022,0.001100737,64.2,Normal";

    private Executables() {}

    static void write(Path program, String script) throws IOException {
        Files.writeString(program, script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A chronyc that has something to say; others are not understood. */
    static void chronyc(Path directory, String line) throws IOException {
        write(
                directory.resolve("chronyc"),
                """
                #!/bin/sh
                [ "$*" = "-n -c tracking" ] || exit 1
                echo '%s'
                """
                        .formatted(line));
    }
}
