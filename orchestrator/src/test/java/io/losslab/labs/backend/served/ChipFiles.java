package io.losslab.labs.backend.served;

import io.losslab.driver.bfrt.program.CompiledFolder;
import io.losslab.driver.bfrt.sde.SdeFiles;
import io.losslab.labs.backend.served.tofino2.ServedTofino2;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a user of a Tofino2 has: the SDE's tables, complete where they are at hand, and programs.
 *
 * @param sde folder of the tables
 * @param programs folder of the compiler's output
 */
record ChipFiles(Path sde, Path programs) {
    static ChipFiles write(Path into) throws IOException {
        Path sde = Files.createDirectory(into.resolve("sde"));
        Files.writeString(
                sde.resolve("bf_rt_all_tf2.json"),
                SdeFiles.completeFixedTables().orElseGet(SdeFiles::shortFixedTables));
        Path programs = Files.createDirectory(into.resolve("build"));
        CompiledFolder.write(programs, "pfc_forward");
        CompiledFolder.write(programs, "portfc");
        return new ChipFiles(sde, programs);
    }

    ServedTofino2 kind() {
        return new ServedTofino2(sde, programs);
    }
}
