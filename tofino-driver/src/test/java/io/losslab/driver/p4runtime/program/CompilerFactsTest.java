package io.losslab.driver.p4runtime.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.driver.bfrt.sde.SdeFiles;
import io.losslab.driver.p4runtime.BundledProgram;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the chip's compiler offers over BF Runtime is what our P4Info says: tables, keys with widths
 * and kinds, actions with parameters, registers, counters, sizes.
 */
class CompilerFactsTest {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "T2NA_.*")
    void bfRuntimeOffersWhatTheP4InfoSays(BundledProgram program) throws IOException {
        String document = SdeFiles.requiredProgram(program.programName());

        assertEquals(
                lines(P4InfoObjects.of(program.p4Info())),
                lines(BfRtObjects.of(new ObjectMapper().readTree(document))));
    }

    /**
     * Ids of tables and actions are ours; those of externs are the compiler's, as t2na's take no
     * {@code @id}.
     */
    private static String lines(Set<String> objects) {
        Set<String> lines = new TreeSet<>();
        for (String object : objects) {
            lines.add(object.replaceFirst("^(register|counter|profile) [0-9a-f]{8} ", "$1 "));
        }
        return String.join("\n", lines);
    }
}
