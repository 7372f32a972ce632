package io.losslab.configs.testbed;

import io.losslab.api.units.Nanos;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a Tofino2 is given that losslab does not have itself.
 *
 * @param programs the compiler's output for the target, by the program's name
 * @param bfrtTables bf-rt JSON of the device's fixed tables, or folders of it; it comes with the
 *     SDE
 * @param sweep how often its packet generator has every queue of a scheme looked at
 * @param loopPorts labels of ports without a cable, in which OFC parks packets: one for each switch
 *     that stands on the device
 */
public record TofinoKeys(
        Map<String, Path> programs,
        List<Path> bfrtTables,
        Optional<Nanos> sweep,
        List<String> loopPorts) {
    public TofinoKeys {
        programs = Map.copyOf(programs);
        bfrtTables = List.copyOf(bfrtTables);
        loopPorts = List.copyOf(loopPorts);
        if (sweep.isPresent() && sweep.get().nanos() == 0) {
            throw new IllegalArgumentException("sweep must be above zero");
        }
    }

    /** Files alone. */
    public TofinoKeys(Map<String, Path> programs, List<Path> bfrtTables) {
        this(programs, bfrtTables, Optional.empty(), List.of());
    }

    /** Nothing. */
    public static TofinoKeys none() {
        return new TofinoKeys(Map.of(), List.of());
    }
}
