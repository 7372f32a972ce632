package io.losslab.orchestrator.testbed;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a Tofino2 is given that losslab does not have itself.
 *
 * @param programs the compiler's output for the target, by the program's name
 * @param bfrtTables bf-rt JSON of the device's fixed tables, or folders of it; it comes with the
 *     SDE
 */
public record TofinoFiles(Map<String, Path> programs, List<Path> bfrtTables) {
    public TofinoFiles {
        programs = Map.copyOf(programs);
        bfrtTables = List.copyOf(bfrtTables);
    }

    /** Neither. */
    public static TofinoFiles none() {
        return new TofinoFiles(Map.of(), List.of());
    }
}
