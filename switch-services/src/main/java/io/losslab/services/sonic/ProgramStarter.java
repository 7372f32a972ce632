package io.losslab.services.sonic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the programs of a SONiC switch are started. */
@FunctionalInterface
interface ProgramStarter {
    /**
     * Starts one.
     *
     * @param log which what it prints is added to
     * @throws IOException where it does not start
     */
    ProcessHandle start(List<String> command, Path log) throws IOException;

    /**
     * As children of this program.
     *
     * @param launcher a command that becomes the program, whose command line is its last arguments;
     *     empty: none
     */
    static ProgramStarter by(List<String> launcher) {
        return (command, log) -> {
            List<String> words = new ArrayList<>(launcher);
            words.addAll(command);
            return new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start()
                    .toHandle();
        };
    }
}
